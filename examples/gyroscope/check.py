#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Precession and nutation of three heavy tops against the integrals of Lagrange's top."""
import numpy

import gallery

SPIN, MASS, RADIUS, THICK, ARM, ARM_MASS, G = 150.0, 1.0, 0.15, 0.02, 0.3, 0.2, 9.81
MOMENT = G * ARM * (MASS + ARM_MASS / 2)                # of the weight about the tip, with the arm level
SPIN_MOMENTUM = 0.5 * MASS * RADIUS**2 * SPIN            # L, kept: nothing turns the disk about its axle
ACROSS = MASS * (RADIUS**2 / 4 + THICK**2 / 12 + ARM**2) + ARM_MASS * ARM**2 / 3   # I about the tip, across the arm
EVEN = MOMENT / SPIN_MOMENTUM

run = gallery.run(signals="*/disk.*,energy.total")


def nutation(rate):
    """Lowest and highest slope w of the arm, the time of a nod and the angle gone round in it, for a level start at a rate.

    Energy and the momentum about the vertical are kept: w' ^ 2 = f(w), a cubic, with w the sine of the arm's slope,
    I^2 f = 2 I (E - M w)(1 - w^2) - (K - L w)^2,  E = I rate^2 / 2,  K = I rate."""
    energy, vertical = 0.5 * ACROSS * rate**2, ACROSS * rate
    one_less_square = numpy.poly1d([-1, 0, 1])
    f = 2 * ACROSS * numpy.poly1d([-MOMENT, energy]) * one_less_square - numpy.poly1d([-SPIN_MOMENTUM, vertical]) ** 2
    f = f / ACROSS**2
    roots = numpy.sort(f.roots.real)
    low, high = roots[0], roots[1]
    # w between the two turning points as the shadow of a point on a circle: the integrand is smooth
    angle = (numpy.arange(2000) + 0.5) * numpy.pi / 2000
    w = 0.5 * (low + high) + 0.5 * (high - low) * numpy.cos(angle)
    time = 2 * numpy.pi / len(angle) / numpy.sqrt(f.coeffs[0] * (roots[2] - w))
    return low, high, time.sum(), (time * (vertical - SPIN_MOMENTUM * w) / (ACROSS * (1 - w**2))).sum()


# even precession: exact for a level arm, where no part of the arm's own momentum lies along it
heading = numpy.unwrap(numpy.arctan2(run["even/disk.y"] + 1, run["even/disk.x"]))
gallery.expect("even precession [rad/s]", (heading[-1] - heading[0]) / run["time"][-1], EVEN, 2e-4,
               "M/(I omega); the step of 0.15 rad of spin is of second order")
gallery.expect_below("even: height of the disk off level [m]", numpy.abs(run["even/disk.z"] - 0.6).max(), 1e-4,
                     "it neither sinks nor rises")

for name, rate in (("released", 0.0), ("backward", -EVEN)):
    low, high, period, angle = nutation(rate)
    slope = (run[f"{name}/disk.z"] - 0.6) / ARM
    gallery.expect(f"{name}: lowest slope", slope.min(), low, 2e-4, "root of the cubic of Lagrange's top")
    gallery.expect(f"{name}: highest slope", slope.max(), high, 2e-4, "it rises to where it began")
    gallery.expect(f"{name}: time of a nod [s]", gallery.period(run["time"], slope, (low + high) / 2), period, 3e-4,
                   "elliptic integral of the same cubic")
    # the heading from one lowest point to the last
    lowest = numpy.flatnonzero((slope[1:-1] < slope[:-2]) & (slope[1:-1] <= slope[2:])) + 1
    heading = numpy.unwrap(numpy.arctan2(run[f"{name}/disk.y"] - (1 if name == "backward" else 0), run[f"{name}/disk.x"]))
    nods = len(lowest) - 1
    gallery.expect(f"{name}: angle gone round in a nod [rad]", (heading[lowest[-1]] - heading[lowest[0]]) / nods, angle, 1e-3,
                   "its integral; a fast top goes round at M/(I omega) in the mean, whatever its nods")

gallery.expect_below("change of energy [J]", numpy.abs(run["energy.total"] - run["energy.total"][0]).max(), 2e-3,
                     "of 401 J; the method swings about it")
gallery.finish()
