#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A house of cards: it is closed by the law of its orders, stands by friction when they are gone, and falls when there is too little."""
import math

import numpy

import gallery

LENGTH, THICK, MASS, TAU = 0.088, 0.0003, 0.0018, 0.18
WEIGHT = MASS * 9.81
LEAN = math.asin(0.025 / LENGTH)
CARDS = [f"{pair} {side}" for pair in "ABCDEF" for side in ("left", "right")] + ["P", "Q", "R"]
FEET = [f"{pair} {side}" for pair in "ABC" for side in ("left", "right")]
FREE, SLIPPERY, FRICTION = 12.5, 20.0, 0.5


def placement(run, card, k):
    return (numpy.array([run[f"{card}/card.{c}"][k] for c in "xyz"]), numpy.array([run[f"{card}/card.{c}"][k] for c in ("qw", "qx", "qy", "qz")]))


def drift(run, first, last):
    """How far any corner of a card may have come."""
    worst = 0.0
    for card in CARDS:
        (x, q), (y, p) = placement(run, card, first), placement(run, card, last)
        turned = 2 * math.sqrt(max(0.0, 1 - float(q @ p) ** 2))
        worst = max(worst, float(numpy.linalg.norm(y - x)) + LENGTH / 2 * turned)
    return worst


def row(run, time):
    return int(numpy.argmax(run["time"] > time - 1e-6))


def check_closing(run):
    """Cards that only have to be moved come to their places as D₀ (1 + x) e^{−x}, x = t/τ; each was ordered when its weld began to act."""
    start = row(run, 1.0) + 1
    rows = slice(start, row(run, 1.0 + 10 * TAU))
    x = (run["time"][rows] - 1.0) / TAU
    law = (1 + x) * numpy.exp(-x)
    worst = max(float(numpy.max(numpy.abs(run[f"{card}/weld.error"][rows] / run[f"{card}/weld.error"][start] - law / law[0]))) for card in FEET)
    gallery.expect_below("six cards off the law of closing, parts of the way", worst, 1e-9, "(1 + x) exp(-x), which the method follows exactly")


def check_handing_over(run):
    """As long as orders hold the cards these do not touch, and each order carries one card; then the table carries all."""
    k = row(run, FREE - 0.1)
    off = max(abs(run[f"{card}/weld.fz"][k] / WEIGHT - 1) for card in CARDS)
    gallery.expect_below("ordered: what any order carries, less a card [w]", off, 1e-9, "each holds its own")
    gallery.expect_below("ordered: the table carries [w]", table(run, k, "z") / WEIGHT, 1e-12, "nothing touches yet")
    k = row(run, SLIPPERY - 0.1)
    gallery.expect("free: the table carries [w]", table(run, k, "z") / WEIGHT, 15, 1e-6, "15 cards; contacts are solved to 1e-9 m/s in a step, which is 3e-8 g")
    gallery.expect_below("free: it is pushed across with [w]", table(run, k, "x") / WEIGHT, 1e-6, "what pushes out to the left pushes out to the right")


def table(run, k, axis):
    return -sum(run[f"under {foot}/plate.contact_f{axis}"][k] for foot in FEET)


def check_feet(run):
    """Moments of one card about its top, where both the load and the other card act: a foot that carries v pushes out by (v − w/2) tan α.
    How a floor shares its load among four cards is not decided by statics, but this is. Places of contact are known up to the
    thickness of a card: so are the levers of v, of v − w above, and of the push."""
    k = row(run, SLIPPERY - 0.1)
    for foot in FEET:
        up = -run[f"under {foot}/plate.contact_fz"][k] / WEIGHT
        out = run[f"under {foot}/plate.contact_fx"][k] / WEIGHT * (1 if foot.endswith("right") else -1)
        lever = THICK / (LENGTH * math.cos(LEAN)) * (up + abs(up - 1) + out)
        gallery.expect(f"free: foot of {foot} carries {up:.3f} w, pushes out with [w]", out, (up - 0.5) * math.tan(LEAN), lever, "(v - w/2) tan α; levers known up to a thickness")
        gallery.expect_below(f"free: foot of {foot}, push over load", out / up, FRICTION, "the coefficient of friction")


def check_standing(run):
    """From the moment when the orders go: three levels settle by two hairs each, and then nothing moves."""
    settled, last = row(run, FREE + 0.5), row(run, SLIPPERY - 0.1)
    gallery.expect_below("free: drift of any card from its place [m]", drift(run, row(run, FREE), last), 1e-4, "6 hairs of 5e-6 m down, and a turn by as much over a thickness at most; a third of a thickness")
    gallery.expect_below("free: drift in 7 s, once it has settled [m]", drift(run, settled, last), 1e-6, "friction is enough")


def check_fall(run):
    """Feet of B need 0.245 of what they carry, as (v − w/2) tan α / v, and get 0.1."""
    highest = max(run[f"{card}/card.z"][-1] for card in CARDS)
    gallery.expect_below("slippery: height of the highest card after 2 s [m]", highest, 0.01, "all of it lies on the table; fifteen cards on each other are 4.5 mm")


whole = gallery.run()
check_closing(whole)
check_handing_over(whole)
check_feet(whole)
check_standing(whole)
check_fall(whole)
gallery.finish()
