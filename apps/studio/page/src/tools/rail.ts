// SPDX-License-Identifier: Apache-2.0
/** A rail with a bead on it: drawn freehand, or from click to click. */
import type { Vector3 } from "three";
import type { Marks } from "../view/marks";
import { type WorkPlane, meet } from "../view/planes";
import type { Bench, Pointer } from "./bench";
import { QuietTool } from "./tool";

/** Points of a freehand stroke are at least so many pixels apart. */
const apart = 4;

export class Rail extends QuietTool {
  readonly showsPlane = true;
  private points: Vector3[] = [];
  private plane?: WorkPlane;
  private pointer?: Pointer;
  private last?: Pointer;
  private isFreehand = false;

  constructor(private readonly bench: Bench) {
    super();
  }

  hover(at?: Pointer): string {
    this.pointer = at;
    this.bench.changed();
    return "crosshair";
  }
  press(at: Pointer): boolean {
    this.last = at;
    return true;
  }
  drag(at: Pointer): void {
    if (!this.isFreehand) {
      this.isFreehand = true;
      if (this.last && !this.points.length) this.add(this.last);
    }
    if (!this.last || Math.hypot(at.x - this.last.x, at.y - this.last.y) >= apart) this.add(at);
    this.hover(at);
  }
  release(): void {
    this.finish();
  }
  /** Each click adds a point; one on the last point ends the rail, one on the first closes it. */
  click(at: Pointer): void {
    if (this.points.length > 1 && (this.isAt(this.points.length - 1, at) || this.isAt(0, at))) this.finish();
    else this.add(at);
  }

  private add(at: Pointer): void {
    this.plane ??= this.bench.plane();
    const place = meet(this.bench.ray(at), this.plane);
    if (place) this.points.push(place);
    this.last = at;
    this.bench.changed();
  }
  private isAt(index: number, at: Pointer): boolean {
    const seen = this.bench.projection.of(this.points[index]);
    return seen !== undefined && Math.hypot(seen.x - at.x, seen.y - at.y) <= this.bench.reach(at);
  }

  finish(): boolean {
    const { points, last } = this;
    const closed = points.length > 3 && last !== undefined && this.isAt(0, last);
    const was = points.length > 0;
    this.forget();
    if (points.length > 1) void this.bench.make({ kind: "rail", points: points.map(p => p.toArray()), closed, bead: true });
    return was;
  }
  cancel(): boolean {
    const was = this.points.length > 0;
    this.forget();
    return was;
  }
  private forget(): void {
    this.points = [];
    this.plane = this.last = undefined;
    this.isFreehand = false;
    this.bench.changed();
  }

  draw(marks: Marks): void {
    const { pointer } = this;
    const next = pointer && this.points.length && !this.isFreehand && this.plane ? meet(this.bench.ray(pointer), this.plane) : undefined;
    marks.line(next ? [...this.points, next] : this.points);
    if (!this.isFreehand) for (const p of this.points) marks.point(p, true);
    if (!pointer || this.isFreehand) return;
    marks.words(this.points.length ? "Click: next point · Enter: done" : "Draw the rail, or click from point to point", [pointer.x, pointer.y + 34]);
  }
}
