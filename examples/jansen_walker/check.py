#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Jansen's walker: its feet against the closed form of the linkage, the flat part of their curve, and its pace."""
import numpy

import gallery

A, B, C, D, E, F, G, H, I, J, K, L, M = (x / 100 for x in (38, 41.5, 39.3, 40.1, 55.8, 39.4, 36.7, 65.7, 49, 50, 61.9, 7.8, 15))
MASS = 8 + 2 + 3 * 0.5 + 6 * (0.8 + 0.8 + 4 * 0.3)
PERIOD = 2.0


def meet(p, from_p, q, from_q, side):
    """Where two circles meet: to the left of the way from p to q for side 1, to the right for -1."""
    way = q - p
    far = numpy.hypot(*way)
    angle = numpy.arctan2(way[1], way[0]) + side * numpy.arccos((from_p**2 + far**2 - from_q**2) / (2 * from_p * far))
    return p + from_p * numpy.array([numpy.cos(angle), numpy.sin(angle)])


def foot(crank):
    """The foot of a left leg, from the crank shaft: x and z."""
    pin = M * numpy.array([numpy.cos(crank), numpy.sin(crank)])
    hip = numpy.array([-A + 0 * crank, -L + 0 * crank])
    d = meet(hip, B, pin, J, 1)
    e = meet(hip, D, d, E, 1)
    f = meet(hip, C, pin, K, -1)
    g = meet(f, G, e, F, 1)
    return meet(f, I, g, H, 1)


LEGS = [(f"pair{n}/{side}", sign, n * 2 * numpy.pi / 3) for n in range(3) for side, sign in (("left", 1), ("right", -1))]


def foot_of(leg, crank):
    """The foot of any leg from the shaft: a right leg sees the crank in a mirror."""
    _, sign, pin = leg
    x, z = foot(crank + pin if sign > 0 else numpy.pi - crank - pin)
    return sign * x, z


run = gallery.run(signals="chassis.*,*/shin.*,*/foot.f?,motor.quantity", every=2)
time, crank = run["time"], run["motor.quantity"]

# seen from the chassis, which nods a little, feet go along their closed curves; shins tell where they are
nod = 2 * numpy.arctan2(run["chassis.qy"], run["chassis.qw"])
corner = numpy.arccos((G**2 + I**2 - H**2) / (2 * G * I))
off, curves = 0.0, {}
for leg in LEGS:
    name, sign, _ = leg
    # a right leg is turned by half a turn about z: qw and qy of its shin stand in qz and -qx
    w, y = (run[f"{name}/shin.qw"], run[f"{name}/shin.qy"]) if sign > 0 else (run[f"{name}/shin.qz"], -run[f"{name}/shin.qx"])
    heading = -2 * numpy.arctan2(y, w) + corner
    x = run[f"{name}/shin.x"] + sign * I * numpy.cos(heading) - run["chassis.x"]
    z = run[f"{name}/shin.z"] + I * numpy.sin(heading) - run["chassis.z"]
    seen = numpy.array([x * numpy.cos(nod) - z * numpy.sin(nod), x * numpy.sin(nod) + z * numpy.cos(nod) - L])
    curves[name] = seen
    off = max(off, numpy.hypot(*(seen - numpy.array(foot_of(leg, crank)))).max())
gallery.expect_below("feet off their closed form [m]", off, 1e-9, "five triangles of the thirteen lengths")

# the curve that Jansen bred: flat below, and half of the time there
turn = numpy.linspace(0, 2 * numpy.pi, 3600, endpoint=False)
last = time > 6.0 - PERIOD - 1e-9


def flat_part(curve):
    """What share of the curve is within 2 cm of its lowest point, and how long that part is."""
    x, z = curve
    low = z < z.min() + 0.02
    return low.mean(), x[low].max() - x[low].min()


share, length = flat_part(foot(turn))
for name in ("pair0/left", "pair2/right"):
    measured = flat_part(curves[name][:, last])
    gallery.expect(f"{name}: share of a turn within 2 cm of the lowest point", measured[0], share, 2e-3,
                   "closed form; it is more than half, so that of two legs one always stands")
    gallery.expect(f"{name}: length of that step [m]", measured[1], length, 4e-3, "closed form, about 0.65 m; rows are 3 mm apart")

# its pace: on hard ground without slip the chassis goes as fast as the lowest foot goes back
rates = [numpy.gradient(foot_of(leg, turn)[0], turn) for leg in LEGS]
lowest = numpy.argmin([foot_of(leg, turn)[1] for leg in LEGS], axis=0)
step = abs(numpy.mean(numpy.choose(lowest, rates)) * 2 * numpy.pi)
walked = run.at("chassis.x", 6.0) - run.at("chassis.x", 6.0 - PERIOD)
gallery.expect("way in one turn of the crank [m]", walked, step, 0.05 * step, "the lowest foot carries; ground gives way a little and several feet share the weight")

# walking evenly, the ground carries the weight in the mean over a turn, and pushes neither forward nor back
force = {axis: sum(run[f"{name}/foot.f{axis}"][last] for name, _, _ in LEGS) for axis in "xz"}
mean = {axis: numpy.mean((f[1:] + f[:-1]) / 2) for axis, f in force.items()}
gallery.expect("mean force of the ground over a turn [N]", mean["z"], MASS * 9.81, 1.0, "the weight")
gallery.expect("mean push of the ground over a turn [N]", mean["x"], 0, 1.0, "it walks evenly")
gallery.finish()
