#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Wheels that touch against wheels that are held: loads, lean and steer; and against friction, by which they slip."""
import math

import numpy

import gallery

G = 9.81
TILT, FOOT, RAKE, REAR, FRONT = math.pi / 10, 1.1, 0.08, 0.3, 0.35
BASE = FOOT - FRONT * math.tan(TILT) + RAKE / math.cos(TILT)
PARTS = {"rear": (2, 0.0), "frame": (85, 0.3), "crank": (1, 0.42), "fork": (4, 0.9), "front": (3, BASE)}
WEIGHT = G * sum(m for m, _ in PARTS.values())

run = gallery.run()
print(run.names)
t = run["time"]
for time in (3.5, 3.9, 6, 9, 9.9, 10.9, 12, 15.9):
    k = int(numpy.argmax(t > time))
    print(time, *(f"{run[s][k]:.5g}" for s in ("free/lean.output", "held/lean.output", "free/rear.contact_fz", "free/front.contact_fz", "rear_rolls.fz", "front_rolls.fz", "free/rear.vx", "held/rear.vx", "free/frame.z")))
gallery.finish()
