// SPDX-License-Identifier: Apache-2.0
/** The page: a recording with its picture, its time and its numbers. */
import { Eye } from "./camera";
import { $, make } from "./dom";
import { type Film, filmOf } from "./film";
import { listenToKeys, listenToPointers } from "./input";
import { type Measures, measure } from "./measure";
import { wayOf } from "./moment";
import { brief } from "./numbers";
import { type Captions, Overlay } from "./overlay";
import { Plots, paintSwatches } from "./plots";
import { type Recording, readRecording } from "./recording";
import { Stage } from "./stage";
import { switchesOf } from "./switches";
import { Table } from "./table";
import { type Theme, themes } from "./theme";
import { Transport } from "./transport";

/** `#t=1.5` starts paused there, `#light` and `#dark` force a theme, `#film` shows the view alone, with `#titled` its title; `&` joins them. */
const options = new URLSearchParams(location.hash.slice(1));

export class Player {
  readonly measures: Measures;
  readonly stage: Stage;
  readonly eye: Eye;
  readonly overlay: Overlay;
  readonly transport: Transport;
  theme: Theme = themes.dark;
  /** how many pictures were drawn */
  drawn = 0;
  arrowsDrawn = 0;
  readonly captions: Captions;
  private readonly plots?: Plots;
  private readonly table?: Table;
  private stale = true;

  constructor(readonly recording: Recording) {
    this.measures = measure(recording);
    this.stage = new Stage($<HTMLCanvasElement>("view"), recording, this.measures);
    this.eye = new Eye(this.measures, recording.views);
    this.overlay = new Overlay($<HTMLCanvasElement>("overlay"), this.stage);
    this.transport = new Transport(recording, () => this.changed());
    const isFilm = options.has("film");
    this.captions = { names: !isFilm, title: options.has("titled") ? recording.title : "" };
    if (isFilm) return;
    this.table = new Table(recording);
    this.plots = new Plots(recording, this.transport, () => this.changed());
  }

  changed(): void {
    this.stale = true;
  }
  paint(theme: Theme): void {
    this.theme = theme;
    document.documentElement.dataset.theme = theme.name;
    this.stage.paint(theme);
    paintSwatches(theme);
    this.plots?.forget();
    this.changed();
  }
  /** `unit` is how large texts and lines are: films of any size look alike. */
  resize(width: number, height: number, ratio: number, unit = 1): void {
    this.stage.renderer.setPixelRatio(ratio);
    this.stage.renderer.setSize(width, height, false);
    this.unit = unit;
    this.overlay.resize(width, height, ratio, unit);
    this.eye.resize(width, height);
    this.eye.takeFirst();
    this.plots?.forget();
    this.changed();
  }
  private unit = 1;

  draw(): void {
    const { follows } = this.eye;
    if (follows !== undefined) this.eye.goAlong(wayOf(this.recording, follows, this.transport.time));
    const camera = this.eye.aim();
    const { pixel } = this.eye;
    this.stage.arrows.closeness = this.eye.closeness;
    const arrows = this.stage.draw(this.transport.time, camera, pixel * this.unit, this.eye.target);
    this.arrowsDrawn = arrows.length;
    this.overlay.draw(camera, arrows, this.theme, this.captions, pixel);
    ++this.drawn;
  }
  /** Brings all of the page to the present moment, if it is not yet. */
  show(): void {
    if (!this.stale) return;
    this.stale = false;
    this.draw();
    this.plots?.show(this.theme);
    this.table?.show(this.stage.moment.frame);
    this.transport.show();
  }
}

function showTexts({ title, note, stepper, dt, times, events, summary }: Recording, transport: Transport): void {
  document.title = `${title} · Holon`;
  $("title").textContent = title;
  $("note").textContent = note;
  $("method").textContent = [stepper, dt > 0 && `step ${brief(dt * 1000)} ms`, `${times.length} frames`].filter(Boolean).join(" · ");
  const jumps = events.map(({ time, text }) =>
    make("button", { textContent: `▾ ${transport.text(time)} s: ${text}`, onclick: () => transport.seek(time) }),
  );
  $("lines").append(...[...summary, ...jumps].map(item => make("li", {}, item)));
  $("summary").hidden = !$("lines").firstChild;
}

function listenToControls(player: Player): void {
  const { eye } = player;
  const { arrows } = player.stage;
  const switches = switchesOf(player);
  const size = $<HTMLInputElement>("size");
  size.oninput = () => {
    arrows.scale = 10 ** Number(size.value);
    player.changed();
  };
  for (const box of document.querySelectorAll<HTMLInputElement>("[data-show]")) {
    const { get, set } = switches[box.dataset.show as string];
    box.checked = get();
    box.onclick = () => {
      set(box.checked);
      if (arrows.locked) arrows.scale = 10 ** Number(size.value);
      size.disabled = !arrows.locked;
      player.changed();
    };
  }
  const views = $("views");
  for (const { name } of player.recording.views) {
    const button = make("button", { textContent: name });
    button.dataset.view = name;
    views.children[0].after(button);
  }
  for (const button of views.querySelectorAll<HTMLElement>("[data-view]"))
    button.onclick = () => {
      if (!eye.take(button.dataset.view as string)) eye.frame();
      player.changed();
    };
}

function followTheme(player: Player): void {
  const system = matchMedia("(prefers-color-scheme: light)");
  const asSystem = () => player.paint(system.matches ? themes.light : themes.dark);
  system.onchange = asSystem;
  $("theme").onclick = () => player.paint(player.theme.name === "light" ? themes.dark : themes.light);
  const forced = options.has("light") ? themes.light : options.has("dark") ? themes.dark : undefined;
  if (forced) player.paint(forced);
  else asSystem();
}

function startClock(player: Player): void {
  const { transport } = player;
  const time = options.get("t");
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (time !== null) transport.seek(Number(time));
  else transport.play(!calm);
  let before = performance.now();
  requestAnimationFrame(function tick(now) {
    transport.advance(Math.min(0.1, Math.max(0, (now - before) / 1000)));
    before = now;
    player.show();
    requestAnimationFrame(tick);
  });
}

function open(): Player {
  const recording = readRecording($("recording").textContent ?? "");
  $("main").hidden = false;
  const isFilm = options.has("film");
  document.documentElement.classList.toggle("film", isFilm);
  const player = new Player(recording);
  followTheme(player);
  if (isFilm) return player;
  showTexts(recording, player.transport);
  player.transport.listen();
  listenToControls(player);
  listenToPointers(player.eye, () => player.changed());
  listenToKeys(player.eye, player.transport, () => player.changed());
  paintSwatches(player.theme);
  let first = true;
  new ResizeObserver(() => {
    const { clientWidth, clientHeight } = $("stage");
    player.resize(clientWidth, clientHeight, Math.min(2, window.devicePixelRatio));
    const view = options.get("view");
    if (first && view) player.eye.take(view);
    first = false;
    player.show();
  }).observe($("stage"));
  startClock(player);
  return player;
}

declare global {
  interface Window {
    holon: { player?: Player; film?: Film; trouble?: string };
  }
}

window.holon = {};
try {
  const player = open();
  window.holon = { player, film: filmOf(player) };
} catch (error) {
  const { message } = error as Error;
  window.holon.trouble = message;
  $("main").hidden = true;
  $("trouble").hidden = false;
  $("trouble").append(...message.split("\n").slice(0, 12).map(textContent => make("p", { textContent })));
}
