#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the resonance of the coupled pendula against the closed form of a damped, driven oscillator."""
import cmath
import math
import pathlib
import sys

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import gallery  # noqa: E402
import resonance  # noqa: E402


def zero(f, a, b):
    """Where f is zero between a and b, by bisection and a last secant."""
    f_a, f_b = f(a), f(b)
    for _ in range(4):
        m = (a + b) / 2
        f_m = f(m)
        a, f_a, b, f_b = (m, f_m, b, f_b) if f_a * f_m > 0 else (a, f_a, m, f_m)
    return a - f_a * (b - a) / (f_b - f_a)


WHY = "closed form; swings of 0.01 rad: their square, and (rate x step)^2 / 24"
for rate in (1.0, 3.0, 4.55, 5.0, 8.0):
    z, wanted = resonance.measured(rate), resonance.theory(rate)
    gallery.expect(f"right over left at {rate} rad/s", abs(z), abs(wanted), 4e-3 * abs(wanted), WHY)
    gallery.expect(f"turns late at {rate} rad/s", -cmath.phase(z) / (2 * math.pi), -cmath.phase(wanted) / (2 * math.pi), 1e-3, WHY)

late = zero(lambda w: resonance.measured(w).real, resonance.RESONANCE - 0.2, resonance.RESONANCE + 0.2)
gallery.expect("resonance, where the right pendulum is a quarter late [rad/s]", late, resonance.RESONANCE, 3e-3,
               "sqrt((m g L/2 + k d^2) / I)")
rates = resonance.PEAK + np.array([-0.08, 0.0, 0.08])
a, b, c = (abs(resonance.measured(w)) ** -2 for w in rates)  # a parabola in w^2, nearly
gallery.expect("rate of the largest swing [rad/s]", rates[1] + 0.08 * (a - c) / (2 * (a - 2 * b + c)), resonance.PEAK, 3e-3,
               "sqrt(K/I - c^2 / 2 I^2)")
gallery.finish()
