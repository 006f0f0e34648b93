// SPDX-License-Identifier: Apache-2.0
/**
 * Rods from click to click. They are drawn as they will be, and held, until the row is ended: by Enter, by Escape, by a click on the
 * last point or on the first, by another tool, or by a motor put into it. Then all of them are made at once, and fall if they may.
 */
import type { Vector3 } from "three";
import { between } from "../view/ghost";
import type { Marks } from "../view/marks";
import { type JointChoice, type WorkPlane, workPlane } from "../view/planes";
import type { Bench, Command, Pointer } from "./bench";
import { type Anchor, joinEnd } from "./snap";
import { QuietTool } from "./tool";

/** The end of one rod or more. */
interface Node {
  anchor: Anchor;
  isNailed: boolean;
  hasMotor: boolean;
}
interface Rod {
  name: string;
  from: number;
  to: number;
}

/** Thin, but to be seen; alike for parts of one mechanism. */
export const rodRadius = (length: number): number => Math.min(Math.min(0.05, Math.max(0.01, 0.03 * length)), 0.25 * length);

/** Who meets at a node: ends that are to be joined to the first of them. */
function endsAt(node: number, { anchor }: Node, rods: Rod[], lengths: number[]): Anchor[] {
  const ends = rods.flatMap(({ name, from, to }, i): Anchor[] => {
    if (from !== node && to !== node) return [];
    return [{ object: name, at: [0, 0, (from === node ? -0.5 : 0.5) * lengths[i]], label: name }];
  });
  return anchor.object === undefined ? ends : [anchor, ...ends];
}

/** The commands that make rods between nodes, with a joint wherever they meet, and the names of the joints that are to be driven. */
export function rodCommands(nodes: Node[], rods: Rod[], places: Vector3[], joint: JointChoice, newName: (base: string) => string) {
  const lengths = rods.map(({ from, to }) => places[from].distanceTo(places[to]));
  // equally thick: a thin crank could not drive a heavy coupler
  const radius = rodRadius(lengths.reduce((sum, length) => sum + length, 0) / lengths.length);
  const commands: Command[] = rods.map(({ name, from, to }, i) => {
    const part = { kind: "rod", name, from: places[from].toArray(), to: places[to].toArray(), radius: Math.min(radius, 0.25 * lengths[i]) };
    return { do: "make", part };
  });
  const driven: string[] = [];
  nodes.forEach((node, index) => {
    const [first, ...others] = endsAt(index, node, rods, lengths);
    if (!first) return;
    const names = others.map(() => newName(joint.kind));
    others.forEach((other, k) => commands.push({ do: "join", a: joinEnd(first), b: joinEnd(other), name: names[k], ...joint }));
    if (node.isNailed) {
      names.push(newName("nail"));
      commands.push({ do: "join", a: { world: places[index].toArray() }, b: joinEnd(first), name: names.at(-1), ...joint });
    }
    // what is nailed is driven against the world
    if (node.hasMotor && names.length) driven.push(names[node.isNailed ? names.length - 1 : 0]);
  });
  return { commands, driven };
}

export class Rods extends QuietTool {
  readonly showsPlane = true;
  private nodes: Node[] = [];
  private rods: Rod[] = [];
  private plane?: WorkPlane;
  private pointer?: Pointer;
  private pressed?: Pointer;

  constructor(private readonly bench: Bench) {
    super();
  }

  private get workPlane(): WorkPlane {
    return this.plane ?? this.bench.plane();
  }
  /** The node of this row under a pointer. */
  private nodeAt(at: Pointer): number | undefined {
    const { projection } = this.bench;
    const distances = this.nodes.map(({ anchor }) => {
      const place = this.bench.placeOf(anchor);
      const seen = place && projection.of(place);
      return seen ? Math.hypot(seen.x - at.x, seen.y - at.y) : Number.POSITIVE_INFINITY;
    });
    const least = Math.min(...distances);
    return least <= this.bench.reach(at) ? distances.indexOf(least) : undefined;
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
    // a rod from press to release is as good as one from click to click
    if (this.pressed && !this.nodes.length) this.put(this.pressed);
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

  /** Sets an end here. */
  private put(at: Pointer): void {
    const { bench } = this;
    this.pointer = at;
    const known = this.nodeAt(at);
    const last = this.nodes.length - 1;
    if (known === last && last >= 0) return void this.finish();
    if (known !== undefined) {
      this.rods.push({ name: bench.newName("rod"), from: this.end, to: known });
      return void this.finish();
    }
    const anchor = bench.anchor(at, this.workPlane);
    if (!anchor) return;
    const place = bench.placeOf(anchor) as Vector3;
    this.plane ??= workPlane(place, bench.plane().normal, bench.look);
    this.nodes.push({ anchor, isNailed: false, hasMotor: false });
    if (this.nodes.length > 1) this.rods.push({ name: bench.newName("rod"), from: last, to: this.nodes.length - 1 });
    bench.changed();
  }
  private get end(): number {
    return this.nodes.length - 1;
  }

  /** N holds an end of the row where it is; M drives one, which ends the row. */
  letter(key: string, at: Pointer): boolean {
    const node = this.nodeAt(at);
    if (node === undefined || (key === "m" && !this.rods.length)) return false;
    if (key === "n") this.nodes[node].isNailed = !this.nodes[node].isNailed;
    if (key === "m") {
      this.nodes[node].hasMotor = true;
      this.finish();
    }
    this.bench.changed();
    return true;
  }

  finish(): boolean {
    const was = this.nodes.length > 0;
    const { nodes, rods, workPlane: plane } = this;
    this.forget();
    if (rods.length) void this.make(nodes, rods, plane);
    return was;
  }
  private async make(nodes: Node[], rods: Rod[], plane: WorkPlane): Promise<void> {
    const { bench } = this;
    const places = nodes.map(({ anchor }) => bench.placeOf(anchor));
    if (places.includes(undefined)) return bench.store.put("toast", { text: "What the rods were to be joined to has gone.", kind: "error" });
    const { commands, driven } = rodCommands(nodes, rods, places as Vector3[], bench.joint(plane), base => bench.newName(base));
    const what = rods.length > 1 ? `${rods.length} rods` : "rod";
    const done = await bench.gesture(`Add ${what}`, async ask => {
      await Promise.all(commands.map(ask));
      if (!driven.length) return;
      await bench.whenThere(rods[rods.length - 1].name);
      await bench.whenWeighed();
      await Promise.all(driven.map(joint => ask(bench.usualMotor(joint))));
    });
    if (!done) return;
    bench.say(`${what === "rod" ? "Rod" : what} added`);
    bench.store.put("deed", "made");
  }

  private forget(): void {
    this.nodes = [];
    this.rods = [];
    this.plane = this.pressed = undefined;
    this.bench.ghosts = [];
    this.bench.changed();
  }
  /** Escape ends a row of rods; a single point is given up. */
  cancel(): boolean {
    return this.finish();
  }

  step(): void {
    const { bench } = this;
    const places = this.nodes.map(({ anchor }) => bench.placeOf(anchor));
    const rod = (a?: Vector3, b?: Vector3) => (a && b && a.distanceTo(b) > 1e-3 ? [between({ kind: "capsule", radius: rodRadius(a.distanceTo(b)) }, a, b)] : []);
    bench.ghosts = this.rods.flatMap(({ from, to }) => rod(places[from], places[to]).map(ghost => ({ ...ghost, strong: true })));
    const next = this.pointer && this.next(this.pointer);
    if (this.nodes.length && next) bench.ghosts.push(...rod(places[this.end], next));
  }
  /** Where the next end would be. */
  private next(at: Pointer): Vector3 | undefined {
    const known = this.nodeAt(at);
    const anchor = known === undefined ? this.bench.anchor(at, this.workPlane) : this.nodes[known].anchor;
    return anchor && this.bench.placeOf(anchor);
  }

  draw(marks: Marks): void {
    const { bench, pointer } = this;
    for (const { anchor, isNailed } of this.nodes) {
      const place = bench.placeOf(anchor);
      if (place) isNailed ? marks.nail(place) : marks.point(place, true);
    }
    if (!pointer) return;
    const known = this.nodeAt(pointer);
    const spot = known === undefined ? bench.spot(pointer) : undefined;
    if (spot) marks.snap(spot.place, spot.anchor.label);
    const words = this.words(known);
    if (words) marks.words(words, [pointer.x, pointer.y + 34]);
  }
  private words(known: number | undefined): string {
    if (!this.nodes.length) return "Click where the first end should be";
    if (!this.rods.length) return "Click where the other end should be";
    if (known === this.end) return "Click: let go · N: nail it · M: motor, and let go";
    if (known !== undefined) return "Click: close it · N: nail it · M: motor, and let go";
    return "Click: next rod · Enter: let go";
  }
}
