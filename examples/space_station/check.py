#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds thrusts, impulses and closing times against the law by which constraints close."""
import math
import pathlib
import sys

import numpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import gallery  # noqa: E402

TURNING, DOCKING, STEP = 3.0, 10.0, 0.05
# mass, where it starts, where it belongs, when it begins to turn and to come in
MODULES = {
    "lab": (14000, (16, 9, 5), (6, 0, 0), 40, 120),
    "habitat": (13000, (-17, -8, -4), (-6, 0, 0), 60, 160),
    "mast": (6000, (-3, 6, 13), (0, 0, 3.5), 90, 200),
    "left wing": (2500, (8, -21, 14), (0, -19, 3.5), 200, 290),
    "right wing": (2500, (-6, 22, 1), (0, 19, 3.5), 200, 290),
}


def check_turning(run):
    """From rest an error of orientation closes as c = c₀ (1 + x) e^{−x}, x = t/τ."""
    worst = 0.0
    for name, (_, _, _, start, _) in MODULES.items():
        rows = (run["time"] > start + STEP / 2) & (run["time"] <= start + 15 * TURNING)
        x, error = (run["time"][rows] - start) / TURNING, run[f"{name} attitude.error"][rows]
        law = (1 + x) * numpy.exp(-x)
        worst = max(worst, float(numpy.max(numpy.abs(error / error[0] - law / law[0]))))
    gallery.expect_below("turning off the law, parts of the angle at the start", worst, 1e-8, "c = c0 (1 + x) exp(-x)")


def thrust_of(run, name):
    """The force on a module at its port. The mast passes on what its wings are pulled with, so that is taken off."""
    force = numpy.stack([run[f"{name} dock.f{s}"] for s in "xyz"], axis=1)
    return force - thrust_of(run, "left wing") - thrust_of(run, "right wing") if name == "mast" else force


def check_docking(run, name):
    """A module that does not turn any more feels m D̈ and nothing else: F = m D₀ (x − 1) e^{−x}/τ²."""
    mass, at, wanted, _, start = MODULES[name]
    D0 = numpy.subtract(at, wanted)
    distance = float(numpy.linalg.norm(D0))
    rows = run["time"] >= start
    x = (run["time"][rows] - start) / DOCKING
    thrust = thrust_of(run, name)[rows]
    law = numpy.outer((x - 1) * numpy.exp(-x), mass * D0 / DOCKING**2)
    peak = mass * distance / DOCKING**2
    gallery.expect(f"{name}: first thrust [N]", float(numpy.linalg.norm(thrust[1])), peak * (1 - x[1]) * math.exp(-x[1]), 1e-4 * peak,
                   "m D0/tau^2 (1 - x) exp(-x), a step after the order")
    gallery.expect_below(f"{name}: thrust off the law at any later moment [N]", float(numpy.max(numpy.abs(thrust - law)[1:])), 1e-4 * peak,
                         "m D'' of the law; second order in the step")
    size = numpy.linalg.norm(thrust, axis=1)
    impulse = float(numpy.sum((size[1:] + size[:-1]) / 2) * STEP) + peak * STEP / 2
    gallery.expect(f"{name}: impulse of its rockets [N s]", impulse, 2 * mass * distance / (math.e * DOCKING), 0.002 * impulse,
                   "twice the momentum at the greatest speed, D0/(e tau); sums of steps of tau/200")
    open_ = run["time"][run[f"{name} dock.error"] > 1e-9][-1] - start
    largest = float(numpy.max(numpy.abs(D0)))
    steps = numpy.arange(0, 40, STEP / DOCKING)
    gallery.expect(f"{name}: docked to 1e-9 m after [s]", open_, steps[largest * (1 + steps) * numpy.exp(-steps) > 1e-9][-1] * DOCKING, 0.3,
                   "the largest component of D0 (1 + x) exp(-x); positions rounded and met to some 1e-11 m")


whole = gallery.run()
check_turning(whole)
for module in MODULES:
    check_docking(whole, module)
gallery.expect_below("kinetic energy at the end [J]", whole["energy.kinetic"][-1], 1e-12, "nothing is left to move")
gallery.finish()
