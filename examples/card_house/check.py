#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the closing of the joints against its law, and what the joints carry against statics."""
import math
import pathlib
import sys

import numpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import gallery  # noqa: E402

TAU, STEP, LENGTH, SPREAD, WEIGHT = 0.15, 0.002, 0.088, 0.05, 0.0018 * 9.81
HEIGHT = math.sqrt(LENGTH**2 - SPREAD**2 / 4)  # of a storey
STARTS = {"A": 0, "B": 0, "C": 0, "P": 2, "Q": 2, "D": 4, "E": 4, "R": 6, "F": 8}


def check_closing(run):
    """Points that begin at rest come in as D₀ (1 + x) e^{−x}, x = t/τ."""
    worst = 0.0
    for name in run.names:
        if not name.endswith((" foot.error", " apex.error", " corner.error")):
            continue
        start = STARTS[name[0]]
        rows = (run["time"] > start + STEP / 2) & (run["time"] < start + 15 * TAU)
        x, error = (run["time"][rows] - start) / TAU, run[name][rows]
        law = (1 + x) * numpy.exp(-x)
        worst = max(worst, float(numpy.max(numpy.abs(error / error[0] - law / law[0]))))
    errors = numpy.max(numpy.stack([run[n] for n in run.names if n.endswith(".error")]), axis=0)
    ready = run["time"][numpy.flatnonzero(errors > 1e-9)[-1]] + STEP
    gallery.expect_below("points off the law, parts of their first distance", worst, 1e-4,
                         "D0 (1 + x) exp(-x); what they fly to still moves by some 1e-5 m from the storey below")
    gallery.expect_below("time when all is closed to 1e-9 m, after the last order [s]", ready - 8, 25 * TAU,
                         "(1 + x) exp(-x) of 0.4 m is 1e-9 m at x = 23.2")
    print(f"     the house stands at t = {ready:.3f} s, {(ready - 8) / TAU:.1f} tau after the last order")


def foot(run, card):
    """What carries a card, both corners together: upwards, and inwards."""
    up = run[f"{card} foot.fz"][-1] + run[f"{card} edge.fz"][-1]
    across = run[f"{card} foot.fx"][-1]
    return up, across if card.endswith("left") else -across


def check_statics(run):
    """In the plane each pair is an arch with three hinges: with a load p on its apex a foot carries v = w + p/2, and pushes out
    by (v/2 − w/4) s/h. Floors carry to both ends alike. All in weights w of a card."""
    why = "arch with three hinges, in weights of a card: "
    for pairs, load in (("F", 0), ("DE", 1.5), ("AC", 2.25), ("B", 4.5)):
        up = 1 + load / 2
        push = (up / 2 - 0.25) * SPREAD / HEIGHT
        for card in (f"{pair} {side}" for pair in pairs for side in ("left", "right")):
            measured = foot(run, card)
            gallery.expect(f"{card}: up [w]", measured[0] / WEIGHT, up, 1e-9, why + "1 + load/2")
            gallery.expect(f"{card}: across [w]", measured[1] / WEIGHT, push, 1e-9, why + "(up/2 - 1/4) spread/height")
    total = sum(foot(run, f"{pair} {side}")[0] for pair in "ABC" for side in ("left", "right"))
    gallery.expect("the table carries [N]", total, 15 * WEIGHT, 1e-10, "15 cards")
    energy = WEIGHT * HEIGHT * (6 * 0.5 + 2 * 1 + 4 * 1.5 + 1 * 2 + 2 * 2.5)
    gallery.expect("potential energy [J]", run["energy.potential"][-1], energy, 1e-9, "6, 2, 4, 1 and 2 cards at 1/2, 1, 3/2, 2, 5/2 storeys")
    gallery.expect_below("kinetic energy [J]", run["energy.kinetic"][-1], 1e-18, "it stands")


whole = gallery.run()
check_closing(whole)
check_statics(whole)
gallery.finish()
