# SPDX-License-Identifier: Apache-2.0
"""The bicycle with a weight and its controllers, linearised about running straight on."""
import math
import pathlib
import sys

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "bicycle"))
import parts  # noqa: E402

WEIGHT = (15.0, 0.25, -1.1, 15 * (0.3**2 + 0.2**2) / 12, 15 * (0.2**2 + 0.3**2) / 12, 0.0)
LEAN, STEER = 0, 1


def closed_loop(speed, sensor=LEAN, p=1.0, d=0.25, heading=1.0, aside=0.06, look=1.0, stiffness=1500.0, damping=250.0):
    """The eigenvalues of small motions (lean, steer, weight aside, their rates, heading, distance aside), right positive.

    [Meijaard07] with the weight as a third coordinate s: its sideways acceleration is s" + h lean" + x heading" +
    v heading' - g lean, where heading' = (v steer + trail steer') cos(tilt) / base. The weight is wanted at
    -p (sensor + heading x heading + aside x distance) - d sensor', and pushed there."""
    bicycle, base = parts.bicycle(0.05, WEIGHT)
    mass, x, h = WEIGHT[0], WEIGHT[1], -WEIGHT[2]
    turn, trail = math.cos(parts.TILT) / base, parts.FOOT - base
    M, C, K = np.zeros((3, 3)), np.zeros((3, 3)), np.zeros((3, 3))
    M[:2, :2], C[:2, :2], K[:2, :2] = bicycle.M, speed * bicycle.C1, 9.81 * bicycle.K0 + speed**2 * bicycle.K2
    M[2] = M[:, 2] = mass * np.array([h, x * trail * turn, 1])
    K[0, 2] = K[2, 0] = -mass * 9.81
    C[2, 1], K[2, 1] = mass * speed * turn * (x + trail), mass * speed**2 * turn
    A = np.zeros((8, 8))
    A[:3, 3:6], A[3:6, :3], A[3:6, 3:6] = np.eye(3), -np.linalg.solve(M, K), -np.linalg.solve(M, C)
    A[6, 1], A[6, 4] = speed * turn, trail * turn
    A[7, 6] = speed
    wanted = np.zeros(8)
    wanted[sensor], wanted[3 + sensor] = -p, -d
    wanted[6:] = -p * look * np.array([heading, aside])
    push = stiffness * wanted - np.array([0, 0, stiffness, 0, 0, damping, 0, 0])
    A[3:6] += np.outer(np.linalg.solve(M, [0, 0, 1]), push)
    return np.linalg.eigvals(A)
