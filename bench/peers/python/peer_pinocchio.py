# SPDX-License-Identifier: Apache-2.0
"""Pinocchio, in joint coordinates. It computes accelerations and has no stepping loop, so the peer
takes semi-implicit Euler steps around them: aba+euler (articulated bodies; no loops),
constraint+euler (sparse factors of the KKT system), lcaba+euler (articulated bodies with loops).
The time of the same Python loop on a model without bodies does not count."""

import timeit

import numpy as np
import pinocchio

from measure import Engine, cannot, check_solver
from scene import GROUND


class Stepper:
    """A model, its state, and steps of it."""

    def __init__(self, model, constraints, solver, h):
        self.model, self.h = model, h
        self.data = pinocchio.Data(model)  # createData() makes a copy, too
        self.q, self.v = pinocchio.neutral(model), np.zeros(model.nv)
        self.torques = np.zeros(model.nv)
        self.constraints = pinocchio.StdVec_RigidConstraintModel()
        self.constraint_data = pinocchio.StdVec_RigidConstraintData()
        for constraint in constraints:
            self.constraints.append(constraint)
            self.constraint_data.append(constraint.createData())
        self.proximal = pinocchio.ProximalSettings(1e-12, 1e-8, 20)
        self.acceleration = {
            "aba+euler": self.aba,
            "constraint+euler": self.constraint_dynamics,
            "lcaba+euler": self.lcaba,
        }[solver]
        loops = self.constraints, self.constraint_data
        if solver == "constraint+euler":
            pinocchio.initConstraintDynamics(model, self.data, *loops)
        elif solver == "lcaba+euler":
            pinocchio.computeJointMinimalOrdering(model, self.data, self.constraints)

    def aba(self):
        return pinocchio.aba(self.model, self.data, self.q, self.v, self.torques)

    def constraint_dynamics(self):
        return pinocchio.constraintDynamics(*self.arguments())

    def lcaba(self):
        return pinocchio.lcaba(*self.arguments())

    def arguments(self):
        state = self.model, self.data, self.q, self.v, self.torques
        return *state, self.constraints, self.constraint_data, self.proximal

    def advance(self, steps):
        for _ in range(steps):
            self.v += self.h * self.acceleration()
            self.q = pinocchio.integrate(self.model, self.q, self.h * self.v)


class Pinocchio(Engine):
    version = pinocchio.__version__
    default_solver = "aba+euler"

    def __init__(self, scene, options):
        super().__init__(scene, options)
        check_solver(options.solver, ["aba+euler", "constraint+euler", "lcaba+euler"])
        if scene.particles:
            cannot("Pinocchio has no distance constraint")
        if options.solver == "aba+euler" and scene.loops():
            cannot("aba knows no loops")
        if not scene.planar:
            cannot("this peer closes only planar loops")
        self.carriers = scene.carriers()
        self.model = pinocchio.Model()
        self.model.gravity.linear = np.array(scene.down)
        self.index = {GROUND: 0}  # of the joint that carries a body
        self.add_bodies()
        self.check_memory()
        loops = [self.make_loop(joint) for joint in scene.loops()]
        self.stepper = Stepper(self.model, loops, options.solver, options.h)
        for joint in self.carriers:
            first = self.model.idx_vs[self.index[joint.b]]
            if joint.kind == "hinge":
                self.stepper.v[first] = scene.hinge_speed(joint)
            else:
                self.stepper.v[first : first + 3] = scene.joint_spin(joint)
        empty = Stepper(pinocchio.Model(), [], options.solver, options.h)
        python_loops = timeit.repeat(lambda: empty.advance(100), number=1, repeat=50)
        self.python_s = min(python_loops) / 100

    def check_memory(self):
        """The data of a model hold four tensors of nv³ second derivatives."""
        gigabytes = 4 * 8e-9 * self.model.nv**3
        if gigabytes > 4:
            cannot(f"Pinocchio would take {gigabytes:.0f} GB for second derivatives")

    def placement(self, body, anchor):
        """Of an anchor in the frame of the joint that carries the body."""
        from_joint = (0, 0, 0) if body == GROUND else self.carriers[body].anchor_b
        return pinocchio.SE3(np.eye(3), np.subtract(anchor, from_joint))

    def add_bodies(self):
        """Depth first: Pinocchio takes it that the joints of a subtree follow each other."""
        children = {}
        for joint in reversed(self.carriers):
            children.setdefault(joint.a, []).append(joint)
        waiting = children[GROUND]
        while waiting:
            joint = waiting.pop()
            self.add_body(joint)
            waiting += children.get(joint.b, [])

    def add_body(self, joint):
        is_ball = joint.kind == "ball"
        moves = pinocchio.JointModelSpherical() if is_ball else pinocchio.JointModelRY()
        placement = self.placement(joint.a, joint.anchor_a)
        index = self.model.addJoint(self.index[joint.a], moves, placement, f"j{joint.b}")
        rotational = np.diag(self.scene.bodies[joint.b].inertia)
        inertia = pinocchio.Inertia(1.0, -np.array(joint.anchor_b), rotational)
        self.model.appendBodyToJoint(index, inertia, pinocchio.SE3.Identity())
        self.index[joint.b] = index

    def make_loop(self, joint):
        made = pinocchio.RigidConstraintModel(
            pinocchio.ContactType.CONTACT_3D,
            self.model,
            self.index[joint.a],
            self.placement(joint.a, joint.anchor_a),
            self.index[joint.b],
            self.placement(joint.b, joint.anchor_b),
            pinocchio.ReferenceFrame.LOCAL,
        )
        # As stiff as the steps allow: errors die down like exp(-t / tau), critically damped.
        tau = 2 * self.options.h
        parameters = pinocchio.BaumgarteCorrectorParameters(1 / tau**2, 2 / tau)
        made.setBaumgarteCorrectorParameters(parameters)
        return made

    def advance(self, steps):
        self.stepper.advance(steps)

    def python_seconds(self, steps):
        return steps * self.python_s

    def states(self):
        data = self.stepper.data
        pinocchio.forwardKinematics(self.model, data, self.stepper.q, self.stepper.v)
        indices = [self.index[i] for i in range(len(self.carriers))]
        poses, speeds = [data.oMi[k] for k in indices], [data.v[k] for k in indices]
        arm = np.array([[-x for x in joint.anchor_b] for joint in self.carriers])
        origin = np.array([pose.translation for pose in poses])
        R = np.array([pose.rotation for pose in poses])
        v = np.array([speed.linear for speed in speeds])
        w = np.array([speed.angular for speed in speeds])

        def to_world(x):
            return np.einsum("nij,nj->ni", R, x)

        return origin + to_world(arm), R, to_world(v + np.cross(w, arm)), to_world(w)
