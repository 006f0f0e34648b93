#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The speed of the wave against the domino train of van Leeuwen, forces of what rests against weights, and the energy."""
import math

import numpy

import gallery
import train

G, TALL, THICK, MASS, STEP, STRAIGHT = 9.81, 0.48, 0.075, 20.0, 0.0005, 26
ALL = [f"s{i}" for i in range(26)] + [f"b{i}" for i in range(14)] + [f"e{i}" for i in range(10)]


def starts(run):
    """When each slab begins to turn."""
    return [float(run["time"][numpy.argmax(numpy.hypot(run[f"{s}/slab.wx"], run[f"{s}/slab.wy"]) > 0.1)]) for s in ALL]


def check_wave(gap, share):
    run = gallery.run(signals="*/slab.w*", duration=4.5, settings={"gap": gap})
    found = starts(run)[:STRAIGHT]
    pitch = gap + THICK
    last = 8  # pitches over which the speed is taken
    model = train.Train(TALL, THICK, gap)
    speeds = []
    for rate in (1.0, 3.0):
        times = model.times(rate, STRAIGHT)
        speeds.append(last * pitch / (times[-1] - times[-1 - last]))
    gallery.expect_below(f"gaps of {share} heights: model, speed after a slow start less after a fast one [m/s]", speeds[0] - speeds[1], 1e-3 * speeds[0],
                         "the wave has forgotten the first blow")
    measured = last * pitch / (found[-1] - found[-1 - last])
    gallery.expect(f"gaps of {share} heights: speed of the wave [m/s]", measured, speeds[0], speeds[0] * (STEP * speeds[0] / pitch + 0.005),
                   "domino train; up to a step late at each slab, and half a percent, as feet are not hinged")


def check_forces(run):
    """Before the hammer is let go, and when all is over."""
    before = int(numpy.argmax(run["time"] > 0.45))
    total = MASS * len(ALL)
    gallery.expect("before: the floor carries [N]", -run["floor.contact_fz"][before], total * G, 1e-6 * total * G, "weight of 50 slabs; contacts are solved to 1e-9 m/s in a step")
    for name in ("s0", "b7", "e9"):
        gallery.expect(f"before: slab {name} is carried with [N]", run[f"{name}/slab.contact_fz"][before], MASS * G, 1e-6 * MASS * G, "its weight")
    hung = 12 * G / 2 * math.hypot(0.52, 0) / 0.52
    for rope in ("left rope", "right rope"):
        gallery.expect(f"before: tension of the {rope} [N]", run[f"{rope}.force"][before], hung, 1e-6 * hung, "half the weight of the gong")


whole = gallery.run()
for share in (0.2, 0.4, 0.6):
    check_wave(share * TALL, share)
check_forces(whole)
energy = whole["energy.total"]
after = whole["time"] > 0.51
gallery.expect_below("largest rise of energy in a step, of all that falls", float(numpy.max(numpy.diff(energy[after]))) / float(energy[0] - energy[-1]), 1e-4,
                     "blows only take; the motion in between is of second order in the step")
gallery.finish()
