# SPDX-License-Identifier: Apache-2.0
"""MuJoCo 4. A solver is made of words joined by '-', as in ../peer_mujoco.cpp:
euler | rk4 | implicitfast | discrete, newton | cg | pgs, max (free bodies instead of a tree).
mj_step() makes all steps of a block in C."""

import mujoco
import numpy as np

from measure import Engine, cannot
from scene import GROUND

INTEGRATORS = {
    "euler": mujoco.mjtIntegrator.mjINT_EULER,
    "rk4": mujoco.mjtIntegrator.mjINT_RK4,
    "implicitfast": mujoco.mjtIntegrator.mjINT_IMPLICITFAST,
    "discrete": mujoco.mjtIntegrator.mjINT_DISCRETE,
}
SOLVERS = {
    "newton": mujoco.mjtSolver.mjSOL_NEWTON,
    "cg": mujoco.mjtSolver.mjSOL_CG,
    "pgs": mujoco.mjtSolver.mjSOL_PGS,
}
WORDS = [*INTEGRATORS, *SOLVERS, "max"]


class ModelWriter:
    """Writes a scene as MuJoCo's specification of a model."""

    def __init__(self, scene, options, words):
        self.scene = scene
        self.spec = mujoco.MjSpec()
        self.free_bodies = "max" in words and not scene.particles
        self.carrier = scene.carriers()
        self.set_options(options, words)
        self.bodies = []
        for i in range(len(scene.bodies)):
            self.add_body(i)
        for k, joint in enumerate(scene.joints):
            if joint.kind == "distance":
                self.add_bar(k, joint)
            elif self.free_bodies or joint.closes_loop:
                one_does = joint.kind == "ball" or (scene.planar and not self.free_bodies)
                for along in (0,) if one_does else (-0.05, 0.05):  # two points on the axis
                    self.add_connect(joint, along)

    def set_options(self, options, words):
        self.spec.memory = 2**30  # for constraints; taken when it is touched
        option = self.spec.option
        option.timestep = options.h
        option.gravity = self.scene.down
        option.integrator = next((INTEGRATORS[w] for w in words if w in INTEGRATORS), 0)
        option.solver = next((SOLVERS[w] for w in words if w in SOLVERS), SOLVERS["newton"])
        option.iterations = options.iters or 100
        option.tolerance = 1e-12
        option.disableflags = mujoco.mjtDisableBit.mjDSBL_CONTACT
        # As stiff as it allows.
        self.stiff = {"solref": (2 * options.h, 1), "solimp": (0.9999, 0.9999, 0.001, 0.5, 2)}

    def add_body(self, i):
        body, joint = self.scene.bodies[i], self.carrier[i]
        is_root = self.free_bodies or joint is None or joint.a == GROUND
        parent = self.spec.worldbody if is_root else self.bodies[joint.a]
        origin = (0, 0, 0) if is_root else self.scene.bodies[joint.a].com
        made = parent.add_body(
            name=f"b{i}",
            pos=np.subtract(body.com, origin),
            ipos=(0, 0, 0),
            mass=1,
            inertia=body.inertia,
            explicitinertial=True,
        )
        self.bodies.append(made)
        kinds = mujoco.mjtJoint
        if self.scene.particles:
            made.add_site(name=f"s{i}")
            for axis in np.eye(3):
                made.add_joint(type=kinds.mjJNT_SLIDE, axis=axis)
        elif self.free_bodies:
            made.add_freejoint()
        elif joint.kind == "ball":
            made.add_joint(type=kinds.mjJNT_BALL, pos=joint.anchor_b)
        else:
            made.add_joint(type=kinds.mjJNT_HINGE, pos=joint.anchor_b, axis=joint.axis)

    def add_bar(self, k, joint):
        """A tendon of fixed length."""
        start = f"s{joint.a}"
        if joint.a == GROUND:
            start = f"w{k}"
            self.spec.worldbody.add_site(name=start, pos=joint.anchor_a)
        tendon = self.spec.add_tendon(name=f"t{k}")
        tendon.wrap_site(start)
        tendon.wrap_site(f"s{joint.b}")
        self.spec.add_equality(type=mujoco.mjtEq.mjEQ_TENDON, name1=f"t{k}", **self.stiff)

    def add_connect(self, joint, along_axis):
        data = np.zeros(12)
        data[:3] = np.add(joint.anchor_b, np.multiply(along_axis, joint.axis))
        self.spec.add_equality(
            type=mujoco.mjtEq.mjEQ_CONNECT,
            objtype=mujoco.mjtObj.mjOBJ_BODY,
            name1=f"b{joint.b}",
            name2="world" if joint.a == GROUND else f"b{joint.a}",
            data=data,
            **self.stiff,
        )


class Mujoco(Engine):
    version = mujoco.mj_versionString()
    takes = ("iters",)
    default_solver = "euler"

    def __init__(self, scene, options):
        super().__init__(scene, options)
        words = options.solver.split("-")
        if not set(words) <= set(WORDS):
            cannot(f"no solver '{options.solver}' (there are words of {'-'.join(WORDS)})")
        try:
            self.model = ModelWriter(scene, options, words).spec.compile()
        except ValueError as error:
            cannot(f"MuJoCo rejects the model: {error}")
        self.data = mujoco.MjData(self.model)
        self.ids = np.array([self.model.body(f"b{i}").id for i in range(len(scene.bodies))])
        self.set_velocities()

    def set_velocities(self):
        for body, joint, i in zip(self.scene.bodies, self.scene.carriers(), self.ids):
            address, freedoms = self.model.body_dofadr[i], self.model.body_dofnum[i]
            if freedoms == 6:
                speeds = [*body.velocity, *body.angular_velocity]
                self.data.qvel[address : address + 6] = speeds
            elif freedoms == 1:
                self.data.qvel[address] = self.scene.hinge_speed(joint)
            elif joint and joint.kind == "ball":
                self.data.qvel[address : address + 3] = self.scene.joint_spin(joint)

    def advance(self, steps):
        mujoco.mj_step(self.model, self.data, nstep=steps)
        if self.data.warning[mujoco.mjtWarning.mjWARN_CNSTRFULL].number > 0:
            cannot("MuJoCo dropped constraints")

    def states(self):
        model, data, ids = self.model, self.data, self.ids
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        mujoco.mj_comVel(model, data)
        p = data.xipos[ids]
        w, v = data.cvel[ids, :3], data.cvel[ids, 3:]  # the latter at the whole tree's centre
        arm = p - data.subtree_com[model.body_rootid[ids]]
        return p, data.xmat[ids].reshape(-1, 3, 3), v + np.cross(w, arm), w
