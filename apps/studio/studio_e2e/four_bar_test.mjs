// SPDX-License-Identifier: Apache-2.0
// A newcomer makes a four-bar linkage from nothing:
//   node four_bar_test.mjs HOLON SOURCE_DIR PICTURES_DIR
import assert from "node:assert/strict";
import { arrived, between, run } from "./studio.mjs";

/** Where the ends of crank, coupler and rocker are clicked. Lengths in pixels: 80, 212, 153, and 170 between the nails. */
const [crankFoot, crankEnd, couplerEnd, rockerFoot] = [[280, 380], [280, 300], [480, 230], [450, 380]];

/** The shortest and the longest bar together are no longer than the others: the shortest goes round [Grashof]. */
function isGrashof(bars) {
  const [a, b, c, d] = bars.toSorted((x, y) => x - y);
  return a + d < b + c;
}

/** Follows all frames from now on: how far the z axis of the first rod, which is along it, has turned, and the largest error of a constraint. */
function followTurns() {
  const direction = () => {
    const [, , , w, x, y, z] = window.studio.poseOf("rod");
    return Math.atan2(2 * (x * z + w * y), 1 - 2 * (x * x + y * y));
  };
  let last = direction();
  window.turns = { angle: 0, error: 0, frames: 0 };
  window.studio.on("frame", frame => {
    const now = direction();
    window.turns.angle += ((now - last + 3 * Math.PI) % (2 * Math.PI)) - Math.PI;
    window.turns.error = Math.max(window.turns.error, frame.error);
    window.turns.frames += 1;
    last = now;
  });
}

run({
  async "a four-bar linkage is made from nothing in eight actions, and turns"(visit) {
    assert.ok(isGrashof([between(crankFoot, crankEnd), between(crankEnd, couplerEnd), between(couplerEnd, rockerFoot), between(rockerFoot, crankFoot)]));
    const person = await arrived(await visit.open());
    await person.key("Shift+e");
    await person.until("an empty scene", () => window.studio.sceneThings().every(({ sort }) => sort === "force"));
    await person.pictures(2);

    person.actions = 0;
    await person.key("r");
    for (const end of [crankFoot, crankEnd, couplerEnd, rockerFoot]) await person.click(end);
    for (const foot of [rockerFoot, crankFoot]) {
      await person.moveTo(foot);
      await person.key("n");
    }
    await person.moveTo(crankFoot);
    await person.key("m");
    assert.ok(person.actions <= 8, `it took ${person.actions} actions`);

    await person.until("two nails, two hinges and a motor beside gravity", () => {
      const count = wanted => window.studio.sceneThings().filter(({ sort }) => sort === wanted).length;
      return count("constraint") === 5 && count("force") === 1;
    });
    assert.deepEqual(await person.names("object"), ["rod", "rod2", "rod3"]);
    await person.undoable("Add 3 rods");
    await person.until("one degree of freedom", () => window.studio.status.freedoms === 1);

    // the page knows places to a few parts in 10⁸: joints that were made there close by that much
    await person.until("the joints have closed", () => window.studio.frame.error < 1e-9);
    await person.know(followTurns);
    await person.until("the crank has gone round twice", () => Math.abs(window.turns.angle) > 4 * Math.PI);
    const { error, frames } = await person.know(() => window.turns);
    assert.ok(frames > 10);
    assert.ok(error < 1e-9, `constraints are met to ${error}`);
    assert.equal((await person.status()).failed, null);
    await person.picture("four_bar_from_nothing");
  },
  async "a four-bar linkage from the gallery takes two actions"(visit) {
    const person = await arrived(await visit.open());
    const { page } = person;
    await person.until("the pen", () => window.studio.writer);
    await page.getByRole("button", { name: /^Gallery/ }).click();
    const card = page.getByRole("button", { name: /^Four-bar linkage/ });
    await card.waitFor();
    await person.until("the pictures of the gallery", () => [...document.querySelectorAll(".card img")].slice(0, 4).every(image => image.complete && image.naturalWidth > 0));
    await person.picture("gallery");
    await card.click();
    await person.until("the motor of the example drives it", () => window.studio.sceneThings().some(({ sort, name }) => sort === "constraint" && name === "motor"));
    await person.until("it moves", () => window.studio.frame.running && window.studio.frame.time > 0.5);
    assert.equal(await page.locator("dialog[open]").count(), 0);
  },
});
