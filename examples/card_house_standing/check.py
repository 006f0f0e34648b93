#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A house of cards: it is closed by the law of its orders, stands by friction when they are gone, and falls when there is too little."""
import math

import numpy

import gallery

LENGTH, THICK, MASS, TAU, APART = 0.088, 0.0003, 0.0018, 0.18, 0.08
WEIGHT = MASS * 9.81
LEAN = math.asin(0.025 / LENGTH)
PAIRS = [f"{pair} {side}" for pair in "ABCDEF" for side in ("left", "right")]
CARDS = [*PAIRS, "P", "Q", "R"]
FEET = [f"{pair} {side}" for pair in "ABC" for side in ("left", "right")]
GRAVITY, FREE, SLIPPERY = 11.5, 12.5, 20.0


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
    """A weld that is not met closes as D₀ (1 + x) e^{−x}, x = t/τ."""
    start = row(run, 1.0)
    for card in ("A left", "B right", "C right"):
        error = run[f"{card}/weld.error"]
        k = row(run, 1.0 + 5 * TAU)
        x = (run["time"][k] - run["time"][start]) / TAU
        print("    ", card, error[start], error[k] / error[start], (1 + x) * math.exp(-x))


def check_standing(run):
    before, after = row(run, FREE - 0.05), row(run, SLIPPERY - 0.05)
    orders = sum(run[f"{c}/weld.fz"][before] for c in CARDS)
    table = lambda k, axis: -sum(run[f"under {f}/plate.contact_f{axis}"][k] for f in FEET)
    print("     orders and table before", orders / WEIGHT, table(before, "z") / WEIGHT)
    gallery.expect("orders and table carry together [w]", (orders + table(before, "z")) / WEIGHT, 15, 1e-6, "15 cards")
    gallery.expect("the table carries [w]", table(after, "z") / WEIGHT, 15, 1e-6, "15 cards, and no order is left")
    gallery.expect_below("it pushes across with [w]", table(after, "x") / WEIGHT, 1e-6, "what pushes out to the left pushes out to the right")
    for f in FEET:
        up, across = (run[f"under {f}/plate.contact_f{c}"][after] / WEIGHT for c in "zx")
        print("    ", f, -up, across)
    gallery.expect_below("drift of any card in 7 s [m]", drift(run, row(run, FREE), after), 1e-4, "friction is enough; a third of the thickness of a card")


whole = gallery.run()
check_closing(whole)
check_standing(whole)
highest = max(whole[f"{c}/card.z"][-1] for c in CARDS)
gallery.expect_below("height of the highest card at the end [m]", highest, 0.05, "there is too little friction: all of it lies on the table")
gallery.finish()
