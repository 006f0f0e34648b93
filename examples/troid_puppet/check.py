#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the puppet to its paths, its energy to the work of the paths, and its hanging legs to elasticity."""
import math
import pathlib
import sys

import numpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import gallery  # noqa: E402

GRAVITY, YOUNG, TAU, STEP = 9.81, 40000.0, 0.15, 0.001
PIECES = {"shirt": (0.2, 0.12, 0.32), "head": (0.11, 0.11, 0.13)}
for side in ("right", "left"):
    PIECES |= {f"{side} arm/upper": (0.16, 0.055, 0.055), f"{side} arm/fore": (0.16, 0.045, 0.045),
               f"{side} leg/thigh": (0.075, 0.075, 0.2), f"{side} leg/shin": (0.06, 0.06, 0.2)}
VOLUME = {name: 4 / 3 * math.pi * math.prod(radii) for name, radii in PIECES.items()}
MASS = {name: 1000 * volume for name, volume in VOLUME.items()}
PATHS = {
    "shirt path": (lambda t: (0.5 * numpy.sin(0.8 * t), 1.45 + 0.08 * numpy.sin(3.2 * t)),
                   lambda t: (0.4 * numpy.cos(0.8 * t), 0.256 * numpy.cos(3.2 * t)), (0, 1.4)),
    "hand path": (lambda t: (0.5 * numpy.sin(0.8 * t) + 0.5 + 0.15 * numpy.sin(2.4 * t), 1.7 + 0.2 * numpy.cos(2.4 * t)),
                  lambda t: (0.4 * numpy.cos(0.8 * t) + 0.36 * numpy.cos(2.4 * t), -0.48 * numpy.sin(2.4 * t)), (0.79, 1.37)),
}


def check_paths(run):
    """D = (D₀ + (D₀/τ + Ḋ₀) t) e^{−t/τ}: the puppet starts at rest beside paths that move."""
    for name, (place, rate, start) in PATHS.items():
        D0, V0 = (numpy.subtract(start, place(0.0)), -numpy.array(rate(0.0)))
        t = run["time"]
        law = numpy.max(numpy.abs(D0 + numpy.outer(t, D0 / TAU + V0)), axis=1) * numpy.exp(-t / TAU)
        gallery.expect_below(f"{name}: off the law [m]", float(numpy.max(numpy.abs(run[f"{name}.error"] - law))), 1e-8,
                             "what is left below 1e-9 of the size is closed at once")
        met = t[run[f"{name}.error"] > 1e-9][-1]
        gallery.expect(f"{name}: met to 1e-9 m after [s]", met, t[law > 1e-9][-1], 0.01, "the same")


def check_work():
    """Without damping the energy is what the paths put in: ΔE = ∫ F · ẋ dt."""
    run = gallery.run(signals="* path.f*,energy.total", settings={"viscosity": 0, "air": 1})
    t = run["time"]
    power = sum(run[f"{name}.fx"] * rate(t)[0] + run[f"{name}.fz"] * rate(t)[1] for name, (_, rate, _) in PATHS.items())
    rows = t >= 5
    energy, power = run["energy.total"][rows], power[rows]
    work = numpy.concatenate([[0], numpy.cumsum((power[1:] + power[:-1]) / 2 * STEP)])
    swing = float(numpy.max(work) - numpy.min(work))
    gallery.expect_below("energy less work of the paths, parts of the largest work", float(numpy.max(numpy.abs(energy - energy[0] - work))) / swing,
                         0.01, f"ten seconds, in which the paths put in and take out up to {swing:.0f} J; second order in the step")


def stretch(load, name):
    """A piece that hangs by one end, loaded by its own weight and by one at its other end: all of it is stretched by a, with
    V a Y (a² − 1)/2 = (m g + 2 load) r, since its sides are free."""
    m, V, r = MASS[name], VOLUME[name], PIECES[name][2]
    low, high = 1.0, 2.0
    for _ in range(60):
        a = (low + high) / 2
        low, high = (a, high) if V * a * YOUNG * (a * a - 1) / 2 < (m * GRAVITY + 2 * load) * r else (low, a)
    return a


def check_rest():
    run = gallery.run(signals="*leg/*.F22,* path.fz,energy.kinetic", duration=60, every=100, settings={"speed": 0, "air": 0.1})
    gallery.expect_below("kinetic energy left [J]", run["energy.kinetic"][-1], 1e-6, "at rest")
    weight = sum(MASS.values()) * GRAVITY
    gallery.expect("the paths carry [N]", run["shirt path.fz"][-1] + run["hand path.fz"][-1], weight, 1e-6, "weight of ten pieces")
    for side in ("right", "left"):
        thigh, shin = f"{side} leg/thigh", f"{side} leg/shin"
        why = "V a Y (a^2 - 1)/2 = (m g + 2 load) r"
        gallery.expect(f"stretch of the {side} thigh", run[f"{thigh}.F22"][-1], stretch(MASS[shin] * GRAVITY, thigh), 1e-8, why)
        gallery.expect(f"stretch of the {side} shin", run[f"{shin}.F22"][-1], stretch(0.0, shin), 1e-8, why)


check_paths(gallery.run(signals="* path.error", duration=6))
check_work()
check_rest()
gallery.finish()
