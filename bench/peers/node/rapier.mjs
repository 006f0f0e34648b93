// SPDX-License-Identifier: Apache-2.0
//
// Rapier. Solvers: impulse (free bodies; --iters, default 4), multibody (joint coordinates). The
// joints of a multibody are damped by 0.1 N m s per radian, and nothing here can turn that off.

import {cannot, noSolver} from './measure.mjs';
import {gravity, ground} from './scene.mjs';

const toRapier = ([x, y, z]) => ({x, y, z});
const fromRapier = ({x, y, z}) => [x, y, z];

class Rapier {
  precision = 'f32';

  constructor(rapier, scene, options) {
    Object.assign(this, {rapier, scene, options, version: rapier.version()});
  }

  build() {
    this.world = new this.rapier.World(toRapier([0, 0, -gravity]));
    this.world.timestep = this.options.h;
    if (this.options.iters) this.world.numSolverIterations = this.options.iters;
    this.ground = this.world.createRigidBody(this.rapier.RigidBodyDesc.fixed());
    this.bodies = this.scene.bodies.map(body => this.#addBody(body));
    for (const joint of this.scene.joints) this.#addJoint(joint);
  }

  #addBody(body) {
    const description =
        this.rapier.RigidBodyDesc.dynamic()
            .setTranslation(...body.com)
            .setLinvel(...body.velocity)
            .setAngvel(toRapier(body.angularVelocity))
            .setCanSleep(false)
            .setAdditionalMassProperties(
                1, toRapier([0, 0, 0]), toRapier(body.inertia), {x: 0, y: 0, z: 0, w: 1});
    return this.world.createRigidBody(description);
  }

  #addJoint(joint) {
    const {JointData} = this.rapier;
    const atA = toRapier(joint.anchorA), atB = toRapier(joint.anchorB);
    const data = joint.type === 'ball' ? JointData.spherical(atA, atB) :
                                         JointData.revolute(atA, atB, toRapier(joint.axis));
    const a = joint.a === ground ? this.ground : this.bodies[joint.a], b = this.bodies[joint.b];
    if (this.options.solver === 'multibody' && !joint.closesLoop)
      this.world.createMultibodyJoint(data, a, b, true);
    else
      this.world.createImpulseJoint(data, a, b, true);
  }

  destroy() { this.world.free(); }
  step() { this.world.step(); }
  sync() {}

  get(i) {
    const body = this.bodies[i], q = body.rotation();
    return {
      p: fromRapier(body.translation()),
      q: [q.w, q.x, q.y, q.z],
      v: fromRapier(body.linvel()),
      w: fromRapier(body.angvel()),
    };
  }
}

export async function makeRapier(scene, options, packageName) {
  options.solver ||= 'impulse';
  if (!['impulse', 'multibody'].includes(options.solver))
    noSolver(options.solver, 'impulse, multibody');
  if (scene.particles) cannot('Rapier has no distance joint (a rope only bounds it from above)');
  const rapier = (await import(packageName)).default;
  await rapier.init();
  return new Rapier(rapier, scene, options);
}
