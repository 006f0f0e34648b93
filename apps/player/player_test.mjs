// SPDX-License-Identifier: Apache-2.0
// Opens pages of several scenes in a browser and uses them as a person would:
//   node player_test.mjs HOLON SOURCE_DIR
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import validator from "gltf-validator";
import { complaintsOf, launch } from "./chromium.mjs";

const [holon, source] = process.argv.slice(2);
const scratch = mkdtempSync(join(tmpdir(), "holon-player-"));

const scene = lists => JSON.stringify({ format: "holon-scene", version: 1, dt: 0.005, duration: 1, ...lists });
const particle = (name, position, more = {}) => ({ kind: "particle", name, mass: 1, position, ...more });
const gravity = { kind: "gravity", g: [0, 0, -9.81] };

/** Curves, surfaces, springs, ropes, pulleys, sliders, every shape, an affine body, an impulse. */
const zoo = scene({
  title: "Zoo",
  objects: [
    particle("bead", [1, 0, 0]),
    particle("ball", [0, 0.1, 0]),
    particle("weight", [0, 2, 0.5]),
    particle("bob", [0.2, 3, 0]),
    { kind: "rigid_body", name: "slider", shape: { kind: "box", size: [0.2, 0.2, 0.2] }, mass: 1, position: [2, 0, 1] },
    ...["sphere", "cylinder", "rod", "capsule", "torus", "cone", "ellipsoid"].map((kind, i) => ({
      kind: "rigid_body", name: kind, shape: { kind }, density: 10, position: [3, i, 1],
    })),
    { kind: "affine_body", name: "jelly", shape: { kind: "box", size: [0.4, 0.4, 0.4] }, density: 1000, position: [4, 0, 1] },
    { kind: "rigid_body", name: "tetrahedron", density: 10, position: [3, -1, 1],
      shape: { kind: "mesh", vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], triangles: [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]] } },
  ],
  constraints: [
    { kind: "point_to_curve", point: { object: "bead" }, curve: { curve: { kind: "circle", radius: 1 } } },
    { kind: "point_to_surface", point: { object: "ball" }, surface: { surface: { kind: "implicit", formula: "z - 0.1*x*y" } } },
    { kind: "rope", a: { nail: [0, 2, 1] }, b: { object: "weight" }, length: 0.8 },
    { kind: "prism", a: { world: [2, 0, 1], z: [1, 0, 0] }, b: { object: "slider", z: [1, 0, 0] } },
  ],
  forces: [gravity,
    { kind: "spring_damper", a: { nail: [0, 3, 1] }, b: { object: "bob" }, stiffness: 30, length: 0.8 },
    { kind: "impulse", point: { object: "slider" }, impulse: [2, 0, 0], time: 0.5 }],
});

function pageOf(name, text, ...options) {
  const file = join(scratch, `${name}.json`);
  writeFileSync(file, text);
  const page = join(scratch, `${name}.html`);
  execFileSync(holon, ["run", file, "--page", page, "--quiet", ...options], { stdio: "pipe" });
  return pathToFileURL(page).href;
}
const model = name => readFileSync(join(source, "models", `${name}.json`), "utf8");
const example = name => readFileSync(join(source, "examples", name, "scene.json"), "utf8");

const browser = await launch();

/** Opens a page and fails on whatever it complains of. */
async function open(url, size = { width: 640, height: 400 }) {
  const page = await browser.newPage({ viewport: size });
  const complaints = complaintsOf(page, /^(file|data|blob):/);
  await page.goto(url);
  const drawn = () => page.evaluate(() => window.holon.player.drawn);
  /** Waits until so many pictures were drawn. */
  const pictures = count => page.waitForFunction(n => window.holon.player.drawn >= n, count, { timeout: 120000 });
  /** Does something, and waits until it is seen. */
  const change = async action => {
    const from = await drawn();
    await action();
    await pictures(from + 1);
  };
  return { page, complaints, drawn, pictures, change, time: () => page.evaluate(() => window.holon.player.transport.time) };
}
/** How many pixels in the middle of the picture, where nothing is written, are far from the colour of its corner. */
const drawnPixels = page => page.evaluate(async () => {
  const { film, player } = window.holon;
  const image = new Image();
  image.src = `data:image/png;base64,${await film.picture(player.transport.time, "image/png")}`;
  await image.decode();
  const { width, height } = image;
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0);
  const { data } = pen.getImageData(0, 0, width, height);
  const far = (x, y) => [0, 1, 2].some(k => Math.abs(data[4 * (y * width + x) + k] - data[k]) > 60);
  let count = 0;
  for (let y = Math.floor(0.1 * height); y < 0.8 * height; ++y)
    for (let x = Math.floor(0.2 * width); x < 0.85 * width; ++x) count += far(x, y);
  return count;
});

const tests = {
  async "pages of many kinds of scene open without complaint and show something"() {
    for (const [name, text] of [["zoo", zoo], ...["pendulum", "four_bar", "servo", "engine_mount", "overdone_gate"].map(n => [n, model(n)])]) {
      const { page, complaints } = await open(`${pageOf(name, text, "--duration", "1")}#film&light`);
      await page.evaluate(() => window.holon.film.size(320, 200));
      const count = await drawnPixels(page);
      assert.deepEqual(complaints, [], name);
      assert.ok(count > 100, `${name} draws ${count} pixels`);
      await page.close();
    }
  },
  async "it plays, pauses, steps and scrubs"() {
    const { page, complaints, pictures, time, change } = await open(pageOf("pendulum", model("pendulum"), "--duration", "2"));
    await pictures(3);
    assert.ok((await time()) > 0, "it plays by itself");
    await page.keyboard.press("Space");
    const paused = await time();
    const times = await page.evaluate(() => window.holon.player.recording.times);
    assert.ok(times.includes(paused), "it stops at a recorded moment");
    await page.keyboard.press("ArrowRight");
    assert.equal(await time(), times[times.indexOf(paused) + 1]);
    await page.locator("#slider").fill("50");
    assert.equal(await time(), times[50]);
    await page.waitForFunction(text => document.getElementById("now").textContent === text, times[50].toFixed(3), { timeout: 60000 });
    await page.keyboard.press("End");
    await change(() => page.locator("#play").click());
    assert.ok((await time()) < times.at(-1), "from the end it begins anew");
    assert.deepEqual(complaints, []);
    await page.close();
  },
  async "arrows come and go with their switches, at a scale that is stated"() {
    const { page, complaints, pictures, change } = await open(`${pageOf("servo", model("servo"), "--duration", "1")}#t=0.5&dark`);
    await pictures(1);
    const arrows = () => page.evaluate(() => window.holon.player.arrowsDrawn);
    const both = await arrows();
    assert.ok(both >= 1, "the hinge bears the arm");
    const click = kind => change(() => page.locator(`[data-show="${kind}"]`).click());
    await click("applied");
    assert.ok((await arrows()) > both, "gravity and the actuator too");
    for (const kind of ["applied", "forces", "torques"]) await click(kind);
    assert.equal(await arrows(), 0);
    await click("forces");
    const scale = () => page.evaluate(() => window.holon.player.stage.arrows.metres(0));
    const locked = await scale();
    await change(() => page.locator("#size").fill("0.5"));
    assert.ok(Math.abs((await scale()) / locked - 10 ** 0.5) < 1e-9);
    await click("locked");
    // the strongest arrow of the moment is as long as a strong one usually is
    const length = await page.evaluate(() => {
      const { stage, measures } = window.holon.player;
      const sizes = stage.moment.arrows().filter(a => stage.arrows.isShown(a) && a.kind === 0).map(a => a.vector.length());
      return (Math.max(...sizes) * stage.arrows.metres(0)) / measures.arrow;
    });
    assert.ok(Math.abs(length - 1) < 1e-6, String(length));
    assert.deepEqual(complaints, []);
    await page.close();
  },
  async "an arrow that would be too long is cut short, and has two heads"() {
    const { page, complaints, pictures } = await open(`${pageOf("stewart", example("stewart_platform"), "--duration", "0.1")}#t=0.05`);
    await pictures(1);
    const { longest, shown, shafts, heads } = await page.evaluate(() => {
      const { stage, measures } = window.holon.player;
      const { arrows } = stage;
      const forces = stage.moment.arrows().filter(a => arrows.isShown(a) && a.kind === 0);
      const shafts = [];
      arrows.shafts.both[0].forEach((_, { elements: e }) => shafts.push(Math.hypot(e[8], e[9], e[10])));
      const turns = stage.moment.arrows().filter(a => arrows.isShown(a) && a.kind === 1);
      const cut = list => list.filter(a => a.vector.length() * arrows.metres(a.kind) > 2 * arrows.closeness * (a.kind ? measures.turn : measures.arrow)).length;
      return {
        longest: (Math.max(...forces.map(a => a.vector.length())) * arrows.metres(0)) / measures.arrow / arrows.closeness,
        shown: arrows.turns.both[0].used + shafts.length + cut(forces) + cut(turns),
        shafts: Math.max(...shafts) / measures.arrow / arrows.closeness,
        heads: arrows.heads.both[0].used,
      };
    });
    assert.ok(longest > 2.1, `the seat of the cabin bears much more than others: ${longest}`);
    assert.ok(shafts > 1 && shafts <= 2, String(shafts));
    assert.equal(heads, shown);
    assert.deepEqual(complaints, []);
    await page.close();
  },
  async "where many bodies move, the pen among them draws its way"() {
    const { page, complaints, pictures } = await open(`${pageOf("peaucellier", example("peaucellier"), "--duration", "1")}#t=1`);
    await pictures(1);
    const traced = await page.evaluate(() => {
      const { recording, stage } = window.holon.player;
      return { names: stage.traces.traces.map(t => recording.objects[t.object].name), visible: stage.traces.group.visible };
    });
    assert.deepEqual(traced, { names: ["pen"], visible: true });
    assert.deepEqual(complaints, []);
    await page.close();
  },
  async "both themes paint the page, by the address and by the button"() {
    const url = pageOf("four_bar", model("four_bar"), "--duration", "0.5");
    const ground = page => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await open(`${url}#light&t=0`);
    const dark = await open(`${url}#dark&t=0`);
    const [a, b] = [await ground(light.page), await ground(dark.page)];
    assert.notEqual(a, b);
    await light.pictures(1);
    await light.change(() => light.page.locator("#theme").click());
    assert.equal(await ground(light.page), b);
    assert.deepEqual([...light.complaints, ...dark.complaints], []);
  },
  async "the view turns, pans, zooms, frames and takes named places"() {
    const { page, complaints, pictures } = await open(`${pageOf("four_bar", model("four_bar"), "--duration", "0.5")}#t=0`);
    await pictures(1);
    const eye = () => page.evaluate(() => (({ yaw, pitch, distance, target }) => ({ yaw, pitch, distance, target: target.toArray() }))(window.holon.player.eye));
    const first = await eye();
    const box = await page.locator("#view").boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60, y + 20, { steps: 3 });
    await page.mouse.up();
    assert.ok((await eye()).yaw < first.yaw && (await eye()).pitch > first.pitch);
    await page.mouse.wheel(0, -200);
    await page.waitForFunction(d => window.holon.player.eye.distance < d, first.distance);
    await page.keyboard.press("f");
    assert.ok(Math.abs((await eye()).distance / first.distance - 1) < 0.5);
    await page.locator('[data-view="top"]').click();
    assert.ok((await eye()).pitch > 1.5);
    assert.deepEqual(complaints, []);
    await page.close();
  },
  async "joints are marked while they hold, as far along as what they hold gets then"() {
    // The bead is first brought down along z, and only then to the axis.
    const lists = {
      objects: [particle("bead", [1, 0, 5])],
      constraints: [
        { kind: "prescribed", tau: 0.02, motion: 0,
          quantity: { travel: { a: { nail: [0, 0, 0] }, b: { object: "bead" }, axis: { world: [0, 0, 1] } } } },
        { kind: "point_on_line", name: "rail", active: false, tau: 0.02, a: { world: [0, 0, 0] }, b: { object: "bead" } },
      ],
      timeline: [{ at: 0.5, do: [{ activate: "rail" }] }],
    };
    const { page, complaints } = await open(`${pageOf("rail", scene(lists))}#film&light`);
    const rails = time => page.evaluate(async t => {
      await window.holon.film.picture(t, "image/png");
      return window.holon.player.stage.joints.set.rail.used;
    }, time);
    await page.evaluate(() => window.holon.film.size(320, 200));
    assert.equal(await rails(0.3), 0);
    assert.equal(await rails(0.9), 1);
    const [low, high] = await page.evaluate(() => window.holon.player.stage.joints.joints.find(j => j.style === "line").reach);
    assert.ok(high - low < 1, `the rail is ${high - low} m long`);
    assert.deepEqual(complaints, []);
    await page.close();
  },
  async "a chain of ten thousand bodies opens"() {
    const count = 10000;
    const objects = Array.from({ length: count }, (_, i) => particle(`p${i}`, [0.1 * (i + 1), 0, 0]));
    const constraints = objects.map((o, i) => ({ kind: "distance", a: i ? { object: `p${i - 1}` } : { nail: [0, 0, 0] }, b: { object: o.name }, length: 0.1 }));
    const url = pageOf("chain", scene({ objects, constraints, forces: [gravity] }), "--duration", "0.02");
    const { page, complaints } = await open(`${url}#film&light`);
    await page.evaluate(() => window.holon.film.size(320, 200));
    assert.ok((await drawnPixels(page)) > 100);
    assert.deepEqual(complaints, []);
    await page.close();
  },
  async "a page that holds no recording says so"() {
    const file = join(scratch, "empty.html");
    const page = readFileSync(new URL(pageOf("four_bar", model("four_bar"), "--duration", "0.1")), "utf8");
    writeFileSync(file, page.replace(/(<script id="recording"[^>]*>).*?(<\/script>)/s, "$1/*RECORDING*/$2"));
    const { page: opened, complaints } = await open(pathToFileURL(file).href);
    assert.match(await opened.locator("#trouble").innerText(), /holds no recording/);
    assert.deepEqual(complaints, []);
    await opened.close();
  },
  async "the validator of glTF finds nothing to say"() {
    for (const [name, text] of [["zoo", zoo], ["four_bar", model("four_bar")]]) {
      const [file, out] = [join(scratch, `${name}.json`), join(scratch, `${name}.glb`)];
      writeFileSync(file, text);
      execFileSync(holon, ["render", file, "-o", out, "--duration", "0.5", "--quiet"]);
      const { issues } = await validator.validateBytes(new Uint8Array(readFileSync(out)));
      assert.deepEqual(issues.messages, [], name);
    }
  },
};

let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  try {
    await test();
    console.log(`ok      ${name}`);
  } catch (error) {
    ++failed;
    console.log(`FAILED  ${name}\n${error.stack}`);
  }
}
await browser.close();
rmSync(scratch, { recursive: true });
process.exit(failed ? 1 : 0);
