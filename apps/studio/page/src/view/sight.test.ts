// SPDX-License-Identifier: Apache-2.0
import { Vector3 } from "three";
import { expect, test } from "vitest";
import { Sight, divide } from "../../../../player/src/sight";
import { liveOf } from "./sample_scene";

/** How far the chords of a circle are from it. */
const stray = (radius: number, pieces: number): number => radius * (1 - Math.cos(Math.PI / pieces));

test("circles are divided so that nobody sees their chords", () => {
  for (const radius of [1, 3, 10, 30, 100]) expect(stray(radius, divide(radius, 64))).toBeLessThan(0.21);
  expect(divide(2, 64)).toBeLessThan(divide(100, 64));
});
test("what is not seen at all is coarse, but has a form", () => expect(divide(0, 40)).toBe(6));
test("nothing is finer than it may be", () => expect(divide(1000, 16)).toBe(16));

test("what is hardly too fine stays so, what is too coarse does not", () => {
  const at = (pieces: number) => 0.2 / (1 - Math.cos(Math.PI / pieces));
  expect(divide(0.98 * at(12), 40, 16)).toBe(16);
  expect(divide(1.02 * at(16), 40, 16)).toBe(24);
  expect(divide(at(10), 40, 40)).toBe(12);
});

test("what is nearer is seen larger, and the nearest counts", () => {
  const rod = { length: 1, name: "" };
  const { moment } = liveOf([
    { ...rod, name: "near", at: [0, -5, 0] },
    { ...rod, name: "far", at: [0, 10, 0] },
  ]);
  const sight = new Sight(moment, new Vector3(0, -10, 0), new Vector3(), 0.01);
  expect(sight.pixels(1, [{ object: 1 }])).toBeCloseTo(50);
  expect(sight.pixels(1, [{ object: 0 }, { object: 1 }])).toBeCloseTo(200);
  expect(sight.pixels(1)).toBeCloseTo(200);
});
