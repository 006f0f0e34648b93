#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Where balloons come to rest and what they and their strings carry then, against statics; and the blow before."""
import math

import numpy

import gallery

G, MASS, THICK, TALL, LINK, KNOT, APART, LINKS, AIR = 9.81, 0.5, 0.11, 0.14, 0.15, 0.004, 0.14, 6, 0.5
WEIGHT = MASS * G


def newton(f, x):
    """A root of f in several unknowns, derivatives by differences."""
    for _ in range(60):
        value = f(x)
        step = 1e-7
        slopes = numpy.stack([(f(x + step * e) - f(x - step * e)) / (2 * step) for e in numpy.eye(len(x))], axis=1)
        change = numpy.linalg.solve(slopes, value)
        x = x - change
        if numpy.max(numpy.abs(change)) < 1e-13:
            return x
    raise RuntimeError("statics do not converge")


def reach(normal, tilt):
    """Where an ellipsoid that is tilted by an angle (its top towards +x) is touched by a plane with that normal, from its centre."""
    axis, across = numpy.array([math.sin(tilt), math.cos(tilt)]), numpy.array([math.cos(tilt), -math.sin(tilt)])
    a, b = normal @ across, normal @ axis
    return (THICK**2 * a * across + TALL**2 * b * axis) / math.sqrt(THICK**2 * a * a + TALL**2 * b * b)


def hung(hook, pull, tilt):
    """The tensions from the hook down, the middle of a balloon, and the moment about it, where all that acts beside string and weight
    is a pull. Strings are polygons: each link carries what hangs below it."""
    at, tensions = numpy.array(hook, dtype=float), []
    for k in range(LINKS):
        load = pull + numpy.array([0.0, -WEIGHT - KNOT * G * (LINKS - 1 - k)])
        tensions.append(float(numpy.linalg.norm(load)))
        at = at + LINK * load / tensions[-1]
    centre = at - TALL * numpy.array([math.sin(tilt), math.cos(tilt)])
    return tensions, centre, at


def cross(a, b):
    return a[0] * b[1] - a[1] * b[0]


def outer(hook, push, angle, tilt):
    """A left balloon that is touched where its normal has that angle above +x, and pushed back against it."""
    normal = numpy.array([math.cos(angle), math.sin(angle)])
    tensions, centre, knot = hung(hook, -push * normal, tilt)
    touched = centre + reach(normal, tilt)
    load = -push * normal + numpy.array([0.0, -WEIGHT])  # the string holds the opposite at the knot
    moment = cross(touched - centre, -push * normal) + cross(knot - centre, -load)
    return tensions, centre, touched, moment


def pair():
    """Two in a row touch in their plane of symmetry x = 0, with a normal along x: unknown are push and tilt."""
    def missing(u):
        _, _, touched, moment = outer((-APART / 2, 0), u[0], 0.0, u[1])
        return numpy.array([touched[0], moment])

    push, tilt = newton(missing, numpy.array([0.5, 0.05]))
    tensions, centre, _, _ = outer((-APART / 2, 0), push, 0.0, tilt)
    return push, tilt, tensions, centre


def triple():
    """Three in a row: the one in the middle hangs upright, and carries what the outer ones push down; unknown is the angle of the normal too."""
    def missing(u):
        push, tilt, angle = u
        normal = numpy.array([math.cos(angle), math.sin(angle)])
        _, _, touched, moment = outer((-APART, 0), push, angle, tilt)
        _, middle, _ = hung((0, 0), numpy.array([0.0, 2 * push * normal[1]]), 0.0)
        return numpy.array([*(touched - middle - reach(-normal, 0.0)), moment])

    push, tilt, angle = newton(missing, numpy.array([0.5, 0.05, 0.0]))
    tensions, centre, _, _ = outer((-APART, 0), push, angle, tilt)
    middle, at, _ = hung((0, 0), numpy.array([0.0, 2 * push * math.sin(angle)]), 0.0)
    return push, tilt, tensions, centre, angle, middle, at


def link(name, k):
    return f"{name}/string/l{k}" if k < LINKS else f"{name}/l{k}"


def check_rest(run):
    # Drag lets a swing decay with exp(−k t/2m): after 23 s what began with 0.9 m is 1e-5 m. The tension changes by no more than
    # what the swing turns of the forces, N x/L and W (x/L)².
    left = 1.04 * 0.9 * math.exp(-AIR * 23 / (2 * MASS))
    gallery.expect_below("kinetic energy at the end [J]", run["energy.kinetic"][-1], 3 * MASS * G / 1.04 * left**2, "two pendulums and three, which swing by as much as the air has left them")
    swing, force = left, WEIGHT * left
    why = "statics of strings and ellipsoids; they still swing by less"
    push, tilt, tensions, centre = pair()
    print(f"     two: push {push:.6f} N, tilt {tilt:.6f} rad")
    for name, side in (("A", 1), ("B", -1)):
        gallery.expect(f"two: {name} beside the middle [m]", run[f"{name}/balloon.x"][-1] + 0.85, side * centre[0], swing, why)
        gallery.expect(f"two: {name} below the hook [m]", run[f"{name}/balloon.z"][-1] - 1.6, centre[1], swing, why)
        gallery.expect(f"two: {name} is pushed with [N]", run[f"{name}/balloon.contact_force"][-1], push, force, why)
        for k in range(LINKS):
            gallery.expect(f"two: tension of link {k + 1} of {name} [N]", run[link(name, k + 1) + ".force"][-1], tensions[k], force, why)
    push, tilt, tensions, centre, angle, middle, at = triple()
    print(f"     three: push {push:.6f} N, tilt {tilt:.6f} rad, normal {angle:.6f} rad")
    for name, side in (("C", 1), ("E", -1)):
        gallery.expect(f"three: {name} beside the middle [m]", run[f"{name}/balloon.x"][-1] - 0.85, side * centre[0], swing, why)
        gallery.expect(f"three: {name} is pushed with [N]", run[f"{name}/balloon.contact_force"][-1], push, force, why)
        gallery.expect(f"three: tension at the hook of {name} [N]", run[link(name, 1) + ".force"][-1], tensions[0], force, why)
    gallery.expect("three: D below the hook [m]", run["D/balloon.z"][-1] - 1.6, at[1], swing, why)
    gallery.expect("three: tension at the hook of D [N]", run[link("D", 1) + ".force"][-1], middle[0], force, "it carries what the outer ones push down, too")


def check_strings(run):
    lengths = []
    for name in "ABCDE":
        hook = {"A": -0.85 - APART / 2, "B": -0.85 + APART / 2, "C": 0.85 - APART, "D": 0.85, "E": 0.85 + APART}[name]
        points = [numpy.stack([run["time"] * 0 + hook, run["time"] * 0 + 1.6])]
        points += [numpy.stack([run[f"{name}/string/k{k}.x"], run[f"{name}/string/k{k}.z"]]) for k in range(1, LINKS)]
        lengths += [float(numpy.max(numpy.hypot(*(b - a)))) for a, b in zip(points, points[1:])]
    gallery.expect_below("longest link less its length [m]", max(lengths) - LINK, 1e-9, "strings do not stretch, in blows neither")
    energy = run["energy.total"]
    let_go = run["time"] > 1.01
    gallery.expect_below("largest rise of energy in a step [J]", max(0.0, float(numpy.max(numpy.diff(energy[let_go])))), 1e-4, "air, blows and taut strings only take")


whole = gallery.run()
check_rest(whole)
check_strings(whole)
gallery.finish()
