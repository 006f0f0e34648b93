#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The Wankel engine: its corners on the epitrochoid, its displacement, and the force of its rotor."""
import numpy

import gallery

E, R, WIDTH, SPEED, ROTOR, SEAL = 0.015, 0.105, 0.08, numpy.pi, 4.0, 0.02

run = gallery.run(signals="*", duration=12)
time, shaft = run["time"], run["motor.quantity"]

# corners: the middle of the rotor goes round with the shaft, the rotor turns a third as fast
off = 0.0
for corner in range(3):
    phase = shaft / 3 + corner * 2 * numpy.pi / 3
    x, z = E * numpy.cos(shaft) + R * numpy.cos(phase), E * numpy.sin(shaft) + R * numpy.sin(phase)
    off = max(off, numpy.hypot(run[f"corner{corner}/seal.x"] - x, run[f"corner{corner}/seal.z"] - z).max())
gallery.expect_below("corners off the epitrochoid [m]", off, 1e-9, "e cos a + R cos a/3")

# a chamber lies between a flank of the rotor and the housing: only the part beyond the chord from corner to corner changes,
# bounded by the way of a corner to where the next one is now
track = numpy.array([run["corner0/seal.x"], run["corner0/seal.z"]])
full = shaft > 6 * numpy.pi + shaft[0]                       # the track behind is a whole round
now = numpy.flatnonzero(full)[::4]


def beyond_chord(row):
    """Area between chord and housing: corner 0 was where corner 2 is now when the shaft was a turn back."""
    start = numpy.searchsorted(shaft, shaft[row] - 2 * numpy.pi)
    share = (shaft[row] - 2 * numpy.pi - shaft[start - 1]) / (shaft[start] - shaft[start - 1])
    first = track[:, start - 1] + share * (track[:, start] - track[:, start - 1])
    x, z = numpy.concatenate([first[:, None], track[:, start:row + 1]], axis=1)
    return 0.5 * abs(numpy.dot(x, numpy.roll(z, -1)) - numpy.dot(z, numpy.roll(x, -1)))


areas = numpy.array([beyond_chord(row) for row in now])
gallery.expect("displacement of a chamber [cm^3]", (areas.max() - areas.min()) * WIDTH * 1e6, 3 * numpy.sqrt(3) * E * R * WIDTH * 1e6, 0.2,
               "3 sqrt(3) e R times the width of the rotor: the 654 cm^3 of the engine with these numbers")

# turning evenly, teeth carry nothing and the lobe holds the rotor on its circle
last = slice(len(time) - 500, None)
gallery.expect("force of the rotor's bearing [N]", run["rotor_bearing.force"][last].mean(), (ROTOR + 3 * SEAL) * E * SPEED**2, 1e-6, "m e omega^2")
gallery.expect_below("torque of the teeth [N m]", numpy.abs(run["teeth.lambda0"][last]).max(), 1e-6, "nothing to speed up")
gallery.finish()
