// SPDX-License-Identifier: Apache-2.0
// Scenes are saved, opened, brought and taken away:
//   node files_test.mjs HOLON SOURCE_DIR PICTURES_DIR
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { arrived, rod, run, scene, sourceFolder, turned } from "./studio.mjs";

const pendulum = scene({
  title: "A pendulum to keep",
  objects: [rod("bar", [0.25, 0, 0], { orientation: turned(Math.PI / 2) })],
  constraints: [{ kind: "line_hinge", name: "pivot", a: { world: [0, 0, 0], z: [0, 1, 0] }, b: { object: "bar", at: [0, 0, -0.25], z: [0, 1, 0] } }],
  forces: [{ kind: "gravity", g: [0, 0, -9.81] }],
});
const robot = name => join(sourceFolder, "holon/import/testdata", name);
const titled = (person, title) => person.until(`the scene "${title}"`, wanted => window.studio.scene.recording.title === wanted, title);

async function upload(person, file) {
  await person.key("Control+o");
  const dialog = person.page.getByRole("dialog", { name: "Open" });
  await dialog.getByLabel("A file of this computer").setInputFiles(file);
  return dialog;
}

run({
  async "a scene is saved under a name, and opened again as it was then"(visit) {
    const person = await arrived(await visit.open(pendulum));
    const { page } = person;
    await person.until("it swings", () => window.studio.frame.time > 0.2);
    await person.setRunning(false);
    const kept = await person.know(() => [...window.studio.poseOf("bar")]);
    await person.key("Control+Shift+s");
    await page.getByRole("textbox", { name: "Name of the file" }).fill("kept.json");
    await person.picture("files_save");
    await person.key("Enter");
    await person.toasted("Saved to kept.json");
    assert.equal(JSON.parse(readFileSync(visit.studio.path("kept.json"), "utf8")).title, "A pendulum to keep");

    await person.key("Shift+e");
    await titled(person, "Untitled");
    await page.getByRole("button", { name: /^Open a scene/ }).click();
    await person.picture("files_open");
    await page.getByRole("dialog", { name: "Open" }).getByRole("button", { name: "kept.json" }).click();
    await titled(person, "A pendulum to keep");
    await person.until("the rod", () => window.studio.sceneThings().some(({ name }) => name === "bar"));
    await person.setRunning(false);
    await person.key("Shift+Backspace");
    await person.until("where it was when it was saved", pose => window.studio.poseOf("bar").every((x, i) => Math.abs(x - pose[i]) < 1e-6), kept);
  },
  async "a name that leads out of the folder is refused in words, and nothing is written"(visit) {
    const person = await arrived(await visit.open(pendulum));
    await person.key("Control+Shift+s");
    await person.page.getByRole("textbox", { name: "Name of the file" }).fill("../outside.json");
    await person.key("Enter");
    await person.until("why not", () => document.querySelector(".toast.error span, dialog[open] .error")?.textContent.length > 0);
    assert.ok(!existsSync(visit.studio.path("../outside.json")));
    await person.picture("files_refused");
  },
  async "what is downloaded as a scene can be brought back"(visit) {
    const person = await arrived(await visit.open(pendulum));
    await person.key("Control+e");
    const { name, path } = await person.download(() => person.page.getByRole("button", { name: /^The scene/ }).click());
    assert.equal(name, "scene.json");
    assert.equal(JSON.parse(readFileSync(path, "utf8")).title, "A pendulum to keep");
    await person.key("Shift+e");
    await titled(person, "Untitled");
    await upload(person, path);
    await titled(person, "A pendulum to keep");
  },
  async "a page that moves plays what happened, without the studio"(visit) {
    const person = await arrived(await visit.open(pendulum));
    await person.until("a second of motion", () => window.studio.frame.time > 1);
    await person.key("Control+e");
    const { name, path } = await person.download(() => person.page.getByRole("button", { name: /page that moves/ }).click());
    assert.equal(name, "scene.html");
    const watcher = await visit.come({ url: pathToFileURL(path).href });
    await watcher.until("it plays", () => window.holon?.player.drawn > 3 && window.holon.player.transport.time > 0);
    const { times, bodies } = await watcher.know(() => ({ times: window.holon.player.recording.times, bodies: window.holon.player.recording.objects.map(({ name: who }) => who) }));
    assert.deepEqual(bodies, ["bar"]);
    assert.equal(times[0], 0);
    assert.ok(times.at(-1) > 0.9, `it ends at ${times.at(-1)} s`);
    await watcher.picture("files_page");
  },
  async "a picture of the view is a picture"(visit) {
    const person = await arrived(await visit.open(pendulum));
    const { name, path } = await person.download(() => person.key("Shift+p"));
    assert.equal(name, "scene.png");
    assert.deepEqual([...readFileSync(path).subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
  },
  async "a film is begun and ended, and is a film"(visit) {
    const person = await arrived(await visit.open(pendulum));
    const { page } = person;
    await person.key("Control+e");
    await page.getByRole("button", { name: /^A film/ }).click();
    await page.getByRole("group", { name: "Filming" }).waitFor();
    await person.pictures(5);
    const { name, path } = await person.download(() => page.getByRole("button", { name: "Stop filming" }).click());
    assert.equal(name, "scene.webm");
    assert.deepEqual([...readFileSync(path).subarray(0, 4)], [0x1a, 0x45, 0xdf, 0xa3]);
  },
  async "a robot is brought as URDF, with a report of what became of it; a wrong one changes nothing"(visit) {
    const person = await arrived(await visit.open(pendulum));
    const { page } = person;
    await upload(person, robot("wrong.urdf"));
    await person.until("what is wrong with it", () => /elbow|revolut|mass/.test(document.querySelector(".toast.error")?.textContent ?? ""));
    await titled(person, "A pendulum to keep");
    await page.getByRole("dialog", { name: "Open" }).getByLabel("A file of this computer").setInputFiles(robot("gripper.urdf"));
    const report = page.getByRole("dialog", { name: "What was imported" });
    await report.waitFor();
    assert.ok((await report.getByRole("listitem").count()) > 0);
    await person.picture("files_report");
    await report.getByRole("button", { name: "Good" }).click();
    await person.until("its parts", () => ["left", "right", "wheel"].every(name => window.studio.sceneThings().some(thing => thing.name === name)));
  },
});
