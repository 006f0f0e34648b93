#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the linking against its law, the swinging against its losses, and the end against weights."""
import math
import pathlib
import sys

import numpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import gallery  # noqa: E402

TAU, ORDER, STEP, GRAVITY, DRAG = 0.12, 0.5, 0.001, 9.81, 0.3
LINK, DOOR, LINKS = 6.0, 40.0, 5
CHAINS = ("left", "right")


def check_linking(run):
    """The links begin at rest: every hook and joint closes as D₀ (1 + x) e^{−x}, x = t/τ."""
    rows = (run["time"] > ORDER + STEP / 2) & (run["time"] < ORDER + 15 * TAU)
    x = (run["time"][rows] - ORDER) / TAU
    law = (1 + x) * numpy.exp(-x)
    names = [f"{c} hook.error" for c in CHAINS] + [f"{c}/joint{i}.error" for c in CHAINS for i in range(1, LINKS)]
    worst = max(float(numpy.max(numpy.abs(run[n][rows] / run[n][rows][0] - law / law[0]))) for n in names)
    gallery.expect_below("hooks and joints off the law, parts of their first opening", worst, 1e-8, "(1 + x) exp(-x)")
    ready = max(run["time"][run[n] > 1e-9][-1] for n in names) + STEP
    first = max(run[n][rows][0] for n in names) / law[0]
    steps = numpy.arange(0, 40, STEP / TAU)
    gallery.expect("all closed to 1e-9 m after [s]", ready - ORDER, steps[first * (1 + steps) * numpy.exp(-steps) > 1e-9][-1] * TAU + STEP,
                   0.005, "the same, of the one that was widest open")


def square(run, body, letter):
    return sum(run[f"{body}.{letter}{s}"]**2 for s in "xyz")


def axis(run, body):
    """The x axis of a body, along its link."""
    w, x, y, z = (run[f"{body}.q{s}"] for s in "wxyz")
    return numpy.stack([1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)])


def folded(run):
    """When a link is within 20 degrees of lying back on its neighbour. There the twist between them, on which the springs act, goes
    through half a turn and more within a step or two, and where it lies right back there is none."""
    pairs = [[axis(run, f"{c}/link{i}/ring") for i in (k - 1, k)] for c in CHAINS for k in range(1, LINKS)]
    return numpy.any([(a * b).sum(0) < -math.cos(math.radians(20)) for a, b in pairs], axis=0)


def check_losses(run, start):
    """Once the door is open nothing but drag takes energy: ΔE = −∫ Σ (c v² + k ω²) dt."""
    power = DRAG * DOOR * (square(run, "door", "v") + 0.2 * square(run, "door", "w"))
    for body in (f"{c}/link{i}/ring" for c in CHAINS for i in range(LINKS)):
        power = power + DRAG * LINK * (square(run, body, "v") + 0.02 * square(run, body, "w"))
    away = folded(run)
    steps = (run["time"][:-1] >= start) & ~away[:-1] & ~away[1:]
    lost = float(numpy.sum((power[1:] + power[:-1])[steps] / 2) * STEP)
    gallery.expect("energy lost while it swings [J]", -float(numpy.sum(numpy.diff(run["energy.total"])[steps])), lost, 3e-4 * lost,
                   f"work of the drag, added up over steps of 1 ms, but for {numpy.sum(away[run['time'] >= start]) * STEP:.3f} s in which links lie back")


def check_rest():
    """The same with more drag, until nothing moves: weights."""
    run = gallery.run(duration=60, every=100, settings={"drag": 2})
    gallery.expect_below("kinetic energy left [J]", run["energy.kinetic"][-1], 1e-9, "at rest")
    for chain in CHAINS:
        for i in range(LINKS):
            name = f"{chain} hook" if i == 0 else f"{chain}/joint{i}"
            gallery.expect(f"{name} [N]", run[f"{name}.force"][-1], (LINKS - i) * LINK * GRAVITY, 1e-3, f"weight of {LINKS - i} links")
        twist = max(abs(run[f"{chain}/twist{i}.angle"][-1] - math.pi / 2) for i in range(1, LINKS))
        gallery.expect_below(f"{chain}: twist off a right angle [rad]", twist, 1e-5, "nothing but the springs turns hanging links about their axes")
    weight = (DOOR + 2 * LINKS * LINK) * GRAVITY
    gallery.expect("hinge [N]", run["hinge.force"][-1], weight, 1e-3, "weight of the door and ten links")
    gallery.expect("door hangs at [m]", run["door.z"][-1], 3 - 0.75, 1e-6, "half its length below the hinge")


whole = gallery.run()
check_linking(whole)
check_losses(whole, 4.5)
check_rest()
gallery.finish()
