// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { clock, count, exactly, listed, readNumber, reading, roughly, typed, vector, withUnit } from "./format";

test("readings have four digits and at most three decimals", () => {
  expect([12.3456, 1234.56, 0.012345, -3.14159, 123456.7].map(reading)).toEqual(["12.35", "1235", "0.012", "−3.142", "123457"]);
});
test("very small and very large readings have a power of ten", () => {
  expect([3.2e-13, -2.5e7].map(reading)).toEqual(["3.20e−13", "−2.50e7"]);
});
test("what rounding leaves of nothing is nothing", () => {
  expect([0, 6e-28, -2e-17].map(reading)).toEqual(["0", "0", "0"]);
});
test("an error is told by one digit and its power of ten", () => {
  expect([3.2e-13, 0, 3e-43, 12, Number.NaN].map(roughly)).toEqual(["3e−13", "0", "0", "1e1", "–"]);
});
test("all digits are told to who asks, and angles in degrees too", () => {
  expect([exactly(-3.081902393171587, "N"), exactly(Math.PI / 2, "rad"), exactly(null, "N")]).toEqual(["−3.081902393171587 N", "1.5707963267948966 rad, 90.00°", ""]);
});
test("what is not known is a dash, never NaN", () => {
  expect([Number.NaN, Number.POSITIVE_INFINITY, null, undefined].map(reading)).toEqual(["–", "–", "–", "–"]);
});
test("a unit stands behind the number if there is one", () => {
  expect([withUnit(2, "N"), withUnit(2, "")]).toEqual(["2.000 N", "2.000"]);
});
test("powers of units are raised", () => {
  expect(withUnit(-9.81, "m/s^2")).toBe("−9.810 m/s²");
});
test("what rounding leaves beside a large component is zero", () => {
  expect(vector([12, 3e-13, -0.5])).toBe("(12.00\u20020\u2002−0.500)");
});
test("names are listed as people say them", () => {
  expect([listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])]).toEqual(["a", "a and b", "a, b and c"]);
});
test("typed numbers are read back, with commas and the typographic minus too", () => {
  expect(["1.5", " 2,25 ", "−3", "1e-3", "", "fast", "Infinity"].map(readNumber)).toEqual([1.5, 2.25, -3, 0.001, undefined, undefined, undefined]);
  expect(readNumber(typed(0.1 + 0.2))).toBe(0.3);
});
test("a clock counts minutes beyond sixty seconds", () => {
  expect([clock(3.14159), clock(61.5), clock(600, 0), clock(Number.NaN)]).toEqual(["3.14 s", "1:01.50", "10:00", "–"]);
});
test("names are listed as people say them", () => {
  expect([listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])]).toEqual(["a", "a and b", "a, b and c"]);
});
test("one thing is not many", () => {
  expect([count(1, "joint"), count(0, "joint"), count(2, "box", "boxes")]).toEqual(["1 joint", "0 joints", "2 boxes"]);
});
