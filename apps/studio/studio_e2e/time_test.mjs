// SPDX-License-Identifier: Apache-2.0
// Time is stopped, stepped, sped up, gone back in and gone on from; moments are marked, signals plotted and taken away:
//   node time_test.mjs HOLON SOURCE_DIR PICTURES_DIR
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { arrived, gravity, rod, run, scene, turned } from "./studio.mjs";

const dt = 0.002;
const pendulum = scene({
  title: "Pendulum",
  dt,
  objects: [rod("bar", [0.25, 0, 0], { orientation: turned(Math.PI / 2) })],
  constraints: [{ kind: "line_hinge", name: "pivot", a: { world: [0, 0, 0], z: [0, 1, 0] }, b: { object: "bar", at: [0, 0, -0.25], z: [0, 1, 0] } }],
  forces: [gravity],
});

/** Goes to a share of the timeline by a press on it. */
async function goTo(person, share) {
  const line = await person.page.getByRole("slider", { name: "Moment that is shown" }).boundingBox();
  await person.page.mouse.click(line.x + share * line.width, line.y + line.height / 2);
  await person.until("a past moment", () => window.studio.status.rewound && window.studio.frame.rewound);
}
const afterTime = (person, time) => person.until(`${time} s`, t => window.studio.frame.time > t, time);

run({
  async "Space pauses and goes on; steps go on by one and back through what was seen"(visit) {
    const person = await arrived(await visit.open(pendulum));
    await afterTime(person, 0.3);
    await person.key("Space");
    await person.until("it stands", () => !window.studio.status.running && !window.studio.frame.running);
    const stood = await person.know(() => window.studio.frame.time);
    await person.pictures(3);
    assert.equal(await person.know(() => window.studio.frame.time), stood);
    await person.key("ArrowRight");
    await person.until("one step on", t => Math.abs(window.studio.frame.time - t) < 1e-9, stood + dt);
    await person.key("Shift+ArrowRight");
    await person.until("ten more", t => Math.abs(window.studio.frame.time - t) < 1e-9, stood + 11 * dt);
    await person.key("ArrowLeft");
    await person.until("a picture back", t => window.studio.frame.time < t - 1e-9 && window.studio.frame.rewound, stood + 11 * dt);
    const back = await person.know(() => window.studio.frame.time);
    await person.key("Shift+ArrowLeft");
    await person.until("ten pictures back", t => window.studio.frame.time < t, back);
    await person.key("End");
    await person.until("the newest again", t => !window.studio.status.rewound && Math.abs(window.studio.frame.time - t) < 1e-9, stood + 11 * dt);
    await person.key("Space");
    await afterTime(person, stood + 0.1);
  },
  async "going back and on again gives the same motion, and undo brings back what was left"(visit) {
    const person = await arrived(await visit.open(pendulum));
    await afterTime(person, 1);
    await person.setRunning(false);
    const { to } = await person.status();
    const pose = () => person.know(() => [...window.studio.poseOf("bar")]);
    const newest = await pose();
    await goTo(person, 0.5);
    const { shown } = await person.status();
    assert.ok(shown > 0.3 * to && shown < 0.7 * to);
    const past = await pose();
    assert.ok(Math.abs(past[2] - newest[2]) > 1e-3, "another moment is shown");
    await person.moveTo([400, 200]);
    await person.key("Shift+Space");
    await person.until("it goes on", t => !window.studio.status.rewound && window.studio.frame.time > t, shown);
    await person.setRunning(false);
    await person.undo();
    await person.until("the moment that was left", t => Math.abs(window.studio.status.to - t) < 1e-9, to);
    assert.deepEqual(await pose(), newest);
    const { hash, replayed } = await person.know(() => window.studio.link.ask({ do: "verify" }));
    assert.equal(hash, replayed, "what was done, made again from the start, comes to the same bits");
  },
  async "an edit in the past goes on from there"(visit) {
    const person = await arrived(await visit.open(pendulum));
    await afterTime(person, 0.8);
    await person.setRunning(false);
    await goTo(person, 0.5);
    const { shown, to } = await person.status();
    await person.moveTo([400, 200]);
    await person.click(await person.point("bar", "centre"));
    await person.page.getByRole("heading", { name: "bar", exact: true }).waitFor();
    await person.key("Delete");
    await person.until("the rod is gone", () => window.studio.sceneThings().every(({ sort }) => sort === "force"));
    const now = await person.status();
    assert.ok(!now.rewound && now.to < to);
    await person.undo();
    await person.until("the rod is back", () => window.studio.sceneThings().some(({ sort }) => sort === "object"));
    assert.ok(Math.abs((await person.status()).to - shown) < 1e-9);
    await person.undo();
    await person.until("and what came after", t => Math.abs(window.studio.status.to - t) < 1e-9, to);
  },
  async "time goes faster and slower by keys and by choice"(visit) {
    const person = await arrived(await visit.open(pendulum));
    const speed = value => person.until(`${value} times`, v => window.studio.status.speed === v, value);
    await person.key("-");
    await speed(0.5);
    await person.key("-");
    await speed(0.25);
    await person.key("=");
    await speed(0.5);
    const chooser = person.page.getByRole("combobox", { name: "Simulated seconds per second" });
    await chooser.selectOption("10");
    await speed(10);
    await afterTime(person, 5);
    assert.equal(await chooser.inputValue(), "10");
  },
  async "reset begins anew, and can be undone"(visit) {
    const person = await arrived(await visit.open(pendulum));
    await afterTime(person, 0.5);
    await person.setRunning(false);
    const { to } = await person.status();
    await person.key("Shift+Backspace");
    await person.until("the start", () => window.studio.frame.time === 0);
    await person.toasted("Back at the start");
    assert.deepEqual((await person.know(() => [...window.studio.poseOf("bar")])).slice(0, 3), [0.25, 0, 0]);
    await person.undo();
    await person.until("where it was", t => Math.abs(window.studio.status.to - t) < 1e-9, to);
  },
  async "moments are marked on the timeline, gone to, and forgotten"(visit) {
    const person = await arrived(await visit.open(pendulum));
    const { page } = person;
    await afterTime(person, 0.5);
    await person.setRunning(false);
    const marked = await person.know(() => window.studio.frame.time);
    await page.getByRole("button", { name: "Bookmarks" }).click();
    await page.getByRole("textbox", { name: "Text of the bookmark" }).fill("lowest");
    await person.key("Enter");
    await person.until("a bookmark", () => window.studio.status.bookmarks.length === 1);
    await page.locator("#view canvas").first().focus();
    await person.setRunning(true);
    await afterTime(person, marked + 0.5);
    await person.setRunning(false);
    await page.getByRole("button", { name: /^lowest, / }).click();
    await person.until("the marked moment", t => window.studio.status.rewound && Math.abs(window.studio.frame.time - t) < 0.02, marked);
    await person.picture("time_bookmark");
    await page.getByRole("button", { name: "Bookmarks" }).click();
    await page.getByRole("button", { name: "Remove the bookmark lowest" }).click();
    await person.until("no bookmark", () => window.studio.status.bookmarks.length === 0);
  },
  async "what is plotted can be taken away as a table, every step of it"(visit) {
    const person = await arrived(await visit.open(pendulum));
    const { page } = person;
    for (const [thing, signal] of [["pivot", "pivot.force"], ["bar", "bar.z"]]) {
      await page.getByRole("tab", { name: "Parts" }).click();
      await page.getByRole("option", { name: new RegExp(`^${thing}`) }).click();
      await page.getByRole("tab", { name: "Selection" }).click();
      await page.getByRole("button", { name: `Plot ${signal}`, exact: true }).click();
    }
    const from = await person.know(() => window.studio.frame.time);
    await afterTime(person, from + 1);
    await page.locator("#view canvas").first().focus();
    await person.setRunning(false);
    await person.picture("time_plots");
    const { name, path } = await person.download(() => page.getByRole("button", { name: /table/ }).click());
    assert.equal(name, "signals.csv");
    const [head, ...rows] = readFileSync(path, "utf8").trim().split("\n");
    assert.match(head, /^time.*pivot\.force.*bar\.z/);
    const steps = rows.filter(row => !/,(,|$)/.test(row)).map(row => row.split(",").map(Number));
    assert.ok(steps.length > 200, `${steps.length} rows`);
    steps.slice(1).forEach(([t], i) => assert.ok(Math.abs(t - steps[i][0] - dt) < 1e-6, `a step is missing at ${t} s`));
    // Let go level, a rod that is down by the angle a turns at w² l/2 = 2 k g sin a, with k = (l/2)² / (r²/4 + l²/3):
    // its hinge bears m g (1 + 2 k) sin a along it and m g (1 - k) cos a across.
    const weight = 500 * Math.PI * 0.02 ** 2 * 0.5 * 9.81;
    const k = 0.25 ** 2 / (0.02 ** 2 / 4 + 0.5 ** 2 / 3);
    for (const [t, force, z] of steps) {
      const down = -z / 0.25;
      const expected = weight * Math.hypot((1 + 2 * k) * down, (1 - k) * Math.sqrt(Math.max(0, 1 - down * down)));
      assert.ok(Math.abs(force - expected) < 2e-3 * weight, `${force} N at ${t} s, where theory says ${expected} N`);
    }
  },
});
