# SPDX-License-Identifier: Apache-2.0
"""Drake. Solvers: sap (a discrete plant: a convex problem at each step, as stiff as it allows), rk3
(a continuous plant at the fixed step h, or with its error controlled by --tol, when h is only the
interval between reports). Loops and bars are constraints that only sap has. AdvanceTo() makes all
steps of a block in C++."""

import importlib.metadata

import numpy as np
from pydrake.math import RigidTransform, RotationMatrix
from pydrake.multibody.plant import DiscreteContactApproximation, MultibodyPlant
from pydrake.multibody.tree import (
    BallRpyJoint,
    FixedOffsetFrame,
    RevoluteJoint,
    SpatialInertia,
    UnitInertia,
)
from pydrake.systems.analysis import ApplySimulatorConfig, Simulator, SimulatorConfig

from measure import Engine, cannot, check_solver
from scene import GROUND

# A ball joint counts roll, pitch and yaw and is singular at a pitch of 90 degrees; the links turn
# about y, so that is made the axis of yaw, and a top spins about z, which is made that of roll.
Z_TO_Y = RotationMatrix.MakeXRotation(-np.pi / 2)
X_TO_Z = RotationMatrix.MakeYRotation(-np.pi / 2)


class Drake(Engine):
    version = importlib.metadata.version("drake")
    takes = ("tol",)
    default_solver = "sap"

    def __init__(self, scene, options):
        super().__init__(scene, options)
        check_solver(options.solver, ["sap", "rk3"])
        self.discrete = options.solver == "sap"
        self.check_abilities()
        self.plant = MultibodyPlant(options.h if self.discrete else 0.0)
        if self.discrete:
            self.plant.set_discrete_contact_approximation(DiscreteContactApproximation.kSap)
            self.plant.set_sap_near_rigid_threshold(0.0)
        self.plant.mutable_gravity_field().set_gravity_vector(scene.down)
        self.bodies = [self.add_body(f"b{i}", body) for i, body in enumerate(scene.bodies)]
        self.ground = self.add_ground()
        self.joints = [joint and self.add_joint(joint) for joint in scene.carriers()]
        for joint in scene.loops():
            self.close_loop(joint)
        self.plant.Finalize()
        self.make_simulator()
        self.steps = 0

    def check_abilities(self):
        if self.discrete and self.options.tol:
            cannot("sap takes no --tol")
        if not self.discrete and self.scene.loops():
            cannot("Drake has loops and bars only in discrete plants")

    def add_body(self, name, body):
        inertia = SpatialInertia(1.0, np.zeros(3), UnitInertia(*body.inertia))
        return self.plant.AddRigidBody(name, inertia)

    def add_ground(self):
        """A body welded to the world, for a constraint on the world's own body crashes."""
        ground = self.add_body("ground", self.scene.bodies[0])
        self.plant.WeldFrames(self.plant.world_frame(), ground.body_frame())
        return ground

    def body(self, i):
        return self.ground if i == GROUND else self.bodies[i]

    def add_frame(self, name, body, rotation, anchor):
        pose = RigidTransform(rotation, anchor)
        return self.plant.AddFrame(FixedOffsetFrame(name, self.body(body).body_frame(), pose))

    def add_joint(self, joint):
        is_ball = joint.kind == "ball"
        spins = np.any(self.scene.joint_spin(joint))
        rotation = (X_TO_Z if spins else Z_TO_Y) if is_ball else RotationMatrix()
        name = f"j{joint.b}"
        on_a = self.add_frame(name + "a", joint.a, rotation, joint.anchor_a)
        on_b = self.add_frame(name + "b", joint.b, rotation, joint.anchor_b)
        if is_ball:
            return self.plant.AddJoint(BallRpyJoint(name, on_a, on_b))
        return self.plant.AddJoint(RevoluteJoint(name, on_a, on_b, joint.axis))

    def close_loop(self, joint):
        ends = self.body(joint.a), joint.anchor_a, self.body(joint.b), joint.anchor_b
        if joint.kind == "distance":
            self.plant.AddDistanceConstraint(*ends, distance=joint.length)
        elif self.scene.planar:
            self.plant.AddBallConstraint(*ends)
        else:  # two points on the axis
            for along in (-0.05, 0.05):
                shift = np.multiply(along, joint.axis)
                at_a, at_b = np.add(joint.anchor_a, shift), np.add(joint.anchor_b, shift)
                self.plant.AddBallConstraint(ends[0], at_a, ends[2], at_b)

    def make_simulator(self):
        self.simulator = Simulator(self.plant)
        config = SimulatorConfig(
            integration_scheme="runge_kutta3",
            max_step_size=self.options.h,
            accuracy=self.options.tol or 1e-3,
            use_error_control=bool(self.options.tol),
        )
        ApplySimulatorConfig(config, self.simulator)
        self.context = self.simulator.get_mutable_context()
        for body, drake_body, joint in zip(self.scene.bodies, self.bodies, self.joints):
            if joint is None:
                self.plant.SetFreeBodyPose(self.context, drake_body, RigidTransform(body.com))
        for joint in self.scene.carriers():
            if joint and joint.kind == "hinge":
                speed = self.scene.hinge_speed(joint)
                self.joints[joint.b].set_angular_rate(self.context, speed)
            elif joint and joint.kind == "ball":
                made = self.joints[joint.b]
                axes = made.frame_on_parent().CalcPoseInWorld(self.context).rotation()
                spin = axes.inverse().multiply(self.scene.joint_spin(joint))
                made.set_angular_velocity(self.context, spin)
        self.simulator.Initialize()

    def advance(self, steps):
        """A discrete plant steps at 0, h, 2 h and so on; between two of these nothing happens."""
        self.steps += steps
        until = self.steps - 0.5 if self.discrete else self.steps
        self.simulator.AdvanceTo(until * self.options.h)

    def inner_steps(self):
        return self.simulator.get_num_steps_taken() if self.options.tol else None

    def states(self):
        plant, context = self.plant, self.context
        poses = [plant.EvalBodyPoseInWorld(context, body) for body in self.bodies]
        speeds = [plant.EvalBodySpatialVelocityInWorld(context, body) for body in self.bodies]
        return (
            np.array([pose.translation() for pose in poses]),
            np.array([pose.rotation().matrix() for pose in poses]),
            np.array([speed.translational() for speed in speeds]),
            np.array([speed.rotational() for speed in speeds]),
        )
