// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { find, fit } from "./fuzzy";

const titles = ["Play or pause", "Step back", "Save", "Show names", "Select all", "Add a sphere"];
const first = (letters: string) => find(letters, titles, text => text)[0];

test("letters must come in their order", () => {
  expect(fit("sb", "Step back")).toBeDefined();
  expect(fit("bs", "Step back")).toBeUndefined();
});
test("beginnings of words come first", () => {
  expect([first("sb"), first("sa"), first("sh"), first("sph"), first("names")]).toEqual(["Step back", "Save", "Show names", "Add a sphere", "Show names"]);
});
test("nothing typed finds all in their order", () => {
  expect(find("  ", titles, text => text)).toEqual(titles);
});
