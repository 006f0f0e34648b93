// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { completed, historyStep } from "./console_line";

test("a completion takes the place of what was typed of the word", () => {
  expect(completed("make ro", 5, 7, "rod")).toBe("make rod ");
  expect(completed("make ro at=(0 0 0)", 5, 7, "rod")).toBe("make rod at=(0 0 0)");
});
test("a field, a vector or a point goes on without a space", () => {
  expect(completed("make rod a ma", 11, 13, "mass=")).toBe("make rod a mass=");
  expect(completed("connect up", 8, 10, "upper.")).toBe("connect upper.");
});
test("the history ends at its oldest line and at the line that is typed", () => {
  expect([historyStep(-1, 1, 2), historyStep(1, 1, 2), historyStep(0, -1, 2), historyStep(-1, -1, 2)]).toEqual([0, 1, -1, -1]);
});
