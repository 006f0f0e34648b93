// SPDX-License-Identifier: Apache-2.0
/**
 * A studio that runs, and people who use it in a browser, by mouse, keys and fingers. Tests begin with
 *   node NAME_test.mjs HOLON SOURCE_DIR PICTURES_DIR
 * They wait until something is so, or until so many pictures were drawn, never for a time.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { complaintsOf, launch } from "../../player/chromium.mjs";

const [holon, source, picturesFolder] = process.argv.slice(2);
export const sourceFolder = resolve(source);

/** All that is waited for must come within this time, on the slowest of machines [ms]. */
const patience = 60_000;
export const desk = { width: 960, height: 600 };

/** Two places on the picture. */
export const between = ([x, y], [u, v]) => Math.hypot(x - u, y - v);
export const beside = ([x, y], [dx, dy]) => [x + dx, y + dy];

/** The program, with a folder of its own. */
class Studio {
  #process;
  #folder = mkdtempSync(join(tmpdir(), "holon-studio-"));
  /** what it has written for people who look after it */
  said = "";

  /** With no scene it opens what newcomers see; else a scene that is written to its folder first. */
  static async start(scene) {
    const studio = new Studio();
    if (scene) studio.write("scene.json", JSON.stringify(scene));
    const what = scene ? [join(studio.#folder, "scene.json")] : [];
    studio.#process = spawn(holon, ["studio", ...what, "--no-open", "--fresh", "--folder", studio.#folder], { stdio: ["ignore", "pipe", "pipe"] });
    studio.#process.stderr.on("data", text => (studio.said += text));
    studio.#process.on("exit", (code, signal) => (studio.said += `the studio ended: ${signal ?? code}\n`));
    [studio.url] = await once(createInterface(studio.#process.stdout), "line");
    return studio;
  }
  path(name) {
    return join(this.#folder, name);
  }
  write(name, text) {
    writeFileSync(this.path(name), text);
  }
  async stop() {
    const { exitCode, signalCode } = this.#process;
    if (exitCode === null && signalCode === null) {
      const ended = once(this.#process, "exit");
      this.#process.kill("SIGINT");
      await ended;
    }
    rmSync(this.#folder, { recursive: true });
  }
}

/** What runs in the page: where things are shown, in pixels of the window. */
function helpPage() {
  const onWindow = place => {
    const at = place && window.viewport.bench.projection.of(place);
    const { left, top } = document.querySelector("#view canvas").getBoundingClientRect();
    return at ? [left + at.x, top + at.y] : null;
  };
  const bench = () => window.viewport.bench;
  window.seen = {
    /** A point of an object by its name, "end2", or in its axes. */
    point(object, point) {
      const anchor = typeof point === "string" ? bench().named(object, point) : { object, at: point, label: "" };
      return onWindow(bench().placeOf(anchor));
    },
    world: at => onWindow(bench().placeOf({ at, label: "" })),
    /** The mark of a constraint. */
    joint(name) {
      const owner = bench().live.owner(name);
      const { joints } = window.viewport.stage;
      let place = null;
      joints.forEachMark((who, matrix) => {
        if (who === owner && !place) place = matrix.elements.slice(12, 15);
      });
      return place && window.seen.world(place);
    },
    /** What lies uppermost there: the view, or something over it. */
    isView: ([x, y]) => document.elementFromPoint(x, y) === document.querySelector("#view canvas"),
    /** The colour that is drawn over the picture, at a place. */
    inked([x, y]) {
      const canvas = document.querySelectorAll("#view canvas")[1];
      const scale = canvas.width / canvas.clientWidth;
      return [...canvas.getContext("2d").getImageData(Math.round(x * scale), Math.round(y * scale), 1, 1).data];
    },
  };
}

/** Somebody before a browser. */
export class Person {
  /** keys, clicks and drags so far */
  actions = 0;

  constructor(page, complaints, downloads) {
    Object.assign(this, { page, complaints, downloads });
  }

  // ---- what is known and seen ----

  know(question, about) {
    return this.page.evaluate(question, about);
  }
  /** Waits until something is so in the page; tells what it was if it never is. */
  async until(what, condition, about) {
    try {
      return await this.page.waitForFunction(condition, about, { timeout: patience, polling: 50 });
    } catch (trouble) {
      throw Error(`never: ${what} (${String(trouble).split("\n", 1)})`);
    }
  }
  /** Waits until so many more pictures were drawn. */
  async pictures(count) {
    const from = await this.know(() => window.viewport.drawn);
    await this.know(() => window.viewport.changed());
    await this.until(`${count} more pictures`, n => {
      window.viewport.changed();
      return window.viewport.drawn >= n;
    }, from + count);
  }
  point(object, point) {
    return this.know(([o, p]) => window.seen.point(o, p), [object, point]);
  }
  world(at) {
    return this.know(place => window.seen.world(place), at);
  }
  /** Where a joint is marked, as soon as it is. */
  async joint(name) {
    return (await this.until(`the mark of ${name}`, who => window.seen.joint(who), name)).jsonValue();
  }
  status() {
    return this.know(() => window.studio.status);
  }
  /** What the session says of a thing; asking changes nothing. */
  inspect(name) {
    return this.know(who => window.studio.link.ask({ do: "inspect", name: who }), name);
  }
  async reading(name) {
    const { readings } = await this.inspect(name.split(".")[0]);
    return readings.find(reading => reading.name === name).value;
  }
  names(sort) {
    return this.know(kind => window.studio.sceneThings().filter(thing => thing.sort === kind).map(thing => thing.name), sort);
  }
  toasted(text) {
    return this.until(`the line "${text}"`, words => [...document.querySelectorAll(".toast span")].some(line => line.textContent.includes(words)), text);
  }
  hinted(text) {
    return this.until(`the hint "${text}"`, words => document.querySelector("#hint")?.textContent.includes(words), text);
  }
  /** So many entries of undo are there, and the newest has this label. */
  undoable(label) {
    return this.until(`undo of "${label}"`, wanted => window.studio.status.undo === wanted, label);
  }

  // ---- what is done ----

  async key(key) {
    ++this.actions;
    await this.page.keyboard.press(key);
  }
  async type(text) {
    await this.page.keyboard.type(text);
  }
  async moveTo([x, y]) {
    await this.page.mouse.move(x, y);
  }
  /** A place of the view that no panel covers. */
  async expectFree(at) {
    assert.ok(await this.know(place => window.seen.isView(place), at), `a panel covers the view at ${at}`);
  }
  async click(at) {
    ++this.actions;
    await this.expectFree(at);
    await this.page.mouse.click(...at);
  }
  /** Takes hold at a place, and goes elsewhere, as slowly as pictures are drawn; let go with drop(). */
  async pull(from, to, steps = 6) {
    ++this.actions;
    await this.expectFree(from);
    await this.moveTo(from);
    await this.page.mouse.down();
    for (let i = 1; i <= steps; ++i) {
      await this.moveTo([0, 1].map(k => from[k] + ((to[k] - from[k]) * i) / steps));
      await this.pictures(1);
    }
  }
  async drop() {
    await this.page.mouse.up();
  }
  async drag(from, to, steps) {
    await this.pull(from, to, steps);
    await this.drop();
  }
  /** Takes hold of a part that moves: waits until it comes into sight, and tries again if it slips away. */
  async catch(object, point, way = [6, 6]) {
    for (let i = 0; i < 30; ++i) {
      await this.until(`${object} is in sight`, ([o, p]) => window.seen.isView(window.seen.point(o, p)), [object, point]);
      const at = await this.point(object, point);
      await this.moveTo(at);
      if ((await this.know(() => window.studio.hovered?.name)) !== object) continue;
      await this.page.mouse.down();
      await this.moveTo(beside(at, way));
      await this.pictures(2);
      if ((await this.know(() => window.studio.status.grabbed)) === object) return at;
      await this.key("Escape");
      await this.drop();
    }
    throw Error(`${object} could not be caught`);
  }
  async undo() {
    await this.key("Control+z");
  }
  async redo() {
    await this.key("Control+Shift+z");
  }
  button(name) {
    return this.page.getByRole("button", { name });
  }
  /** Pauses, or goes on. */
  async setRunning(running) {
    if ((await this.status()).running !== running) await this.key("Space");
    await this.until(running ? "time goes on" : "time stands", on => window.studio.status.running === on && window.studio.frame.running === on, running);
  }
  /** So many simulated seconds per second, by keys; slow ones for what moves too fast to be seen or caught on a slow machine. */
  async setSpeed(speed) {
    for (let now = (await this.status()).speed; now !== speed; now = (await this.status()).speed) {
      await this.key(now < speed ? "=" : "-");
      await this.until("another speed", was => window.studio.status.speed !== was, now);
    }
  }
  /** A file that the page hands over, under the name that it gives it. */
  async download(act) {
    const [download] = await Promise.all([this.page.waitForEvent("download", { timeout: patience }), act()]);
    const name = download.suggestedFilename();
    const path = join(this.downloads, name);
    await download.saveAs(path);
    return { name, path };
  }
  async picture(name) {
    mkdirSync(picturesFolder, { recursive: true });
    await this.page.screenshot({ path: join(picturesFolder, `${name}.png`), timeout: patience });
  }
}

let browser;

/** A test with its studio and the people in it. */
class Visit {
  #contexts = [];
  people = [];

  async open(scene) {
    this.studio = await Studio.start(scene);
    return this.come();
  }
  /** Somebody comes: by the address, in a window of some size. */
  async come({ size = desk, url = this.studio.url, ...more } = {}) {
    const context = await browser.newContext({ viewport: size, colorScheme: "dark", acceptDownloads: true, ...more });
    this.#contexts.push(context);
    const page = await context.newPage();
    page.setDefaultTimeout(patience);
    const complaints = complaintsOf(page, /^(http:\/\/127\.0\.0\.1|file:|data:|blob:)/);
    await page.addInitScript(helpPage);
    await page.goto(url);
    const person = new Person(page, complaints, this.studio.path("downloads"));
    this.people.push(person);
    return person;
  }
  /** Somebody who sees the scene. */
  static async arrived(person) {
    await person.until("the first pictures", () => window.viewport?.drawn > 2 && window.studio.frame && window.studio.status);
    return person;
  }
  async end() {
    for (const context of this.#contexts) await context.close();
    await this.studio?.stop();
  }
}
export const arrived = Visit.arrived;

/** A scene for a test: its lists, without gravity unless they have it. */
export const scene = lists => ({ format: "holon-scene", version: 1, dt: 0.002, ...lists });
export const gravity = { kind: "gravity", name: "gravity", g: [0, 0, -9.81] };
/** A rod as the studio makes them, upright unless it is turned. */
export const rod = (name, position, { length = 0.5, ...more } = {}) => ({
  kind: "rigid_body", name, shape: { kind: "cylinder", radius: 0.02, length }, density: 500, position, ...more,
});
/** As an orientation: turned by an angle about y, from z towards x. */
export const turned = angle => [Math.cos(angle / 2), 0, Math.sin(angle / 2), 0];

/** Runs tests one after the other, each with a studio of its own, and says how they went. */
export async function run(tests) {
  browser = await launch();
  const wanted = process.env.ONLY;
  let failed = 0;
  for (const [name, test] of Object.entries(tests)) {
    if (wanted && !name.includes(wanted)) continue;
    const began = performance.now();
    const visit = new Visit();
    try {
      await test(visit);
      for (const { complaints } of visit.people) assert.deepEqual(complaints, []);
      console.log(`ok      ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
    } catch (error) {
      ++failed;
      console.log(`FAILED  ${name}\n${error.stack}\n${visit.studio?.said ?? ""}`);
      for (const [i, person] of visit.people.entries()) {
        console.log(person.complaints.join("\n"));
        await person.picture(`failed_${name.replace(/\W+/g, "_").slice(0, 40)}_${i}`).catch(trouble => console.log(String(trouble)));
      }
    }
    await visit.end();
  }
  await browser.close();
  process.exit(failed ? 1 : 0);
}
