// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from "vitest";
import { placeOf, scaleFor, valueAt, widened } from "./scale";

describe("the scale of a slider", () => {
  test("is the range that a parameter has", () => {
    expect(scaleFor(1, "m", 0.5, 2)).toEqual({ min: 0.5, max: 2, logarithmic: false });
  });
  test("is logarithmic if the range is wide and positive", () => {
    expect(scaleFor(1, "N", 0.1, 1000).logarithmic).toBe(true);
    expect(scaleFor(1, "N", 0, 1000).logarithmic).toBe(false);
  });
  test("lies around a positive value that has no range", () => {
    expect(scaleFor(300, "N/m")).toEqual({ min: 2, max: 50000, logarithmic: true });
  });
  test("is one turn for an angle", () => {
    expect(scaleFor(0.3, "rad")).toMatchObject({ min: -Math.PI, max: Math.PI });
  });
  test("reaches to both sides of a value that may be negative", () => {
    expect(scaleFor(-9.81, "m/s²")).toEqual({ min: -20, max: 20, logarithmic: false });
    expect(scaleFor(0, "m")).toEqual({ min: -1, max: 1, logarithmic: false });
  });
  test("gives back the value of a place, to three digits", () => {
    for (const scale of [scaleFor(300, "N/m"), scaleFor(1, "m", 0.5, 2), scaleFor(-9.81, "")])
      for (const place of [0, 0.1, 0.5, 0.77, 1]) expect(placeOf(scale, valueAt(scale, place))).toBeCloseTo(place, 2);
  });
  test("ends exactly at its ends", () => {
    const scale = scaleFor(0.3, "rad");
    expect([valueAt(scale, 0), valueAt(scale, 1)]).toEqual([-Math.PI, Math.PI]);
  });
  test("grows when a value beyond it is typed", () => {
    expect(widened(scaleFor(1, "m", 0.5, 2), 7)).toMatchObject({ min: 0.5, max: 10 });
    expect(widened(scaleFor(-1, "m"), -7)).toMatchObject({ min: -10, max: 2 });
    expect(widened(scaleFor(300, "N/m"), 0.3)).toMatchObject({ min: 0.2 });
    expect(widened(scaleFor(300, "N/m"), -1)).toMatchObject({ min: 2 });
  });
  test("puts a value that is not on it at an end", () => {
    expect(placeOf(scaleFor(300, "N/m"), 0)).toBe(0);
    expect(placeOf(scaleFor(300, "N/m"), -5)).toBe(0);
  });
});
