#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the chain against what friction takes of its energy, and the cut part against free fall."""
import math
import pathlib
import sys

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import gallery  # noqa: E402

LOSS, CUT, GRAVITY = -math.log(0.995), 70.0, 1.0
LOWER = range(7, 15)

run = gallery.run(signals="cube*/body.*,energy.*,joint*.error,nail.error,nail.f?")
time = run["time"]
before, after = time <= CUT, time >= CUT - 1e-9


def vectors(cube, letter):
    return np.stack([run[f"cube{cube}/body.{letter}{axis}"] for axis in "xyz"], 1)


# friction takes twice the kinetic energy times LOSS per second
kinetic, total, h = run["energy.kinetic"][before], run["energy.total"][before], time[1]
lost = 2 * LOSS * h * (kinetic.sum() - (kinetic[0] + kinetic[-1]) / 2)
gallery.expect("energy lost until the cut [J]", total[0] - total[-1], lost, 0.05, "2 ln(1/0.995) x kinetic energy; (rate x step)^2 of a swing of 200 J")

# the part that is cut off: its centre falls against the air, and it keeps turning but for what the air takes
places = np.mean([vectors(i, "") for i in LOWER], axis=0)[after]
speeds = np.mean([vectors(i, "v") for i in LOWER], axis=0)[after]
t = time[after] - time[after][0]
fade = (1 - np.exp(-LOSS * t)) / LOSS
fall = np.array([0, 0, -GRAVITY / LOSS])  # the speed at which it would fall in the end
wanted = places[0] + np.outer(fade, speeds[0] - fall) + np.outer(t, fall)
gallery.expect_below("the centre of the falling part off its path in 10 s [m]", np.linalg.norm(places - wanted, axis=1).max(), 1e-4,
                     "x0 + (v0 - g/k)(1 - e^-kt)/k + g t/k; second order: k h^2 x 50 m")
spin = sum(np.cross(vectors(i, "")[after] - places, vectors(i, "v")[after] - speeds) + vectors(i, "w")[after] for i in LOWER)
turning = np.linalg.norm(spin - np.outer(np.exp(-LOSS * t), spin[0]), axis=1).max() / np.linalg.norm(spin[0])
gallery.expect_below("its angular momentum about its centre off L0 e^-kt, over L0", turning, 1e-5, "nothing but the air turns it")

# the nail feels the change of momentum of all that hangs on it
force = np.stack([run[f"nail.f{axis}"] for axis in "xyz"], 1)
momentum = sum(vectors(i, "v") for i in range(15))
mean = (momentum[2:] - momentum[:-2]) / (2 * h) + LOSS * momentum[1:-1] + np.array([0, 0, 15 * GRAVITY])
inside = (time[1:-1] > 0.5) & (time[1:-1] < CUT - 0.1)
gallery.expect_below("force of the nail less the rate of momentum and the weight [N]", np.linalg.norm(force[1:-1] - mean, axis=1)[inside].max(), 0.05,
                     "Newton, with differences over 0.04 s of a force of 20 N that changes within a second")
gaps = [np.abs(run[n]) for n in run.names if n.endswith(".error")]
gallery.expect_below("largest gap of a joint [m]", max(np.nanmax(g) for g in gaps), 1e-9, "met at every step")
gallery.finish()
