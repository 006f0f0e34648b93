#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What ropes and ground carry before the blow, the momentum that the blow passes on, and the energy."""
import math

import numpy

import gallery

G, BEAM, MASS, ROPE, ASIDE, STEP = 9.81, 40.0, 300.0, 4.0, 0.9, 0.002
HOOK_Z = ROPE + 1.2
BEAMS = [f"{way}{i}/p{k}" for way in ("along", "across") for i in range(3) for k in range(3)]
WEIGHT = BEAM * G * len(BEAMS)
# contacts are solved to 1e-9 m/s in a step, which is 5e-8 of g
SOLVED = 1e-6


def row(run, time):
    return int(numpy.argmax(run["time"] > time - 1e-6))


def check_rest(run):
    k = row(run, 0.9)
    gallery.expect("at rest: the ground carries [N]", -run["ground.contact_fz"][k], WEIGHT, SOLVED * WEIGHT, "weight of 18 beams")
    off = max(abs(run[f"{b}/beam.contact_fz"][k] - BEAM * G) for b in BEAMS)
    gallery.expect_below("at rest: what beams are carried with, less their weight [N]", off, SOLVED * BEAM * G, "each is in balance")
    gallery.expect_below("at rest: speed of the fastest beam from 0.2 s on [m/s]", max(float(numpy.max(numpy.abs(run[f"{b}/beam.v{c}"][row(run, 0.2):k]))) for b in BEAMS for c in "xyz"), 1e-8, "nothing moves")
    gallery.expect("at rest: rope [N]", run["rope.force"][k], MASS * G / math.cos(ASIDE), 1e-6 * MASS * G, "m g / cos θ")
    gallery.expect("at rest: stay [N]", run["stay.force"][k], MASS * G * math.tan(ASIDE), 1e-6 * MASS * G, "m g tan θ, as it is level")


def check_swing(run):
    """Just before the ball touches. It turns by v h/L in a step: energy and tension are kept to the second order of that."""
    k = int(numpy.argmax(run["ball.contacts"] > 0)) - 1
    drop = HOOK_Z - ROPE * math.cos(ASIDE) - run["ball.z"][k]
    speed = math.sqrt(2 * G * drop)
    second = (speed * STEP / ROPE) ** 2
    gallery.expect("speed of the ball before the blow [m/s]", math.hypot(run["ball.vx"][k], run["ball.vz"][k]), speed, speed * second, "√(2 g drop); of second order in the step")
    gallery.expect("rope before the blow [N]", run["rope.force"][k], MASS * (G * (HOOK_Z - run["ball.z"][k]) / ROPE + speed**2 / ROPE), 4 * second * MASS * speed**2 / ROPE,
                   "m (g cos θ + v²/L); of second order in the step")


def momentum(run, axis):
    return MASS * run[f"ball.v{axis}"] + BEAM * sum(run[f"{b}/beam.v{axis}"] for b in BEAMS)


def check_blow():
    """On ice, where nothing rubs, the ground takes no momentum along x, and the rope only what its slant gives."""
    run = gallery.run(duration=2.2, settings={"friction": 0})
    k = int(numpy.argmax(run["ball.contacts"] > 0))
    steps = 2
    for axis in "xy":
        before, after = momentum(run, axis)[k - 1], momentum(run, axis)[k + steps]
        # how far the ball goes on past the hook, at most, times the most that the rope has carried
        slant = abs(run["ball.x"][k - 1] - HOOK_X) + steps * STEP * run["ball.vx"][k - 1]
        pull = float(numpy.max(run["rope.force"][k - 1:k + steps + 1])) * slant / ROPE * steps * STEP
        gallery.expect(f"on ice: momentum along {axis} after the blow [N s]", after, before, pull if axis == "x" else 1e-6 * MASS * 5, "all that came; the rope slants a little")
    print(f"     the ball had {MASS * run['ball.vx'][k - 1]:.1f} N s and keeps {MASS * run['ball.vx'][k + steps]:.1f} N s")


def check_energy(run):
    energy = run["energy.total"]
    free = run["time"] > 1.0 + STEP
    lost = float(energy[0] - energy[-1])
    touched = int(numpy.argmax(run["ball.contacts"] > 0))
    rises = numpy.diff(energy)[touched:]
    gallery.expect_below("energy, largest rise in a step after the blow, of what is lost in all", float(numpy.max(rises)) / lost, 1e-6,
                         "friction and blows only take; what overlaps by rounding is lifted")
    gallery.expect_below("energy, all rises after the blow together, of what is lost in all", float(numpy.sum(rises[rises > 0])) / lost, 1e-5, "the same")
    swing = energy[free & (run["time"] < run["time"][touched])]
    gallery.expect_below("energy while the ball swings, spread, of what it falls through", float(numpy.ptp(swing)) / (MASS * G * ROPE * (1 - math.cos(ASIDE))), (5.45 * STEP / ROPE) ** 2,
                         "kept; of second order of what it turns in a step")
    top = max(run[f"{b}/beam.z"][-1] for b in BEAMS)
    gallery.expect_below("height of the highest beam at the end [m]", top, 1.3, "its top stood at 1.8")


HOOK_X = -0.45 - 0.35 - 0.01
whole = gallery.run()
check_rest(whole)
check_swing(whole)
check_blow()
check_energy(whole)
gallery.finish()
