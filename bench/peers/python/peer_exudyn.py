# SPDX-License-Identifier: Apache-2.0
"""Exudyn, without range checks and for processors with AVX2. Solvers: alpha (generalized alpha,
constraints on positions), trapezoidal (constraints on velocities). Its explicit methods take no
joints. SolveSteps() makes all steps of a block in C++."""

import contextlib
import io
import sys

import numpy as np

with contextlib.redirect_stdout(io.StringIO()):  # it tells which of its modules is loaded
    sys.exudynFast = True
    import exudyn
    from exudyn.utilities import RigidBodyInertia

from measure import Engine, cannot, check_solver
from scene import GROUND


class Exudyn(Engine):
    version = exudyn.__version__
    default_solver = "alpha"

    def __init__(self, scene, options):
        super().__init__(scene, options)
        check_solver(options.solver, ["alpha", "trapezoidal"])
        exudyn.SetWriteToConsole(False)
        self.container = exudyn.SystemContainer()
        self.system = self.container.AddSystem()
        self.ground = self.system.CreateGround()
        self.bodies = [self.add_body(body) for body in scene.bodies]
        for joint in scene.joints:
            self.add_joint(joint)
        self.system.Assemble()
        self.settings = self.make_settings()
        self.solver = exudyn.MainSolverImplicitSecondOrder()
        if not self.solver.InitializeSolver(self.system, self.settings):
            cannot("Exudyn cannot start")

    def add_body(self, body):
        common = {"referencePosition": body.com, "initialVelocity": body.velocity}
        common["gravity"] = self.scene.down
        if self.scene.particles:
            return self.system.CreateMassPoint(mass=1, **common)
        inertia = RigidBodyInertia(mass=1, inertiaTensor=np.diag(body.inertia))
        spin = body.angular_velocity
        return self.system.CreateRigidBody(inertia=inertia, initialAngularVelocity=spin, **common)

    def add_joint(self, joint):
        add = self.system
        items = [self.ground if k == GROUND else self.bodies[k] for k in (joint.a, joint.b)]
        if joint.kind == "distance":
            ends = {"localPosition0": joint.anchor_a, "localPosition1": joint.anchor_b}
            add.CreateDistanceConstraint(itemNumbers=items, distance=joint.length, **ends)
            return
        place = np.add(self.scene.bodies[joint.b].com, joint.anchor_b)
        if joint.kind == "ball":
            add.CreateSphericalJoint(itemNumbers=items, position=place)
        elif joint.closes_loop and not self.scene.planar:
            # of the five equations of Bricard's last hinge, whose axis is x, one is redundant
            free = [1, 1, 1, 0, 1, 0]
            add.CreateGenericJoint(itemNumbers=items, position=place, constrainedAxes=free)
        elif joint.closes_loop:  # in a plane two equations are enough
            add.CreateSphericalJoint(itemNumbers=items, position=place, constrainedAxes=[1, 0, 1])
        else:
            add.CreateRevoluteJoint(itemNumbers=items, position=place, axis=joint.axis)

    def make_settings(self):
        settings = exudyn.SimulationSettings()
        settings.solutionSettings.writeSolutionToFile = False
        settings.parallel.numberOfThreads = 1
        settings.linearSolverType = exudyn.LinearSolverType.EigenSparse
        time = settings.timeIntegration
        time.adaptiveStep = False
        time.verboseMode = 0
        is_trapezoidal = self.options.solver == "trapezoidal"
        time.generalizedAlpha.useNewmark = is_trapezoidal
        time.generalizedAlpha.useIndex2Constraints = is_trapezoidal
        time.endTime = self.options.h
        time.numberOfSteps = 1
        return settings

    def advance(self, steps):
        """The clock starts at 0 again with each block, but the state goes on."""
        self.solver.it.endTime = steps * self.options.h
        self.solver.it.numberOfSteps = steps
        if not self.solver.SolveSteps(self.system, self.settings):
            cannot("Exudyn's Newton iteration gave up")

    def states(self):
        kinds = exudyn.OutputVariableType
        read = self.system.GetObjectOutputBody
        bodies = self.bodies
        count = len(bodies)
        p = np.array([read(b, kinds.Position) for b in bodies])
        v = np.array([read(b, kinds.Velocity) for b in bodies])
        if self.scene.particles:
            return p, np.broadcast_to(np.eye(3), (count, 3, 3)), v, np.zeros((count, 3))
        R = np.array([read(b, kinds.RotationMatrix) for b in bodies]).reshape(-1, 3, 3)
        return p, R, v, np.array([read(b, kinds.AngularVelocity) for b in bodies])
