# SPDX-License-Identifier: Apache-2.0
"""The scenes of ../scene.cpp. All bodies have 1 kg and start along the world's axes."""

from dataclasses import dataclass, field

import numpy as np

GRAVITY = 9.81  # along -z
GROUND = -1  # in place of a body's index
ZERO = (0.0, 0.0, 0.0)


@dataclass
class Body:
    com: tuple
    inertia: tuple
    velocity: tuple = ZERO
    angular_velocity: tuple = ZERO


@dataclass
class Joint:
    kind: str  # ball, hinge or distance
    a: int
    b: int
    anchor_a: tuple  # from the centre of mass; of the ground, from the origin
    anchor_b: tuple
    axis: tuple = ZERO
    length: float = 0.0  # that a distance keeps
    closes_loop: bool = False


@dataclass
class Scene:
    name: str
    n: int
    bodies: list = field(default_factory=list)
    joints: list = field(default_factory=list)
    energy_scale: float = 0.0
    particles: bool = False

    def carriers(self):
        """For each body the tree joint that carries it, or None when the body is free."""
        found = [None] * len(self.bodies)
        for joint in self.joints:
            if not joint.closes_loop:
                found[joint.b] = joint
        return found

    def loops(self):
        return [joint for joint in self.joints if joint.closes_loop]

    def hinge_speed(self, hinge):
        """Speed of a tree hinge at the start."""
        parent = ZERO if hinge.a == GROUND else self.bodies[hinge.a].angular_velocity
        return np.dot(np.subtract(self.bodies[hinge.b].angular_velocity, parent), hinge.axis)


def add_chain(scene):
    for i in range(scene.n):
        scene.bodies.append(Body((i + 0.5, 0.0, 0.0), (0.02 / 12, 1.01 / 12, 1.01 / 12)))
        parent, anchor = (i - 1, (0.5, 0.0, 0.0)) if i else (GROUND, ZERO)
        scene.joints.append(Joint("ball", parent, i, anchor, (-0.5, 0.0, 0.0)))
    scene.energy_scale = GRAVITY * 0.5 * scene.n**2


def add_fourbar(scene):
    n, across, along = scene.n, 1 / 12, 0.02 / 12
    top, axis = (0.0, 0.0, 0.5), (0.0, 1.0, 0.0)
    for i in range(n + 1):
        upright = (across, across, along)
        scene.bodies.append(Body((float(i), 0.0, 0.5), upright, (0.5, 0.0, 0.0), axis))
        scene.joints.append(Joint("hinge", GROUND, i, (float(i), 0.0, 0.0), (0.0, 0.0, -0.5), axis))
    for left in range(n):
        coupler = len(scene.bodies)
        scene.bodies.append(Body((left + 0.5, 0.0, 1.0), (along, across, across), (1.0, 0.0, 0.0)))
        scene.joints.append(Joint("hinge", left, coupler, top, (-0.5, 0.0, 0.0), axis))
        scene.joints.append(Joint("hinge", left + 1, coupler, top, (0.5, 0.0, 0.0), axis))
        scene.joints[-1].closes_loop = True
    scene.energy_scale = GRAVITY * (0.5 * (n + 1) + n)


def add_net(scene):
    n = scene.n
    if n < 3:
        raise ValueError("a net needs n of at least 3: its corners are fixed")
    scene.particles = True
    knots = [(i, j) for i in range(n) for j in range(n)]
    corners = {(i, j) for i in (0, n - 1) for j in (0, n - 1)}
    position = {(i, j): (0.8 * i, 0.8 * j, -0.3 if (i + j) % 2 else 0.3) for i, j in knots}
    body_at = {}
    for knot in knots:
        if knot not in corners:
            body_at[knot] = len(scene.bodies)
            scene.bodies.append(Body(position[knot], (0.001, 0.001, 0.001)))
    for i, j in knots:
        for a, b in (((i, j), (i + 1, j)), ((i, j), (i, j + 1))):
            if b not in position:
                continue
            if b in corners:
                a, b = b, a
            index, anchor = (GROUND, position[a]) if a in corners else (body_at[a], ZERO)
            bar = Joint("distance", index, body_at[b], anchor, ZERO, length=1.0, closes_loop=True)
            scene.joints.append(bar)
    scene.energy_scale = len(scene.bodies) * GRAVITY * 0.25 * (n - 1)


BUILDERS = {"chain": add_chain, "fourbar": add_fourbar, "net": add_net}


def make_scene(name, n):
    scene = Scene(name, n)
    BUILDERS[name](scene)
    return scene
