// SPDX-License-Identifier: Apache-2.0
//
// The scenes of ../scene.cpp, and the little vector algebra they need.

export const gravity = 9.81;  // along -z
export const ground = -1;     // in place of a body's index

export const add = (a, b) => a.map((x, i) => x + b[i]);
export const sub = (a, b) => a.map((x, i) => x - b[i]);
export const mul = (s, a) => a.map(x => s * x);
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const norm = a => Math.sqrt(dot(a, a));
export const cross =
    (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

// q = [w, x, y, z] maps body to world.
export function rotate(q, v) {
  const u = [q[1], q[2], q[3]];
  const t = mul(2, cross(u, v));
  return add(add(v, mul(q[0], t)), cross(u, t));
}
export const rotateBack = (q, v) => rotate([q[0], -q[1], -q[2], -q[3]], v);

const zero = [0, 0, 0];

function body(com, inertia, velocity = zero, angularVelocity = zero) {
  return {com, inertia, velocity, angularVelocity};
}

function joint(type, a, b, anchorA, anchorB, more = {}) {
  return {type, a, b, anchorA, anchorB, axis: zero, length: 0, closesLoop: false, ...more};
}

function chain(n) {
  const bodies = [], joints = [];
  for (let i = 0; i < n; ++i) {
    bodies.push(body([i + 0.5, 0, 0], [0.02 / 12, 1.01 / 12, 1.01 / 12]));
    joints.push(joint('ball', i ? i - 1 : ground, i, i ? [0.5, 0, 0] : zero, [-0.5, 0, 0]));
  }
  return {bodies, joints, energyScale: gravity * 0.5 * n * n};
}

function fourbar(n) {
  const bodies = [], joints = [];
  const across = 1 / 12, along = 0.02 / 12, axis = [0, 1, 0];
  for (let i = 0; i <= n; ++i) {
    bodies.push(body([i, 0, 0.5], [across, across, along], [0.5, 0, 0], axis));
    joints.push(joint('hinge', ground, i, [i, 0, 0], [0, 0, -0.5], {axis}));
  }
  for (let left = 0; left < n; ++left) {
    const coupler = bodies.length;
    bodies.push(body([left + 0.5, 0, 1], [along, across, across], [1, 0, 0]));
    joints.push(joint('hinge', left, coupler, [0, 0, 0.5], [-0.5, 0, 0], {axis}));
    joints.push(
        joint('hinge', left + 1, coupler, [0, 0, 0.5], [0.5, 0, 0], {axis, closesLoop: true}));
  }
  return {bodies, joints, energyScale: gravity * (0.5 * (n + 1) + n)};
}

function net(n) {
  const bodies = [], joints = [], bodyAt = {};
  const isCorner = ([i, j]) => (i === 0 || i === n - 1) && (j === 0 || j === n - 1);
  const position = ([i, j]) => [0.8 * i, 0.8 * j, (i + j) % 2 ? -0.3 : 0.3];
  const knots = Array.from({length: n * n}, (_, k) => [Math.floor(k / n), k % n]);

  for (const knot of knots) {
    if (isCorner(knot)) continue;
    bodyAt[knot] = bodies.length;
    bodies.push(body(position(knot), [0.001, 0.001, 0.001]));
  }
  const addBar = (a, b) => {
    if (isCorner(b)) [a, b] = [b, a];
    if (isCorner(b)) return;
    const [indexA, anchorA] = isCorner(a) ? [ground, position(a)] : [bodyAt[a], zero];
    joints.push(joint('distance', indexA, bodyAt[b], anchorA, zero, {length: 1, closesLoop: true}));
  };
  for (const [i, j] of knots) {
    if (i + 1 < n) addBar([i, j], [i + 1, j]);
    if (j + 1 < n) addBar([i, j], [i, j + 1]);
  }
  const energyScale = bodies.length * gravity * 0.25 * (n - 1);
  return {bodies, joints, energyScale, particles: true};
}

export function makeScene(name, n) {
  const make = {chain, fourbar, net}[name];
  if (!make) throw new Error(`unknown scene ${name} (there are chain, fourbar, net)`);
  if (name === 'net' && n < 3)
    throw new Error('a net needs n of at least 3: its corners are fixed');
  return {name, n, particles: false, ...make(n)};
}

/** For each body the tree joint that carries it, or undefined when the body is free. */
export function carriers(scene) {
  const found = [];
  for (const j of scene.joints)
    if (!j.closesLoop) found[j.b] = j;
  return found;
}

/** Speed of a tree hinge at the start. */
export function hingeSpeed(scene, hinge) {
  const parent = hinge.a === ground ? zero : scene.bodies[hinge.a].angularVelocity;
  return dot(sub(scene.bodies[hinge.b].angularVelocity, parent), hinge.axis);
}
