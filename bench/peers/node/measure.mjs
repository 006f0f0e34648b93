// SPDX-License-Identifier: Apache-2.0
//
// The measuring loop of ../peer.cpp.

import {add, dot, gravity, ground, mul, norm, rotate, rotateBack, sub} from './scene.mjs';

const marks = [1, 2, 5];  // s, where the last body's position is kept

/** Ends the program on a scene or a solver that the engine does not have. */
export function cannot(why) {
  console.log(JSON.stringify({cannot: why}));
  process.exit(3);
}
export function noSolver(name, known) { cannot(`no solver '${name}' (there are ${known})`); }

function energyOf(body, state, particle) {
  const energy = 0.5 * dot(state.v, state.v) + gravity * state.p[2];  // of 1 kg
  if (particle) return energy;
  const w = rotateBack(state.q, state.w);
  return energy + 0.5 * body.inertia.reduce((sum, I, k) => sum + I * w[k] * w[k], 0);
}

function gapOf(joint, states, particle) {
  const place = (body, anchor) => {
    if (body === ground) return anchor;
    const {p, q} = states[body];
    return particle ? p : add(p, rotate(q, anchor));
  };
  const apart = along => {
    const shift = mul(along, joint.axis);
    return norm(
        sub(place(joint.a, add(joint.anchorA, shift)), place(joint.b, add(joint.anchorB, shift))));
  };
  if (joint.type === 'ball') return apart(0);
  if (joint.type === 'distance') return Math.abs(apart(0) - joint.length);
  return Math.max(apart(-0.05), apart(0.05));  // two points on the axis see a tilt as well
}

function takeSample(engine, scene) {
  engine.sync();
  const states = scene.bodies.map((_, i) => engine.get(i));
  const energies = scene.bodies.map((body, i) => energyOf(body, states[i], scene.particles));
  return {
    energy: energies.reduce((sum, e) => sum + e, 0),
    gap: scene.joints.reduce((gap, j) => Math.max(gap, gapOf(j, states, scene.particles)), 0),
    last: states.at(-1).p,
  };
}

/** Lets the WebAssembly compiler see the hot loop, and starts afresh. */
function warmUp(engine) {
  const start = performance.now();
  while (performance.now() - start < 700) engine.step();
  engine.destroy?.();
  engine.build();
}

function timed(steps, engine, record) {
  const cpuStart = process.cpuUsage(), wallStart = performance.now();
  for (let i = 0; i < steps; ++i) engine.step();
  record.wall_s += (performance.now() - wallStart) / 1e3;
  const cpu = process.cpuUsage(cpuStart);
  record.cpu_s += (cpu.user + cpu.system) / 1e6;
  record.steps += steps;
}

/** Steps in blocks, at most 1000 of them, and takes a sample after each block. */
function run(engine, scene, {h, t, max_s}) {
  const steps = Math.round(t / h), block = Math.max(1, Math.floor(steps / 1000));
  const stepAt = time => Math.round(time / h);
  const endOfBlock = done => Math.min(
      steps, (Math.floor(done / block) + 1) * block, ...marks.map(stepAt).filter(k => done < k));
  const startEnergy = takeSample(engine, scene).energy;
  const record = {
    steps: 0,
    wall_s: 0,
    cpu_s: 0,
    max_constraint_error: 0,
    energy_drift: 0,
    at: {},
    failed: false
  };

  while (record.steps < steps && record.wall_s < max_s && !record.failed) {
    timed(endOfBlock(record.steps) - record.steps, engine, record);
    const {energy, gap, last} = takeSample(engine, scene);
    const drift = Math.abs(energy - startEnergy) / scene.energyScale;
    record.failed = !(drift < 1e6 && gap < 1e6);
    record.max_constraint_error = Math.max(record.max_constraint_error, gap);
    record.energy_drift = Math.max(record.energy_drift, drift);
    record.last = last;
    for (const mark of marks)
      if (record.steps === stepAt(mark)) record.at[mark] = last;
  }
  return record;
}

/** Runs the scene; the result is the JSON line of ../peer.h. */
export function measure(engine, scene, options) {
  const start = performance.now();
  engine.build();
  const init_s = (performance.now() - start) / 1e3;
  if (init_s < 1) warmUp(engine);
  const record = run(engine, scene, options);
  const {solver, n, h, iters} = options;
  return {
    engine: options.engine + '-wasm',
    version: engine.version,
    precision: engine.precision,
    solver,
    scene: scene.name,
    n,
    h,
    tol: 0,
    iters,
    erp: 0,
    ...record,
    inner_steps: record.steps,
    t: record.steps * h,
    us_per_step: 1e6 * record.wall_s / Math.max(1, record.steps),
    energy_scale: scene.energyScale,
    init_s,
    rss_mb: process.memoryUsage().rss / 2 ** 20,
  };
}
