#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the closing of the joints against its law, and the chain at rest against statics."""
import math
import pathlib
import sys

import numpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import gallery  # noqa: E402

LINKS, TAU, GRAVITY, DRAG, STEP = 13, 0.4, 9.81, 15.0, 0.002
RING, WIRE, SPAN, HEIGHT = 0.25, 0.05, 4.4, 4.0
PITCH = 2 * (RING - WIRE)
MASS = 7850 * 2 * math.pi**2 * RING * WIRE**2
STARTS = [0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 5.5, 4.5, 3.5, 2.5, 1.5, 0.5]  # of joint0 ... joint13


def end_of_link(run, link, sign):
    """Where one end of a link is, and how fast: rows of x and of v."""
    w, x, y, z = (run[f"link{link}/ring.q{s}"] for s in "wxyz")
    axis = numpy.stack([1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)], axis=1)
    arm = sign * PITCH / 2 * axis
    position = numpy.stack([run[f"link{link}/ring.{s}"] for s in "xyz"], axis=1)
    velocity, spin = (numpy.stack([run[f"link{link}/ring.{v}{s}"] for s in "xyz"], axis=1) for v in "vw")
    return position + arm, velocity + numpy.cross(spin, arm)


def opening(run, joint):
    """D of a joint and its rate."""
    hook = numpy.array([SPAN / 2, 0, HEIGHT])
    if joint == 0:
        x, v = end_of_link(run, 0, -1)
        return x - hook * [-1, 1, 1], v
    x, v = end_of_link(run, joint - 1, 1)
    if joint == LINKS:
        return x - hook, v
    x_next, v_next = end_of_link(run, joint, -1)
    return x_next - x, v_next - v


def check_closing(run):
    """D'' + 2/τ D' + D/τ² = 0 [Barzel88, eq. 3]: D = (D₀ + (D₀/τ + D₀') t) e^{−t/τ}, whatever else moves."""
    worst, late, ready = 0.0, 0.0, 0.0
    for joint, start in enumerate(STARTS):
        D, rate = opening(run, joint)
        first = round(start / STEP)
        t = run["time"][first:] - start
        law = (D[first] + numpy.outer(t, D[first] / TAU + rate[first])) * numpy.exp(-t / TAU)[:, None]
        size = numpy.linalg.norm(D[first])
        worst = max(worst, float(numpy.max(numpy.abs(D[first:] - law))) / size)
        wanted = t[numpy.max(numpy.abs(law), axis=1) > 1e-9][-1] + start  # error is the largest component
        open_ = numpy.flatnonzero(run[f"joint{joint}.error"] > 1e-9)
        late = max(late, abs(run["time"][open_[-1]] - wanted))
        ready = max(ready, run["time"][open_[-1]] + STEP)
    gallery.expect_below("joints off the law, parts of what they were open", worst, 1e-8,
                         "(D0 + (D0/tau + D0') t) exp(-t/tau) of 14 joints, at every step")
    gallery.expect_below("time when each is closed to 1e-9 m, off the law [s]", late, 1.5 * STEP,
                         "a step, since rounding of the last digit of positions counts there")
    print(f"     the chain is linked to 1e-9 m at t = {ready:.3f} s, {(ready - 7.5) / TAU:.1f} tau after the last joint began")
    return ready


def check_momentum(run, ready):
    """Once all is linked and in the air: ∫ pull dt = m g T + Δp + drag Δx."""
    rows = run["time"] >= ready
    pull = run["joint0.fz"][rows] - run["joint13.fz"][rows]  # of the towers on the first and the last link
    impulse = float(numpy.sum((pull[1:] + pull[:-1]) / 2) * STEP)
    change = {s: sum(run[f"link{i}/ring.{s}"][rows][-1] - run[f"link{i}/ring.{s}"][rows][0] for i in range(LINKS))
              for s in ("z", "vz")}
    weight = LINKS * MASS * GRAVITY * (run["time"][-1] - run["time"][rows][0])
    wanted = weight + MASS * change["vz"] + DRAG * change["z"]
    gallery.expect("impulse of the towers after linking [N s]", impulse, wanted, 2e-4 * wanted,
                   "weight times time, momentum and drag; trapezium rule over steps of 2 ms")


def catenary():
    """H, the pull of the towers and the height of the lowest joint: link i of odd n, i from the middle, has tan θ = i w/H."""
    i = numpy.arange(LINKS) - (LINKS - 1) / 2
    weight = MASS * GRAVITY
    low, high = 1e-3 * weight, 1e3 * weight
    for _ in range(200):
        H = math.sqrt(low * high)
        theta = numpy.arctan(i * weight / H)
        low, high = (H, high) if PITCH * numpy.sum(numpy.cos(theta)) < SPAN else (low, H)
    drop = PITCH * float(numpy.sum(numpy.sin(theta[i > 0])))
    return H, math.hypot(H, LINKS * weight / 2), HEIGHT - drop


def check_rest():
    """The same with more drag, until nothing moves."""
    run = gallery.run(signals="joint0.f*,joint13.f*,link6/ring.z,energy.kinetic", duration=140, every=100, settings={"drag": 40})
    H, pull, lowest = catenary()
    why = "statics of 13 rigid links, tan theta_i = i w/H"
    # swings at a rate r with a speed v change the pull by m v r: below 1e-6 of the weight for v < 1e-6 g/r
    rate = math.sqrt(GRAVITY / (HEIGHT - lowest))
    gallery.expect_below("kinetic energy left [J]", run["energy.kinetic"][-1], 0.5 * LINKS * MASS * (1e-6 * GRAVITY / rate)**2,
                         "so small that no pull below is off by more than it may be")
    gallery.expect("pull across [N]", abs(run["joint0.fx"][-1]), H, 1e-6 * H, why)
    gallery.expect("pull of the left tower [N]", run["joint0.force"][-1], pull, 1e-6 * pull, why)
    gallery.expect("pull of the right tower [N]", run["joint13.force"][-1], pull, 1e-6 * pull, why)
    gallery.expect("height of the link in the middle [m]", run["link6/ring.z"][-1], lowest, 1e-6, why)


whole = gallery.run()
check_momentum(whole, check_closing(whole))
check_rest()
gallery.finish()
