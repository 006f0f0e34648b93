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

const counts = ['n', 'iters'];
const refused = ['erp', 'tol'];  // they change nothing in these engines

/** A positive number or a fraction such as 1/60; a whole one for a count. */
function parseNumber(key, text) {
  const [above, below = 1] = text.split('/').map(Number);
  const x = above / below;
  if (counts.includes(key) && !(Number.isInteger(x) && x >= 1 && x <= 1e8))
    throw new Error(`--${key} ${text}: should be a whole number from 1 to 1e8`);
  if (!(x > 0 && Number.isFinite(x)))
    throw new Error(`--${key} ${text}: should be a positive number`);
  return x;
}

function parseOptions(words) {
  const options = {...defaults};
  for (let i = 0; i < words.length; i += 2) {
    const key = words[i].replace(/^--/, ''), value = words[i + 1];
    if (!words[i].startsWith('--') || !(key in defaults))
      throw new Error(`unknown option ${words[i]}`);
    if (refused.includes(key)) throw new Error(`there is no --${key} in this engine`);
    if (value === undefined) throw new Error(`${words[i]} needs a value`);
    options[key] = typeof defaults[key] === 'number' ? parseNumber(key, value) : value;
  }
  if (!(options.engine in engines))
    throw new Error(
        `unknown engine ${options.engine} (there are ${Object.keys(engines).join(', ')})`);
  if (options.t < options.h) throw new Error('--t should not be less than --h');
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
