#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the ride round the posts to its course, and a steady turn against the linearised equations of [Meijaard07]."""
import math
import pathlib
import sys

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import gallery  # noqa: E402
from model import closed_loop  # noqa: E402

FIRST, SPACING, ASIDE, SPEED = 20.0, 20.0, 2.5, 5.0

run = gallery.run(signals="bike/rear.?,bike/front.?,bike/lean.output,*rolls.lambda?,saddle.error", every=5)
x, y = run["bike/rear.x"], run["bike/rear.y"]
phase = np.clip(math.pi / SPACING * (x - FIRST), 0, 4 * math.pi)
gallery.expect_below("largest distance from the course [m]", np.abs(y - ASIDE * np.sin(phase) * np.sin(phase / 4)).max(), 0.6,
                     "posts are passed at 0.9 m and more by the course, and the handlebar is 0.3 m wide to each side")
for i in range(4):
    post = FIRST + (i + 0.5) * SPACING
    sides = [run.at(f"bike/{w}.y", run["time"][np.argmax(run[f"bike/{w}.x"] > post)]) for w in ("rear", "front")]
    side = (-1) ** i
    gallery.expect_below(f"post {i + 1} passed on the wrong side, or nearer than 0.6 m", max(0.0, 0.6 - min(side * s for s in sides)), 0.0,
                         f"wheels pass at {sides[0]:.2f} and {sides[1]:.2f} m")
moving = run["time"] > 3
friction = max((np.hypot(run[f"bike/{w}_rolls.lambda1"], run[f"bike/{w}_rolls.lambda2"]) / run[f"bike/{w}_rolls.lambda0"])[moving].max() for w in ("rear", "front"))
gallery.expect_below("friction that the tyres need", friction, 0.5, "less than rubber has on asphalt")

# the closed loop in the small: bicycle, weight and controllers


def exponents(time, values, order):
    """The exponents of a sum of exponentials, by linear prediction."""
    every = round(0.1 / (time[1] - time[0]))
    x, dt = values[::every], every * (time[1] - time[0])
    rows = np.stack([x[k:len(x) - order + k] for k in range(order)], 1)
    coefficients = np.linalg.lstsq(rows, -x[order:], rcond=None)[0]
    return np.log(np.roots(np.concatenate([[1], coefficients[::-1]])).astype(complex)) / dt


WHY = "[Meijaard07] with a weight and controllers; in the small, controllers hold their outputs over a step"
alone = gallery.run(signals="bike/lean.output", duration=14, settings={"follow": 0, "circle": 1e-5})
seen = alone["time"] > 8
found = max(exponents(alone["time"][seen], alone["bike/lean.output"][seen], 4), key=lambda z: (z.imag > 1, z.real))
wanted = max(closed_loop(SPEED, look=0), key=lambda z: (z.imag > 1, z.real))
gallery.expect("growth of the weave without a look at the course [1/s]", found.real, wanted.real, 0.03, WHY)
gallery.expect("its frequency [rad/s]", found.imag, wanted.imag, 0.03, WHY)
after = gallery.run(signals="bike/rear.y", duration=34, settings={"aside": 1e-4})
seen = after["time"] > 22.5
found = min((z for z in exponents(after["time"][seen], after["bike/rear.y"][seen], 6) if z.imag > 0.5), key=lambda z: z.imag)
wanted = min((z for z in closed_loop(SPEED) if z.imag > 0.5), key=lambda z: z.imag)
gallery.expect("decay of the swing about the course [1/s]", found.real, wanted.real, 0.03, WHY)
gallery.expect("its frequency [rad/s]", found.imag, wanted.imag, 0.03, WHY)
gallery.finish()
