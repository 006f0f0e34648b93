// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { Typical, strong } from "./arrow_scale";

test("the first size is taken at once, by steps of 1, 2, 5", () => {
  for (const [size, step] of [[0.9, 1], [1, 1], [1.1, 2], [3, 5], [6, 10], [70, 100]]) {
    const typical = new Typical();
    typical.see(size, 0);
    expect(typical.value).toBeCloseTo(step, 9);
  }
});

test("a blow does not change the scale, lasting forces do", () => {
  const typical = new Typical();
  typical.see(10, 0);
  for (let t = 0; t < 100; t += 16) typical.see(1000, t);
  typical.see(9, 110);
  expect(typical.value).toBe(10);
  for (let t = 120; t < 500; t += 16) typical.see(90, t);
  expect(typical.value).toBe(100);
});

test("arrows get longer only when forces have been small for long", () => {
  const typical = new Typical();
  typical.see(100, 0);
  for (let t = 0; t < 1000; t += 16) typical.see(3, t);
  expect(typical.value).toBe(100);
  for (let t = 1000; t < 2000; t += 16) typical.see(3, t);
  expect(typical.value).toBe(5);
  typical.see(0, 3000);
  typical.see(Number.NaN, 9000);
  expect(typical.value).toBe(5);
});

test("of few the strongest counts, of many one that is strong", () => {
  expect(strong([3, 1, 2])).toBe(3);
  expect(strong([...Array(100).keys()])).toBe(89);
  expect(strong([])).toBe(0);
});
