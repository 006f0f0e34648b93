#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
// Measures the studio as a person meets it: in Chromium, against the goals in README.md.
//   node bench/studio/measure.mjs [--gl swiftshader|mesa|card] [--pictures FOLDER] [HOLON]
// HOLON is the program; build/release/apps/cli/holon if left out.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus, loadavg, tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";

/** What draws: software of Chromium, software of Mesa, or whatever card there is. */
const drawnBy = {
  swiftshader: ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
  mesa: ["--use-gl=angle", "--use-angle=gl-egl", "--ignore-gpu-blocklist"],
  card: ["--ignore-gpu-blocklist"],
};

const { values: options, positionals } = parseArgs({
  options: { gl: { type: "string", default: "swiftshader" }, pictures: { type: "string" } },
  allowPositionals: true,
});
if (!drawnBy[options.gl]) throw Error(`--gl is one of ${Object.keys(drawnBy).join(", ")}`);
const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const holon = resolve(positionals[0] ?? join(root, "build/release/apps/cli/holon"));
const { chromium } = createRequire(join(root, "apps/studio/page/"))("playwright-core");
const flags = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync", ...drawnBy[options.gl]];

/** Four-bar linkages side by side, each of three bars and four hinges: crank and rocker hang down, and swing. */
function linkages(count) {
  const [A, B, D] = [[0, 0], [0.3, -0.1], [1, 0]];
  const [along, length] = [[D[0] - B[0], D[1] - B[1]], Math.hypot(D[0] - B[0], D[1] - B[1])];
  const [r1, r2] = [0.9, 0.7];
  const x = (length ** 2 + r1 ** 2 - r2 ** 2) / (2 * length);
  const y = -Math.sqrt(r1 ** 2 - x ** 2);
  const C = [B[0] + (x * along[0] - y * along[1]) / length, B[1] + (x * along[1] + y * along[0]) / length];
  const objects = [];
  const constraints = [];
  for (let i = 0; i < count; ++i) {
    const bars = { crank: [A, B], coupler: [B, C], rocker: [D, C] };
    const middle = ([p, q]) => [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
    const end = (bar, [px, pz]) => {
      if (!bar) return { world: [px, 0.1 * i, pz], z: [0, 1, 0] };
      const [mx, mz] = middle(bars[bar]);
      return { object: `${bar}${i}`, at: [px - mx, 0, pz - mz], z: [0, 1, 0] };
    };
    for (const [bar, ends] of Object.entries(bars)) {
      const [mx, mz] = middle(ends);
      objects.push({ kind: "rigid_body", name: `${bar}${i}`, mass: 1, inertia: [0.02, 0.02, 0.02], position: [mx, 0.1 * i, mz] });
    }
    for (const [a, b, at] of [["", "crank", A], ["crank", "coupler", B], ["coupler", "rocker", C], ["", "rocker", D]])
      constraints.push({ kind: "line_hinge", a: end(a, at), b: end(b, at) });
  }
  return { format: "holon-scene", version: 1, title: "Linkages", dt: 0.002, objects, constraints, forces: [{ kind: "gravity", g: [0, 0, -9.81] }] };
}
/** Balls that lie about and do nothing but be drawn. */
function crowd(count) {
  const at = i => [0.1 * (i % 40), 0.1 * Math.floor(i / 40), 0];
  const objects = Array.from({ length: count }, (_, i) => ({ kind: "rigid_body", name: `ball${i}`, shape: { kind: "sphere", radius: 0.04 }, mass: 0.1, position: at(i), velocity: [0, 0, 0.01] }));
  return { format: "holon-scene", version: 1, title: "Crowd", dt: 0.005, objects };
}

/** All that is waited for comes within this time [ms]. */
const patience = 180_000;
const folder = mkdtempSync(join(tmpdir(), "studio-bench-"));
function sceneFile(name, scene) {
  writeFileSync(join(folder, name), JSON.stringify(scene));
  return join(folder, name);
}

/** Starts the studio on a scene, opens its page, and lets `work` measure. */
async function withStudio(scene, work) {
  const studio = spawn(holon, ["studio", scene, "--no-open", "--fresh", "--folder", folder], { stdio: ["ignore", "pipe", "ignore"] });
  const url = await new Promise((done, failed) => {
    studio.stdout.once("data", text => done(String(text).trim()));
    studio.once("exit", code => failed(Error(`the studio ended with ${code}`)));
  });
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: flags });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    return await work(page, url, { browser, session: studio.pid });
  } finally {
    await browser.close();
    studio.kill();
    await new Promise(done => studio.once("exit", done));
  }
}

/** Milliseconds from the beginning of the navigation to the first picture of a scene in motion that differs from the one before. */
async function firstMotion(page, url) {
  await page.addInitScript(() => {
    let first;
    const look = () => {
      const { viewport } = window;
      const { drawn, live } = viewport ?? {};
      if (live?.running && drawn > 0) {
        first ??= live.time;
        if (live.time > first) window.moved ??= performance.now();
      }
      requestAnimationFrame(look);
    };
    look();
  });
  await page.goto(url);
  await page.waitForFunction(() => window.moved, undefined, { timeout: patience });
  return page.evaluate(() => window.moved);
}

/** Where the middle of an object is, in pixels of the page. */
function placeOf(page, name) {
  return page.evaluate(object => {
    const { bench, stage } = window.viewport;
    const part = stage.moment.recording.objects.findIndex(o => o.name === object);
    const seen = bench.projection.of(bench.eye.target.clone().setFromMatrixPosition(stage.moment.poses[part]));
    const box = document.querySelector("canvas").getBoundingClientRect();
    return { x: box.x + seen.x, y: box.y + seen.y };
  }, name);
}

/**
 * Milliseconds from the event of a pointer to the picture that shows what it did, drawn to its last pixel. While time goes on that is
 * the first one made after the hand was there; while it stands, the first one in which the part is elsewhere.
 */
async function latencies(page, part, goesOn, moves) {
  // what stands still is easily taken hold of
  await page.evaluate(() => window.studio.link.ask({ do: "pause" }));
  await page.waitForFunction(() => !window.viewport.live.running);
  const { x, y } = await placeOf(page, part);
  await page.evaluate(name => {
    const { studio, viewport } = window;
    const { stage } = viewport;
    const gl = stage.renderer.getContext();
    const pixel = new Uint8Array(4);
    const index = stage.moment.recording.objects.findIndex(o => o.name === name);
    const shown = () => JSON.stringify(studio.frame?.running ? studio.frame.hand?.to : stage.moment.poses[index].elements);
    let asked = 0;
    let before = shown();
    window.late = [];
    document.querySelector("canvas").addEventListener("pointermove", event => (asked ||= event.timeStamp), true);
    const draw = Object.getPrototypeOf(viewport).draw.bind(viewport);
    viewport.draw = () => {
      draw();
      const now = shown();
      if (asked && now !== before) {
        gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
        window.late.push(performance.now() - asked);
        asked = 0;
      }
      before = now;
    };
  }, part);
  await page.mouse.move(x, y);
  await page.mouse.down();
  if (goesOn) await page.evaluate(() => window.studio.link.ask({ do: "play" }));
  for (let i = 1; i <= moves; ++i) {
    await page.mouse.move(x + 40 * Math.sin(i / 7), y + 40 * Math.sin(i / 5));
    await page.waitForTimeout(50);
  }
  await page.mouse.up();
  return page.evaluate(() => window.late.sort((a, b) => a - b));
}

/** Milliseconds of a processor that drawing has taken so far, in the process of Chromium that draws. */
async function rasterTime(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  return 1000 * processInfo.filter(({ type }) => type === "GPU").reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}
/** Milliseconds of a processor that a process has taken so far. */
function processTime(id) {
  const fields = readFileSync(`/proc/${id}/stat`, "utf8").replace(/^.*\) /s, "").split(" ");
  const perTick = 10;
  return perTick * (Number(fields[11]) + Number(fields[12]));
}
/** Milliseconds of a processor that a part of the work takes in the thread of the page. */
async function pageTime(page, work) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const spent = async () => 1000 * (await session.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value;
  const before = await spent();
  await work();
  const after = await spent();
  await session.detach();
  return after - before;
}

/** Opens the page, and waits until it draws as well as it will. */
async function settle(page, url, seconds) {
  await page.goto(url);
  await page.waitForFunction(() => window.viewport?.drawn > 5, undefined, { timeout: patience });
  await page.waitForTimeout(1000 * seconds);
}
/** Pictures and frames, what each costs, and what the simulation costs. */
async function pictures(page, { browser, session }, seconds) {
  const before = { raster: await rasterTime(browser), session: processTime(session) };
  const seen = await page.evaluate(async span => {
    const { viewport, studio } = window;
    let frames = 0;
    const stop = studio.on("frame", () => ++frames);
    const drawn = viewport.drawn;
    const begin = performance.now();
    await new Promise(done => setTimeout(done, 1000 * span));
    stop();
    const passed = (performance.now() - begin) / 1000;
    const { cost, rate } = studio.frame;
    return { pictures: viewport.drawn - drawn, frames, passed, cost, rate, dt: studio.status.dt };
  }, seconds);
  const raster = ((await rasterTime(browser)) - before.raster) / Math.max(1, seen.pictures);
  const perFrame = (processTime(session) - before.session) / Math.max(1, seen.frames);
  return { ...seen, raster, perFrame };
}
/** What a picture costs in our own script, while nothing is rasterised; and how much is drawn in it. */
async function script(page, count) {
  const { calls, triangles, looks } = await page.evaluate(() => {
    const { stage, quality, ratio } = window.viewport;
    const { calls, triangles } = stage.renderer.info.render;
    return { calls, triangles, looks: quality.looks(ratio) };
  });
  const spent = await pageTime(page, () =>
    page.evaluate(n => {
      const { viewport } = window;
      const gl = viewport.stage.renderer.getContext();
      const calls = ["drawElements", "drawArrays", "drawElementsInstanced", "drawArraysInstanced"];
      for (const call of calls) gl[call] = () => {};
      for (let i = 0; i < n; ++i) viewport.draw();
      for (const call of calls) delete gl[call];
    }, count),
  );
  return { calls, triangles, looks, spent: spent / count };
}
/** Milliseconds that it takes to draw a picture to its last pixel. */
function rasterWait(page, count) {
  return page.evaluate(n => {
    const { viewport } = window;
    const gl = viewport.stage.renderer.getContext();
    const pixel = new Uint8Array(4);
    const times = [];
    for (let i = 0; i < n; ++i) {
      viewport.draw();
      const begin = performance.now();
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
      times.push(performance.now() - begin);
    }
    return times.sort((a, b) => a - b)[Math.floor(n / 2)];
  }, count);
}
function rendererOf(page) {
  return page.evaluate(() => {
    const gl = window.viewport.stage.renderer.getContext();
    const names = gl.getExtension("WEBGL_debug_renderer_info");
    return gl.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
  });
}

const at = (list, share) => (list.length ? list[Math.min(list.length - 1, Math.floor(share * list.length))] : Number.NaN);
const rows = [];
const row = (what, value, goal) => {
  rows.push(`| ${what} | ${value} | ${goal} |`);
  console.error(`${what}: ${value}`);
};
const ms = x => `${x < 10 ? x.toFixed(1) : x.toFixed(0)} ms`;
const perSecond = x => `${x < 10 ? x.toFixed(1) : x.toFixed(0)} /s`;
async function photograph(page, name) {
  if (options.pictures) await page.screenshot({ path: join(options.pictures, `${name}.png`) });
}

function measureWeight() {
  const file = readFileSync(join(dirname(holon), "../studio/page/dist/index.html"));
  row("page weight, compressed", `${Math.round(gzipSync(file).length / 1000)} kB`, "300 kB");
}
async function measureFirstMotion() {
  const times = [];
  for (let i = 0; i < 3; ++i) times.push(await withStudio("four_bar", firstMotion));
  row("time to first motion, median of 3", ms(at(times.sort((a, b) => a - b), 0.5)), "1500 ms");
}
/** Returns what draws. */
async function measurePointer() {
  return withStudio(sceneFile("linkage.json", linkages(1)), async (page, url) => {
    await settle(page, url, 3);
    for (const goesOn of [true, false]) {
      const late = await latencies(page, "crank0", goesOn, 100);
      const when = goesOn ? "while time goes on" : "while time stands";
      row(`pointer to part moved, ${when}: p50 of ${late.length}`, ms(at(late, 0.5)), "33 ms");
      row(`pointer to part moved, ${when}: p95`, ms(at(late, 0.95)), "50 ms");
    }
    await photograph(page, "linkage");
    return rendererOf(page);
  });
}
async function measureScene(what, name, scene) {
  await withStudio(sceneFile(`${name}.json`, scene), async (page, url, processes) => {
    await settle(page, url, 8);
    const { pictures: drawn, frames, passed, cost, rate, dt, raster, perFrame } = await pictures(page, processes, 8);
    const { spent, calls, triangles, looks } = await script(page, 100);
    row(`${what}: frames from the session`, perSecond(frames / passed), "60 /s");
    row(`${what}: the session's processor, per frame`, ms(perFrame), "5 ms");
    row(`${what}: simulation per 1/60 s, by the clock`, ms((cost / 1000) * (1 / 60 / dt)), "4 ms");
    row(`${what}: speed`, `${rate.toFixed(2)} × real time`, "1 ×");
    row(`${what}: pictures`, perSecond(drawn / passed), "60 /s");
    row(`${what}: our script's processor, per picture`, ms(spent), "4 ms");
    row(`${what}: the raster's processor, per picture`, ms(raster), "");
    row(`${what}: wait for the raster, median`, ms(await rasterWait(page, 5)), "");
    row(`${what}: draw calls, triangles`, `${calls}, ${triangles}`, "");
    row(`${what}: drawn with`, `${looks.shadows ? "shadows" : "no shadows"}, ${looks.ratio} × the pixels`, "");
    await photograph(page, name);
  });
}

const loadBefore = loadavg()[0];
measureWeight();
await measureFirstMotion();
const renderer = await measurePointer();
const scene = linkages(75);
await measureScene(`${scene.objects.length} bodies, ${scene.constraints.length} constraints`, "linkages", scene);
await measureScene("1000 bodies", "crowd", crowd(1000));
rmSync(folder, { recursive: true });

const load = `${loadBefore.toFixed(1)} before, ${loadavg()[0].toFixed(1)} after`;
console.log(`${cpus()[0].model}, ${cpus().length} cores; load ${load}; drawn by ${renderer}\n`);
console.log(["| what | measured | goal |", "|---|---|---|", ...rows].join("\n"));
