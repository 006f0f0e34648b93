// SPDX-License-Identifier: Apache-2.0
// The first five minutes of somebody who has never seen the studio, from the moving picture to the shared one:
//   node first_minutes_test.mjs HOLON SOURCE_DIR PICTURES_DIR
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { arrived, beside, between, run } from "./studio.mjs";

const pull = { dark: [0x4f, 0xe3, 0xbf] };
const isNear = (colour, wanted) => wanted.every((x, i) => Math.abs(colour[i] - x) < 24);

const place = (person, object) => person.know(name => [...window.studio.poseOf(name)].slice(0, 3), object);

/** 0:00 A linkage that moves, and its coupler curve. */
async function look(person) {
  await person.until("it moves by itself", () => window.studio.frame.running && window.studio.frame.time > 0.2);
  assert.equal((await person.status()).speed, 1);
  await person.setSpeed(0.1);
  await person.until("the coupler curve", () => [...window.viewport.trails.traced.values()].some(({ trail }) => trail.count > 10));
  assert.equal(await person.page.locator("dialog[open]").count(), 0);
  await person.hinted("Drag anything. Press Space to pause.");
  await person.picture("minutes_1_first_look");
}

/** 0:05 The crank is held against its motor: a line shows the pull, arrows the forces. */
async function dragCrank(person) {
  const from = await person.catch("crank", [0.1, 0, 0]);
  const hand = beside(from, [-30, -40]);
  await person.moveTo(hand);
  await person.setSpeed(1);
  await person.until("the hand stops the crank", async () => {
    const { readings } = await window.studio.link.ask({ do: "inspect", name: "shaft" });
    return window.studio.frame.hand && Math.abs(readings.find(({ name }) => name === "shaft.angle_dot").value) < 0.1;
  });
  await person.pictures(3);
  assert.ok(isNear(await person.know(at => window.seen.inked(at), hand), pull.dark), "the hand is drawn");
  const owners = await person.know(() => window.viewport.bench.arrows.map(({ owner }) => window.viewport.bench.live.thingOf(owner).name));
  for (const joint of ["shaft", "elbow", "foot"]) assert.ok(owners.includes(joint), `an arrow shows the force of ${joint}`);
  await person.picture("minutes_2_pull");
  await person.drop();
  await person.undoable("Pull crank");
}

/** 0:20 The loose rod is dropped on a hinge of the linkage, and swings there. */
async function joinRod(person) {
  await person.hinted("Drop one part on another");
  const before = await place(person, "rod");
  const [end, foot] = [await person.point("rod", "end1"), await person.joint("foot")];
  const grip = beside(end, [8, 0]);
  await person.pull(grip, beside(foot, [8, 0]), 12);
  await person.until("a ghost of the hinge that would be made", () => window.viewport.bench.ghosts.length > 0);
  await person.picture("minutes_3_snap");
  const joints = await person.names("constraint");
  await person.drop();
  await person.toasted("Hinge added");
  await person.undoable("Pull rod");
  await person.until("one joint more", n => window.studio.sceneThings().filter(({ sort }) => sort === "constraint").length === n + 1, joints.length);
  await person.until("it is where the rocker is held, and swings", () => {
    const [x, , z] = window.studio.poseOf("rod");
    return Math.abs(Math.hypot(x - 1, z) - 0.25) < 1e-3 && window.studio.frame.running;
  });

  await person.hinted("Ctrl+Z takes it back");
  await person.undo();
  await person.undoable("Pull crank");
  await person.until("one joint less", n => window.studio.sceneThings().filter(({ sort }) => sort === "constraint").length === n, joints.length);
  assert.deepEqual(await person.names("constraint"), joints);
  await person.until("the rod is back where it was", ([x, y, z]) => Math.hypot(window.studio.poseOf("rod")[0] - x, window.studio.poseOf("rod")[1] - y, window.studio.poseOf("rod")[2] - z) < 1e-3, before);
}

/** 1:15 A click on a joint opens the inspector; its motor obeys while it runs. */
async function driveJoint(person) {
  const { page } = person;
  await person.hinted("Click a joint");
  await person.click(await person.joint("shaft"));
  await page.getByRole("heading", { name: "shaft", exact: true }).waitFor();
  assert.ok(await page.getByRole("checkbox", { name: "Motor" }).isChecked());
  await page.getByLabel("Speed in rad/s").fill("4");
  await person.key("Enter");
  await person.until("the crank goes twice as fast", async () => {
    const { readings } = await window.studio.link.ask({ do: "inspect", name: "shaft" });
    return readings.find(({ name }) => name === "shaft.angle_dot").value > 3.5;
  });
  await person.picture("minutes_4_joint");
}

/** 1:45 The angle is plotted; pointing at the plot tells the values of that time. */
async function plotAngle(person) {
  const { page } = person;
  await person.hinted("plot");
  await page.getByRole("button", { name: "Plot shaft.angle", exact: true }).click();
  const plot = page.getByRole("img", { name: "Plot of shaft.angle over time" });
  await plot.waitFor();
  assert.ok(await person.know(() => document.activeElement.closest("#view") !== null), "Space still pauses");
  await person.until("values of the plot", () => /\d rad$/.test(document.querySelector(".plot-legend output")?.textContent ?? ""));
  await person.pictures(10);
  const box = await plot.boundingBox();
  const pointAt = x => person.moveTo([x, box.y + box.height / 2]);
  await pointAt(box.x + 60);
  await person.until("the time under the pointer", () => /press to go there/.test(document.querySelector(".plot-canvas").title));
  await pointAt(box.x + box.width - 20);
  await person.until("the value under the pointer", () => /\d rad$/.test(document.querySelector(".plot-legend output").textContent));
  await person.picture("minutes_5_plot");
}

/** 2:30 A part is nailed so that it cannot be; who fights is named, and one press ends it. */
async function breakIt(person) {
  const { page } = person;
  await person.hinted("Try to break it");
  await page.getByRole("button", { name: "Nail it for me" }).click();
  const banner = page.getByRole("group", { name: "Constraints that fight" });
  await banner.waitFor();
  const text = await banner.innerText();
  const culprits = await person.know(() => window.studio.outlined);
  assert.ok(culprits.length > 1);
  for (const name of culprits) assert.ok(text.includes(name), `${name} is named in: ${text}`);
  await person.until("the hint gives way to banner and plot", () => document.querySelector("#hint").hidden);
  await person.picture("minutes_6_conflict");
  const cures = await banner.getByRole("button").allInnerTexts();
  assert.match(cures[0], /^Remove /);
  await banner.getByRole("button").first().click();
  await person.until("peace", () => window.studio.status.conflict === null);
  await banner.waitFor({ state: "hidden" });
  assert.deepEqual(await person.know(() => window.studio.outlined), []);
}

/** 3:15 Back by the timeline, and on from there. */
async function scrub(person) {
  const { page } = person;
  await person.hinted("Drag the timeline back");
  const line = await page.getByRole("slider", { name: "Moment that is shown" }).boundingBox();
  const at = share => [line.x + share * line.width, line.y + line.height / 2];
  await person.moveTo(at(0.97));
  await page.mouse.down();
  await person.moveTo(at(0.7));
  await person.moveTo(at(0.4));
  await page.mouse.up();
  await person.until("the past", () => {
    const { status, frame } = window.studio;
    return status.rewound && frame.rewound && status.shown < 0.6 * status.to && Math.abs(frame.time - status.shown) < 1e-9;
  });
  const { shown } = await person.status();
  await person.picture("minutes_7_past");
  await person.hinted("Shift+Space");
  await person.moveTo([480, 200]);
  await person.key("Shift+Space");
  await person.until("it goes on from there", t => !window.studio.status.rewound && window.studio.status.running && window.studio.frame.time > t, shown);
  await person.undoable(`Go on from ${shown.toFixed(2)} s`);
}

/** 3:45 A chain of rods hangs from a nail; a bead runs on a rail that was drawn. */
async function build(person) {
  await person.hinted("Press R and click, click, click");
  await person.key("Shift+e");
  await person.until("an empty scene", () => window.studio.sceneThings().every(({ sort }) => sort === "force"));
  await person.pictures(2);
  await person.picture("minutes_8_empty");
  await person.key("r");
  const ends = [[260, 160], [330, 160], [400, 160]];
  for (const end of ends) await person.click(end);
  await person.moveTo(ends[0]);
  await person.key("n");
  await person.picture("minutes_9_rods");
  await person.key("Enter");
  await person.until("two rods, a hinge and a nail", () => window.studio.sceneThings().filter(({ sort }) => sort === "constraint").length === 2);
  await person.until("two degrees of freedom", () => window.studio.status.freedoms === 2);
  const nail = await person.joint("nail");
  assert.ok(between(nail, ends[0]) < 3, "the nail is where it was clicked");
  await person.until("it hangs and swings", () => window.studio.frame.time > 1 && window.studio.poseOf("rod2")[2] < window.studio.poseOf("rod")[2]);
  assert.ok(between(await person.point("rod", "end1"), nail) < 3, "it hangs from the nail");
  // the page knows places to a few parts in 10⁸: joints that were made there close by that much
  await person.until("the joints have closed", () => window.studio.frame.error < 1e-9);

  await person.key("Escape");
  await person.key("d");
  const stroke = Array.from({ length: 16 }, (_, i) => [430 + 13 * i, 220 + 60 * Math.sin((Math.PI * i) / 15) + 4 * i]);
  await person.moveTo(stroke[0]);
  await person.page.mouse.down();
  for (const at of stroke) await person.moveTo(at);
  await person.page.mouse.up();
  await person.toasted("Rail added");
  const bead = await person.know(() => window.studio.sceneThings().find(({ kind }) => kind === "particle").name);
  const [from] = [await place(person, bead)];
  await person.until("the bead runs down the rail", ([name, [x]]) => Math.abs(window.studio.poseOf(name)[0] - x) > 0.1, [bead, from]);
  assert.ok((await person.know(() => window.studio.frame.error)) < 1e-6);
  await person.key("Escape");
  await person.picture("minutes_10_rail");
}

/** 4:30 It is shared: as a link, as lines for a terminal, as a page. */
async function share(person) {
  const { page } = person;
  await person.hinted("Share it");
  await page.getByRole("button", { name: "Share", exact: true }).last().click();
  const dialog = page.getByRole("dialog", { name: "Share" });
  await dialog.waitFor();
  assert.match(await dialog.innerText(), /holon studio .*\n.*holon run /);
  await person.picture("minutes_11_share");
  await dialog.getByRole("button", { name: /link/ }).click();
  await person.toasted("Link copied");
  assert.equal(await person.know(() => navigator.clipboard.readText()), page.url());
  const { name, path } = await person.download(() => dialog.getByRole("button", { name: /page that moves/ }).click());
  assert.match(name, /\.html$/);
  assert.match(readFileSync(path, "utf8").slice(0, 200), /^<!doctype html>/i);
  await person.until("no more hints", () => document.querySelector("#hint").textContent === "");
}

run({
  async "somebody new plays through the first five minutes"(visit) {
    const person = await arrived(await visit.open());
    await person.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    for (const act of [look, dragCrank, joinRod, driveJoint, plotAngle, breakIt, scrub, build, share]) await act(person);
  },
  async "hints can be passed over, and put away for good"(visit) {
    const person = await arrived(await visit.open());
    const { page } = person;
    await page.getByRole("button", { name: "Next hint" }).click();
    await person.hinted("Drop one part on another");
    await page.getByRole("button", { name: "No more hints" }).click();
    await person.until("no hint", () => document.querySelector("#hint").textContent === "");
    await page.reload();
    await arrived(person);
    await person.pictures(2);
    assert.equal(await page.locator("#hint").innerText(), "");
  },
});
