# SPDX-License-Identifier: Apache-2.0
"""The bicycle of scene.json in the terms of theory.py: x ahead, y to the right, z down."""
import math

import theory

TILT, FOOT, TYRE, REAR, FRONT = math.pi / 10, 1.1, 0.015, 0.3, 0.35


def wheel(mass, radius):
    """A torus: (Ixx, Iyy), y along the axle."""
    ring = radius - TYRE
    return mass * (ring**2 / 2 + 5 / 8 * TYRE**2), mass * (ring**2 + 3 / 4 * TYRE**2)


def together(*parts):
    """Several parts (mass, x, z, Ixx, Izz, Ixz) as one."""
    mass = sum(p[0] for p in parts)
    x, z = (sum(p[0] * p[k] for p in parts) / mass for k in (1, 2))
    xx = sum(p[3] + p[0] * (p[2] - z) ** 2 for p in parts)
    zz = sum(p[4] + p[0] * (p[1] - x) ** 2 for p in parts)
    xz = sum(p[5] - p[0] * (p[1] - x) * (p[2] - z) for p in parts)
    return mass, x, z, xx, 0.0, zz, xz


def bicycle(rake, *more):
    """The bicycle of scene.json by theory, with more parts on its frame, and its wheelbase. The crank counts with the
    mean of its inertia over a turn."""
    base = FOOT - FRONT * math.tan(TILT) + rake / math.cos(TILT)
    (rear, rear_spin), (front, front_spin) = wheel(2, REAR), wheel(3, FRONT)
    across, along, flat = ((a * a + b * b) / 12 for a, b in ((0.24, 0.03), (0.34, 0.03), (0.34, 0.24)))
    mean = (across + flat) / 2
    built = theory.Bicycle(
        base, FOOT - base, TILT, REAR, FRONT,
        R=(2, 0, -REAR, rear, rear_spin, rear, 0),
        B=together((85, 0.3, -0.9, 9.2, 2.8, 2.4), (1, 0.42, -0.28, mean, mean, 0), *more),
        H=(4, 0.9, -0.7, 0.05892, 0.06, 0.00708, -0.00756),
        F=(3, base, -FRONT, front, front_spin, front, 0), spinning=along)
    return built, base
