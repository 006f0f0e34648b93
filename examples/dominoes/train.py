# SPDX-License-Identifier: Apache-2.0
"""The domino train of [VanLeeuwen10]: slabs turn about their front edges, lean on each other without friction, and strike without bounce.

The angle of a slab follows from that of the next one, so that the whole train has one degree of freedom, the angle of its head.
"""
import math


class Train:
    def __init__(self, tall, thick, gap, gravity=9.81):
        self.tall, self.thick, self.gap, self.gravity = tall, thick, gap, gravity
        self.inertia = (tall**2 + thick**2) / 3  # about the front edge, for a mass of one
        self.reach = math.asin(gap / tall)  # where a slab meets the next one, which is upright

    def behind(self, angle):
        """H sin(θ_k − θ) = (s + d) cos θ − d: the angle of the slab behind one at θ, and its derivative."""
        pitch = self.gap + self.thick
        x = (pitch * math.cos(angle) - self.thick) / self.tall
        return angle + math.asin(x), 1 - pitch * math.sin(angle) / self.tall / math.sqrt(1 - x * x)

    def sums(self, head, count):
        """Σ I w², potential energy, and all w = dθ_k/dθ_head."""
        inertia = energy = 0.0
        rates, angle, w = [], head, 1.0
        for _ in range(count):
            rates.append(w)
            inertia += self.inertia * w * w
            energy += self.gravity / 2 * (self.tall * math.cos(angle) + self.thick * math.sin(angle))
            angle, slope = self.behind(angle)
            w *= slope
        return inertia, energy, rates

    def times(self, rate, blows):
        """When slab 1, 2, ... is struck, if slab 0 is upright at t = 0 and turns at a rate."""
        found, t = [], 0.0
        for count in range(1, blows + 1):
            inertia, energy, _ = self.sums(0.0, count)
            total = inertia * rate**2 / 2 + energy

            def speed(head):
                now, potential, _ = self.sums(head, count)
                return math.sqrt(2 * (total - potential) / now)

            pieces = 60  # of Simpson's rule; 30 give the same to 1e-9
            d = self.reach / pieces
            slowness = [1 / speed(i * d / 2) for i in range(2 * pieces + 1)]
            t += d / 6 * (slowness[0] + slowness[-1] + 4 * sum(slowness[1::2]) + 2 * sum(slowness[2:-1:2]))
            found.append(t)
            # a blow without bounce: of all motions of the longer train the nearest in the sense of masses
            before = speed(self.reach)
            old = self.sums(self.reach, count)[2]
            grown, _, rates = self.sums(0.0, count + 1)
            rate = self.inertia * sum(rates[k + 1] * old[k] for k in range(count)) * before / grown
        return found
