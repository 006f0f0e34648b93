# SPDX-License-Identifier: Apache-2.0
"""The track of the roller coaster: a spine laid of pieces, and two rails derived from it.

A piece begins and ends level. It is a list of points, from (0, 0, 0) with x ahead, y to the left and z up,
and the angle by which it turns to the left. Pieces are laid end to end, divided evenly, and the points
become the control points of a closed cubic B-spline, the spine. With an up-vector in each of them the
rails follow [Barenbrug00, sec. 5.5]:

    left = spine + GAUGE/2 side,  right = spine - GAUGE/2 side,  side = up x ahead          (1)

so that at equal u the spine is the middle of the rails.
"""
import math

import numpy as np

GAUGE = 1.2  # between the rails [m]
SPACING = 4.0  # of control points, about [m]
GRAVITY = 9.81  # [m/s^2]
LENGTH, HEIGHT, TOP_SPEED = 728.0, 29.0, 85 / 3.6  # of the Python in the Efteling [m, m, m/s], as the thesis has them


def smooth(x):
    """From 0 to 1 with level ends, and no curvature in them."""
    return x**3 * (10 - 15 * x + 6 * x**2)


def straight(length):
    return np.array([[0, 0, 0], [length, 0, 0]]), 0.0


def slope(length, rise):
    """Up or down by `rise` over a length measured level."""
    x = np.linspace(0, 1, 200)
    return np.stack([length * x, 0 * x, rise * smooth(x)], 1), 0.0


def turn(angle, radius, rise=0.0):
    """To the left by an angle, to the right if it is negative, while it rises."""
    x = np.linspace(0, 1, 400)
    phi = abs(angle) * x
    across = math.copysign(1, angle) * radius * (1 - np.cos(phi))
    return np.stack([radius * np.sin(phi), across, rise * smooth(x)], 1), angle


def ramp(rise, angle, radius):
    """Up along a straight ramp, rounded below and above."""
    phi = np.linspace(0, angle, 100)
    foot = np.stack([radius * np.sin(phi), 0 * phi, radius * (1 - np.cos(phi))], 1)
    straight_rise = rise - 2 * foot[-1, 2]
    top = foot[-1] + [straight_rise / math.tan(angle), 0, straight_rise]
    head = top + (foot[-1] - foot[::-1]) * [1, 1, 1]
    return np.concatenate([foot, head]), 0.0


def loop(bottom, top, shift):
    """Upright, of radius `bottom` below and `top` above, moved aside by `shift` on the way round."""
    phi = np.linspace(0, 2 * math.pi, 2000)
    bend = 1 / bottom + (1 / top - 1 / bottom) * (1 - np.cos(phi)) / 2  # dphi/ds
    ahead, up = cumulated(np.cos(phi) / bend, phi), cumulated(np.sin(phi) / bend, phi)
    return np.stack([ahead, shift * phi / (2 * math.pi), up], 1), 0.0


def corkscrew(turns, radius, length):
    """A helix about a level axis, `length` for each turn; it enters and leaves askew to the axis, see `askew`."""
    phi = np.linspace(0, 2 * math.pi * turns, 400 * turns)
    helix = np.stack([length * phi / (2 * math.pi), radius * np.sin(phi), radius * (1 - np.cos(phi))], 1)
    return helix @ rotation(-askew(radius, length)).T, 0.0


def askew(radius, length):
    """The angle between a corkscrew's way in and its axis."""
    return math.atan2(2 * math.pi * radius, length)


def cumulated(f, x):
    return np.concatenate([[0], np.cumsum((f[1:] + f[:-1]) / 2 * np.diff(x))])


def rotation(angle):
    """About z, for columns."""
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def lay(pieces, start):
    """All points of the pieces, laid end to end from a start where they head along x."""
    at, heading, out = np.array(start, float), 0.0, [np.array([start], float)]
    for points, angle in pieces:
        out.append(at + points[1:] @ rotation(heading).T)
        at, heading = out[-1][-1], heading + angle
    return np.concatenate(out), heading


def divide(points, spacing):
    """Evenly divided: points about `spacing` apart, without the last, which is the first again."""
    s = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))])
    n = round(s[-1] / spacing)
    marks = np.arange(n) * s[-1] / n
    return np.stack([np.interp(marks, s, points[:, k]) for k in range(3)], 1)


STATION, BRAKES = 30.0, 52.0  # straight and level, from the station on and before it [m]
LEVEL = 3.0  # height of the station [m]
LOW = 1.85  # height of the lowest track: from there to the top 85 km/h take 27.2 m [m]
FOOT, TOP, HOME = 68.0, 138.0, 600.0  # along the spine: where towing begins and ends, and where brakes may act [m]


def layout(along, across, radius):
    """The ride from the station back to it. Two lengths and a radius are left to close it."""
    skew = askew(4.6, 30)
    return [
        straight(STATION),
        turn(math.pi, 13),
        ramp(HEIGHT - LEVEL, math.radians(26), 20),
        turn(-math.pi, 11, -0.8),
        slope(56, LOW - HEIGHT + 0.8),
        loop(17, 6.6, 5),
        straight(8),
        loop(16, 6.0, 5),
        turn(math.pi + skew, 20, 6.5),
        corkscrew(2, 4.6, 30),
        turn(-skew, 22),
        straight(along),
        turn(math.pi / 2, 18),
        slope(across, -2),
        turn(math.pi / 2, radius, LEVEL - LOW - 4.5),
        straight(BRAKES),
    ]


def spine():
    """Control points of the spine: closed, and as long as it should be."""
    unknown = np.array([40.0, 30.0, 22.0])

    def misfit(x):
        points, _ = lay(layout(*x), (0, 0, LEVEL))
        length = curve_length(divide(points, SPACING))
        return np.array([points[-1, 0], points[-1, 1], length - LENGTH])

    for _ in range(20):  # Newton, by differences
        miss = misfit(unknown)
        if np.abs(miss).max() < 1e-6:
            break
        by = np.stack([(misfit(unknown + 1e-4 * e) - miss) / 1e-4 for e in np.eye(3)], 1)
        unknown = unknown - np.linalg.solve(by, miss)
    points, _ = lay(layout(*unknown), (0, 0, LEVEL))
    return np.roll(divide(points, SPACING), 1, axis=0)


def evaluate(control, u, derivative=0):
    """The closed uniform cubic B-spline, control point j counting most at u = j - 1."""
    u = np.atleast_1d(np.asarray(u, float))
    n, first = len(control), np.floor(u).astype(int)
    x = u - first
    if derivative == 0:
        weights = [(1 - x) ** 3 / 6, (3 * x**3 - 6 * x**2 + 4) / 6, (-3 * x**3 + 3 * x**2 + 3 * x + 1) / 6, x**3 / 6]
    elif derivative == 1:
        weights = [-((1 - x) ** 2) / 2, (3 * x**2 - 4 * x) / 2, (-3 * x**2 + 2 * x + 1) / 2, x**2 / 2]
    else:
        weights = [1 - x, 3 * x - 2, 1 - 3 * x, x]
    return sum(w[:, None] * control[(first + k) % n] for k, w in enumerate(weights))


def arc_lengths(control, per_span=20):
    """u and the length up to it, all round."""
    u = np.linspace(0, len(control), per_span * len(control) + 1)
    return u, cumulated(np.linalg.norm(evaluate(control, u, 1), axis=1), u)


def curve_length(control):
    return arc_lengths(control)[1][-1]


def directions(control, u):
    """Ahead, and the curvature vector [1/m]."""
    d, dd = evaluate(control, u, 1), evaluate(control, u, 2)
    speed = np.linalg.norm(d, axis=1)[:, None]
    ahead = d / speed
    return ahead, (dd - (dd * ahead).sum(1)[:, None] * ahead) / speed**2


def stand(left, right, u, wheels, above, half):
    """How a cart stands on the rails: its centre of mass, and the point whose place along the spine is told.

    Its left half touches the left rail at two wheels, `wheels` ahead of u and behind it as the crow flies; the right half
    slides across, its wheel on the right rail. `half` is how wide each is, `above` where they have their middles."""
    d = np.full(len(u), wheels * len(left) / curve_length(left))
    for _ in range(20):  # Newton: the wheels are 2 `wheels` apart
        apart = evaluate(left, u + d) - evaluate(left, u - d)
        size = np.linalg.norm(apart, axis=1)
        grows = ((evaluate(left, u + d, 1) + evaluate(left, u - d, 1)) * apart).sum(1) / size
        d = d - (size - 2 * wheels) / grows
    ahead, middle = apart / size[:, None], (evaluate(left, u + d) + evaluate(left, u - d)) / 2
    across_u = u.copy()
    for _ in range(20):  # and the third wheel stands right across
        off = ((evaluate(right, across_u) - middle) * ahead).sum(1)
        across_u = across_u - off / (evaluate(right, across_u, 1) * ahead).sum(1)
    third = evaluate(right, across_u)
    side = (middle - third) / np.linalg.norm(middle - third, axis=1)[:, None]
    inwards, up = (GAUGE / 2 - half / 2) * side, np.cross(ahead, side)
    return (middle + third) / 2 + above * up, middle - inwards - half / 2 * side


def nearest(control, points, u):
    """The parameters of the nearest points of a curve, from first guesses."""
    for _ in range(20):
        gap, d, dd = evaluate(control, u) - points, evaluate(control, u, 1), evaluate(control, u, 2)
        u = u - (gap * d).sum(1) / ((d * d).sum(1) + (gap * dd).sum(1))
    return u


def first_ups(control, speed):
    """Up-vectors of the first round: of gravity, and of a force along the curvature as if all went at one speed."""
    ahead, curvature = directions(control, np.arange(len(control)) - 1.0)
    return across(np.array([0, 0, GRAVITY]) + speed**2 * curvature, ahead)


def across(vectors, ahead):
    """Unit vectors: the part of each at right angles to what is ahead."""
    part = vectors - (vectors * ahead).sum(1)[:, None] * ahead
    return part / np.linalg.norm(part, axis=1)[:, None]


def rails(control, ups):
    """Control points of the left and of the right rail, by (1)."""
    ahead, _ = directions(control, np.arange(len(control)) - 1.0)
    side = np.cross(across(ups, ahead), ahead)
    return control + GAUGE / 2 * side, control - GAUGE / 2 * side
