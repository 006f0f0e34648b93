#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the trapeze against the linearised equations of three links with a controller, and its energy against the work of the hips."""
import pathlib
import sys

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import gallery  # noqa: E402

LENGTHS, THICKNESS, MASSES = (2.0, 1.5, 0.9), (0.02, 0.2, 0.16), (4.0, 45.0, 20.0)
P, D, QUICK, GRAVITY = 300.0, 80.0, 4.0, 9.81


def eigenvalues(bend, sensor=None):
    """Of small swings: M q" + K q = B torque, q the angles of the links to the vertical, where the hips turn by
    torque = P (bend QUICK s q' - (q2 - q1)) - D (q2' - q1'),  s q' the rate at which the centre of mass swings about the hook."""
    M, K, centre = np.zeros((3, 3)), np.zeros((3, 3)), np.zeros(3)
    for i, (length, thick, mass) in enumerate(zip(LENGTHS, THICKNESS, MASSES)):
        lever = np.array([*LENGTHS[:i], length / 2, 0, 0])[:3]
        M += mass * np.outer(lever, lever)
        M[i, i] += mass * (length**2 + thick**2) / 12
        K += mass * GRAVITY * np.diag(lever)
        centre += mass * lever
    hips = np.array([0.0, -1.0, 1.0])
    stiffness = K + P * np.outer(hips, hips)
    damping = D * np.outer(hips, hips) - P * bend * QUICK * np.outer(hips, centre / centre.sum() if sensor is None else sensor)
    A = np.block([[np.zeros((3, 3)), np.eye(3)], [-np.linalg.solve(M, stiffness), -np.linalg.solve(M, damping)]])
    return np.linalg.eigvals(A)


def slowest(time, values):
    """The eigenvalue of least frequency in a sum of six exponentials, by linear prediction."""
    every = round(0.1 / (time[1] - time[0]))
    x, dt = values[::every], every * (time[1] - time[0])
    rows = np.stack([x[k:len(x) - 6 + k] for k in range(6)], 1)
    coefficients = np.linalg.lstsq(rows, -x[6:], rcond=None)[0]
    roots = np.log(np.roots(np.concatenate([[1], coefficients[::-1]])).astype(complex)) / dt
    return min((r for r in roots if r.imag > 0.5), key=lambda r: r.imag)


for bend in (0.0, 0.5):
    small = gallery.run(signals="trapeze.x", duration=30, settings={"bend": bend, "start": 0.002})
    found = slowest(small["time"], small["trapeze.x"])
    wanted = min((e for e in eigenvalues(bend) if e.imag > 0.5), key=lambda e: e.imag)
    gallery.expect(f"frequency of small swings, bend {bend} [rad/s]", found.imag, wanted.imag, 3e-5, "linearised equations; the output of a controller is held over a step")
    gallery.expect(f"growth of small swings, bend {bend} [1/s]", found.real, wanted.real, 3e-5, "the same")

print(f"     were the signal that of the bar alone, a mode would grow by {eigenvalues(1.2, [1, 0, 0]).real.max():.3g}/s")
run = gallery.run(signals="trapeze.?,muscles.*,energy.total")
time, angle = run["time"], np.arctan2(run["trapeze.x"], -run["trapeze.z"])
# the torque is held over a step, so its work is torque x turning
torque = np.clip(run["muscles.effort"], -250, 250)
work = np.concatenate([[0], np.cumsum(torque[1:] * np.diff(run["muscles.quantity"]))])
gained = run["energy.total"] - run["energy.total"][0]
gallery.expect_below("energy gained less the work of the hips, over the energy gained", np.abs(gained - work).max() / gained.max(), 1e-4,
                     "nothing else does work; (rate x step)^2")
gallery.expect("largest angle of the trapeze over that of the start", np.abs(angle).max() / 0.2, 5.0, 1.0, "pumped up within 80 s")
gallery.finish()
