#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
// Measures the studio as a person meets it: in Chromium, against the goals in README.md.
//   node bench/studio/measure.mjs [HOLON]      the program; build/release/apps/cli/holon if left out
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus, tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const holon = resolve(process.argv[2] ?? join(root, "build/release/apps/cli/holon"));
const { chromium } = createRequire(join(root, "apps/studio/page/"))("playwright-core");
const flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"];

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
    return await work(page, url);
  } finally {
    await browser.close();
    studio.kill();
    await new Promise(done => studio.once("exit", done));
  }
}

/** Milliseconds from the beginning of the navigation to the second picture of a scene in motion. */
async function firstMotion(page, url) {
  await page.addInitScript(() => {
    const look = () => {
      const { viewport, studio } = window;
      if (!window.moved && viewport?.drawn > 1 && studio?.frame?.running && studio.frame.time > 0) window.moved = performance.now();
      requestAnimationFrame(look);
    };
    look();
  });
  await page.goto(url);
  await page.waitForFunction(() => window.moved);
  return page.evaluate(() => window.moved);
}

/** Milliseconds from the event of a pointer to the picture in which the part has been pulled there. */
async function latencies(page, moves) {
  const point = await page.evaluate(() => {
    const { viewport } = window;
    const { bench } = viewport;
    const part = viewport.stage.moment.recording.objects.findIndex(o => o.name === "crank");
    const place = bench.eye.target.clone().setFromMatrixPosition(viewport.stage.moment.poses[part]);
    const seen = bench.projection.of(place);
    const box = document.querySelector("canvas").getBoundingClientRect();
    return { x: box.x + seen.x, y: box.y + seen.y };
  });
  await page.evaluate(() => {
    const { studio, viewport } = window;
    window.late = [];
    let asked = 0;
    let before = "";
    document.querySelector("canvas").addEventListener("pointermove", () => (asked ||= performance.now()), true);
    const draw = viewport.draw.bind(viewport);
    viewport.draw = () => {
      draw();
      const to = JSON.stringify(studio.frame?.hand?.to ?? "");
      if (asked && to !== before) {
        window.late.push(performance.now() - asked);
        asked = 0;
      }
      before = to;
    };
  });
  await page.mouse.move(point.x, point.y);
  await page.mouse.down();
  for (let i = 1; i <= moves; ++i) {
    await page.mouse.move(point.x + 40 * Math.sin(i / 7), point.y + 40 * Math.sin(i / 5));
    await page.waitForTimeout(50);
  }
  await page.mouse.up();
  return page.evaluate(() => window.late.sort((a, b) => a - b));
}

/** Pictures per second, and what the simulation costs. */
async function pictures(page, url, seconds) {
  await page.goto(url);
  await page.waitForFunction(() => window.viewport?.drawn > 5, undefined, { timeout: 120_000 });
  return page.evaluate(async span => {
    const { viewport, studio } = window;
    let frames = 0;
    const stop = studio.on("frame", () => ++frames);
    const drawn = viewport.drawn;
    const begin = performance.now();
    await new Promise(done => setTimeout(done, 1000 * span));
    stop();
    const passed = (performance.now() - begin) / 1000;
    const { cost, rate } = studio.frame;
    return { drawn: (viewport.drawn - drawn) / passed, frames: frames / passed, cost, rate, dt: studio.status.dt };
  }, seconds);
}

const at = (list, share) => list[Math.min(list.length - 1, Math.floor(share * list.length))];
const row = (what, value, goal) => console.log(`| ${what} | ${value} | ${goal} |`);

console.log(`${cpus()[0].model}, ${cpus().length} cores; pictures by SwiftShader, in software\n\n| what | measured | goal |\n|---|---|---|`);

const file = readFileSync(join(dirname(holon), "../studio/page/dist/index.html"));
row("page weight, compressed", `${Math.round(gzipSync(file).length / 1000)} kB`, "300 kB");

await withStudio("four_bar", async (page, url) => {
  row("time to first motion", `${Math.round(await firstMotion(page, url))} ms`, "1500 ms");
  const late = await latencies(page, 150);
  row(`pointer to part moved, p50 of ${late.length}`, `${at(late, 0.5).toFixed(0)} ms`, "33 ms");
  row("pointer to part moved, p95", `${at(late, 0.95).toFixed(0)} ms`, "50 ms");
});
const scene = linkages(75);
await withStudio(sceneFile("linkages.json", scene), async (page, url) => {
  const { drawn, frames, cost, rate, dt } = await pictures(page, url, 8);
  const what = `${scene.objects.length} bodies, ${scene.constraints.length} constraints`;
  row(`${what}: frames from the session`, `${frames.toFixed(0)} /s`, "60 /s");
  row(`${what}: pictures`, `${drawn.toFixed(0)} /s`, "60 /s");
  row(`${what}: simulation per 1/60 s`, `${((cost / 1000) * (1 / 60 / dt)).toFixed(1)} ms`, "4 ms");
  row(`${what}: speed`, `${rate.toFixed(2)} × real time`, "1 ×");
});
await withStudio(sceneFile("crowd.json", crowd(1000)), async (page, url) => {
  const { drawn, frames } = await pictures(page, url, 8);
  row("1000 bodies: frames from the session", `${frames.toFixed(0)} /s`, "60 /s");
  row("1000 bodies: pictures", `${drawn.toFixed(0)} /s`, "60 /s");
});
rmSync(folder, { recursive: true });
