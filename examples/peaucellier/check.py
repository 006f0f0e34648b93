#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Peaucellier's linkage: its line is straight, where it should be, and the forces of the motor do the work."""
import numpy

import gallery

ARM, SIDE, CRANK = 0.8, 0.3, 0.35

run = gallery.run(signals="pen.*,motor.*,energy.*")

# |OA| |OP| = arm^2 - side^2 inverts the circle of the crank, which goes through O, into a line at right angles to OQ
line = (ARM**2 - SIDE**2) / (2 * CRANK)
gallery.expect_below("pen off its line [m]", numpy.abs(run["pen.x"] - line).max(), 1e-9, "inversion of a circle through the origin")
gallery.expect_below("pen off its height [m]", numpy.abs(run["pen.z"] - line * numpy.tan(run["motor.quantity"] / 2)).max(), 1e-9,
                     "OA turns by half the angle of the crank")
gallery.expect("way of the pen [m]", run["pen.z"].max() - run["pen.z"].min(), 2 * line * numpy.tan(0.65), 1e-3,
               "a crank that swings by 1.3 rad; the start takes a little from the first swing")

power = run["motor.lambda0"] * run["motor.quantity_dot"]
work = numpy.concatenate([[0], numpy.cumsum(power[1:] + power[:-1]) * 0.5 * run["time"][1]])
change = run["energy.total"] - run["energy.total"][0]
gallery.expect_below("work of the motor less the change of energy [J]", numpy.abs(work - change).max(), 2e-3,
                     "of 15 J; trapezoids of dt = 0.005")

info = gallery.info()
gallery.expect("redundant rows", info["redundant_rows"], 0, 0, "42 freedoms, 7 hinges of 5 rows, 3 pins of 2, pen and motor")
gallery.finish()
