// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { nearestPair, worldPoint } from "./poses";

const half = Math.SQRT1_2;
/** without a sign of zero */
const rounded = (v: number): number => Number(v.toFixed(12)) + 0;

test("a point of mass is where it is", () => {
  expect(worldPoint([1, 2, 3], [5, 5, 5])).toEqual([1, 2, 3]);
});
test("a quarter turn about z takes x to y", () => {
  const [x, y, z] = worldPoint([1, 2, 3, half, 0, 0, half], [1, 0, 0]);
  expect([x, y, z].map(rounded)).toEqual([1, 3, 3]);
});
test("a quarter turn about x takes y to z", () => {
  expect(worldPoint([0, 0, 0, half, half, 0, 0], [0, 1, 0]).map(rounded)).toEqual([0, 0, 1]);
});
test("an affine body stretches", () => {
  expect(worldPoint([1, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1], [1, 1, 1])).toEqual([3, 1, 1]);
});
test("two rods end to end are closest at their ends", () => {
  const points = [{ name: "end1", at: [-0.5, 0, 0] as [number, number, number] }, { name: "end2", at: [0.5, 0, 0] as [number, number, number] }];
  expect(nearestPair({ points, pose: [0, 0, 0, 1, 0, 0, 0] }, { points, pose: [1.1, 0, 0, 1, 0, 0, 0] })).toEqual([1, 0]);
});
