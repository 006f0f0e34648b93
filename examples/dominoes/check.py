#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The speed of the wave against the domino train of van Leeuwen, forces of what rests against weights, and the energy."""
import math

import numpy

import gallery
import train

G, TALL, THICK, MASS, STEP, STRAIGHT = 9.81, 0.48, 0.075, 20.0, 0.001, 20
GONG, HAMMER, RADIUS, ARM, SWING = 12.0, 6.0, 0.06, 0.6, 1.2
ALL = [f"s{i}" for i in range(20)] + [f"b{i}" for i in range(10)] + [f"e{i}" for i in range(6)]
LAST = 8  # pitches over which the speed is taken


def check_wave(run, gap):
    """In the straight part, far from the hammer."""
    found = [float(run["time"][numpy.argmax(run[f"s{i}/slab.wy"] > 0.1)]) for i in range(STRAIGHT)]
    pitch = gap + THICK
    model = train.Train(TALL, THICK, gap)
    slow, fast = (LAST * pitch / (times[-1] - times[-1 - LAST]) for times in (model.times(rate, STRAIGHT - 1) for rate in (2.0, 4.0)))
    what = f"gaps of {gap / TALL:.1f} heights"
    gallery.expect_below(f"{what}: model, speed after a slow start less after a fast one, parts", slow / fast - 1, 2e-3, "the wave has forgotten the first blow")
    gallery.expect(f"{what}: speed of the wave [m/s]", LAST * pitch / (found[-1] - found[-1 - LAST]), slow, slow * (STEP * slow / pitch + 0.005),
                   "domino train; up to a step late at each slab, and half a percent, as feet are not hinged")


def check_forces(run):
    """Before the hammer is let go all stands and hangs. Contacts are solved to 1e-9 m/s in a step: a millionth of g h."""
    k = int(numpy.argmax(run["time"] > 0.45))
    total = MASS * G * len(ALL)
    gallery.expect("before: the floor carries [N]", -run["floor.contact_fz"][k], total, 1e-6 * total, "weight of 36 slabs")
    for name in ("s0", "b7", "e5"):
        gallery.expect(f"before: slab {name} is carried with [N]", run[f"{name}/slab.contact_fz"][k], MASS * G, 1e-6 * MASS * G, "its weight")
    for rope in ("left rope", "right rope"):
        gallery.expect(f"before: tension of the {rope} [N]", run[f"{rope}.force"][k], GONG * G / 2, 1e-6 * GONG * G, "half the weight of the gong; it hangs upright")


def check_hammer(run):
    """It falls as a pendulum, and strikes what it strikes without bounce."""
    struck = int(numpy.argmax(run["s0/slab.wy"] > 0.1))
    k = struck - 2
    inertia = 0.02 + HAMMER * ARM**2
    drop = run["hammer.z"][0] - run["hammer.z"][k]
    rate = math.sqrt(2 * HAMMER * G * drop / inertia)
    gallery.expect("rate of the hammer before it strikes [rad/s]", -run["hammer.wy"][k], rate, rate * (STEP * rate) ** 2 / 4,
                   "energy of a pendulum, kept to the second order of what it turns in a step")


def check_energy(run):
    falling = run["time"] > 0.51
    energy = run["energy.total"]
    lost = float(energy[0] - energy[-1])
    gallery.expect_below("largest rise of energy in a step, part of all that is lost", float(numpy.max(numpy.diff(energy[falling]))) / lost, 1e-4,
                         "blows and floor only take; between blows it is kept but for second order in the step")


whole = gallery.run(duration=3.0)
check_forces(whole)
check_hammer(whole)
check_wave(whole, 0.4 * TALL)
check_energy(whole)
close = gallery.run(signals="s*/slab.w*", duration=3.0, settings={"gap": 0.2 * TALL})
check_wave(close, 0.2 * TALL)
gallery.finish()
