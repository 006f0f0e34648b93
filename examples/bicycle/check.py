#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the two bicycles against the linearised equations of [Meijaard07], and their story against the thesis."""
import math
import pathlib
import sys

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import gallery  # noqa: E402
import parts  # noqa: E402
import theory  # noqa: E402
from parts import FRONT, REAR, TYRE  # noqa: E402

def stable_range(b):
    speeds = np.arange(1, 10, 0.002)
    stable = [v for v in speeds if b.stable(v)]
    return stable[0], stable[-1]


def weave(time, values):
    """The eigenvalue of the oscillation in a sum of four exponentials, by linear prediction."""
    every = round(0.05 / (time[1] - time[0]))
    x, dt = values[::every], every * (time[1] - time[0])
    rows = np.stack([x[k:len(x) - 4 + k] for k in range(4)], 1)
    coefficients = np.linalg.lstsq(rows, -x[4:], rcond=None)[0]
    roots = np.log(np.roots(np.concatenate([[1], coefficients[::-1]])).astype(complex)) / dt
    return max((r for r in roots if 0.5 < r.imag < 30), key=lambda r: r.real)


low, high = stable_range(theory.benchmark())
gallery.expect("weave speed of the benchmark by theory.py", low, 4.292, 0.003, "[Meijaard07]; searched in steps of 0.002 m/s")
gallery.expect("capsize speed of the benchmark by theory.py", high, 6.024, 0.003, "the same")

# a push so small that the linear equations hold
SMALL, STORY, BEGINS, LASTS, SADDLE = 0.2, 40.0, 4.0, 0.3, (0.2, -1.0)
small = gallery.run(signals="*/lean.output,*/frame.v?", duration=7, settings={"push": SMALL})
seen = (small["time"] > 4.4) & (small["time"] < 6.9)
speed = small.at("bent/frame.vx", 3.9)
inertia = 95 + (2 * ((REAR - TYRE) ** 2 + 0.75 * TYRE**2) + (0.34**2 + 0.03**2) / 12) / REAR**2 \
    + 3 * ((FRONT - TYRE) ** 2 + 0.75 * TYRE**2) / FRONT**2
gallery.expect("speed after pedalling", speed, 60 / REAR * 1.7 / inertia, 0.005,
               "torque / radius x time / (mass + moments of inertia / radius^2); the step in which pedalling ends is rounded")
for name, rake in (("bent", 0.08), ("straight", 0.0)):
    b, _ = parts.bicycle(rake)
    pair = max((e for e in b.eigenvalues(speed) if e.imag > 0.5), key=lambda e: e.real)
    found = weave(small["time"][seen], small[f"{name}/lean.output"][seen])
    gallery.expect(f"growth of the weave, {name} fork [1/s]", found.real, pair.real, 0.01,
                   "[Meijaard07]; lean below 0.02 rad, and a crank that turns")
    gallery.expect(f"frequency of the weave, {name} fork [rad/s]", found.imag, pair.imag, 0.01, "the same")
    # a controller tells the lean at the start of a step
    after = small["time"] - BEGINS - small["time"][1]
    wanted = b.pushed(speed, -SMALL, *SADDLE, LASTS, after[after > 0])
    gallery.expect_below(f"lean after a push of 0.2 N off that of theory, over the largest, {name} fork",
                         np.abs(small[f"{name}/lean.output"][after > 0] - wanted).max() / np.abs(wanted).max(), 0.02,
                         "[Meijaard07]; growth off by up to 0.01/s over 3 s")
    low, high = stable_range(b)
    print(f"     {name} fork: stable from {low:.2f} to {high:.2f} m/s, runs at {speed:.2f} m/s")

story = gallery.run(signals="*/lean.output,*/frame.v?,*error", every=5)
lean = {name: story[f"{name}/lean.output"] for name in ("bent", "straight")}
after = story["time"] - BEGINS
begun = after > 0
linear = {name: parts.bicycle(rake)[0].pushed(speed, -STORY, *SADDLE, LASTS, after[begun]) for name, rake in (("bent", 0.08), ("straight", 0.0))}
for name in ("bent", "straight"):
    swing = begun & (after < 1.2)
    largest = np.abs(linear[name][after[begun] < 1.2]).max()
    gallery.expect(f"largest lean of the first swing after the push of 40 N, {name} fork [rad]", np.abs(lean[name][swing]).max(), largest,
                   0.03 * largest, "[Meijaard07]; of third order: sin 0.2 is 0.7 % less than 0.2, and the steering turns by twice as much")
gallery.expect_below("lean of the bent fork in the last second [rad]", np.abs(lean["bent"][story["time"] > 15]).max(),
                     np.abs(linear["bent"][story["time"][begun] > 15]).max(), "it recovers, no more slowly than small swings die out by theory")
# the swing back of the straight fork is exp(1.31 x half a period) = 4.6 times as large as the first: it goes down at once
fallen, predicted = np.abs(lean["straight"]) > 0.8, np.abs(linear["straight"]) > 0.8
gallery.expect("when the straight fork is down [s]", story["time"][np.argmax(fallen)] if fallen.any() else math.nan,
               story["time"][begun][np.argmax(predicted)], np.pi / 2 / 2.69, "on the swing back, as by theory: within a quarter of its period")
gallery.expect_below("largest gap of a hinge or wheel before the fall",
                     max(np.abs(story[n][story["time"] < 6]).max() for n in story.names if n.endswith(("axle.error", "head.error", "rolls.error"))),
                     1e-9, "constraints are met at every step")
gallery.finish()
