// SPDX-License-Identifier: Apache-2.0
/** Ropes, springs and chains from a point to another: click and click, or press, drag and let go. */
import { between } from "../view/ghost";
import type { Marks } from "../view/marks";
import type { Bench, Pointer } from "./bench";
import { type Anchor, joinEnd } from "./snap";
import { QuietTool } from "./tool";

export type SpanningKind = "rope" | "spring" | "chain";

export class Spanning extends QuietTool {
  readonly showsPlane = true;
  private from?: Anchor;
  private pointer?: Pointer;
  private pressed?: Pointer;

  constructor(
    private readonly bench: Bench,
    private readonly kind: SpanningKind,
  ) {
    super();
  }

  hover(at?: Pointer): string {
    this.pointer = at;
    this.bench.changed();
    return "crosshair";
  }
  press(at: Pointer): boolean {
    this.pressed = at;
    return true;
  }
  drag(at: Pointer): void {
    if (this.pressed && !this.from) this.from = this.bench.anchor(this.pressed);
    this.pressed = undefined;
    this.hover(at);
  }
  release(at: Pointer): void {
    this.put(at);
  }
  click(at: Pointer): void {
    this.pressed = undefined;
    this.put(at);
  }
  cancel(): boolean {
    const was = this.from !== undefined;
    this.forget();
    return was;
  }

  private put(at: Pointer): void {
    const anchor = this.bench.anchor(at);
    if (!anchor) return;
    if (!this.from) {
      this.from = anchor;
      this.bench.changed();
      return;
    }
    const { from } = this;
    this.forget();
    if (this.kind === "chain") void this.chain(from, anchor);
    else void this.bench.make({ kind: this.kind, from: joinEnd(from), to: joinEnd(anchor) });
  }

  /** A chain hangs from where it was begun; its other end is free unless it was put on a part. */
  private async chain(from: Anchor, to: Anchor): Promise<void> {
    const { bench } = this;
    const [a, b] = [bench.placeOf(from), bench.placeOf(to)];
    if (!a || !b) return;
    const done = await bench.gesture("Add chain", async ask => {
      const { names } = await ask({ do: "make", part: { kind: "chain", from: a.toArray(), to: b.toArray() } });
      await bench.whenThere(names[0]);
      const links = (names as string[]).filter(name => bench.live.object(name) !== undefined);
      const ends = [{ do: "join", a: joinEnd(from), b: joinEnd(bench.named(links[0], "end1")), kind: "ball" }];
      if (to.object !== undefined) ends.push({ do: "join", a: joinEnd(to), b: joinEnd(bench.named(links.at(-1) as string, "end2")), kind: "ball" });
      await Promise.all(ends.map(ask));
    });
    if (!done) return;
    bench.say("Chain added");
    bench.store.put("deed", "made");
  }

  private forget(): void {
    this.from = this.pressed = undefined;
    this.bench.ghosts = [];
    this.bench.changed();
  }

  step(): void {
    const { bench, from, pointer } = this;
    const to = from && pointer && bench.anchor(pointer);
    const [a, b] = [from && bench.placeOf(from), to && bench.placeOf(to)];
    const radius = (this.kind === "chain" ? 0.8 : 0.4) * bench.measures.rod;
    bench.ghosts = a && b && a.distanceTo(b) > 1e-3 ? [between({ kind: "capsule", radius }, a, b)] : [];
  }
  draw(marks: Marks): void {
    const { bench, from, pointer } = this;
    const begin = from && bench.placeOf(from);
    if (begin) marks.point(begin, true);
    if (!pointer) return;
    const spot = bench.spot(pointer);
    if (spot) marks.snap(spot.place, spot.anchor.label);
    marks.words(`Click where the ${this.kind} should ${from ? "end" : "begin"}`, [pointer.x, pointer.y + 34]);
  }
}
