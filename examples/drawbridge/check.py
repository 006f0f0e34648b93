#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The drawbridge: tension against statics, and its balance in every position."""
import numpy

import gallery

SPAN, MASS, G = 6.0, 3000.0, 9.81
WEIGHT = MASS * G

# so slow that inertia does not matter: forces are those of statics
slow = gallery.run(signals="*", dt=1, duration=1000, settings={"raise_time": 1000})
angle = slow["winch.quantity"]
gallery.expect_below("angle off the one asked for [rad]",
                     numpy.abs(angle - 0.1 - 0.625 * (1 - numpy.cos(numpy.pi * slow["time"] / 1000))).max(), 1e-9, "driven")

# moments about the hinge: W L/2 cos a = T L sin(pi/4 + a/2) for both ropes together, so T = W sin(pi/4 - a/2)
tension = WEIGHT * numpy.sin(numpy.pi / 4 - angle / 2) / 2
for side in ("left", "right"):
    off = numpy.abs(slow[f"{side}/rope.lambda0"] - tension).max()
    gallery.expect_below(f"tension {side} off statics [N]", off, 0.5, "of 10 kN; inertia at 1000 s is 1e-5 of it")
gallery.expect("tension at the start [N]", slow["left/rope.lambda0"][0], tension[0], 0.5, "moments about the hinge")

# the hinge carries what the ropes leave of the deck: forces along x and z
pull = 2 * tension
heading = numpy.pi / 4 - angle / 2                       # of the rope at the tip, from the horizontal, to the pulley
off = numpy.hypot(slow["hinge.fx"] - pull * numpy.cos(heading), slow["hinge.fz"] - WEIGHT + pull * numpy.sin(heading)).max()
gallery.expect_below("force of the hinge off statics [N]", off, 1.0, "of 29 kN")

# de l'Hopital's theorem: the potential energy is the same everywhere, so the winch needs no torque
potential = slow["energy.potential"]
gallery.expect_below("change of potential energy [J]", potential.max() - potential.min(), 1e-4, "of 77 kJ that the deck alone would gain")
gallery.expect_below("torque of the winch [N m]", numpy.abs(slow["winch.lambda0"]).max(), 1.0,
                     "of 88 kN m that the deck alone would take")

# at its usual speed the winch works for the kinetic energy only
run = gallery.run(signals="winch.*,energy.*")
power = run["winch.lambda0"] * run["winch.quantity_dot"]
work = numpy.concatenate([[0], numpy.cumsum(power[1:] + power[:-1]) * 0.5 * run["time"][1]])
gallery.expect_below("work of the winch less kinetic energy [J]", numpy.abs(work - run["energy.kinetic"]).max(), 0.05,
                     "of 1.8 kJ; trapezoids of dt = 0.01")
gallery.finish()
