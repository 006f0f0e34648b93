#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds the roller coaster: lays the spine, learns the up-vectors by test rides and writes scene.json.

    build.py             learn with a single cart, print the table of rounds, write scene.json with a train of three
    build.py --carts 8   the same with a longer train
    build.py --scale     time for a step of trains of 1 to 32 carts, as ratios (figure 5.15 of the thesis)
"""
import argparse
import json
import math
import os
import pathlib
import sys
import tempfile
import time

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import gallery  # noqa: E402
import track  # noqa: E402

HALF = {"size": [1.8, 0.6, 0.7], "mass": 300}  # half a cart with its passengers
WHEELS = 0.6  # of the left half, ahead of its middle and behind it [m]
ABOVE = 0.35  # centre of mass over the rails [m]
PITCH = 2.4  # from cart to cart [m]
START = 20.0  # where the first cart stands in the station [m along the spine]
DT = 0.005


def numbers(values, digits=6):
    return [round(float(x), digits) + 0.0 for x in values]


def curve(control):
    return {"curve": {"kind": "b_spline", "closed": True, "points": [numbers(p) for p in control]}}


def cart(name, ahead, spine, left, right):
    """One cart of two halves on a prism, standing in the station."""
    side = track.GAUGE / 2 - HALF["size"][1] / 2  # where the wheels are in a half
    middle = HALF["size"][1] / 2
    half = {"kind": "rigid_body", "shape": {"kind": "box", "size": HALF["size"]}, "mass": HALF["mass"]}
    x, z = START - ahead * PITCH, 3 + ABOVE

    def on(rail, point):
        return {"point": {"object": f"{name}_{rail}", "at": point}, "curve": left if rail == "left" else right}

    objects = [
        half | {"name": f"{name}_left", "position": [x, middle, z]},
        half | {"name": f"{name}_right", "position": [x, -middle, z]},
    ]
    constraints = [
        {"kind": "prism", "name": f"{name}_slide", "a": {"object": f"{name}_left", "at": [0, -middle, 0], "z": [0, 1, 0]},
         "b": {"object": f"{name}_right", "at": [0, middle, 0], "z": [0, 1, 0]}},
        {"kind": "point_to_curve", "name": f"{name}_left_front", **on("left", [WHEELS, side, -ABOVE])},
        {"kind": "point_to_curve", "name": f"{name}_left_rear", **on("left", [-WHEELS, side, -ABOVE])},
        {"kind": "point_to_curve", "name": f"{name}_right_wheel", **on("right", [0, -side, -ABOVE])},
    ]
    forces = [
        {"kind": "actuator", "name": f"{name}_push",
         "quantity": {"arc_length": {"point": {"object": f"{name}_left", "at": [0, -middle, -ABOVE]}, "curve": spine}},
         "effort": {"controller": f"{name}_drive"}},
    ]
    controllers = [
        {"kind": "computed", "name": f"{name}_drive",
         "formula": "launch*step(40 - s) + tow*step(s - 68)*step(138 - s) + brake*step(s - 600)",
         "inputs": [{"name": "s", "signal": {"signal": f"{name}_push.quantity"}}]
         + [{"name": n, "signal": {"signal": f"{n}.output"}} for n in ("launch", "tow", "brake")]},
    ]
    return objects, constraints, forces, controllers


def scene(control, ups, carts):
    """The scene of a train on the track."""
    spine, (left, right) = curve(control), (curve(rail) for rail in track.rails(control, ups))
    out = {"format": "holon-scene", "version": 1, "title": "Roller coaster", "dt": DT, "duration": 110,
           "objects": [], "constraints": [], "forces": [{"kind": "gravity", "g": [0, 0, -track.GRAVITY]}],
           "controllers": []}
    speed = {"signal": "cart0_push.quantity_dot"}
    out["controllers"] += [
        {"kind": "pid", "name": "launch", "input": speed, "reference": 4, "p": 6000, "low": 0, "high": 900},
        {"kind": "pid", "name": "tow", "input": speed, "reference": 1.6, "p": 30000, "i": 15000, "low": -6000, "high": 6000},
        {"kind": "computed", "name": "stopping", "formula": f"sqrt(2*4.5*max({track.LENGTH + START} - s, 0))",
         "inputs": [{"name": "s", "signal": {"signal": "cart0_push.quantity"}}]},
        {"kind": "pid", "name": "brake", "input": speed, "reference": {"signal": "stopping.output"},
         "p": 12000, "low": -4500, "high": 0},
    ]
    for i in range(carts):
        for key, parts in zip(("objects", "constraints", "forces", "controllers"), cart(f"cart{i}", i, spine, left, right)):
            out[key] += parts
        if i > 0:
            out["forces"].append(
                {"kind": "spring_damper", "name": f"coupling{i}", "a": {"object": f"cart{i - 1}_left", "at": [-0.9, -0.3, -0.2]},
                 "b": {"object": f"cart{i}_left", "at": [0.9, -0.3, -0.2]}, "stiffness": 2e5, "damping": 4e3, "length": 0.6})
    return out


def write(path, content):
    text = json.dumps(content, indent=1)
    path.write_text(text + "\n")


def ride(content, signals, duration=None, every=1):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "scene.json"
        write(path, content)
        return gallery.run(path, signals=signals, duration=duration, every=every)


WHEEL_NAMES = ("left_front", "left_rear", "right_wheel")


class Ride:
    """A ride of a train, as its first cart feels it."""

    def __init__(self, content, duration=None):
        signals = ["cart0_push.quantity*", "cart0_right_wheel.curve.u", "energy.total"]
        signals += [f"cart0_left.{k}" for k in ("x", "y", "z", "q?")]
        signals += [f"cart0_{w}.f?" for w in WHEEL_NAMES]
        run = ride(content, ",".join(signals), duration)
        self.run = run
        self.time, self.length = run["time"], run["cart0_push.quantity"]
        self.speed, self.u = run["cart0_push.quantity_dot"], run["cart0_right_wheel.curve.u"]
        # what is read is the force on the rail; the cart feels the opposite
        self.force = -sum(np.stack([run[f"cart0_{w}.f{k}"] for k in "xyz"], 1) for w in WHEEL_NAMES)
        self.weight = 2 * HALF["mass"] * track.GRAVITY
        w, x, y, z = (run[f"cart0_left.q{k}"] for k in "wxyz")
        self.side = np.stack([2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)], 1)

    def moving(self):
        """Rows from the first movement until it stands in the station again."""
        return self.speed > 0.05

    def g_force(self):
        return np.linalg.norm(self.force, axis=1) / self.weight

    def sideways(self):
        """The share of the force that pushes across the cart, in weights."""
        return (self.force * self.side).sum(1) / self.weight

    def force_at(self, u):
        return np.stack([np.interp(u, self.u, self.force[:, k]) for k in range(3)], 1)


def learn(control, ups, rounds, tell=print):
    """Rides a single cart, takes the force of the track on it at each control point as the next up-vector."""
    n = len(control)
    marks = np.arange(n) - 1.0
    ahead, _ = track.directions(control, marks)
    tell("round  up changes by, mean / most [deg]  sideways, mean / most [weights]  most [g]  top speed [km/h]  ride [s]")
    for turn in range(1, rounds + 1):
        tested = Ride(scene(control, ups, 1))
        first = tested.u[0]
        passed = np.where(marks < first, marks + n, marks)  # a lap from the station back to it
        force = tested.force_at(passed)
        force = (np.roll(force, 1, 0) + 2 * force + np.roll(force, -1, 0)) / 4
        learnt = track.across(force, ahead)
        change = np.degrees(np.arccos(np.clip((learnt * track.across(ups, ahead)).sum(1), -1, 1)))
        moving, across = tested.moving(), np.abs(tested.sideways())
        tell(f"{turn:5d}  {change.mean():16.3f} / {change.max():<16.3f}  {across[moving].mean():14.4f} / {across[moving].max():<14.4f}"
             f" {tested.g_force().max():8.2f}  {3.6 * tested.speed.max():16.2f}  {tested.time[moving][-1]:8.1f}")
        worst=np.argsort(-change)[:5]; print(worst*3.957, change[worst], np.linalg.norm(force[worst],axis=1)/tested.weight)
        ups = learnt if turn == 1 else track.across(ups + learnt, ahead)
    return ups


def main():
    control = track.spine()
    ups = learn(control, track.first_ups(control, 12), 8)


if __name__ == "__main__":
    main()
