// SPDX-License-Identifier: Apache-2.0
// Parts are dragged, joined, pulled apart, and their joints changed, while it runs and while it stands; all can be undone:
//   node hands_test.mjs HOLON SOURCE_DIR PICTURES_DIR
import assert from "node:assert/strict";
import { arrived, beside, gravity, rod, run, scene, turned } from "./studio.mjs";

/** Two level rods in one plane with room between their ends, and nothing that moves them. */
const apart = scene({
  title: "Two rods",
  objects: [
    rod("left", [-0.4, 0, 0], { orientation: turned(Math.PI / 2), looks: { colour: "#C8553D" } }),
    rod("right", [0.4, 0, 0], { orientation: turned(Math.PI / 2), looks: { colour: "#5C7A98" } }),
  ],
});
/** The same, joined by a ball in the middle, and the left one held by a hinge. */
const joined = scene({
  title: "Elbow",
  objects: [
    rod("left", [-0.25, 0, 0], { orientation: turned(Math.PI / 2) }),
    rod("right", [0.25, 0, 0], { orientation: turned(Math.PI / 2) }),
  ],
  constraints: [
    { kind: "line_hinge", name: "wall", a: { world: [-0.5, 0, 0], z: [0, 1, 0] }, b: { object: "left", at: [0, 0, -0.25], z: [0, 1, 0] } },
    { kind: "point_to_point", name: "elbow", a: { object: "left", at: [0, 0, 0.25] }, b: { object: "right", at: [0, 0, -0.25] } },
  ],
  forces: [gravity],
});

const pose = (person, object) => person.know(name => [...window.studio.poseOf(name)], object);
const moved = (person, object, from) => person.until(`${object} has moved`, ([name, was]) => window.studio.poseOf(name).some((x, i) => Math.abs(x - was[i]) > 1e-3), [object, from]);
const isAt = (person, object, where) =>
  person.until(`${object} is there again`, ([name, was]) => window.studio.poseOf(name).every((x, i) => Math.abs(x - was[i]) < 1e-5), [object, where]);
const count = (person, sort, n) => person.until(`${n} of ${sort}`, ([what, many]) => window.studio.sceneThings().filter(thing => thing.sort === what).length === many, [sort, n]);
const kindOf = (person, name, kind) => person.until(`${name} is a ${kind}`, ([who, what]) => window.studio.sceneThings().some(thing => thing.name === who && thing.kind === what), [name, kind]);
/** What the hand holds has come to where it is, but for so many pixels. */
const reached = (person, pixel, within = 4) =>
  person.until("what is held is at the hand", ([[x, y], most]) => {
    const { hand } = window.studio.frame;
    const at = hand && window.seen.world(hand.held);
    return at && Math.hypot(at[0] - x, at[1] - y) < most;
  }, [pixel, within]);

run({
  async "a part is pulled while it runs, by a line and with arrows, and the pull can be undone and made again"(visit) {
    const person = await arrived(await visit.open(joined));
    await person.setSpeed(0.1);
    await person.catch("right", [0, 0, 0.2]);
    const hand = await person.world([-0.3, 0, -0.5]);
    await person.moveTo(hand);
    await person.setSpeed(1);
    // its weight stretches the spring of the hand
    await reached(person, hand, 24);
    await person.drop();
    await person.undoable("Pull right");
    await person.until("nothing is held", () => window.studio.status.grabbed === null);
    const time = (await person.status()).to;
    await person.undo();
    await person.until("it is before the pull", t => window.studio.status.undo === null && window.studio.status.redo === "Pull right" && window.studio.frame.time < t, time);
    await person.redo();
    await person.undoable("Pull right");
  },
  async "while time stands, a part is put where its joints allow, and undo puts it back"(visit) {
    const person = await arrived(await visit.open(joined));
    await person.setRunning(false);
    await person.key("Shift+Backspace");
    await person.until("the start", () => window.studio.frame.time === 0);
    const before = await pose(person, "right");
    const from = await person.point("right", [0, 0, 0.2]);
    const to = beside(from, [-40, 70]);
    await person.pull(from, to);
    await reached(person, to);
    await person.drop();
    await moved(person, "right", before);
    const after = await pose(person, "right");
    assert.ok((await person.know(() => window.studio.frame.error)) < 1e-9, "the joints hold");
    assert.equal((await person.status()).to, 0);
    await person.undo();
    await isAt(person, "right", before);
    await person.redo();
    await isAt(person, "right", after);
  },
  async "what is dropped on an end is joined to it, and Alt passes"(visit) {
    const person = await arrived(await visit.open(apart));
    const before = await pose(person, "right");
    const [grip, near, far] = [await person.point("right", [0, 0, -0.15]), await person.point("right", "end1"), await person.point("left", "end2")];
    const target = beside(grip, [far[0] - near[0], far[1] - near[1]]);
    await person.page.keyboard.down("Alt");
    await person.pull(grip, target);
    await reached(person, target);
    assert.equal(await person.know(() => window.viewport.bench.ghosts.length), 0, "with Alt there is no ghost");
    await person.drop();
    await person.page.keyboard.up("Alt");
    await person.undoable("Pull right");
    assert.deepEqual(await person.names("constraint"), []);
    await person.undo();
    await isAt(person, "right", before);

    await person.pull(grip, target);
    await person.until("a ghost", () => window.viewport.bench.ghosts.length > 0);
    await person.pictures(2);
    await person.picture("hands_snap");
    await person.drop();
    await person.toasted("Hinge added");
    await count(person, "constraint", 1);
    await person.undoable("Pull right");
    await person.until("the ends meet", () => {
      const [a, b] = [window.seen.point("right", "end1"), window.seen.point("left", "end2")];
      return Math.hypot(a[0] - b[0], a[1] - b[1]) < 1;
    });
    await person.undo();
    await count(person, "constraint", 0);
    await isAt(person, "right", before);
    await person.redo();
    await count(person, "constraint", 1);
  },
  async "a joint is pulled apart by Alt and a drag, in one entry of undo"(visit) {
    const person = await arrived(await visit.open(joined));
    await person.setRunning(false);
    await person.key("Shift+Backspace");
    await person.until("the start", () => window.studio.frame.time === 0);
    const elbow = await person.joint("elbow");
    await person.page.keyboard.down("Alt");
    await person.drag(elbow, beside(elbow, [30, 90]));
    await person.page.keyboard.up("Alt");
    await count(person, "constraint", 1);
    await person.undoable("Pull elbow apart");
    await person.until("they are apart", () => {
      const [a, b] = [window.seen.point("left", "end2"), window.seen.point("right", "end1")];
      return Math.hypot(a[0] - b[0], a[1] - b[1]) > 20;
    });
    await person.picture("hands_apart");
    await person.undo();
    await count(person, "constraint", 2);
    assert.equal((await person.status()).undo === "Pull elbow apart", false);
    await person.redo();
    await count(person, "constraint", 1);
  },
  async "a joint becomes another in place while it runs: ball, hinge, weld, and back by undo"(visit) {
    const person = await arrived(await visit.open(joined));
    const { page } = person;
    await person.setRunning(true);
    await page.getByRole("tab", { name: "Parts" }).click();
    await page.getByRole("option", { name: /^elbow/ }).click();
    await page.getByRole("tab", { name: "Selection" }).click();
    const joint = page.getByRole("combobox", { name: "Kind of joint" });
    const choose = kind => joint.selectOption({ label: kind });
    await joint.waitFor();
    assert.equal(await joint.inputValue(), "ball");
    await person.until("four degrees of freedom", () => window.studio.status.freedoms === 4);
    await choose("Hinge");
    await kindOf(person, "elbow", "line_hinge");
    await person.until("two degrees of freedom", () => window.studio.status.freedoms === 2);
    await person.picture("hands_hinge");
    await choose("Weld");
    await kindOf(person, "elbow", "connector");
    await person.until("one degree of freedom", () => window.studio.status.freedoms === 1);
    assert.ok((await person.status()).running, "it went on all the time");
    await person.undo();
    await kindOf(person, "elbow", "line_hinge");
    await person.undo();
    await kindOf(person, "elbow", "point_to_point");
    await person.redo();
    await kindOf(person, "elbow", "line_hinge");
    await person.redo();
    await kindOf(person, "elbow", "connector");
    await person.until("what was welded while it moved has closed", () => window.studio.frame.error < 1e-6);
  },
  async "a motor by a tick in the panel is of limited strength, as one that is put in"(visit) {
    const person = await arrived(await visit.open(joined));
    const { page } = person;
    await page.getByRole("tab", { name: "Parts" }).click();
    await page.getByRole("option", { name: /^wall/ }).click();
    await page.getByRole("tab", { name: "Selection" }).click();
    await page.getByRole("checkbox", { name: "Motor" }).check();
    await person.toasted("Wall is driven");
    const { motor } = await person.inspect("wall");
    assert.equal(motor.speed, 2);
    assert.ok(motor.torque > 0, "it stalls before it tears anything");
    await page.getByRole("checkbox", { name: "Motor" }).uncheck();
    await person.toasted("wall has no motor any more");
    assert.equal((await person.inspect("wall")).motor, null);
  },
  async "a part is removed, copied, pinned and pushed, each in one entry of undo"(visit) {
    const person = await arrived(await visit.open(apart));
    const { page } = person;
    await person.click(await person.point("left", "centre"));
    await page.getByRole("heading", { name: "left", exact: true }).waitFor();
    await person.key("Control+d");
    await count(person, "object", 3);
    await person.key("Delete");
    await count(person, "object", 2);
    await person.toasted("Removed");
    assert.equal(await page.locator(".toast.undoable").count(), 1, "undo is offered for what was done last");
    await person.undo();
    await count(person, "object", 3);
    await person.undo();
    await count(person, "object", 2);

    await person.click(await person.point("left", "centre"));
    await page.getByRole("button", { name: /^Hold this point/ }).click();
    await count(person, "constraint", 1);
    await page.getByRole("button", { name: /^Hold this point/ }).click();
    await count(person, "constraint", 0);
    const before = await pose(person, "left");
    await page.getByRole("textbox", { name: "Force x in N" }).fill("0");
    await page.getByRole("textbox", { name: "Force z in N" }).fill("2");
    await page.getByRole("button", { name: "Push", exact: true }).click();
    await person.toasted("Pushed left");
    await moved(person, "left", before);
    // p = F t over the mass of the rod
    const speed = 2 * 0.2 / (500 * Math.PI * 0.02 ** 2 * 0.5);
    await person.until("it has the speed that the push gave it", async v => {
      const { readings } = await window.studio.link.ask({ do: "inspect", name: "left" });
      return Math.abs(readings.find(({ name }) => name === "left.vz").value - v) < 1e-6;
    }, speed);
    await person.undo();
    await isAt(person, "left", before);
  },
});
