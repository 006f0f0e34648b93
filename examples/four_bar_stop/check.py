#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The push of the stop against virtual work, the forces in the hinges against statics, and the first bounce."""
import math

import numpy

import gallery

G, GROUND, CRANK, COUPLER, ROCKER = 9.81, 1.0, 0.4, 0.9, 0.8
MASSES = {"crank": 4 * CRANK, "coupler": 3 * COUPLER, "rocker": 4 * ROCKER}
TORQUE, RESTITUTION, STOP_ANGLE, STOP_AT, STEP = 12.0, 0.6, 2 * math.pi / 3, 0.55, 0.001
FOOT = numpy.array([GROUND, 0.0])


def along(angle):
    return numpy.array([math.cos(angle), math.sin(angle)])


def linkage(theta):
    """Elbow, knee and the angle of the rocker for an angle of the crank, by the law of cosines."""
    elbow = CRANK * along(theta)
    way = FOOT - elbow
    size = numpy.linalg.norm(way)
    beta = math.atan2(way[1], way[0]) + math.acos((COUPLER**2 + size**2 - ROCKER**2) / (2 * COUPLER * size))
    knee = elbow + COUPLER * along(beta)
    return elbow, knee, math.atan2(knee[1], knee[0] - GROUND)


def height(theta):
    """Potential energy."""
    elbow, knee, _ = linkage(theta)
    return G * (MASSES["crank"] * elbow[1] / 2 + MASSES["coupler"] * (elbow + knee)[1] / 2 + MASSES["rocker"] * knee[1] / 2)


def slope(f, theta, d=1e-5):
    """f' from four values, off by d⁴."""
    return (8 * (f(theta + d) - f(theta - d)) - f(theta + 2 * d) + f(theta - 2 * d)) / (12 * d)


def cross(a, b):
    return a[0] * b[1] - a[1] * b[0]


def statics(theta, torque):
    """Forces of shaft and foot on their bars, of elbow on the coupler and of knee on the rocker, and the push of the stop: nine
    equations for three bars in a plane."""
    elbow, knee, gamma = linkage(theta)
    push = numpy.array([math.sin(gamma), -math.cos(gamma)])
    A, b = numpy.zeros((9, 9)), numpy.zeros(9)
    shaft_at, elbow_at, knee_at, foot_at, stop_at = 0, 2, 4, 6, 8
    bars = (  # mass, centre, about which moments are taken; forces on it: unknown, where, sign
        (MASSES["crank"], elbow / 2, numpy.zeros(2), torque, ((shaft_at, numpy.zeros(2), 1), (elbow_at, elbow, -1))),
        (MASSES["coupler"], (elbow + knee) / 2, elbow, 0.0, ((elbow_at, elbow, 1), (knee_at, knee, -1))),
        (MASSES["rocker"], (FOOT + knee) / 2, FOOT, 0.0, ((knee_at, knee, 1), (foot_at, FOOT, 1))))
    for k, (mass, centre, about, applied, forces) in enumerate(bars):
        for unknown, where, sign in forces:
            arm = where - about
            A[3 * k, unknown] += sign
            A[3 * k + 1, unknown + 1] += sign
            A[3 * k + 2, unknown] -= sign * arm[1]
            A[3 * k + 2, unknown + 1] += sign * arm[0]
        weight = numpy.array([0.0, -mass * G])
        b[3 * k:3 * k + 2] = -weight
        b[3 * k + 2] = -cross(centre - about, weight) - applied
    A[6:8, stop_at] = push
    A[8, stop_at] = -STOP_AT
    x = numpy.linalg.solve(A, b)
    return {"shaft": x[0:2], "elbow": x[2:4], "knee": x[4:6], "foot": x[6:8], "stop": x[8] * push, "push": x[8]}


def check_rest(run, time, torque, when):
    """At rest against the stop: what 1e-9 m/s in a step of 1 ms is as a force of some kilograms is 1e-6 N or so."""
    k = int(numpy.argmax(run["time"] > time))
    theta = float(run["motor.quantity"][k])
    gallery.expect(f"{when}: angle of the rocker [rad]", linkage(theta)[2], STOP_ANGLE, 1e-8, "it touches the stop; overlaps below 1e-9 m")
    forces = statics(theta, torque)
    by_work = (torque - slope(height, theta)) / (STOP_AT * slope(lambda x: linkage(x)[2], theta))
    gallery.expect(f"{when}: push by statics less by virtual work [N]", forces["push"] - by_work, 0.0, 1e-6, "two ways to one number: N s dγ/dθ = τ − dV/dθ")
    gallery.expect(f"{when}: push of the stop [N]", run["rocker.contact_force"][k], by_work, 1e-5 * by_work, "virtual work")
    for name, (fx, fz) in (("stop", forces["stop"]), ("shaft", forces["shaft"]), ("elbow", forces["elbow"]), ("foot", forces["foot"]), ("knee", forces["knee"])):
        signals = ("rocker.contact_fx", "rocker.contact_fz") if name == "stop" else (f"{name}.fx", f"{name}.fz")
        off = math.hypot(run[signals[0]][k] - fx, run[signals[1]][k] - fz)
        gallery.expect_below(f"{when}: force of {name}, {math.hypot(fx, fz):.2f} N, off [N]", off, 1e-5 * by_work, "statics of three bars")
    gallery.expect_below(f"{when}: the crank turns with [rad/s]", run["motor.quantity_dot"][k], 1e-7, "it rests")
    return theta


def check_bounce(step):
    """What the first blow does to the only freedom that there is. It comes up to a step late, while gravity and motor go on."""
    run = gallery.run(signals="rocker.*", duration=0.9, dt=step)
    rate = -run["rocker.wy"]
    struck = int(numpy.argmax((rate[1:] < 0) & (rate[:-1] > 0.5))) + 1
    before, after = rate[struck - 1], rate[struck]
    meanwhile = abs(before - rate[struck - 2]) + abs(rate[struck + 1] - after)  # what a step before and one after it do
    gallery.expect(f"first blow, steps of {step * 1000:g} ms: rate of the rocker after over before", after / before, -RESTITUTION, meanwhile / abs(before),
                   "minus the restitution, but for what gravity and motor do in a step")


whole = gallery.run()
first = check_rest(whole, 3.99, TORQUE, "forwards")
second = check_rest(whole, 8.9, -TORQUE, "backwards")
gallery.expect_below("rocker opens its hinges by [m]", float(max(numpy.max(numpy.abs(whole[f"{h}.error"])) for h in ("shaft", "elbow", "foot", "knee"))), 1e-9, "met, also by blows")
for size in (STEP, STEP / 4):
    check_bounce(size)
gallery.finish()
