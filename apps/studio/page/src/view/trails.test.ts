// SPDX-License-Identifier: Apache-2.0
import { Vector3 } from "three";
import { expect, test } from "vitest";
import { Trail } from "./trails";

const at = (x: number) => new Vector3(x, 0, 0);
function piecesOf(trail: Trail): number[][] {
  const out = new Float32Array(6 * trail.count);
  trail.write(out);
  return Array.from({ length: trail.count }, (_, i) => [out[6 * i], out[6 * i + 3]]);
}

test("a trail goes from place to place, and leaves out what is too small to be seen", () => {
  const trail = new Trail();
  for (const [x, t] of [[0, 0], [1, 1], [1.001, 2], [2, 3]]) trail.follow(at(x), t, true, 0.01);
  expect(piecesOf(trail)).toEqual([[0, 1], [1, 2]]);
});

test("what was put somewhere did not come there: the trail has a gap", () => {
  const trail = new Trail();
  trail.follow(at(0), 0, true, 0.01);
  trail.follow(at(5), 1, false, 0.01);
  trail.follow(at(6), 2, true, 0.01);
  expect(piecesOf(trail)).toEqual([[5, 6]]);
});

test("a trail goes back with time", () => {
  const trail = new Trail();
  for (let t = 0; t <= 10; ++t) trail.follow(at(t), t, true, 0.01);
  expect(trail.count).toBe(10);
  trail.follow(at(4), 4, false, 0.01);
  expect(piecesOf(trail).at(-1)).toEqual([3, 4]);
  trail.follow(at(4.5), 5, true, 0.01);
  expect(piecesOf(trail).at(-1)).toEqual([4, 4.5]);
});

test("a long trail forgets its beginning, and keeps its order", () => {
  const trail = new Trail();
  for (let t = 0; t <= 4500; ++t) trail.follow(at(t), t, true, 0.01);
  const pieces = piecesOf(trail);
  expect(pieces.length).toBe(2000);
  expect(pieces[0]).toEqual([2500, 2501]);
  expect(pieces.at(-1)).toEqual([4499, 4500]);
  trail.follow(at(3000), 3000, false, 0.01);
  expect(piecesOf(trail).at(-1)).toEqual([2999, 3000]);
});
