// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { Quality } from "./quality";

const see = (quality: Quality, interval: number, times: number): boolean[] => Array.from({ length: times }, () => quality.see(interval));

test("quick pictures keep all", () => {
  const quality = new Quality();
  expect(see(quality, 16, 1000)).not.toContain(true);
  expect(quality.looks(2)).toEqual({ ratio: 2, shadows: true });
});

test("a few slow pictures among quick ones change nothing", () => {
  const quality = new Quality();
  for (let k = 0; k < 50; ++k) expect([...see(quality, 400, 3), ...see(quality, 16, 1)]).not.toContain(true);
});

test("slow pictures leave out pixels first, then shadows, step by step", () => {
  const quality = new Quality();
  const seen = [];
  for (let k = 0; k < 4; ++k) {
    seen.push(quality.looks(2));
    while (!quality.see(500));
  }
  expect(seen).toEqual([
    { ratio: 2, shadows: true },
    { ratio: 1, shadows: true },
    { ratio: 1, shadows: false },
    { ratio: 0.75, shadows: false },
  ]);
  expect(quality.looks(2)).toEqual(seen[3]);
});

test("on a plain screen shadows go first", () => {
  const quality = new Quality();
  while (!quality.see(500));
  expect(quality.looks(1)).toEqual({ ratio: 1, shadows: false });
});

test("another scene is drawn as well as can be again", () => {
  const quality = new Quality();
  while (!quality.see(500));
  quality.forget();
  expect(quality.looks(1)).toEqual({ ratio: 1, shadows: true });
});
