# SPDX-License-Identifier: Apache-2.0
"""The door and its bar as one degree of freedom, the angle q of the door.

The end of the bar lies on the rail:  bar sin(a - q) = off_door + mount sin q - off_wall cos q,  a the angle of the bar,
which gives a(q) and its slope a'. With the moments of inertia D of the door and B of the bar about their axes

    (D + B a'^2) q" + B a' a" q'^2 = -(k (a - rest) + c a' q') a' + hand.
"""
import math

import numpy as np

WIDTH, BAR, OFF_WALL, OFF_DOOR = 0.9, 0.45, 0.12, 0.06
DOOR = 25 * ((WIDTH**2 + 0.04**2) / 12 + WIDTH**2 / 4)
ARM = 0.6 * ((BAR**2 + 0.03**2) / 12 + BAR**2 / 4)


class DoorSpring:
    def __init__(self, stiffness=6.0, damping=7.0, rest=-0.134, mount=0.15):
        self.k, self.c, self.rest, self.mount = stiffness, damping, rest, mount

    def bar(self, q):
        """Angle of the bar, and its slope and curvature over q."""
        f = (OFF_DOOR + self.mount * math.sin(q) - OFF_WALL * math.cos(q)) / BAR
        df = (self.mount * math.cos(q) + OFF_WALL * math.sin(q)) / BAR
        ddf = (-self.mount * math.sin(q) + OFF_WALL * math.cos(q)) / BAR
        root = math.sqrt(1 - f * f)
        return q + math.asin(f), 1 + df / root, ddf / root + f * df * df / root**3

    def holding_torque(self, q):
        """What the hand needs to hold the door open: virtual work."""
        a, slope, _ = self.bar(q)
        return self.k * (a - self.rest) * slope

    def acceleration(self, q, v):
        a, slope, bend = self.bar(q)
        torque = -(self.k * (a - self.rest) + self.c * slope * v) * slope
        return (torque - ARM * slope * bend * v * v) / (DOOR + ARM * slope * slope)

    def closing(self, q, times):
        """The angle from rest at q, by the method of Runge and Kutta in steps of a millisecond."""
        out, v, t, h = [], 0.0, 0.0, 1e-3
        for wanted in times:
            while t < wanted - 1e-9:
                s = min(h, wanted - t)
                k1, l1 = v, self.acceleration(q, v)
                k2, l2 = v + s / 2 * l1, self.acceleration(q + s / 2 * k1, v + s / 2 * l1)
                k3, l3 = v + s / 2 * l2, self.acceleration(q + s / 2 * k2, v + s / 2 * l2)
                k4, l4 = v + s * l3, self.acceleration(q + s * k3, v + s * l3)
                q, v, t = q + s / 6 * (k1 + 2 * k2 + 2 * k3 + k4), v + s / 6 * (l1 + 2 * l2 + 2 * l3 + l4), t + s
            out.append(q)
        return np.array(out)
