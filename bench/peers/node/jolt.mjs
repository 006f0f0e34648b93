// SPDX-License-Identifier: Apache-2.0
//
// Jolt. Solver: si (free bodies; --iters velocity steps, default 10, and 2 position steps).

import {readFileSync} from 'node:fs';

import {noSolver} from './measure.mjs';
import {add, gravity, ground} from './scene.mjs';

const fromJolt = v => [v.GetX(), v.GetY(), v.GetZ()];

class Jolt {
  precision = 'f32';

  constructor(jolt, version, scene, options) {
    Object.assign(this, {jolt, version, scene, options});
  }

  #vector(v) { return new this.jolt.Vec3(...v); }
  #position(v) { return new this.jolt.RVec3(...v); }

  build() {
    this.interface = new this.jolt.JoltInterface(this.#settings());
    this.system = this.interface.GetPhysicsSystem();
    this.system.SetGravity(this.#vector([0, 0, -gravity]));
    const physics = this.system.GetPhysicsSettings();
    if (this.options.iters) physics.mNumVelocitySteps = this.options.iters;
    this.system.SetPhysicsSettings(physics);
    this.bodies = this.scene.bodies.map(body => this.#addBody(body));
    for (const joint of this.scene.joints) this.#addJoint(joint);
  }

  /** One layer, which does not collide with itself. */
  #settings() {
    const {jolt} = this;
    const pairs = new jolt.ObjectLayerPairFilterTable(1);
    const layers = new jolt.BroadPhaseLayerInterfaceTable(1, 1);
    layers.MapObjectToBroadPhaseLayer(0, new jolt.BroadPhaseLayer(0));
    const settings = new jolt.JoltSettings();
    settings.mObjectLayerPairFilter = pairs;
    settings.mBroadPhaseLayerInterface = layers;
    settings.mObjectVsBroadPhaseLayerFilter =
        new jolt.ObjectVsBroadPhaseLayerFilterTable(layers, 1, pairs, 1);
    settings.mMaxBodies = this.scene.bodies.length + 16;
    settings.mMaxWorkerThreads = 0;
    return settings;
  }

  #addBody(body) {
    const {jolt} = this;
    const settings = new jolt.BodyCreationSettings(
        new jolt.SphereShape(0.05),
        this.#position(body.com),
        new jolt.Quat(0, 0, 0, 1),
        jolt.EMotionType_Dynamic,
        0);
    settings.mLinearVelocity = this.#vector(body.velocity);
    settings.mAngularVelocity = this.#vector(body.angularVelocity);
    settings.mLinearDamping = settings.mAngularDamping = 0;
    settings.mMaxLinearVelocity = settings.mMaxAngularVelocity = 1e4;
    settings.mAllowSleeping = false;
    settings.mApplyGyroscopicForce = true;
    settings.mOverrideMassProperties = jolt.EOverrideMassProperties_MassAndInertiaProvided;
    settings.mMassPropertiesOverride.mMass = 1;
    settings.mMassPropertiesOverride.mInertia =
        jolt.Mat44.prototype.sScaleVec3(this.#vector(body.inertia));
    const bodies = this.system.GetBodyInterface(), created = bodies.CreateBody(settings);
    bodies.AddBody(created.GetID(), jolt.EActivation_Activate);
    return created;
  }

  #addJoint(joint) {
    const settings = this.#constraintSettings(joint);
    const start = (body, anchor) =>
        body === ground ? anchor : add(this.scene.bodies[body].com, anchor);
    settings.mSpace = this.jolt.EConstraintSpace_WorldSpace;
    settings.mPoint1 = this.#position(start(joint.a, joint.anchorA));
    settings.mPoint2 = this.#position(start(joint.b, joint.anchorB));
    const a = joint.a === ground ? this.interface.sGetFixedToWorldBody() : this.bodies[joint.a];
    this.system.AddConstraint(settings.Create(a, this.bodies[joint.b]));
  }

  #constraintSettings(joint) {
    const {jolt} = this;
    if (joint.type === 'ball') return new jolt.PointConstraintSettings();
    if (joint.type === 'hinge') {
      const settings = new jolt.HingeConstraintSettings();
      settings.mHingeAxis1 = settings.mHingeAxis2 = this.#vector(joint.axis);
      settings.mNormalAxis1 = settings.mNormalAxis2 = this.#vector([1, 0, 0]);
      return settings;
    }
    const settings = new jolt.DistanceConstraintSettings();
    settings.mMinDistance = settings.mMaxDistance = joint.length;
    return settings;
  }

  step() { this.interface.Step(this.options.h, 1); }
  sync() {}

  get(i) {
    const body = this.bodies[i], q = body.GetRotation();
    return {
      p: fromJolt(body.GetCenterOfMassPosition()),
      q: [q.GetW(), q.GetX(), q.GetY(), q.GetZ()],
      v: fromJolt(body.GetLinearVelocity()),
      w: fromJolt(body.GetAngularVelocity()),
    };
  }
}

export async function makeJolt(scene, options) {
  options.solver ||= 'si';
  if (options.solver !== 'si') noSolver(options.solver, 'si');
  const jolt = await (await import('jolt-physics/wasm')).default();
  const manifest = new URL('node_modules/jolt-physics/package.json', import.meta.url);
  return new Jolt(jolt, JSON.parse(readFileSync(manifest)).version, scene, options);
}
