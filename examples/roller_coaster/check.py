#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the ride of the train against energy, the shape of its track, and what the thesis tells of the Python."""
import json
import pathlib
import sys

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import build  # noqa: E402
import gallery  # noqa: E402
import track  # noqa: E402

CARTS = 3
parts = json.loads((HERE / "scene.json").read_text())["groups"][0]
spine = np.array(parts["forces"][0]["quantity"]["arc_length"]["curve"]["curve"]["points"])
left, right = (np.array(parts["constraints"][i]["curve"]["curve"]["points"]) for i in (1, 3))
u, lengths = track.arc_lengths(spine)
height = track.evaluate(spine, u)[:, 2]
gallery.expect("length of the track [m]", lengths[-1], track.LENGTH, 0.01, "the Python, section 5.5")
gallery.expect("height of the track [m]", height.max(), track.HEIGHT, 0.05, "the same; a spline cuts corners")
gallery.expect_below("the spine off the middle of the rails [m]", np.abs((left + right) / 2 - spine).max(), 2e-4, "points are written to 0.1 mm")
gap = np.linalg.norm(track.evaluate(left, u) - track.evaluate(right, u), axis=1)
gallery.expect("widest gauge [m]", gap.max(), track.GAUGE, 2e-4, "no wider than at the control points")
print(f"     narrowest gauge {gap.min():.3f} m: what the two halves of a cart slide over")

ride = build.Ride(HERE / "scene.json", "coupling1.f?")
run, time = ride.run, ride.time
energy = run["energy.total"]
last = ride.length - (CARTS - 1) * build.PITCH
free = (last > track.TOP + 1) & (ride.length < 685)
gallery.expect_below("change of energy from the top to the brakes, over that of the whole drop",
                     np.ptp(energy[free]) / (CARTS * build.WEIGHT * np.ptp(height)), 2e-3, "nothing but the dampers of the couplings takes any")

halves = [f"cart{i}/{half}" for i in range(CARTS) for half in ("left", "right")]
squares = np.mean([run[f"{h}.vx"] ** 2 + run[f"{h}.vy"] ** 2 + run[f"{h}.vz"] ** 2 for h in halves], axis=0)
heights = np.mean([run[f"{h}.z"] for h in halves], axis=0)
start = np.argmax(free)
bottom = start + np.argmax(squares[free])
fall = squares[start] + 2 * track.GRAVITY * (heights[start] - heights[bottom])
gallery.expect("speed at the bottom [m/s]", np.sqrt(squares[bottom]), np.sqrt(fall), 0.03, "energy; turning carts and couplings hold 0.2 % of it")
gallery.expect("top speed [km/h]", 3.6 * ride.speed.max(), 3.6 * track.TOP_SPEED, 0.5, "85 km/h, section 5.5; sets how low the track goes")
moving = ride.moving()
gallery.expect("one ride [s]", time[moving][-1], 105, 2, "105 s, section 5.5; sets how fast it is towed")
gallery.expect("where the first cart stops [m]", ride.length[-1], track.LENGTH + build.START, 0.2, "the mark in the station it came from")

# what the track does to the first cart: its centre of mass goes along a path c(s) that follows from the rails alone, so that
#   force = m (c'' s'^2 + c' s'' + weight) - coupling
fine, fine_lengths = track.arc_lengths(spine, 100)
path, told = track.stand(left, right, fine, build.WHEELS, build.ABOVE, build.HALF[1])
s = np.interp(track.nearest(spine, told, fine.copy()), fine, fine_lengths)
at, mass = ride.length % track.LENGTH, 2 * build.HALF_MASS
first, second = np.gradient(path, s, axis=0), np.gradient(np.gradient(path, s, axis=0), s, axis=0)


def on_the_ride(values):
    return np.stack([np.interp(at, s, values[:, k]) for k in range(3)], 1)


def vectors(name, letter):
    return np.stack([run[f"{name}.{letter}{k}"] for k in "xyz"], 1)


middle = (vectors("cart0/left", "") + vectors("cart0/right", "")) / 2
gallery.expect_below("centre of mass of the first cart off the path that the rails give it [m]",
                     np.linalg.norm(middle - on_the_ride(path), axis=1)[free].max(), 1e-4, "read off a line between points 4 cm apart: (0.04 m)^2/8 over a radius of 5 m")
bend = on_the_ride(second) * ride.speed[:, None] ** 2 + on_the_ride(first) * np.gradient(ride.speed, time)[:, None]
off = ride.force - vectors("coupling1", "f") - mass * (bend + np.array([0, 0, track.GRAVITY]))
gallery.expect_below("force of the track off that of the path, its speed and the coupling, at any moment [weights]",
                     np.linalg.norm(off[free], axis=1).max() / build.WEIGHT, 0.02,
                     f"of {ride.g_force()[free].max():.1f}; third derivatives of splines jump, and differences are taken over 8 cm and 10 ms")
aside = ride.sideways()[moving]
gallery.expect_below("sideways force, mean [weights]", aside.mean(), 0.03, "0.29 in the first round")
gallery.expect_below("largest force of the track [weights]", ride.g_force().max(), 6.0, "what passengers stand for a moment")
gallery.expect_below("largest distance of a wheel from its rail [m]", max(np.abs(run[n][time > 2]).max() for n in run.names if n.endswith(".error")), 1e-8,
                     "after the first second, in which carts placed to a millimetre settle; 1e-12 of the size of the model, and rounding")
gallery.finish()
