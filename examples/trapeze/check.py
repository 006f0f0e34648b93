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


def swings(duration, h, bend=1.2, start=0.2):
    """The angle of the trapeze by the full equations, whatever the angles q of the links to the vertical, by Runge and Kutta:
    sum_j C_ij (cos(qi - qj) qj" + sin(qi - qj) qj'^2) + I_i qi" + g G_i sin qi = torque of the hips."""
    lever = np.array([[*LENGTHS[:i], length / 2, 0, 0][:3] for i, length in enumerate(LENGTHS)])
    C, G = np.einsum("k,ki,kj->ij", MASSES, lever, lever), np.array(MASSES) @ lever
    own = np.diag([m * (length**2 + thick**2) / 12 for m, length, thick in zip(MASSES, LENGTHS, THICKNESS)])

    def rate(y):
        q, w = y[:3], y[3:]
        apart = q[:, None] - q
        X, Z, U, W = G @ np.sin(q), -G @ np.cos(q), G @ (np.cos(q) * w), G @ (np.sin(q) * w)
        reference = bend * np.tanh(QUICK * (X * W - Z * U) / (X * X + Z * Z))
        torque = np.clip(P * (reference - q[2] + q[1]) - D * (w[2] - w[1]), -250, 250)
        force = torque * np.array([0, -1, 1]) - (C * np.sin(apart)) @ (w * w) - GRAVITY * G * np.sin(q)
        return np.concatenate([w, np.linalg.solve(C * np.cos(apart) + own, force)])

    y = np.array([start] * 3 + [0] * 3)
    angles = [start]
    for _ in range(round(duration / h)):
        a = rate(y)
        b = rate(y + h / 2 * a)
        c = rate(y + h / 2 * b)
        y = y + h / 6 * (a + 2 * b + 2 * c + rate(y + h * c))
        angles.append(y[0])
    return np.array(angles)


def trapeze_angle(h):
    run = gallery.run(signals="trapeze.?", dt=h)
    return np.arctan2(run["trapeze.x"], -run["trapeze.z"])


for bend in (0.0, 0.5):
    small = gallery.run(signals="trapeze.x", duration=30, settings={"bend": bend, "start": 0.002})
    found = slowest(small["time"], small["trapeze.x"])
    wanted = min((e for e in eigenvalues(bend) if e.imag > 0.5), key=lambda e: e.imag)
    gallery.expect(f"frequency of small swings, bend {bend} [rad/s]", found.imag, wanted.imag, 3e-5, "linearised equations; the output of a controller is held over a step")
    gallery.expect(f"growth of small swings, bend {bend} [1/s]", found.real, wanted.real, 3e-5, "the same")

print(f"     were the signal that of the bar alone, a mode would grow by {eigenvalues(1.2, [1, 0, 0]).real.max():.3g}/s")
run = gallery.run(signals="muscles.*,energy.total")
# the torque is held over a step, so its work is torque x turning
torque = np.clip(run["muscles.effort"], -250, 250)
work = np.concatenate([[0], np.cumsum(torque[1:] * np.diff(run["muscles.quantity"]))])
gained = run["energy.total"] - run["energy.total"][0]
gallery.expect_below("energy gained less the work of the hips, over the energy gained", np.abs(gained - work).max() / gained.max(), 1e-4,
                     "nothing else does work; (rate x step)^2")


# what the controllers hold over a step makes the run differ from the equations by an amount of first order
wanted = swings(80, 0.0025)
coarse, fine = (np.abs(trapeze_angle(h)[::every] - wanted).max() for h, every in ((0.0025, 1), (0.00125, 2)))
gallery.expect_below("angle of the trapeze off the equations of three links over 80 s, over the largest", fine / np.abs(wanted).max(), 0.01,
                     f"pumped from 0.2 rad up to {np.abs(wanted).max():.3f}; {coarse:.4f} and {fine:.4f} rad off at steps of 2.5 and 1.25 ms")
gallery.expect("the same at twice the step, over that", coarse / fine, 2, 0.2, "first order")
gallery.finish()
