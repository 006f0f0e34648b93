// SPDX-License-Identifier: Apache-2.0
/** The view: draws the newest frame of the session whenever something has changed, and hands pointers and keys to the tools. */
import { Eye } from "../../../player/src/camera";
import { measure } from "../../../player/src/measure";
import type { Arrow } from "../../../player/src/moment";
import { Overlay } from "../../../player/src/overlay";
import { Net, Stage } from "../../../player/src/stage";
import { type Theme, themes } from "../../../player/src/theme";
import { Live, isAnother, measuresFor, measuresOf, nothing } from "./live";
import type { SceneMessage, Velocity } from "./protocol";
import type { Insets, Store, Wish } from "./store";
import { Bench } from "./tools/bench";
import { Gestures } from "./tools/gestures";
import { toggleMotor } from "./tools/joining";
import { Keys } from "./tools/keys";
import type { Tool } from "./tools/tool";
import { makeTools } from "./tools/tools";
import { ArrowScale } from "./view/arrow_scale";
import { drawBadges } from "./view/badges";
import { Ghost } from "./view/ghost";
import { Highlight, type Outlined, type Reason } from "./view/highlight";
import { Marks } from "./view/marks";
import { Quality } from "./view/quality";
import { Trails, tracedByScene } from "./view/trails";
import { Wiggle } from "./view/wiggle";

const mostRatio = 2;
/** Between frames that are farther apart in time, at the speed of the clock, a straight piece of a path would not be true [s]. */
const longestChord = 0.15;

/** A page that is never idle draws all the same [ms]. */
const longestWait = 50;

/**
 * Messages that have come while a picture was drawn are heard before the next one. Otherwise they would pile up where drawing is
 * slow, and the answer to a command would come after all the frames before it.
 */
function whenIdle(next: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(next, { timeout: longestWait });
  else setTimeout(next);
}

function makeCanvas(host: HTMLElement): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  Object.assign(canvas.style, { position: "absolute", inset: "0", width: "100%", height: "100%", display: "block" });
  host.append(canvas);
  return canvas;
}

export class Viewport {
  /** how many pictures were drawn */
  drawn = 0;
  readonly stage: Stage;
  readonly eye: Eye;
  readonly bench: Bench;
  readonly gestures: Gestures;
  private readonly canvas: HTMLCanvasElement;
  private readonly overlay: Overlay;
  private readonly marks: Marks;
  private readonly keys: Keys;
  private readonly tools: ReturnType<typeof makeTools>;
  private readonly highlight = new Highlight();
  private readonly ghost = new Ghost();
  private readonly trails = new Trails();
  private readonly net = new Net();
  private readonly scale = new ArrowScale();
  private readonly quality = new Quality();
  /** when the last picture was drawn, if another one was due at once [ms] */
  private drawnAt?: number;
  private live = new Live(nothing);
  private wiggling?: Wiggle;
  private theme: Theme = themes.dark;
  private isStale = true;
  /** whether the frame before was of time that goes on, so that points came from there to where they are */
  private wasRunning = false;
  private lastTime = 0;
  /** how the eye looked when it had just brought all of a new scene into sight */
  private firstLook = "";
  private outlined: Outlined = { objects: new Map(), owners: new Map() };

  constructor(
    private readonly host: HTMLElement,
    private readonly store: Store,
  ) {
    this.canvas = makeCanvas(host);
    const { recording } = this.live;
    const measures = measure(recording);
    this.stage = new Stage(this.canvas, recording, measures);
    this.eye = new Eye(measures, []);
    const above = makeCanvas(host);
    above.style.pointerEvents = "none";
    above.setAttribute("aria-hidden", "true");
    this.overlay = new Overlay(above, this.stage);
    this.marks = new Marks(this.overlay);
    this.stage.scene.add(this.ghost.group, this.trails.group, this.net.mesh);
    this.bench = new Bench(store, this.stage, this.eye, this.canvas, () => this.changed());
    this.bench.live = this.live;
    this.tools = makeTools(this.bench);
    this.gestures = new Gestures(this.canvas, this.bench, () => this.tool);
    this.keys = new Keys(this.canvas, this.bench, () => this.tool, () => this.gestures.pointer);
    this.setUpCanvas();
    this.listen();
    this.paint();
    new ResizeObserver(() => this.resize()).observe(host);
    // a hidden page is not drawn: that is no sign of slowness
    document.addEventListener("visibilitychange", () => (this.drawnAt = undefined));
    requestAnimationFrame(() => this.loop());
  }

  private get tool(): Tool {
    return this.tools[this.store.tool];
  }

  private setUpCanvas(): void {
    Object.assign(this.canvas, { tabIndex: 0 });
    Object.assign(this.canvas.style, { touchAction: "none", outlineOffset: "-3px" });
    this.canvas.setAttribute("role", "application");
    this.canvas.setAttribute("aria-label", "The scene. Tab goes from part to part, arrows push the chosen part, Enter joins it, Escape gives up.");
    this.canvas.addEventListener("webglcontextrestored", () => this.changed());
    // who came by mouse knows where the focus is
    this.canvas.addEventListener("pointerdown", () => (this.canvas.style.outline = "none"));
    this.canvas.addEventListener("blur", () => (this.canvas.style.outline = ""));
  }

  // ---- what is told ----

  private listen(): void {
    const { store } = this;
    store.on("scene", message => this.take(message));
    for (const key of ["frame", "insets", "captionInsets", "show"] as const) store.on(key, () => this.changed());
    for (const key of ["selection", "hovered", "outlined"] as const) store.on(key, () => this.outline());
    store.on("show", () => this.trace());
    store.on("theme", () => this.paint());
    store.on("tool", () => this.changeTool());
    store.on("wish", wish => this.grant(wish));
    store.on("insets", insets => this.makeRoom(insets));
    if (store.scene) this.take(store.scene);
  }

  /** Shows another revision of the scene, or another scene. */
  private take(message: SceneMessage): void {
    const before = { live: this.live, measures: this.stage.measures };
    this.live = new Live(message);
    const { recording } = this.live;
    const isNew = before.live.revision < 0 || isAnother(before.live, this.live);
    const measures = isNew ? measuresOf(this.live) : measuresFor(this.live, before);
    this.stage.take(recording, measures);
    Object.assign(this.bench, { live: this.live, arrows: [] });
    this.eye.measures = measures;
    this.eye.views = recording.views;
    if (isNew) {
      this.lookAtAll();
      this.stage.prepare(this.eye.aim());
    }
    this.trace();
    this.outline();
  }
  private lookAtAll(): void {
    this.scale.forget();
    this.trails.clear();
    this.quality.forget();
    this.sharpen();
    this.eye.insets = this.store.insets;
    if (this.live.recording.objects.length) this.eye.lookAcross();
    else Object.assign(this.eye, { yaw: -Math.PI / 2, pitch: 0.12 });
    this.lookFirst();
  }
  private lookFirst(): void {
    this.eye.takeFirst();
    this.firstLook = this.looking();
  }
  /** Panels have come or gone: what is seen stays in what they leave free. Who has not looked elsewhere yet has all in sight. */
  private makeRoom(insets: Insets): void {
    const { eye } = this;
    const isFirst = this.looking() === this.firstLook;
    eye.makeRoom(insets);
    if (isFirst) eye.takeFirst();
    this.firstLook = isFirst ? this.looking() : "";
    this.changed();
  }
  /** What had moved away may lie under a panel where it began. */
  private async lookAtStart(): Promise<void> {
    const was = this.live.time;
    if (this.looking() !== this.firstLook) return;
    do await this.bench.nextFrame();
    while (was > 0 && this.live.time >= was);
    if (this.looking() !== this.firstLook) return;
    this.stage.moment.go(this.live.time);
    this.bench.frame();
    this.firstLook = this.looking();
  }
  /** From where to where the eye looks, to be compared. */
  private looking(): string {
    const { yaw, pitch, distance, target } = this.eye;
    return [yaw, pitch, distance, ...target.toArray()].join();
  }
  private trace(): void {
    const chosen = this.store.show.traces.map(({ object, at }) => ({ object, at, label: object }));
    this.trails.trace([...tracedByScene(this.live), ...chosen]);
    this.changed();
  }
  private outline(): void {
    const objects = new Map<number, Reason>();
    const owners = new Map<number, Reason>();
    const add = (name: string, reason: Reason) => {
      const object = this.live.object(name);
      if (object !== undefined) objects.set(object, reason);
      const owner = this.live.owner(name);
      if (owner >= 0) owners.set(owner, reason);
    };
    const { hovered, selection, outlined } = this.store;
    if (hovered) add(hovered.name, "hovered");
    for (const { name } of selection) add(name, "chosen");
    for (const name of outlined) add(name, "blamed");
    this.outlined = { objects, owners };
    this.changed();
  }
  private paint(): void {
    this.theme = themes[this.store.theme];
    for (const part of [this.stage, this.highlight, this.ghost, this.trails]) part.paint(this.theme);
    this.net.paint(this.theme.accent, 0.5);
    this.canvas.style.background = `linear-gradient(${this.theme.sky}, ${this.theme.ground})`;
    this.changed();
  }
  private changeTool(): void {
    const { tool: chosen } = this.store;
    for (const [name, tool] of Object.entries(this.tools)) if (name !== chosen && !tool.finish()) tool.cancel();
    this.bench.ghosts = [];
    if (chosen === "join") this.tools.join.begin();
    if (this.store.hovered) this.store.put("hovered", null);
    this.canvas.style.cursor = this.tool.hover(this.gestures.pointer);
    this.changed();
  }
  private grant(wish: Wish): void {
    if (wish.kind === "frame") this.keys.frame();
    else if (wish.kind === "start") void this.lookAtStart();
    else if (wish.kind === "look") this.look(wish.view);
    else if (wish.kind === "motor") void toggleMotor(this.bench, wish.joint);
    else if (wish.kind === "wiggle") this.wiggle(wish.velocities);
    else if (wish.kind === "cancel") wish.answer(this.tool.cancel());
    else {
      this.draw();
      wish.answer([this.canvas, this.overlay.canvas]);
    }
  }

  // ---- what can be asked for ----

  /** Looks from the front, the side or above, or as a view of the scene says. */
  look(view: string): void {
    this.eye.insets = this.store.insets;
    if (!this.eye.take(view)) this.bench.frame();
    this.changed();
  }
  /** Shows a motion that is left free. */
  wiggle(velocities: Velocity[]): void {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.wiggling = new Wiggle(this.live, velocities, this.stage.measures, still);
    this.changed();
  }

  // ---- drawing ----

  changed(): void {
    this.isStale = true;
  }
  /** Whether the session has told what there is. */
  private get isThere(): boolean {
    return this.live.revision >= 0;
  }
  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.host;
    this.sharpen();
    this.stage.renderer.setSize(width, height, false);
    this.overlay.resize(width, height, this.ratio);
    this.eye.resize(width, height);
    if (!this.drawn) this.lookFirst();
    if (this.isThere) this.draw();
  }
  private get ratio(): number {
    return Math.min(mostRatio, window.devicePixelRatio);
  }
  /** Draws as well as the machine can. */
  private sharpen(): void {
    const { ratio, shadows } = this.quality.looks(this.ratio);
    if (ratio !== this.stage.renderer.getPixelRatio()) this.stage.renderer.setPixelRatio(ratio);
    this.stage.castsShadows = shadows;
  }
  private loop(): void {
    const next = (): void => void requestAnimationFrame(() => this.loop());
    if (!this.isStale || !this.isThere) {
      this.drawnAt = undefined;
      return next();
    }
    this.watchPace();
    this.draw();
    whenIdle(next);
  }
  private watchPace(): void {
    const now = performance.now();
    if (this.drawnAt !== undefined && this.quality.see(now - this.drawnAt)) this.sharpen();
    this.drawnAt = now;
  }

  /** Takes over the newest frame, if it belongs to the scene that is drawn. */
  private follow(): void {
    const { frame, show } = this.store;
    if (!frame || !this.live.apply(frame)) return;
    this.stage.moment.go(this.live.time);
    this.scale.follow(this.live.recording, this.stage.measures, show.lockedScale);
    const goesOn = frame.running && !frame.rewound;
    const isNext = goesOn && this.wasRunning && frame.time - this.lastTime < longestChord * Math.max(1, this.store.status?.speed ?? 1);
    this.trails.follow(this.live, this.stage.moment, isNext, 0.002 * this.stage.measures.size);
    Object.assign(this, { wasRunning: goesOn, lastTime: frame.time });
    const scale = Math.log10(this.stage.measures.perNewton);
    if (scale !== this.store.arrowScale) this.store.put("arrowScale", scale);
  }

  draw(): void {
    this.isStale = false;
    this.follow();
    this.tool.step();
    this.showGhosts();
    this.showPlane();
    this.showChosen();
    const camera = this.eye.aim();
    const arrows = this.stage.draw(this.live.time, camera, this.eye.pixel, this.eye.target);
    this.bench.arrows = arrows;
    this.highlight.draw(this.stage, this.outlined, camera);
    this.drawOver(arrows);
    ++this.drawn;
  }
  private showGhosts(): void {
    const wiggling = this.wiggling?.ghosts(this.stage.moment);
    if (wiggling) this.changed();
    else this.wiggling = undefined;
    this.ghost.show([...this.bench.ghosts, ...(wiggling ?? [])], this.stage.measures.rod);
  }
  private showPlane(): void {
    this.net.mesh.visible = this.tool.showsPlane;
    if (!this.tool.showsPlane) return;
    const { origin, across, up } = this.bench.plane();
    this.net.lay(origin, across, up, this.stage.gridStep, 1.6 * this.stage.measures.size);
  }
  /** Which arrows, marks and traces are drawn. */
  private showChosen(): void {
    const { working, arrows, threshold } = this.store.show;
    const { stage } = this;
    Object.assign(stage.arrows.shown, arrows);
    stage.arrows.threshold = threshold;
    stage.arrows.chosen = new Set(this.outlined.owners.keys());
    stage.arrows.group.visible = stage.joints.group.visible = working;
  }
  private drawOver(arrows: Arrow[]): void {
    const { camera } = this.eye;
    const { names, working } = this.store.show;
    this.overlay.insets = this.store.captionInsets;
    this.overlay.draw(camera, arrows, this.theme, { names, title: "" }, this.eye.pixel);
    this.marks.begin(camera, this.theme);
    if (working) drawBadges(this.marks, this.live, this.stage);
    this.tool.draw(this.marks);
    if (this.keys.cross) this.marks.cross([this.keys.cross.x, this.keys.cross.y]);
  }
}
