// SPDX-License-Identifier: Apache-2.0
//
// WebAssembly peers: same scenes, options and JSON line as the C++ peers (see ../peer.h), and
//   --engine rapier|rapier-simd|jolt|mujoco

import {makeJolt} from './jolt.mjs';
import {measure} from './measure.mjs';
import {makeMujoco} from './mujoco.mjs';
import {makeRapier} from './rapier.mjs';
import {makeScene} from './scene.mjs';

const defaults = {
  engine: 'rapier',
  scene: 'chain',
  solver: '',
  n: 10,
  h: 0.001,
  t: 1,
  max_s: 60,
  iters: 0,
  erp: 0,
  tol: 0,
};

const engines = {
  rapier: (scene, options) => makeRapier(scene, options, '@dimforge/rapier3d-compat'),
  'rapier-simd': (scene, options) => makeRapier(scene, options, '@dimforge/rapier3d-simd-compat'),
  jolt: makeJolt,
  mujoco: makeMujoco,
};

/** A number or a fraction such as 1/60. */
function parseNumber(text) {
  const [above, below = 1] = text.split('/').map(Number);
  if (!Number.isFinite(above / below)) throw new Error(`${text} is not a number`);
  return above / below;
}

function parseOptions(words) {
  const options = {...defaults};
  for (let i = 0; i < words.length; i += 2) {
    const key = words[i].replace(/^--/, ''), value = words[i + 1];
    if (!(key in defaults)) throw new Error(`unknown option ${words[i]}`);
    if (value === undefined) throw new Error(`${words[i]} needs a value`);
    options[key] = typeof defaults[key] === 'number' ? parseNumber(value) : value;
  }
  if (!(options.engine in engines)) throw new Error(`unknown engine ${options.engine}`);
  return options;
}

try {
  const options = parseOptions(process.argv.slice(2));
  const scene = makeScene(options.scene, options.n);
  const engine = await engines[options.engine](scene, options);
  console.log(JSON.stringify(measure(engine, scene, options)));
  process.exit(0);  // an engine may have left something running
} catch (error) {
  console.error(error.message ?? error);
  process.exit(2);
}
