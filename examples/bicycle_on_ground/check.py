#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Wheels that touch the ground against wheels that are held to it: loads, traction, lean; friction in a bend; and what friction can do on ice."""
import math

import numpy

import gallery

G, STEP, TORQUE, ICE, GRIP = 9.81, 0.002, 60.0, 11.0, 0.03
TILT, FOOT, RAKE, REAR, FRONT, TYRE = math.pi / 10, 1.1, 0.08, 0.3, 0.35, 0.015
BASE = FOOT - FRONT * math.tan(TILT) + RAKE / math.cos(TILT)
PARTS = ((2, 0.0, REAR), (85, 0.3, 0.9), (1, 0.42, 0.28), (4, 0.9, 0.7), (3, BASE, FRONT))  # mass, x, z
MASS = sum(m for m, _, _ in PARTS)
SOLVED = 1e-6 * MASS * G  # contacts are solved to 1e-9 m/s in a step, which is 5e-8 of g


def spin(mass, radius):
    """Of a torus about its axle."""
    return mass * ((radius - TYRE) ** 2 + 0.75 * TYRE**2)


REAR_SPIN = spin(2, REAR) + (0.34**2 + 0.03**2) / 12  # the crank turns as the rear wheel does
FRONT_SPIN = spin(3, FRONT)


def row(run, time):
    return int(numpy.argmax(run["time"] > time - 1e-6))


def loads(acceleration):
    """Upright: forces and moments about where the rear wheel touches. What turns with the wheels takes part in the moments."""
    moment = sum(m * x for m, x, _ in PARTS) * G - acceleration * (sum(m * z for m, _, z in PARTS) + REAR_SPIN / REAR + FRONT_SPIN / FRONT)
    return MASS * G - moment / BASE, moment / BASE


def check_loads(run):
    """While it is pedalled, and while it rolls."""
    driven = TORQUE / REAR / (MASS + REAR_SPIN / REAR**2 + FRONT_SPIN / FRONT**2)
    for what, time, acceleration in (("pedalled", 1.0, driven), ("rolling", 3.5, 0.0)):
        k = row(run, time)
        for wheel, load in zip(("rear", "front"), loads(acceleration)):
            gallery.expect(f"{what}: load of the {wheel} wheel [N]", run[f"free/{wheel}.contact_fz"][k], load, SOLVED, "balance of moments")
        front = -FRONT_SPIN * acceleration / FRONT**2
        gallery.expect(f"{what}: traction of the rear wheel [N]", run["free/rear.contact_fx"][k], MASS * acceleration - front, SOLVED, "it moves all, and spins the front wheel up")
        gallery.expect(f"{what}: traction of the front wheel [N]", run["free/front.contact_fx"][k], front, SOLVED, "it is spun up by friction")
        for wheel in ("rear", "front"):
            gallery.expect(f"{what}: load of the {wheel} wheel, less that by wheel constraints [N]",
                           run[f"free/{wheel}.contact_fz"][k] + run[f"{wheel}_rolls.fz"][k], 0, SOLVED, "the same bicycle; the last connector of a wheel constraint is the ground")


def check_lean():
    """Tyres that touch are round, with the radius b²/r across for a lens of half thickness b; wheel constraints are sharp. And forces of
    contacts are of first order in the step. What differs is in proportion to b² and to the step: from two of each follows what is left
    without either."""
    signals = "free/lean.output,held/lean.output,free/steer.output,held/steer.output"
    runs = {(b, h): gallery.run(signals=signals, duration=7, dt=h, every=round(STEP / h), settings={"sharp": b}) for b in (0.01, 0.005) for h in (0.001, 0.0005)}
    for what in ("lean", "steer"):
        off = {key: run[f"free/{what}.output"] - run[f"held/{what}.output"] for key, run in runs.items()}
        largest = float(numpy.max(numpy.abs(runs[0.005, 0.0005][f"held/{what}.output"])))
        without = [(4 * off[0.005, h] - off[0.01, h]) / 3 for h in (0.001, 0.0005)]
        left = 2 * without[1] - without[0]
        size = lambda x: float(numpy.max(numpy.abs(x))) / largest
        print(f"     {what} of up to {largest:.4f} rad is off by {size(off[0.005, 0.001]):.2e} of that with a step of 1 ms, {size(off[0.005, 0.0005]):.2e} with half of it")
        gallery.expect_below(f"after the push: {what} less that by wheel constraints, without tyres and steps, parts of the largest", size(left), 2 * size(without[1]) ** 2 + 5e-4,
                             "the same bicycle; terms of second order")


def check_momentum(run):
    """Between the pushes nothing but friction acts across and along: it is what the momentum of all parts changes by."""
    between = slice(row(run, 4.5), row(run, 9.9))
    names = ("rear", "frame", "crank", "fork", "front")
    for axis in "xy":
        momentum = sum(mass * run[f"free/{name}.v{axis}"] for name, (mass, _, _) in zip(names, PARTS))
        change = (momentum[2:] - momentum[:-2]) / (2 * STEP)
        friction = (run[f"free/rear.contact_f{axis}"] + run[f"free/front.contact_f{axis}"])[1:-1]
        step = float(numpy.max(numpy.abs(numpy.diff(friction[between]))))
        gallery.expect_below(f"weaving: friction along {axis}, up to {numpy.max(numpy.abs(friction[between])):.1f} N, less the change of momentum [N]",
                             float(numpy.max(numpy.abs(friction - change)[between])), step, "forces of contacts are of first order in the step: off by what they change in one, at most")


def check_ice(run):
    on_ice = slice(row(run, ICE) + 2, None)
    for wheel in ("rear", "front"):
        across = numpy.hypot(run[f"free/{wheel}.contact_fx"], run[f"free/{wheel}.contact_fy"])[on_ice]
        gallery.expect_below(f"ice: friction of the {wheel} wheel beyond its limit [N]", float(numpy.max(across - GRIP * run[f"free/{wheel}.contact_fz"][on_ice])), 1e-3,
                             "the coefficient times the load")
    gallery.expect_below("at the end: height of the frame of the one that fell [m]", run["free/frame.z"][-1], 0.25, "it lies; it stood at 0.9")
    gallery.expect("at the end: the ground carries [N]", -run["ground.contact_fz"][-1], MASS * G, 1e-3 * MASS * G, "all of it; rest is approached by ever smaller blows")
    gallery.expect_below("at the end: lean of the other [rad]", run["held/lean.output"][-1], 0.2, "wheel constraints know no ice")
    energy = run["energy.total"]
    gallery.expect_below("largest rise of energy in a step on ice [J]", max(0.0, float(numpy.max(numpy.diff(energy[on_ice])))), 1e-3, "friction and blows only take")


whole = gallery.run()
check_loads(whole)
check_lean()
check_momentum(whole)
check_ice(whole)
gallery.finish()
