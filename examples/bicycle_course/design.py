#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tries settings of the controller that places the weight, looking at the lean or at the steering angle, and tells the steadiest."""
import itertools
import math

from model import LEAN, STEER, closed_loop

SPEEDS, P, D = (4.4, 4.7, 5.0), (0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 1.5), (0.0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3)
HEADING, ASIDE = (0.2, 0.4, 0.6, 0.8, 1.0, 1.2), (0.01, 0.02, 0.03, 0.05, 0.06, 0.08)

for name, sensor in (("lean", LEAN), ("steering angle", STEER)):
    tried = itertools.product(SPEEDS, P, D, HEADING, ASIDE)
    slowest, best = min((closed_loop(v, sensor, p, d, h, a).real.max(), (v, p, d, h, a)) for v, p, d, h, a in tried)
    print(f"{name}: the slowest mode dies out by {100 * (1 - math.exp(slowest)):.0f} % a second at best, "
          "with speed {:g} m/s, p {:g}, d {:g}, heading {:g}, aside {:g}".format(*best))
