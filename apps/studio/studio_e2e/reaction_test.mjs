// SPDX-License-Identifier: Apache-2.0
// An engineer reads the force in a joint off the picture:
//   node reaction_test.mjs HOLON SOURCE_DIR PICTURES_DIR
import assert from "node:assert/strict";
import { arrived, gravity, rod, run, scene, turned } from "./studio.mjs";

const g = 9.81;
/** of a rod of wood */
const massOf = length => 500 * Math.PI * 0.02 ** 2 * length;
const axis = [0, 1, 0];

const pendulum = angle => scene({
  title: "Pendulum",
  objects: [rod("bar", [-0.25 * Math.sin(angle), 0, -0.25 * Math.cos(angle)], { orientation: turned(angle) })],
  constraints: [{ kind: "line_hinge", name: "pivot", a: { world: [0, 0, 0], z: axis }, b: { object: "bar", at: [0, 0, 0.25], z: axis } }],
  forces: [gravity],
});

/** A beam on two feet with a load at a third of it: the feet bear two thirds and one third. */
const beam = scene({
  title: "Beam",
  objects: [rod("beam", [0, 0, 0], { length: 1.2, orientation: turned(Math.PI / 2) }), { kind: "particle", name: "load", mass: 3, position: [-0.2, 0, 0] }],
  constraints: [
    { kind: "line_hinge", name: "left", a: { world: [-0.6, 0, 0], z: axis }, b: { object: "beam", at: [0, 0, -0.6], z: axis } },
    { kind: "point_on_line", name: "right", a: { world: [0.6, 0, 0], z: [1, 0, 0] }, b: { object: "beam", at: [0, 0, 0.6] } },
    { kind: "point_to_point", name: "hook", a: { object: "beam", at: [0, 0, -0.2] }, b: { object: "load" } },
  ],
  forces: [gravity],
});

/** The number behind a reading, as the inspector tells it to people who want all digits. */
async function read(person, label) {
  const row = person.page.locator(".reading-row", { has: person.page.getByText(label, { exact: true }) });
  const title = await row.locator(".value").getAttribute("title");
  return { shown: await row.locator(".value").innerText(), exact: Number(/^[-+\d.e]+/.exec(title.replace("−", "-"))?.[0]) };
}
async function select(person, joint) {
  await person.click(await person.joint(joint));
  await person.page.getByRole("heading", { name: joint, exact: true }).waitFor();
  await person.page.locator(".reading-row").first().waitFor();
}
const close = (x, y) => Math.abs(x - y) <= 1e-6 * Math.abs(y);

run({
  async "the force in a joint is one click away, and is the weight that hangs on it"(visit) {
    const person = await arrived(await visit.open(pendulum(0)));
    const weight = massOf(0.5) * g;
    person.actions = 0;
    await select(person, "pivot");
    assert.ok(person.actions <= 2);
    const { shown, exact } = await read(person, "force");
    assert.equal(shown, `${weight.toFixed(3)} N`);
    assert.ok(close(exact, weight), `${exact} N, and the rod weighs ${weight} N`);
    // what the joint makes on the rod, as a vector: upwards
    assert.match(await person.page.locator(".load").first().innerText(), /3\.08/);
    await person.picture("reaction");
  },
  async "the feet of a beam bear their shares of a load"(visit) {
    const person = await arrived(await visit.open(beam));
    const own = (massOf(1.2) * g) / 2;
    await select(person, "left");
    assert.ok(close((await read(person, "force")).exact, own + (2 / 3) * 3 * g));
    await select(person, "right");
    assert.ok(close((await read(person, "force")).exact, own + (1 / 3) * 3 * g));
  },
  async "a rod that is let go level hangs on its hinge with a quarter of its weight at once"(visit) {
    const person = await arrived(await visit.open(pendulum(Math.PI / 2)));
    await select(person, "pivot");
    await person.setRunning(false);
    await person.key("Shift+Backspace");
    await person.until("it stands at the start", () => window.studio.frame.time === 0);
    const force = await person.reading("pivot.force");
    // its middle falls at a = k g, k = (l/2)² / (r²/4 + l²/3), nearly 3/4; the hinge bears m (g - a)
    const k = 0.25 ** 2 / (0.02 ** 2 / 4 + 0.5 ** 2 / 3);
    assert.ok(close(force, massOf(0.5) * g * (1 - k)), `${force} N`);
  },
});
