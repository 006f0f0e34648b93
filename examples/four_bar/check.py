#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The four-bar linkage against the closed form of its coupler curve, Grashof's condition and the balance of power."""
import numpy

import gallery

GROUND, CRANK, COUPLER, ROCKER = 1.0, 0.4, 0.9, 0.8
PEN = (0.45, 0.5)

run = gallery.run(signals="pen.*,motor.*,rocker.q*,energy.*")
theta = run["motor.quantity"]

# the triangle of the end of the crank, the far hinge and the knee gives the angle of the coupler
elbow = numpy.array([CRANK * numpy.cos(theta), CRANK * numpy.sin(theta)])
way = numpy.hypot(GROUND - elbow[0], elbow[1])
beta = numpy.arctan2(-elbow[1], GROUND - elbow[0]) + numpy.arccos((COUPLER**2 + way**2 - ROCKER**2) / (2 * COUPLER * way))
along, above = numpy.array([numpy.cos(beta), numpy.sin(beta)]), numpy.array([-numpy.sin(beta), numpy.cos(beta)])
pen = elbow + PEN[0] * along + PEN[1] * above
off = numpy.hypot(run["pen.x"] - pen[0], run["pen.z"] - pen[1]).max()
gallery.expect_below("pen off the closed form [m]", off, 1e-9, "the constraints are met to rounding")

# Grashof: shortest + longest < the others, and the crank is the shortest: it goes all the way round
gallery.expect("turns of the crank", (theta[-1] - theta[0]) / (2 * numpy.pi), 8 / 4 - 1 / 16, 1e-9,
               "8 s of a turn in 4 s, less what the start takes")

# the rocker turns back where crank and coupler lie in one line
rocker = numpy.mod(-2 * numpy.arctan2(run["rocker.qy"], run["rocker.qw"]), 2 * numpy.pi)
for name, side, measured in (("inner", COUPLER - CRANK, rocker.max()), ("outer", COUPLER + CRANK, rocker.min())):
    limit = numpy.pi - numpy.arccos((GROUND**2 + ROCKER**2 - side**2) / (2 * GROUND * ROCKER))
    gallery.expect(f"{name} turning point of the rocker [rad]", measured, limit, 2e-5,
                   "law of cosines; between two rows the rocker is off by less than its acceleration times dt squared")

# the motor is all that does work, its power is torque times speed
time, rate = run["time"], run["motor.quantity_dot"]
work = numpy.concatenate([[0], numpy.cumsum((run["motor.lambda0"] * rate)[1:] + (run["motor.lambda0"] * rate)[:-1]) * 0.5 * time[1]])
change = run["energy.total"] - run["energy.total"][0]
gallery.expect_below("work of the motor less the change of energy [J]", numpy.abs(work - change).max(), 2e-3,
                     "of 17 J; trapezoids of dt = 0.005 are off by (dt speed)^2/12 or so")
gallery.finish()
