#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Measures how far and how late the right pendulum swings, over the rate of the motor (figure 5.8 of the thesis).

    resonance.py                   a table
    resonance.py --svg curve.svg   and a picture with the theory as lines
"""
import argparse
import cmath
import math
import pathlib
import sys

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import gallery  # noqa: E402

MASS, LENGTH, RADIUS, STIFFNESS, FRICTION, TIE, GRAVITY = 1.0, 1.0, 0.01, 8.0, 0.12, 0.5, 9.81
INERTIA = MASS * (LENGTH**2 / 3 + RADIUS**2 / 4)  # about the pivot
COUPLING = STIFFNESS * TIE**2  # torque per angle of the spring
RESTORING = MASS * GRAVITY * LENGTH / 2 + COUPLING
RESONANCE = math.sqrt(RESTORING / INERTIA)  # where the phase is a quarter [rad/s]
PEAK = math.sqrt(RESTORING / INERTIA - FRICTION**2 / (2 * INERTIA**2))  # where the swing is largest


def theory(rate):
    """Right over left, as a complex number:  I a" + c a' + K a = k d^2 (angle on the left)."""
    return COUPLING / (RESTORING - INERTIA * rate**2 + 1j * FRICTION * rate)


def harmonic(time, values, rate):
    """The part of a signal that swings at a rate, as a complex amplitude."""
    basis = np.stack([np.cos(rate * time), np.sin(rate * time), np.ones_like(time)], 1)
    a, b, _ = np.linalg.lstsq(basis, values, rcond=None)[0]
    return complex(a, -b)


def measured(rate, crank=0.002):
    """The same by simulation, in the small, when what the start has left has died out: e^-9."""
    run = gallery.run(HERE / "scene.json", signals="*_angle.output", duration=60, dt=0.01, settings={"rate": rate, "crank_radius": crank})
    periods = math.floor(10 * rate / (2 * math.pi))
    last = run["time"] > 60 - periods * 2 * math.pi / rate
    left, right = (harmonic(run["time"][last], run[f"{side}_angle.output"][last], rate) for side in ("left", "right"))
    return right / left


def draw(path, rates, found):
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    fine = np.linspace(rates[0], rates[-1], 400)
    lines = [theory(w) for w in fine]
    figure, (above, below) = pyplot.subplots(2, 1, sharex=True, figsize=(7, 6))
    above.plot(fine, np.abs(lines), color="#9AA7B4")
    above.plot(rates, np.abs(found), "o", color="#B5483A", markersize=4)
    above.set_ylabel("swing, right over left")
    below.plot(fine, [-cmath.phase(z) / (2 * math.pi) for z in lines], color="#9AA7B4", label="theory")
    below.plot(rates, [-cmath.phase(z) / (2 * math.pi) for z in found], "o", color="#B5483A", markersize=4, label="measured")
    below.axhline(0.25, color="#9AA7B4", linewidth=0.5)
    below.axvline(RESONANCE, color="#9AA7B4", linewidth=0.5)
    above.axvline(RESONANCE, color="#9AA7B4", linewidth=0.5)
    below.set_ylabel("turns by which it is late")
    below.set_xlabel("rate of the motor [rad/s]")
    below.legend(frameon=False)
    figure.savefig(path, bbox_inches="tight")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--svg")
    svg = parser.parse_args().svg
    rates = np.concatenate([np.arange(1, 4, 0.5), np.arange(4, 5.2, 0.1), np.arange(5.5, 8.1, 0.5)])
    found = [measured(w) for w in rates]
    print("rate [rad/s]  right/left  theory  late [turns]  theory")
    for w, z in zip(rates, found):
        print(f"{w:12.2f}  {abs(z):10.4f}  {abs(theory(w)):6.4f}  {-cmath.phase(z) / 2 / math.pi:12.4f}  {-cmath.phase(theory(w)) / 2 / math.pi:6.4f}")
    print(f"a quarter late at {RESONANCE:.4f} rad/s, largest at {PEAK:.4f} rad/s by theory")
    if svg:
        draw(svg, rates, found)


if __name__ == "__main__":
    main()
