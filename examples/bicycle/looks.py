#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the meshes that scene.json shows for frame and fork: tubes of three sides from point to point."""
import json
import math

import numpy as np

SIN, COS = math.sin(math.pi / 10), math.cos(math.pi / 10)


def axis(up):
    """A point of the steering axis, so far along it from the ground."""
    return (1.1 - up * SIN, 0, up * COS)


FRAME_AT, FORK_AT = (0.3, 0, 0.9), (0.9, 0, 0.7)
REAR, BRACKET, SEAT, HIPS, NECK, CROWN = (0, 0, 0.3), (0.42, 0, 0.28), (0.26, 0, 0.86), (0.22, 0, 0.97), (0.5, 0, 1.42), axis(0.5)
FRAME = [  # from, to, half thickness
    (REAR, BRACKET, 0.012), (REAR, SEAT, 0.01), (BRACKET, SEAT, 0.016), (SEAT, HIPS, 0.014), (SEAT, axis(0.8), 0.016), (BRACKET, axis(0.62), 0.018),
    ((0.12, 0, 0.97), (0.36, 0, 0.98), 0.05),  # the saddle
    (HIPS, NECK, 0.11), (NECK, (0.57, 0, 1.66), 0.075),  # the rider
    ((0.48, 0.16, 1.38), (0.72, 0.25, 1.03), 0.035), ((0.48, -0.16, 1.38), (0.72, -0.25, 1.03), 0.035),
    ((0.25, 0.1, 0.95), (0.62, 0.12, 0.72), 0.06), ((0.25, -0.1, 0.95), (0.62, -0.12, 0.72), 0.06),
    ((0.62, 0.12, 0.72), (0.44, 0.14, 0.22), 0.045), ((0.62, -0.12, 0.72), (0.44, -0.14, 0.22), 0.045),
]
FORK = [
    (CROWN, axis(0.95), 0.018), (axis(0.95), (0.75, 0, 1.0), 0.014), ((0.75, 0.3, 1.0), (0.75, -0.3, 1.0), 0.014),
    ((CROWN[0], 0.06, CROWN[2]), (CROWN[0], -0.06, CROWN[2]), 0.014),
    ((CROWN[0], 0.05, CROWN[2]), ("base", 0.05, 0.35), 0.012), ((CROWN[0], -0.05, CROWN[2]), ("base", -0.05, 0.35), 0.012),
]


def mesh(tubes, origin):
    vertices, triangles = [], []
    for a, b, thick in tubes:
        ends = [np.array([1.04 if x == "base" else x for x in p]) for p in (a, b)]
        along = (ends[1] - ends[0]) / np.linalg.norm(ends[1] - ends[0])
        across = np.cross(along, (0, 1, 0) if abs(along[1]) < 0.9 else (1, 0, 0))
        across /= np.linalg.norm(across)
        other, first = np.cross(along, across), len(vertices)
        for end, point in zip(ends, (a, b)):
            for k in range(3):
                turn = 2 * math.pi * k / 3
                offset = thick * (math.cos(turn) * across + math.sin(turn) * other)
                place = [round(float(x), 4) + 0.0 for x in end + offset - origin]
                if point[0] == "base":
                    place[0] = f"base - {origin[0]} + {round(float(offset[0]), 4)}"
                vertices.append(place)
        for k in range(3):
            p, q = first + k, first + (k + 1) % 3
            triangles += [[p, q, q + 3], [p, q + 3, p + 3]]
        triangles += [[first, first + 2, first + 1], [first + 3, first + 4, first + 5]]
    return json.dumps({"kind": "mesh", "vertices": vertices, "triangles": triangles})


if __name__ == "__main__":
    print("frame:", mesh(FRAME, FRAME_AT))
    print("fork:", mesh(FORK, FORK_AT))
