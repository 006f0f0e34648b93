#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the three beads against the pendulum of any amplitude, and the spring against its limits."""
import math
import pathlib
import sys

import numpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import gallery  # noqa: E402

GRAVITY, RADIUS, MASS, STIFFNESS, APART = 9.81, 1.0, 1.0, 1e4, 2.6
OMEGA = math.sqrt(STIFFNESS / MASS)


def pendulum_period(amplitude):
    """T = 2π √(r/g) / AGM(1, cos(α/2)), exact for any amplitude α (Gauss)."""
    a, b = 1.0, math.cos(amplitude / 2)
    while abs(a - b) > 1e-15:
        a, b = (a + b) / 2, math.sqrt(a * b)
    return 2 * math.pi * math.sqrt(RADIUS / GRAVITY) / a


def lag_by_spring(amplitude):
    """How much longer a swing takes on a wire that gives way by N/k: to first order in 1/k the Lagrangian
    of the bead gains N²/2k, the action over a swing ∮ N²/2k dt, and the period, its derivative by energy, the same."""

    def integral(energy):
        k = math.sqrt((1 + energy / (MASS * GRAVITY * RADIUS)) / 2)  # sin(α/2)
        phi = (numpy.arange(2000) + 0.5) / 2000 * math.pi / 2  # sin(θ/2) = k sin φ
        dt = math.sqrt(RADIUS / GRAVITY) / numpy.sqrt(1 - (k * numpy.sin(phi))**2) * (math.pi / 4000)
        force = 2 * energy / RADIUS + 3 * MASS * GRAVITY * (1 - 2 * (k * numpy.sin(phi))**2)
        return 4 * float(numpy.sum(force**2 * dt)) / (2 * STIFFNESS)

    energy, d = -MASS * GRAVITY * RADIUS * math.cos(amplitude), 1e-4
    return (integral(energy + d) - integral(energy - d)) / (2 * d)


def off_the_wire(run, bead, centre):
    """The largest distance of a bead from its wire."""
    return float(numpy.max(numpy.abs(numpy.hypot(run[f"{bead}.x"] - centre, run[f"{bead}.z"]) - RADIUS)))


def check_motion():
    run = gallery.run(duration=30, dt=0.001)
    wanted = pendulum_period(math.pi / 2)
    for bead, x, centre in (("implicit", "implicit.x", 0), ("parametric", "parametric.part0.x", APART)):
        gallery.expect(f"period, {bead}", gallery.period(run["time"], run[x], centre), wanted, 2e-5,
                       "2 pi sqrt(r/g)/AGM(1, cos 45 deg); second order in a step of T/2370")
    lag = lag_by_spring(math.pi / 2)
    gallery.expect("period, penalty: longer by", gallery.period(run["time"], run["penalty.x"], -APART) - wanted, lag,
                   0.02 * lag, "d/dE of the integral of N^2/2k over a swing; first order in 1/k, and rows 1/4000 s apart")

    gallery.expect_below("implicit bead off its wire [m]", off_the_wire(run, "implicit", 0), 2e-12,
                         "the tolerance of positions, 1e-12 by default, times the size of the model")
    gallery.expect_below("parametric bead off its wire [m]", off_the_wire(run, "parametric.part0", APART), 2e-15,
                         "rounding of x")
    # Let go at the height of the centre, the bead passes the lowest point with v^2 = 2 g r: it weighs 3 m g there.
    gallery.expect("force of the wire at the lowest point [N]", float(numpy.max(run["wire.force"])), 3 * MASS * GRAVITY,
                   1e-4, "m g + m v^2/r = 3 m g; the nearest of 1000 rows a second is 2 mm away")
    stretch = 3 * MASS * GRAVITY / STIFFNESS
    gallery.expect("penalty bead off its wire [m]", off_the_wire(run, "penalty", -APART), stretch, 0.1 * stretch,
                   "the same force over the stiffness, and a little of the fast oscillation")

    # lambda = -(f.x + m v.v)/(x.x), the slides on constraint forces
    x, z, vx, vz = (run[f"implicit.{s}"] for s in ("x", "z", "vx", "vz"))
    formula = -(-MASS * GRAVITY * z + MASS * (vx**2 + vz**2)) / (x**2 + z**2)
    gallery.expect_below("multiplier against the formula [N/m]", float(numpy.max(numpy.abs(run["wire.lambda0"] - formula))),
                         1e-9, "the forces that are read are those of the equations of motion at that moment")


def bursts(h, stepper, stiffness):
    """Whether a bead that hangs still, its spring not yet stretched, bounces ever higher."""
    run = gallery.run(signals="spring.stretch", dt=h, duration=200 * h, stepper=stepper,
                      settings={"start": 0, "stiffness": stiffness})
    return numpy.max(numpy.abs(run["spring.stretch"])) > 10 * MASS * GRAVITY / stiffness


def largest_step(stepper, stiffness):
    """By bisection, to 1e-4 of itself."""
    omega = math.sqrt(stiffness / MASS)
    good, bad = 1 / omega, 3.5 / omega
    while bad - good > 1e-4 * good:
        middle = (good + bad) / 2
        good, bad = (good, middle) if bursts(middle, stepper, stiffness) else (middle, bad)
    return good


def check_steps():
    for stiffness in (1e4, 1e6):
        limit = 2 / math.sqrt(stiffness / MASS)
        gallery.expect(f"largest step of the penalty bead, stiffness {stiffness:g} [s]", largest_step("projected", stiffness),
                       limit, 1e-3 * limit, "2/omega, omega = sqrt(k/m)")
    limit = 2 * math.sqrt(2) / OMEGA
    gallery.expect("the same with rk4 [s]", largest_step("rk4", 1e4), limit, 1e-2 * limit, "2 sqrt(2)/omega")



def check_large_steps():
    """Five times the limit of the spring: the other two still swing, as well as 24 steps a swing can tell."""
    h, wanted = 5 * 2 / OMEGA, pendulum_period(math.pi / 2)
    coarse, half = (gallery.run(signals="implicit.*,parametric.*", duration=30, dt=dt, settings={"stiffness": 1})
                    for dt in (h, h / 2))
    for bead, x, centre in (("implicit", "implicit.x", 0), ("parametric", "parametric.part0.x", APART)):
        off = [gallery.period(run["time"], run[x], centre) - wanted for run in (coarse, half)]
        gallery.expect(f"period of the {bead} bead off at 5 times that step, over that at half of it", off[0] / off[1], 4, 0.3,
                       f"second order: off by {100 * off[0] / wanted:.2g} % and {100 * off[1] / wanted:.2g} %")
    gallery.expect_below("implicit bead off its wire at that step [m]", off_the_wire(coarse, "implicit", 0), 2e-12,
                         "the tolerance does not depend on the step")


check_motion()
check_steps()
check_large_steps()
gallery.finish()
