# SPDX-License-Identifier: Apache-2.0
"""The scenes of ../scene.cpp. All bodies have 1 kg and start along the world's axes."""

from dataclasses import dataclass, field

import numpy as np

GRAVITY = 9.81  # m/s²
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
    down: tuple = (0.0, 0.0, -GRAVITY)  # acceleration of gravity
    planar: bool = True  # all hinges are parallel: two equations close a loop

    def carriers(self):
        """For each body the tree joint that carries it, or None when the body is free."""
        found = [None] * len(self.bodies)
        for joint in self.joints:
            if not joint.closes_loop:
                found[joint.b] = joint
        return found

    def loops(self):
        return [joint for joint in self.joints if joint.closes_loop]

    def joint_spin(self, joint):
        """Angular velocity of a joint at the start, when all axes agree."""
        parent = ZERO if joint.a == GROUND else self.bodies[joint.a].angular_velocity
        return np.subtract(self.bodies[joint.b].angular_velocity, parent)

    def hinge_speed(self, hinge):
        return np.dot(self.joint_spin(hinge), hinge.axis)


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


def add_top(scene):
    lever = 0.2
    scene.bodies.append(
        Body((0.0, 0.0, lever), (0.02, 0.02, 0.01), angular_velocity=(0.0, 0.0, 100.0))
    )
    scene.joints.append(Joint("ball", GROUND, 0, ZERO, (0.0, 0.0, -lever)))
    scene.down = (0.5 * GRAVITY, 0.0, -np.sqrt(0.75) * GRAVITY)
    scene.energy_scale = GRAVITY * lever


def add_bricard(scene):
    corners = [(0, 0, 0), (1, 0, 0), (1, 0, -1), (1, -1, -1), (0, -1, -1), (0, -1, 0)]
    axes = 2 * [(0.0, 0.0, 1.0), (0.0, -1.0, 0.0), (1.0, 0.0, 0.0)]
    across, along = 1.01 / 12, 0.02 / 12
    for start, end in zip(corners, corners[1:]):
        half = np.subtract(end, start) / 2
        inertia = tuple(float(x) for x in np.where(half == 0, across, along))
        scene.bodies.append(Body(tuple(start + half), inertia))
    for i, (corner, axis) in enumerate(zip(corners, axes)):
        a, b = (GROUND, 4) if i == 5 else (i - 1, i)  # and GROUND is -1
        anchors = [np.subtract(corner, ZERO if k == GROUND else scene.bodies[k].com) for k in (a, b)]
        scene.joints.append(Joint("hinge", a, b, *map(tuple, anchors), axis, closes_loop=i == 5))
    scene.planar = False
    scene.energy_scale = 5 * GRAVITY


BUILDERS = {
    "chain": add_chain,
    "fourbar": add_fourbar,
    "net": add_net,
    "top": add_top,
    "bricard": add_bricard,
}


def make_scene(name, n):
    if n > 1 and name in ("top", "bricard"):
        raise ValueError(f"there is only one {name}")
    scene = Scene(name, n)
    BUILDERS[name](scene)
    return scene
