#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds each machine that the parts make to its geometry, and the motor to the energy."""
import math
import pathlib
import sys

import numpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import gallery  # noqa: E402

SPEED, CRANK, ROD, ROCKER, GROUND, TAU, STEP = 3.0, 0.3, 1.0, 0.7, 1.1, 0.1, 0.001
SNAPS = {"pin": 1, "foot": 1, "elbow": 1, "wrist": 9, "second pin": 17, "second wrist": 17}


def between(run, start, end):
    return (run["time"] >= start) & (run["time"] <= end)


def check_snapping(run):
    """Every joint is closed to 1e-9 m within 25 τ: (1 + x) e^{−x} is 3.6e-10 there, and nothing was open by more than a metre."""
    for name, start in SNAPS.items():
        rows = run["time"] > start + STEP / 2
        error, time = run[f"{name}.error"][rows], run["time"][rows]
        closed = time[error > 1e-9][-1] + STEP - start
        gallery.expect_below(f"{name}: closed to 1e-9 m after [s]", closed, 25 * TAU, f"was open by {error[0]:.3f} m")


def check_four_bar(run):
    """Crank and rod in line: the angle of the rocker at its foot by the law of cosines."""
    rows = between(run, 4, 9)
    angle = numpy.arctan2(run["rocker.z"][rows] - 1, GROUND - run["rocker.x"][rows])
    for what, measured, reach in (("least", numpy.min(angle), ROD - CRANK), ("greatest", numpy.max(angle), ROD + CRANK)):
        wanted = math.acos((GROUND**2 + ROCKER**2 - reach**2) / (2 * GROUND * ROCKER))
        gallery.expect(f"{what} angle of the rocker [rad]", float(measured), wanted, 1e-5, "law of cosines; rows 3 mrad apart")


def check_sliders(run):
    """x = r cos θ + √(l² − r² sin² θ) of the wheel's angle θ = ωt, which is counted downwards from x."""
    for name, start, place, turn in (("slider", 12, run["slider.x"], 0.0), ("second slider", 20, run["second slider.z"] - 1, math.pi / 2)):
        rows = between(run, start, 25)
        theta = SPEED * run["time"][rows] + turn
        law = CRANK * numpy.cos(theta) + numpy.sqrt(ROD**2 - (CRANK * numpy.sin(theta))**2)
        gallery.expect_below(f"{name}: off its law at any moment [m]", float(numpy.max(numpy.abs(place[rows] - law))), 1e-8,
                             "r cos + sqrt(l^2 - r^2 sin^2)")
        gallery.expect(f"{name}: stroke [m]", float(numpy.ptp(place[rows])), 2 * CRANK, 1e-5, "twice the crank")


def check_energy(run):
    rows = between(run, 13.5, 17)
    power = run["motor.lambda0"][rows] * SPEED
    work = float(numpy.sum((power[1:] + power[:-1]) / 2) * STEP)
    energy = run["energy.total"][rows]
    largest = float(numpy.ptp(numpy.cumsum(power) * STEP))
    gallery.expect("work of the motor from 13.5 s to 17 s less energy gained [J]", work - (energy[-1] - energy[0]), 0, 1e-4 * largest,
                   f"no losses; of up to {largest:.2g} J put in and taken out")
    rows = between(run, 25.01, 33)
    energy, speed = run["energy.total"][rows], run["wheel.wy"][rows]
    gallery.expect_below("energy without the motor, spread [J]", float(numpy.ptp(energy)), 1e-4, "nothing damps; second order in the step")
    print(f"     the wheel then turns at {numpy.min(speed):.2f} to {numpy.max(speed):.2f} rad/s")


whole = gallery.run()
check_snapping(whole)
check_four_bar(whole)
check_sliders(whole)
check_energy(whole)
gallery.finish()
