# SPDX-License-Identifier: Apache-2.0
"""The linearised bicycle of [Meijaard07, app. A]:  M q" + v C1 q' + (g K0 + v^2 K2) q = 0,  q = (lean, steer).

x is ahead, y to the right, z down, as there. Parts: R the rear wheel, B the frame with its rider, H the fork with the
handlebar, F the front wheel. Each is (mass, x, z, Ixx, Iyy, Izz, Ixz).
"""
import math

import numpy as np


class Bicycle:
    def __init__(self, base, trail, tilt, rear_radius, front_radius, R, B, H, F, spinning=0.0):
        """`spinning` is the moment of inertia of what is in B and turns as fast as the rear wheel."""
        w, c, rR, rF = base, trail, rear_radius, front_radius
        sl, cl = math.sin(tilt), math.cos(tilt)
        mR, mB, mH, mF = R[0], B[0], H[0], F[0]
        xB, zB, xH, zH = B[1], B[2], H[1], H[2]
        mT = mR + mB + mH + mF
        xT = (xB * mB + xH * mH + w * mF) / mT
        zT = (-rR * mR + zB * mB + zH * mH - rF * mF) / mT
        ITxx = R[3] + B[3] + H[3] + F[3] + mR * rR**2 + mB * zB**2 + mH * zH**2 + mF * rF**2
        ITxz = B[6] + H[6] - mB * xB * zB - mH * xH * zH + mF * w * rF
        ITzz = R[5] + B[5] + H[5] + F[5] + mB * xB**2 + mH * xH**2 + mF * w**2
        # the front: fork and wheel
        mA = mH + mF
        xA, zA = (xH * mH + w * mF) / mA, (zH * mH - rF * mF) / mA
        IAxx = H[3] + F[3] + mH * (zH - zA) ** 2 + mF * (rF + zA) ** 2
        IAxz = H[6] - mH * (xH - xA) * (zH - zA) + mF * (w - xA) * (rF + zA)
        IAzz = H[5] + F[5] + mH * (xH - xA) ** 2 + mF * (w - xA) ** 2
        uA = (xA - w - c) * cl - zA * sl
        IAll = mA * uA**2 + IAxx * sl**2 + 2 * IAxz * sl * cl + IAzz * cl**2
        IAlx = -mA * uA * zA + IAxx * sl + IAxz * cl
        IAlz = mA * uA * xA + IAxz * sl + IAzz * cl
        mu = c / w * cl
        SR, SF = (R[4] + spinning) / rR, F[4] / rF
        ST, SA = SR + SF, mA * uA + mu * mT * xT
        cross = IAlx + mu * ITxz
        self.mu = mu
        self.M = np.array([[ITxx, cross], [cross, IAll + 2 * mu * IAlz + mu**2 * ITzz]])
        self.K0 = np.array([[mT * zT, -SA], [-SA, -SA * sl]])
        self.K2 = np.array([[0, (ST - mT * zT) / w * cl], [0, (SA + SF * sl) / w * cl]])
        self.C1 = np.array([[0, mu * ST + SF * cl + ITxz / w * cl - mu * mT * zT],
                            [-(mu * ST + SF * cl), IAlz / w * cl + mu * (SA + ITzz / w * cl)]])

    def rates(self, speed, g=9.81):
        """A of x' = A x, x = (lean, steer, lean', steer'), about running straight on."""
        inverse = np.linalg.inv(self.M)
        return np.block([[np.zeros((2, 2)), np.eye(2)],
                         [-inverse @ (g * self.K0 + speed**2 * self.K2), -inverse @ (speed * self.C1)]])

    def eigenvalues(self, speed):
        """Of small motions about running straight on, [1/s]."""
        return np.linalg.eigvals(self.rates(speed))

    def pushed(self, speed, force, x, z, lasts, times):
        """The lean at times after a push to the right on a point of the frame. A virtual lean moves the point by -z, a virtual
        steer turns the bicycle by mu about the rear wheel and moves it by mu x: so much of the force acts on each."""
        A = self.rates(speed)
        kick = np.concatenate([[0, 0], np.linalg.solve(self.M, force * np.array([-z, self.mu * x]))])
        values, vectors = np.linalg.eig(A)

        def free(x0, t):
            return (vectors @ (np.exp(np.outer(values, t)) * np.linalg.solve(vectors, x0)[:, None])).real[0]

        # a constant push shifts the balance to -A^-1 kick; when it ends, another free motion begins
        held = np.linalg.solve(A, kick)
        end = (vectors @ (np.exp(values * lasts) * np.linalg.solve(vectors, held))).real - held
        times = np.asarray(times)
        return np.where(times < lasts, free(held, np.minimum(times, lasts)) - held[0], free(end, np.maximum(times - lasts, 0)))

    def stable(self, speed):
        return self.eigenvalues(speed).real.max() < 0


def benchmark():
    """The bicycle of [Meijaard07, table 1]."""
    return Bicycle(1.02, 0.08, math.pi / 10, 0.3, 0.35,
                   R=(2, 0, -0.3, 0.0603, 0.12, 0.0603, 0), B=(85, 0.3, -0.9, 9.2, 11, 2.8, 2.4),
                   H=(4, 0.9, -0.7, 0.05892, 0.06, 0.00708, -0.00756), F=(3, 1.02, -0.35, 0.1405, 0.28, 0.1405, 0))
