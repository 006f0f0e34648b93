// SPDX-License-Identifier: Apache-2.0
//
// MuJoCo 3. A solver is made of words joined by '-', as in ../peer_mujoco.cpp:
//   euler | rk4 | implicitfast, newton | cg | pgs, max

import {cannot, noSolver} from './measure.mjs';
import {add, carriers, gravity, ground, hingeSpeed, mul, sub} from './scene.mjs';

const bodyObject = 1;  // mjOBJ_BODY
const words = ['euler', 'rk4', 'implicitfast', 'newton', 'cg', 'pgs', 'max'];
const text = v => v.join(' ');

/** Writes a scene in MuJoCo's model language. */
class ModelWriter {
  constructor(scene, options) {
    this.scene = scene;
    this.options = options;
    this.words = options.solver.split('-');
    this.freeBodies = this.words.includes('max') && !scene.particles;
    this.carrier = carriers(scene);
    this.children = scene.bodies.map(() => []);
    for (const joint of this.carrier)
      if (joint && joint.a !== ground) this.children[joint.a].push(joint.b);
  }

  write() {
    const bodies = this.scene.bodies.map((_, i) => this.#isRoot(i) ? this.#body(i) : '').join('');
    return `<mujoco>${this.#header()}<worldbody>${this.#worldAnchors()}${bodies}</worldbody>` +
        `<tendon>${this.#tendons()}</tendon><equality>${this.#equalities()}</equality></mujoco>`;
  }

  #isRoot(i) { return this.freeBodies || !this.carrier[i] || this.carrier[i].a === ground; }
  #pick(choices, otherwise) {
    const word = this.words.find(w => w in choices);
    return word ? choices[word] : otherwise;
  }

  #header() {
    const {h, iters} = this.options;
    const integrator = this.#pick({rk4: 'RK4', implicitfast: 'implicitfast'}, 'Euler');
    const solver = this.#pick({cg: 'CG', pgs: 'PGS'}, 'Newton');
    return `<option timestep='${h}' gravity='0 0 -${gravity}' integrator='${integrator}'` +
        ` solver='${solver}' iterations='${iters || 100}' tolerance='1e-12'>` +
        `<flag contact='disable'/></option><size memory='1G'/>` +
        `<default><equality solref='${2 * h} 1' solimp='0.9999 0.9999'/></default>`;
  }

  #distances() { return this.scene.joints.filter(j => j.type === 'distance'); }

  #worldAnchors() {
    return this.#distances()
        .map((j, k) => j.a === ground ? `<site name='w${k}' pos='${text(j.anchorA)}'/>` : '')
        .join('');
  }

  #body(i) {
    const {com, inertia} = this.scene.bodies[i];
    const origin = this.#isRoot(i) ? [0, 0, 0] : this.scene.bodies[this.carrier[i].a].com;
    const children = this.freeBodies ? [] : this.children[i].map(child => this.#body(child));
    return [
      `<body name='b${i}' pos='${text(sub(com, origin))}'>`,
      `<inertial pos='0 0 0' mass='1' diaginertia='${text(inertia)}'/>`,
      this.#jointOf(i),
      ...children,
      '</body>',
    ].join('');
  }

  #jointOf(i) {
    if (this.scene.particles)
      return `<joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 1 0'/>` +
          `<joint type='slide' axis='0 0 1'/><site name='s${i}'/>`;
    const joint = this.carrier[i];
    if (this.freeBodies || !joint) return '<freejoint/>';
    const axis = joint.type === 'hinge' ? ` axis='${text(joint.axis)}'` : '';
    return `<joint type='${joint.type}' pos='${text(joint.anchorB)}'${axis}/>`;
  }

  #tendons() {
    const tendon = (j, k) => {
      const start = j.a === ground ? `w${k}` : `s${j.a}`;
      return `<spatial name='t${k}'><site site='${start}'/><site site='s${j.b}'/></spatial>`;
    };
    return this.#distances().map(tendon).join('');
  }

  #equalities() {
    let xml = this.#distances().map((_, k) => `<tendon tendon1='t${k}'/>`).join('');
    for (const joint of this.scene.joints) {
      if (joint.type === 'distance' || !(this.freeBodies || joint.closesLoop)) continue;
      const onAxis = this.freeBodies && joint.type === 'hinge' ? [-0.05, 0.05] : [0];
      for (const along of onAxis) xml += this.#connect(joint, along);
    }
    return xml;
  }

  #connect(joint, along) {
    const toA = joint.a === ground ? '' : ` body2='b${joint.a}'`;
    const anchor = add(joint.anchorB, mul(along, joint.axis));
    return `<connect body1='b${joint.b}'${toA} anchor='${text(anchor)}'/>`;
  }
}

class Mujoco {
  precision = 'f64';

  constructor(mujoco, scene, options) {
    Object.assign(this, {mujoco, scene, options, version: mujoco.mj_versionString()});
    this.velocity = new mujoco.DoubleBuffer(6);  // angular, linear
  }

  build() {
    const {mujoco, scene} = this;
    try {
      const xml = new ModelWriter(scene, this.options).write();
      this.model = mujoco.MjModel.from_xml_string(xml);
      this.data = new mujoco.MjData(this.model);
    } catch (error) {
      cannot(`MuJoCo rejects the model: ${error}`);
    }
    this.ids = scene.bodies.map((_, i) => mujoco.mj_name2id(this.model, bodyObject, `b${i}`));
    this.#setVelocities();
  }

  #setVelocities() {
    const {body_dofadr: address, body_dofnum: freedoms} = this.model;
    const speeds = this.data.qvel, carrier = carriers(this.scene);
    this.scene.bodies.forEach((body, i) => {
      const id = this.ids[i];
      if (freedoms[id] === 6)
        speeds.set([...body.velocity, ...body.angularVelocity], address[id]);
      else if (freedoms[id] === 1)
        speeds[address[id]] = hingeSpeed(this.scene, carrier[i]);
    });
  }

  destroy() {
    this.data.delete();
    this.model.delete();
  }

  step() { this.mujoco.mj_step(this.model, this.data); }

  sync() {
    this.mujoco.mj_kinematics(this.model, this.data);
    this.mujoco.mj_comPos(this.model, this.data);
    this.mujoco.mj_comVel(this.model, this.data);
    this.positions = this.data.xipos;
    this.rotations = this.data.xquat;
  }

  get(i) {
    const id = this.ids[i];
    this.mujoco.mj_objectVelocity(this.model, this.data, bodyObject, id, this.velocity, 0);
    const velocity = this.velocity.GetView();
    return {
      p: [...this.positions.subarray(3 * id, 3 * id + 3)],
      q: [...this.rotations.subarray(4 * id, 4 * id + 4)],
      v: [...velocity.subarray(3, 6)],
      w: [...velocity.subarray(0, 3)],
    };
  }
}

export async function makeMujoco(scene, options) {
  options.solver ||= 'euler';
  if (!options.solver.split('-').every(word => words.includes(word)))
    noSolver(options.solver, `words of ${words.join('-')}`);
  const mujoco = await (await import('@mujoco/mujoco')).default();
  return new Mujoco(mujoco, scene, options);
}
