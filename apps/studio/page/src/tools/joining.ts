// SPDX-License-Identifier: Apache-2.0
/** Tools that join: nails, motors, and one point to another by two clicks. */
import type { Vector3 } from "three";
import type { Marks } from "../view/marks";
import { meet } from "../view/planes";
import { type Bench, type Pointer, titled } from "./bench";
import { type Anchor, joinEnd } from "./snap";
import { QuietTool } from "./tool";

/** The point of a part that a pointer means. */
function pointOf(bench: Bench, at: Pointer): Anchor | undefined {
  const anchor = bench.anchor(at);
  return anchor?.object === undefined ? undefined : anchor;
}

/** Holds a point where it is, or lets it go if it is held; false if there is none under the pointer. */
export function nailAt(bench: Bench, at: Pointer): boolean {
  const anchor = pointOf(bench, at);
  if (!anchor) return false;
  void nail(bench, anchor);
  return true;
}
async function nail(bench: Bench, anchor: Anchor): Promise<void> {
  const answer = await bench.store.link.order({ do: "pin", object: anchor.object, at: anchor.at, ...bench.joint() });
  if (answer) bench.say(answer.pinned ? `${anchor.label} is nailed` : `${anchor.label} is free`);
}

/** Gives a joint a motor, or takes it away; false if there is no joint under the pointer. */
export function motorAt(bench: Bench, at: Pointer): boolean {
  const { holder } = bench.under(at);
  if (!holder) return false;
  const { sort, name } = bench.live.thingOf(holder.owner);
  if (sort !== "constraint") return false;
  void toggleMotor(bench, name);
  return true;
}
/** Gives a joint the usual motor, or takes away what it has. */
export async function toggleMotor(bench: Bench, name: string): Promise<void> {
  const { store } = bench;
  const about = await store.link.order({ do: "inspect", name });
  if (!about) return;
  const command = about.motor ? { do: "motor", joint: name, speed: null } : bench.usualMotor(name, about.joint === "slider");
  if (!(await store.link.order(command))) return;
  store.select({ sort: "constraint", name });
  bench.say(about.motor ? `${name} has no motor any more` : `${titled(name)} is driven`);
}

/** Shows the points of the part under the pointer, and which one is meant. */
function drawPoints(bench: Bench, marks: Marks, at: Pointer, text: (anchor: Anchor) => string): void {
  const anchor = pointOf(bench, at);
  if (!anchor) return;
  for (const spot of bench.points().spots) if (spot.anchor.object === anchor.object) marks.point(spot.place, false);
  const place = bench.placeOf(anchor);
  if (place) marks.snap(place, text(anchor));
}

export class Nail extends QuietTool {
  private pointer?: Pointer;
  private from?: Anchor;
  private isDragged = false;

  constructor(private readonly bench: Bench) {
    super();
  }
  hover(at?: Pointer): string {
    this.pointer = at;
    this.bench.changed();
    return at && pointOf(this.bench, at) ? "pointer" : "default";
  }
  press(at: Pointer): boolean {
    this.from = pointOf(this.bench, at);
    return this.from !== undefined;
  }
  drag(at: Pointer): void {
    this.isDragged = true;
    this.hover(at);
  }
  /** A point that was dragged is nailed where it was dropped: on the grid, if that is near. */
  release(at: Pointer): void {
    const { from, bench } = this;
    const to = this.target(at);
    this.forget();
    if (!from || !to) return;
    void bench.store.link.order({ do: "join", a: { world: to.toArray() }, b: joinEnd(from), ...bench.joint() });
    bench.store.put("deed", "joined");
  }
  click(at: Pointer): void {
    this.forget();
    nailAt(this.bench, at);
  }
  cancel(): boolean {
    const was = this.from !== undefined;
    this.forget();
    return was;
  }
  private forget(): void {
    this.from = undefined;
    this.isDragged = false;
    this.bench.changed();
  }
  private target(at: Pointer): Vector3 | undefined {
    const { bench } = this;
    const plane = bench.plane();
    const origin = this.from && bench.placeOf(this.from);
    const place = meet(bench.ray(at), origin ? { origin, normal: plane.normal } : plane);
    if (!place || at.alt) return place;
    const step = bench.stage.gridStep;
    const onGrid = place.clone();
    for (const axis of [plane.across, plane.up]) onGrid.addScaledVector(axis, Math.round(place.dot(axis) / step) * step - place.dot(axis));
    return onGrid.distanceTo(place) < bench.reach(at) * bench.pixelAt(place) ? onGrid : place;
  }
  draw(marks: Marks): void {
    const { pointer, from, bench } = this;
    if (!pointer) return;
    const to = this.isDragged ? this.target(pointer) : undefined;
    const held = from && bench.placeOf(from);
    if (!to || !held) return drawPoints(bench, marks, pointer, anchor => `Nail ${anchor.label}`);
    marks.line([held, to]);
    marks.nail(to);
    marks.words(`Nail ${from?.label} here`, [pointer.x, pointer.y - 30]);
  }
}

export class Motor extends QuietTool {
  private pointer?: Pointer;
  constructor(private readonly bench: Bench) {
    super();
  }
  hover(at?: Pointer): string {
    this.pointer = at;
    const under = at && this.bench.under(at);
    const thing = under ? this.bench.thingUnder({ holder: under.holder }) : null;
    if (thing?.name !== this.bench.store.hovered?.name) this.bench.store.put("hovered", thing);
    this.bench.changed();
    return thing?.sort === "constraint" ? "pointer" : "default";
  }
  click(at: Pointer): void {
    if (!motorAt(this.bench, at)) this.bench.store.put("toast", { text: "Click a joint to give it a motor.", kind: "error" });
  }
  draw(marks: Marks): void {
    const { pointer, bench } = this;
    const hovered = bench.store.hovered;
    if (pointer) marks.words(hovered ? `Motor for ${hovered.name}` : "Click a joint", [pointer.x, pointer.y + 34]);
  }
}

/** Joins the point that is clicked first, or was marked by the hand, to the one that is clicked next. */
export class Join extends QuietTool {
  private pointer?: Pointer;
  private from?: Anchor;

  constructor(private readonly bench: Bench) {
    super();
  }
  /** Begins with the point that the hand clicked last, if its part is still chosen. */
  begin(): void {
    const { marked, store } = this.bench;
    this.from = marked?.object !== undefined && store.isSelected(marked.object) ? marked : undefined;
    this.bench.changed();
  }
  hover(at?: Pointer): string {
    this.pointer = at;
    this.bench.changed();
    return at && pointOf(this.bench, at) ? "pointer" : "crosshair";
  }
  click(at: Pointer): void {
    const anchor = this.bench.anchor(at);
    if (!anchor) return;
    if (!this.from) {
      if (anchor.object === undefined) return;
      this.from = anchor;
      this.bench.changed();
      return;
    }
    if (anchor.object === this.from.object) {
      this.from = anchor;
      return;
    }
    void this.join(this.from, anchor);
    this.cancel();
  }
  private async join(a: Anchor, b: Anchor): Promise<void> {
    const { store } = this.bench;
    const joint = this.bench.joint();
    const answer = await store.link.order({ do: "join", a: joinEnd(a), b: joinEnd(b), ...joint });
    if (!answer) return;
    this.bench.say(`${titled(joint.kind)} added`);
    store.put("deed", "joined");
    store.select({ sort: "constraint", name: answer.name });
  }
  cancel(): boolean {
    const was = this.from !== undefined;
    this.from = this.bench.marked = undefined;
    this.bench.ghosts = [];
    this.bench.changed();
    return was;
  }
  step(): void {
    const { bench, from, pointer } = this;
    const to = from && pointer && bench.anchor(pointer);
    const place = to && bench.placeOf(to);
    bench.ghosts = place ? [bench.jointGhost(place)] : [];
  }
  draw(marks: Marks): void {
    const { bench, from, pointer } = this;
    const begin = from && bench.placeOf(from);
    if (begin) marks.snap(begin, pointer ? "" : from.label);
    if (!pointer) return;
    const kind = titled(bench.joint().kind);
    drawPoints(bench, marks, pointer, anchor => (from && from.object !== anchor.object ? `${kind}: ${from.label} – ${anchor.label}` : anchor.label));
    if (!pointOf(bench, pointer)) marks.words(from ? `Click what ${from.label} should be joined to` : "Click a point of a part", [pointer.x, pointer.y + 34]);
  }
}
