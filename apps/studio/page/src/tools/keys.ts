// SPDX-License-Identifier: Apache-2.0
/**
 * Keys while the view has the focus. With the hand, Tab walks from part to part and arrows push the chosen one. With any other tool
 * arrows move a cross, Tab takes it from point to point, and Enter clicks there: whatever the pointer can do, keys can.
 */
import { Vector3 } from "three";
import { letterKeys } from "../panels/keyboard";
import type { Bench, Pointer } from "./bench";
import { motorAt, nailAt } from "./joining";
import { Rods } from "./rods";
import type { Tool } from "./tool";

const arrows: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** pixels that an arrow moves, without and with Shift */
const coarse = 12;
const fine = 2;
/** how long a push lasts after the last key [ms] */
const pushes = 350;

/** A short pull of the chosen part, as long as arrows are pressed. */
class Push {
  private readonly to: Vector3;
  private timer = 0;

  constructor(
    private readonly bench: Bench,
    name: string,
    place: Vector3,
    private readonly ended: () => void,
  ) {
    this.to = place;
    const { link } = bench.store;
    void link.order({ do: "begin", label: `Push ${name}` });
    void link.order({ do: "grab", object: name, at: [0, 0, 0], part: 0 });
  }
  by(dx: number, dy: number): void {
    const { eye, store } = this.bench;
    const metres = this.bench.pixelAt(this.to);
    const axis = (k: number) => new Vector3().setFromMatrixColumn(eye.camera.matrixWorld, k);
    this.to.addScaledVector(axis(0), dx * metres).addScaledVector(axis(1), -dy * metres);
    store.link.tell({ do: "move", to: this.to.toArray() });
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.end(), pushes);
  }
  private end(): void {
    const { link } = this.bench.store;
    void link.order({ do: "release" });
    void link.order({ do: "end" });
    this.bench.store.put("deed", "dragged");
    this.ended();
  }
}

export class Keys {
  /** where the keyboard points */
  cross?: Pointer;
  /** whether Tab has brought it there */
  private hasWalked = false;
  private push?: Push;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly bench: Bench,
    private readonly tool: () => Tool,
    private readonly pointer: () => Pointer | undefined,
  ) {
    canvas.addEventListener("keydown", event => {
      if (event.ctrlKey || event.metaKey || event.altKey || !this.press(event)) return;
      event.preventDefault();
      bench.changed();
    });
    canvas.addEventListener("pointermove", () => this.forget());
    canvas.addEventListener("blur", () => this.forget());
  }

  private forget(): void {
    if (!this.cross) return;
    this.cross = undefined;
    this.bench.changed();
  }
  private get isHand(): boolean {
    return this.bench.store.tool === "hand";
  }

  /** Whether the key was for the view. */
  private press({ key, shiftKey }: KeyboardEvent): boolean {
    if (!this.bench.live) return false;
    if (arrows[key]) return this.isHand ? this.pushBy(key, shiftKey) : this.moveCross(key, shiftKey);
    if (key === "Tab") return this.isHand ? this.walkParts(shiftKey) : this.walkPoints(shiftKey);
    if (key === "Enter") return this.enter();
    if (key === "Escape") return this.tool().cancel();
    return (key === "n" || key === "m") && letterKeys.on && this.joinAt(key);
  }

  /** Brings what is chosen into sight, or all. */
  frame(): void {
    const { store, live } = this.bench;
    const chosen = store.selection.flatMap(({ sort, name }) => (sort === "object" ? [live.object(name)] : [])).filter(i => i !== undefined);
    this.bench.frame(chosen.length ? chosen : undefined);
  }

  // ---- with the hand ----

  private pushBy(key: string, isFine: boolean): boolean {
    const { store, live, moment } = this.bench;
    const chosen = store.selection.find(({ sort }) => sort === "object");
    const object = chosen && live.object(chosen.name);
    if (!chosen || object === undefined || !live.canBeGrabbed(object) || !store.writer) return false;
    const place = new Vector3().setFromMatrixPosition(moment.poses[object]);
    this.push ??= new Push(this.bench, chosen.name, place, () => (this.push = undefined));
    const [dx, dy] = arrows[key];
    const pixels = isFine ? fine : coarse;
    this.push.by(pixels * dx, pixels * dy);
    return true;
  }
  /** Chooses the next part; from the last one the focus goes on to the panels. */
  private walkParts(back: boolean): boolean {
    const { store, live } = this.bench;
    const names = live.recording.objects.map(({ name }) => name);
    const now = names.indexOf(store.selection.find(({ sort }) => sort === "object")?.name ?? "");
    const next = back ? (now < 0 ? names.length : now) - 1 : now + 1;
    if (next < 0 || next >= names.length) return false;
    store.select({ sort: "object", name: names[next] });
    return true;
  }

  // ---- with other tools ----

  private begin(): Pointer {
    const { clientWidth, clientHeight } = this.canvas;
    return this.cross ?? { x: clientWidth / 2, y: clientHeight / 2, touch: false, alt: false, shift: false };
  }
  private moveTo(x: number, y: number): boolean {
    const { clientWidth, clientHeight } = this.canvas;
    this.cross = { ...this.begin(), x: Math.min(clientWidth, Math.max(0, x)), y: Math.min(clientHeight, Math.max(0, y)) };
    this.tool().hover(this.cross);
    return true;
  }
  private moveCross(key: string, isFine: boolean): boolean {
    const { x, y } = this.begin();
    const [dx, dy] = arrows[key];
    const pixels = isFine ? fine : coarse;
    this.hasWalked = false;
    return this.moveTo(x + pixels * dx, y + pixels * dy);
  }
  private walkPoints(back: boolean): boolean {
    const { clientWidth, clientHeight } = this.canvas;
    const isSeen = ({ x, y, deep }: { x: number; y: number; deep: number }) => deep > 0 && x >= 0 && y >= 0 && x <= clientWidth && y <= clientHeight;
    const isAt = (place: { x: number; y: number }) => (spot: { x: number; y: number }) => Math.hypot(spot.x - place.x, spot.y - place.y) < 0.5;
    // of points that are seen at one place the first
    const spots = this.bench.points().spots.filter(spot => isSeen(spot) && !spot.isCrowded).filter((spot, i, all) => all.findIndex(isAt(spot)) === i);
    const now = this.cross && this.hasWalked ? spots.findIndex(isAt(this.cross)) : -1;
    const next = back ? (now < 0 ? spots.length : now) - 1 : now + 1;
    if (next < 0 || next >= spots.length) return false;
    this.hasWalked = true;
    return this.moveTo(spots[next].x, spots[next].y);
  }
  private enter(): boolean {
    if (this.isHand && this.bench.store.selection.some(({ sort }) => sort === "object")) {
      this.bench.store.put("tool", "join");
      return true;
    }
    if (!this.cross) return this.tool().finish();
    this.tool().press(this.cross);
    this.tool().click(this.cross);
    this.tool().hover(this.cross);
    return true;
  }

  /** N nails the point under the pointer or the cross, M drives the joint there. */
  private joinAt(key: "n" | "m"): boolean {
    const at = this.cross ?? this.pointer();
    if (!at) return false;
    const tool = this.tool();
    if (tool instanceof Rods && tool.letter(key, at)) return true;
    return key === "n" ? nailAt(this.bench, at) : motorAt(this.bench, at);
  }
}
