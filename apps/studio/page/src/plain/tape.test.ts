// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from "vitest";
import { csvOf, Tape, thinned } from "./tape";

function filled(capacity: number, steps: number, f = (t: number) => t * t): Tape {
  const tape = new Tape(capacity);
  tape.keep(["a"]);
  for (let i = 0; i < steps; ++i) tape.append([i], ["a"], [f(i)]);
  return tape;
}
const timesOf = (tape: Tape): number[] => Array.from({ length: tape.size }, (_, i) => tape.time(i));

describe("a tape", () => {
  test("keeps the last steps when it is full", () => {
    const tape = filled(4, 10);
    expect(timesOf(tape)).toEqual([6, 7, 8, 9]);
    expect(tape.value("a", 0)).toBe(36);
    expect(tape.dropped).toBe(6);
  });
  test("takes several signals at several steps, time by time", () => {
    const tape = new Tape(8);
    tape.keep(["a", "b"]);
    tape.append([0, 1], ["a", "b"], [1, 2, 3, 4]);
    expect([tape.value("a", 0), tape.value("b", 0), tape.value("a", 1), tape.value("b", 1)]).toEqual([1, 2, 3, 4]);
  });
  test("cuts off the future when time has gone back", () => {
    const tape = filled(100, 10);
    tape.append([3.5, 4.5], ["a"], [0, 0]);
    expect(timesOf(tape)).toEqual([0, 1, 2, 3, 3.5, 4.5]);
  });
  test("cuts off the future also after it has gone round", () => {
    const tape = filled(4, 10);
    tape.append([8], ["a"], [-1]);
    expect(timesOf(tape)).toEqual([6, 7, 8]);
    expect(tape.value("a", 2)).toBe(-1);
  });
  test("does not know a signal before it was watched, nor after", () => {
    const tape = filled(8, 2);
    tape.keep(["a", "b"]);
    tape.append([2], ["b"], [7]);
    expect([tape.value("b", 1), tape.value("b", 2), tape.value("a", 1), tape.value("a", 2)]).toEqual([Number.NaN, 7, 1, Number.NaN]);
    tape.keep(["b"]);
    expect(tape.value("a", 1)).toBeNaN();
  });
  test("finds the first step at a time or later", () => {
    const tape = filled(4, 10);
    expect([0, 6, 6.5, 9, 9.5].map(t => tape.indexOf(t))).toEqual([0, 0, 1, 3, 4]);
  });
  test("tells nothing of times before its first step", () => {
    const tape = filled(4, 10);
    expect([5.9, 6, 6.5, 9, 9.5].map(t => tape.stepAt(t))).toEqual([-1, 0, 1, 3, 3]);
    expect(new Tape(4).stepAt(0)).toBe(-1);
  });
});

describe("thinning", () => {
  test("leaves few steps as they are, with null for what is not known", () => {
    const tape = new Tape(8);
    tape.keep(["a"]);
    tape.append([0, 1, 2], ["a"], [1, Number.NaN, 3]);
    expect(thinned(tape, ["a"], 0, 3, 100)).toEqual([[0, 1, 2], [1, null, 3]]);
  });
  test("keeps every peak", () => {
    const tape = filled(10000, 10000, t => (t === 4321 ? 99 : t === 777 ? -99 : Math.sin(t / 100)));
    const [times, values] = thinned(tape, ["a"], 0, tape.size, 200);
    expect(times.length).toBeLessThan(220);
    expect(values).toContain(99);
    expect(values).toContain(-99);
    expect(times.every((t, i) => i === 0 || t >= times[i - 1])).toBe(true);
  });
  test("does not depend on where the window begins, except at its ends", () => {
    const tape = filled(5000, 9000, t => Math.sin(t));
    const inner = (from: number) => new Set(thinned(tape, ["a"], from, 4000, 300)[0].filter(t => tape.indexOf(t) > 200 && tape.indexOf(t) < 3900));
    const [a, b] = [inner(100), inner(100 + 3)];
    expect([...a].filter(t => !b.has(t)).length).toBe(0);
  });
});

test("a table for other programs has units in its head and nothing where nothing is known", () => {
  const tape = new Tape(8);
  tape.keep(["a", "b,c"]);
  tape.append([0, 0.5, 1], ["a"], [1, 2.5, Number.NaN]);
  expect(csvOf(tape, ["a", "b,c"], ["N", ""])).toBe('time [s],a [N],"b,c"\n0,1,\n0.5,2.5,\n');
});
