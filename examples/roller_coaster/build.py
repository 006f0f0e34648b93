#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Builds the roller coaster: lays the spine, learns the up-vectors by test rides and writes scene.json.

    build.py                 learn with a single cart, print the table of rounds, write scene.json with a train of three
    build.py --carts 8       the same with a longer train
    build.py --scale         time for a step of trains of 1 to 32 carts, as ratios (figure 5.15 of the thesis)
    build.py --svg ride.svg  speed, g-forces and height over the ride of scene.json
"""
import argparse
import json
import pathlib
import sys
import tempfile

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import gallery  # noqa: E402
import track  # noqa: E402

HALF, HALF_MASS = (1.8, 0.6, 0.7), 300  # half a cart with its passengers: size [m], mass [kg]
WHEELS = 0.6  # of the left half, ahead of its middle and behind it [m]
ABOVE = 0.35  # centre of mass over the rails [m]
PITCH = 2.4  # from cart to cart [m]
START = 20.0  # where the first cart stands in the station [m along the spine]
GUESS = 12.0  # speed for which the first rails are banked [m/s]
SETTLED = 0.5  # up-vectors have settled when none changes by more [deg]
WEIGHT = 2 * HALF_MASS * track.GRAVITY
WHEEL_NAMES = ("left_front", "left_rear", "right_wheel")


def curve(control):
    """A closed B-spline, its points to a tenth of a millimetre."""
    return {"curve": {"kind": "b_spline", "closed": True, "points": [[round(float(x), 4) + 0.0 for x in p] for p in control]}}


def cart(spine, left, right):
    """One cart: two halves on a prism, on three wheels. `at` is where it stands along the station."""
    middle, side = HALF[1] / 2, track.GAUGE / 2 - HALF[1] / 2
    half = {"shape": {"kind": "box", "size": list(HALF)}, "mass": HALF_MASS}
    place, speed = {"signal": "push.quantity"}, {"signal": "push.quantity_dot"}
    inputs = [{"name": "s", "signal": place}] + [{"name": n, "signal": {"signal": f"{n}.output"}} for n in ("launch", "tow", "brake")]
    return {
        "name": "cart",
        "parameters": [{"name": "at", "value": START, "unit": "m", "note": "along the station"}],
        "objects": [
            {"kind": "rigid_body", "name": "left", **half, "position": ["at", middle, track.LEVEL + ABOVE], "looks": {"colour": "#B5483A"}},
            {"kind": "rigid_body", "name": "right", **half, "position": ["at", -middle, track.LEVEL + ABOVE], "looks": {"colour": "#5C7A98"}},
        ],
        "constraints": [
            {"kind": "prism", "name": "slide", "a": {"object": "left", "at": [0, -middle, 0], "z": [0, 1, 0]},
             "b": {"object": "right", "at": [0, middle, 0], "z": [0, 1, 0]}},
            {"kind": "point_to_curve", "name": "left_front", "point": {"object": "left", "at": [WHEELS, side, -ABOVE]}, "curve": left},
            {"kind": "point_to_curve", "name": "left_rear", "point": {"object": "left", "at": [-WHEELS, side, -ABOVE]}, "curve": left},
            {"kind": "point_to_curve", "name": "right_wheel", "point": {"object": "right", "at": [0, -side, -ABOVE]}, "curve": right},
        ],
        "forces": [
            {"kind": "actuator", "name": "push", "effort": {"controller": "drive"},
             "quantity": {"arc_length": {"point": {"object": "left", "at": [0, -middle, -ABOVE]}, "curve": spine}}},
        ],
        "controllers": [
            {"kind": "pid", "name": "launch", "input": speed, "reference": "launch_speed", "p": 6000, "low": 0, "high": 900},
            {"kind": "pid", "name": "tow", "input": speed, "reference": "tow_speed", "p": 30000, "i": 15000, "low": -6000, "high": 6000},
            {"kind": "computed", "name": "stopping", "formula": f"sqrt(2*braking*max({track.LENGTH} + at - s, 0))", "inputs": inputs[:1]},
            {"kind": "pid", "name": "brake", "input": speed, "reference": {"signal": "stopping.output"}, "p": 12000, "low": -4500, "high": 0},
            {"kind": "computed", "name": "drive", "inputs": inputs,
             "formula": f"launch*step({track.STATION + 10} - s) + tow*step(s - {track.FOOT})*step({track.TOP} - s) + brake*step(s - {track.HOME})"},
        ],
    }


def coupling(i):
    """The spring between two carts, in the middle of their left halves' inner edges."""
    return {"kind": "spring_damper", "name": f"coupling{i}", "a": {"object": f"cart{i - 1}/left", "at": [-HALF[0] / 2, -HALF[1] / 2, -0.2]},
            "b": {"object": f"cart{i}/left", "at": [HALF[0] / 2, -HALF[1] / 2, -0.2]},
            "stiffness": "stiffness", "damping": "damping", "length": round(PITCH - HALF[0], 6)}


def scene(control, ups, carts):
    """The scene of a train on the track."""
    return {
        "format": "holon-scene", "version": 1, "title": "Roller coaster",
        "note": "A train of carts on two rails: pushed out of the station, towed up the ramp, and then left to itself until the brakes. "
                "The rails were banked by test rides, so that the track hardly pushes sideways. Written by build.py.",
        "dt": 0.005, "duration": 110,
        "parameters": [
            {"name": "launch_speed", "value": 4, "unit": "m/s", "min": 1, "max": 7, "note": "out of the station"},
            {"name": "tow_speed", "value": 1.6, "unit": "m/s", "min": 0.5, "max": 5, "note": "up the ramp"},
            {"name": "braking", "value": 4.5, "unit": "m/s^2", "min": 4.2, "max": 7, "note": "with which the speed is brought to nothing"},
            {"name": "stiffness", "value": 2e5, "unit": "N/m", "min": 2e4, "max": 1e6, "note": "of the couplings"},
            {"name": "damping", "value": 4000, "unit": "N s/m", "min": 0, "max": 20000, "note": "of the couplings"},
        ],
        "groups": [cart(curve(control), *(curve(rail) for rail in track.rails(control, ups)))],
        "instances": [{"group": "cart", "name": "cart", "count": carts, "set": {"at": f"{START} - {PITCH}*i"}}],
        "forces": [{"kind": "gravity", "g": [0, 0, -track.GRAVITY]}] + [coupling(i) for i in range(1, carts)],
        "views": [
            {"name": "park", "from": [-75, -95, 60], "to": [-3, 42, 5], "up": [0, 0, 1], "height": 116},
            {"name": "loops", "from": [40, -5, 14], "to": [40, 52, 10], "up": [0, 0, 1], "height": 28},
            {"name": "corkscrew", "from": [20, 140, 22], "to": [16, 92, 12], "up": [0, 0, 1], "height": 32},
            {"name": "ride", "from": [2, -22, 12], "to": [19, 0, 4], "up": [0, 0, 1], "height": 15, "follow": "cart1/left"},
        ],
        "plots": [
            {"title": "Speed [m/s]", "signals": "cart0/push.quantity_dot"},
            {"title": "Height [m]", "signals": "cart0/left.z"},
            {"title": "Forces of the wheels [N]", "signals": "cart0/left_front.force,cart0/left_rear.force,cart0/right_wheel.force"},
        ],
    }


def text(value, depth=0):
    """JSON with small things on one line, and eight points of a curve to a line."""
    flat, pad = json.dumps(value), " " * (depth + 1)
    if len(flat) + depth <= 180:
        return flat
    if isinstance(value, dict):
        inner = ",\n".join(f"{pad}{json.dumps(k)}: {text(v, depth + 1)}" for k, v in value.items())
        return "{\n" + inner + "\n" + " " * depth + "}"
    if isinstance(value, list) and all(isinstance(p, list) for p in value):
        rows = [", ".join(json.dumps(p) for p in value[i:i + 6]) for i in range(0, len(value), 6)]
        return "[\n" + ",\n".join(pad + row for row in rows) + "\n" + " " * depth + "]"
    if isinstance(value, list):
        return "[\n" + ",\n".join(pad + text(v, depth + 1) for v in value) + "\n" + " " * depth + "]"
    return flat


class Ride:
    """A ride as the first cart feels it."""

    def __init__(self, path, *more):
        signals = [*more, "cart0/push.quantity*", "cart0/right_wheel.curve.u", "energy.total", "*.error"]
        signals += [f"cart*/{half}.{k}" for half in ("left", "right") for k in ("x", "y", "z", "v?", "q?")]
        signals += [f"cart0/{w}.f?" for w in WHEEL_NAMES]
        run = gallery.run(path, signals=",".join(signals))
        self.run, self.time = run, run["time"]
        self.length, self.speed = run["cart0/push.quantity"], run["cart0/push.quantity_dot"]
        self.u = run["cart0/right_wheel.curve.u"]
        # what is read is the force on the rail; the cart feels the opposite
        self.force = -sum(np.stack([run[f"cart0/{w}.f{k}"] for k in "xyz"], 1) for w in WHEEL_NAMES)
        w, x, y, z = (run[f"cart0/left.q{k}"] for k in "wxyz")
        self.side = np.stack([2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)], 1)

    def moving(self):
        """Rows from the first movement until the train stands in the station again."""
        return self.speed > 0.05

    def g_force(self):
        return np.linalg.norm(self.force, axis=1) / WEIGHT

    def sideways(self):
        """The part of the force that pushes across the cart, in weights."""
        return np.abs((self.force * self.side).sum(1)) / WEIGHT

    def force_at(self, u):
        return np.stack([np.interp(u, self.u, self.force[:, k]) for k in range(3)], 1)


def test_ride(control, ups):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "scene.json"
        path.write_text(text(scene(control, ups, 1)))
        return Ride(path)


def learn(control, tell=print, rounds=12):
    """Rides a single cart round after round; the force of the track on it at each control point is the next up-vector.

    The force at a point depends on how the track rolls about it, as the centre of mass lies above the rails. So forces
    are smoothed over neighbours, and from the second round on the mean of the old and the new direction is taken:
    corrections in full swing from side to side where the cart is light and fast."""
    marks = np.arange(len(control)) - 1.0
    ahead, _ = track.directions(control, marks)
    ups = track.first_ups(control, GUESS)
    tell("round  up changes by, mean / most [deg]  sideways, mean / most [weights]  most [g]  top speed [km/h]  ride [s]")
    for number in range(1, rounds + 1):
        ride = test_ride(control, ups)
        force = ride.force_at(np.where(marks < ride.u[0], marks + len(control), marks))  # a lap from the station back to it
        learnt = track.across(np.roll(force, 1, 0) + 2 * force + np.roll(force, -1, 0), ahead)
        change = np.degrees(np.arccos(np.clip((learnt * track.across(ups, ahead)).sum(1), -1, 1)))
        moving = ride.moving()
        aside = ride.sideways()[moving]
        tell(f"{number:5d}  {change.mean():16.3f} / {change.max():<16.3f}  {aside.mean():14.4f} / {aside.max():<14.4f}"
             f" {ride.g_force().max():8.2f}  {3.6 * ride.speed.max():16.2f}  {ride.time[moving][-1]:8.1f}")
        ups = learnt if number == 1 else track.across(ups + learnt, ahead)
        if change.max() < SETTLED:
            break
    return ups


def scale(control, ups):
    """Time for a step of trains of 1 to 32 carts, over that of one cart, as they leave the station."""
    one = None
    print("carts  time for a step / that of one cart  the same for each cart")
    for carts in (1, 2, 4, 8, 16, 24, 32):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "scene.json"
            path.write_text(text(scene(control, ups, carts)))
            took = gallery.step_time(path, 0.005, max(500, 16000 // carts))
        one = one or took
        print(f"{carts:5d}  {took / one:35.2f}  {took / one / carts:22.2f}")


def draw(path):
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    ride = Ride(HERE / "scene.json")
    figure, axes = pyplot.subplots(3, 1, sharex=True, figsize=(9, 7))
    for axis, values, label in zip(axes, (3.6 * ride.speed, ride.g_force(), ride.run["cart0/left.z"]), ("speed [km/h]", "force of the track [weights]", "height [m]")):
        axis.plot(ride.time, values, color="#5C7A98")
        axis.set_ylabel(label)
    axes[1].plot(ride.time, ride.sideways(), color="#B5483A", label="sideways")
    axes[1].legend(frameon=False)
    axes[2].set_xlabel("time [s]")
    figure.savefig(path, bbox_inches="tight")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--carts", type=int, default=3)
    parser.add_argument("--scale", action="store_true")
    parser.add_argument("--svg")
    options = parser.parse_args()
    if options.svg:
        return draw(options.svg)
    control = track.spine()
    if options.scale:
        return scale(control, track.first_ups(control, GUESS))
    ups = learn(control)
    (HERE / "scene.json").write_text(text(scene(control, ups, options.carts)) + "\n")


if __name__ == "__main__":
    main()
