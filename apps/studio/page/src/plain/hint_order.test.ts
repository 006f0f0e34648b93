// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { hints, nextHint } from "./hint_order";

test("hints come in the order of the first five minutes", () => {
  const done = new Set<string>();
  const seen: string[] = [];
  for (let hint = nextHint(done); hint; hint = nextHint(done)) {
    seen.push(hint.deed);
    done.add(hint.deed);
  }
  expect(seen).toEqual(["dragged", "joined", "undone", "selected_joint", "plotted", "conflict", "scrubbed", "resumed", "made", "shared"]);
});
test("what was done before its hint came is not asked for again", () => {
  expect(nextHint(new Set(["joined", "undone"]))?.deed).toBe("dragged");
  expect(nextHint(new Set(["dragged", "joined", "undone"]))?.deed).toBe("selected_joint");
});
test("there are no hints when all is done", () => {
  expect(nextHint(new Set(hints.map(hint => hint.deed)))).toBeUndefined();
});
