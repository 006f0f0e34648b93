#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Newton's cradle against conservation of momentum and energy, the period of a pendulum, and what ropes carry."""
import math

import numpy

import gallery

G, HEIGHT, APART, MASS, RADIUS, RAISED, STEP = 9.81, 0.45, 0.24, 4.1, 0.05, math.pi / 6, 0.001
BALLS = 5
PLACES = {"one": -1.0, "two": 0.0, "three": 1.0}  # along x
SPREAD = HEIGHT / math.hypot(HEIGHT, APART / 2)  # cosine of the angle between a rope and the plane of the swing
ARRIVAL = math.sqrt(2 * G * HEIGHT * (1 - math.cos(RAISED)))
# The method is of second order: 4 (g/L) h² of the speed, as in validation/problems/contact_cradle.cpp. A blow comes at the
# end of a step, and so up to a step late: time and place of what follows are off by that much.
SECOND = 4 * G / HEIGHT * STEP**2


def complete_integral(k):
    """K(k) by the arithmetic-geometric mean."""
    a, b = 1.0, math.sqrt(1 - k * k)
    while abs(a - b) > 1e-15:
        a, b = (a + b) / 2, math.sqrt(a * b)
    return math.pi / (2 * a)


PERIOD = 4 * math.sqrt(HEIGHT / G) * complete_integral(math.sin(RAISED / 2))


def column(run, cradle, signal):
    return numpy.stack([run[f"{cradle}/{i}/{signal}"] for i in range(BALLS)])


def tension(run, cradle, i):
    """Of both ropes in the plane of the swing."""
    return SPREAD * (run[f"{cradle}/{i}/near.force"] + run[f"{cradle}/{i}/far.force"])


def check_blow(run, cradle, raised):
    """The state a step after the first blow, and what ropes carry just before and after it."""
    vx = column(run, cradle, "ball.vx")
    after = int(numpy.argmax(vx[-1] > ARRIVAL / 2))
    for i in range(BALLS):
        wanted = ARRIVAL if i >= BALLS - raised else 0.0
        gallery.expect(f"{cradle}: speed of ball {i + 1} after the blow [m/s]", vx[i, after + 1], wanted, SECOND * ARRIVAL + 2 * STEP**2 * G / HEIGHT * ARRIVAL,
                       "as many leave as have come; of second order in the step")
        gallery.expect(f"{cradle}: tension at ball {i + 1} after the blow [N]", tension(run, cradle, i)[after + 1], MASS * (G + wanted**2 / HEIGHT),
                       1e-4 * MASS * G, "m (g + v²/L), off by the second order of what it turns in a step")
    momentum = MASS * (vx[:, after + 1].sum() - vx[:, after - 2].sum())
    gallery.expect_below(f"{cradle}: momentum after less before [N s]", momentum, raised * MASS * ARRIVAL * 4 * G / HEIGHT * STEP**2 * 4,
                         "ropes are upright; of second order in the step")
    return after


def check_swings(run, cradle, raised):
    """Each quarter of a period the same balls are up, on one side and on the other, as high as they began."""
    x = column(run, cradle, "ball.x")
    z = column(run, cradle, "ball.z")
    rest = numpy.array([PLACES[cradle] + 2 * RADIUS * (i - 2) for i in range(BALLS)])
    right = x[-1] - rest[-1]
    left = rest[0] - x[0]
    rises = gallery.crossings(run["time"], right, HEIGHT * math.sin(RAISED) / 2)
    swings = len(rises)
    measured = float((rises[-1] - rises[0]) / (swings - 1))
    gallery.expect(f"{cradle}: period [s]", measured, PERIOD, 2 * STEP, "4 sqrt(L/g) K(sin(θ/2)); two blows a period, each up to a step late")
    top = HEIGHT * (1 - math.cos(RAISED))
    base = float(z[0, 0]) - top
    # a blow up to a step late finds balls v h beyond, which is (v h)²/2L higher
    late = 2 * swings * (ARRIVAL * STEP) ** 2 / (2 * HEIGHT)
    for side, ball, out in (("right", BALLS - 1, right), ("left", 0, left)):
        peaks = [float((z[ball] - base)[k]) for k in range(1, len(out) - 1) if out[k] >= out[k - 1] and out[k] > out[k + 1] and out[k] > 0.1]
        worst = max(abs(p - top) for p in peaks)
        gallery.expect_below(f"{cradle}: {len(peaks)} heights on the {side} off the first [m]", worst, late, "energy stays, but for what each blow finds, (v h)²/2L")
    still = [i for i in range(BALLS) if raised <= i < BALLS - raised]
    if still:
        gallery.expect_below(f"{cradle}: largest way of the balls in between [m]", float(max(numpy.ptp(x[i]) for i in still)), 1.1 * STEP * ARRIVAL * swings,
                             "blows come up to a step late")
    return late


def check_lead():
    """Without bounce all five go on together, with a fifth of the speed of one."""
    run = gallery.run(signals="one/*", duration=1.2, settings={"restitution": 0})
    vx = column(run, "one", "ball.vx")
    after = int(numpy.argmax(vx[-1] > ARRIVAL / BALLS / 2))
    for i in range(BALLS):
        gallery.expect(f"lead: speed of ball {i + 1} [m/s]", vx[i, after + 1], ARRIVAL / BALLS, SECOND * ARRIVAL, "momentum shared by five")
    z = column(run, "one", "ball.z")
    height = float(numpy.max(z[-1])) - float(z[-1, 0])
    gallery.expect("lead: height to which they swing [m]", height, HEIGHT * (1 - math.cos(RAISED)) / BALLS**2, 1e-5, "a 25th of the first")


whole = gallery.run()
late_by = 0.0
for name, count in (("one", 1), ("two", 2), ("three", 3)):
    check_blow(whole, name, count)
    late_by += count * check_swings(whole, name, count)
gallery.expect_below("energy of all, spread [J]", float(numpy.ptp(whole["energy.total"])), late_by * MASS * G, "nothing takes any; what heights are off")
check_lead()
gallery.finish()
