// SPDX-License-Identifier: Apache-2.0
/** Parts that are put somewhere: a click puts one of a usual size, a drag sizes it. On a point of another part it is joined there. */
import { Vector3 } from "three";
import { roundDown } from "../../../../player/src/numbers";
import type { Vec } from "../../../../player/src/recording";
import { type GhostShape, at as ghostAt } from "../view/ghost";
import type { Marks } from "../view/marks";
import { type WorkPlane, meet, workPlane } from "../view/planes";
import { type Bench, type Command, type Pointer, titleOf } from "./bench";
import { type Spot, joinEnd } from "./snap";
import { QuietTool } from "./tool";

export type PlacedKind = "box" | "sphere" | "wheel" | "soft" | "particle" | "surface";

/** What would be made: the part as the session knows it, and how it looks. */
interface Design {
  part: Record<string, unknown> & { kind: string };
  ghosts: GhostShape[];
}

/** From a place to another one in the plane that is drawn in. */
interface Stroke {
  from: Vector3;
  to: Vector3;
  plane: WorkPlane;
  /** whether it was dragged: else the usual size is meant */
  isSized: boolean;
  usual: number;
}

/** Of something that is so wide and high in a plane: its size along the axes of the world. */
function sizeInWorld({ across, up, normal }: WorkPlane, wide: number, high: number, deep: number): Vec {
  const along = (k: number) => wide * Math.abs(across.getComponent(k)) + high * Math.abs(up.getComponent(k)) + deep * Math.abs(normal.getComponent(k));
  return [along(0), along(1), along(2)];
}
const isLevel = ({ normal }: WorkPlane): boolean => Math.abs(normal.z) > 0.99;

/** A box from corner to corner, or around a place. On level ground it stands on it. */
function block(kind: "box" | "soft", { from, to, plane, isSized, usual }: Stroke): Design {
  const way = new Vector3().subVectors(to, from);
  const wide = isSized ? Math.max(0.02 * usual, Math.abs(way.dot(plane.across))) : usual;
  const high = isSized ? Math.max(0.02 * usual, Math.abs(way.dot(plane.up))) : usual;
  const deep = Math.min(wide, high);
  const middle = isSized ? new Vector3().addVectors(from, to).multiplyScalar(0.5) : from.clone();
  if (isLevel(plane)) middle.addScaledVector(plane.normal, deep / 2);
  const size = sizeInWorld(plane, wide, high, deep);
  return { part: { kind, at: middle.toArray(), size }, ghosts: [ghostAt({ kind: "box", size }, middle)] };
}
const radiusOf = ({ from, to, isSized, usual }: Stroke): number => (isSized ? Math.max(0.02 * usual, from.distanceTo(to)) : 0.5 * usual);

function sphere(stroke: Stroke): Design {
  const radius = radiusOf(stroke);
  const middle = stroke.from.clone();
  if (isLevel(stroke.plane)) middle.addScaledVector(stroke.plane.normal, radius);
  return { part: { kind: "sphere", at: middle.toArray(), radius }, ghosts: [ghostAt({ kind: "sphere", radius }, middle)] };
}
function wheel(stroke: Stroke): Design {
  const radius = radiusOf(stroke);
  const width = 0.25 * radius;
  const { from, plane } = stroke;
  const part = { kind: "wheel", at: from.toArray(), axis: plane.normal.toArray(), radius, width };
  return { part, ghosts: [ghostAt({ kind: "cylinder", radius, length: width }, from, plane.normal)] };
}
function particle({ to }: Stroke): Design {
  return { part: { kind: "particle", at: to.toArray() }, ghosts: [ghostAt({ kind: "sphere", radius: 0.05 }, to)] };
}
/** A click lays a level plane, a drag makes a ball: a bead comes with either. */
function surface(stroke: Stroke): Design {
  const { from, isSized, usual } = stroke;
  const radius = radiusOf(stroke);
  const part = { kind: "surface", at: from.toArray(), normal: [0, 0, 1], bead: true };
  if (isSized) return { part: { ...part, shape: "sphere", radius }, ghosts: [ghostAt({ kind: "sphere", radius }, from)] };
  return { part: { ...part, shape: "plane" }, ghosts: [ghostAt({ kind: "box", size: [6 * usual, 6 * usual, 0.02 * usual] }, from)] };
}

const designs: Record<PlacedKind, (stroke: Stroke) => Design> = {
  box: stroke => block("box", stroke),
  soft: stroke => block("soft", stroke),
  sphere,
  wheel,
  particle,
  surface,
};

export class Placing extends QuietTool {
  readonly showsPlane = true;
  private pointer?: Pointer;
  private begun?: { from: Vector3; plane: WorkPlane; spot?: Spot };
  private isDragged = false;

  constructor(
    private readonly bench: Bench,
    private readonly kind: PlacedKind,
  ) {
    super();
  }

  hover(at?: Pointer): string {
    this.pointer = at;
    this.bench.changed();
    return "crosshair";
  }
  press(at: Pointer): boolean {
    this.begun = this.begin(at);
    this.isDragged = false;
    return true;
  }
  drag(at: Pointer): void {
    this.isDragged = true;
    this.hover(at);
  }
  release(at: Pointer): void {
    this.isDragged = true;
    this.put(at);
  }
  click(at: Pointer): void {
    this.begun ??= this.begin(at);
    this.isDragged = false;
    this.put(at);
  }
  cancel(): boolean {
    const was = this.begun !== undefined;
    this.forget();
    return was;
  }

  /** Where it begins: on a point to join at, or in the plane that is drawn in. */
  private begin(at: Pointer): { from: Vector3; plane: WorkPlane; spot?: Spot } | undefined {
    const plane = this.bench.plane();
    const spot = this.kind === "surface" ? undefined : this.bench.spot(at);
    if (spot) return { from: spot.place.clone(), plane: workPlane(spot.place.clone(), plane.normal, this.bench.look), spot };
    const from = meet(this.bench.ray(at), plane);
    return from && { from, plane };
  }
  private design(at: Pointer): (Design & { spot?: Spot }) | undefined {
    const begun = this.begun ?? this.begin(at);
    if (!begun) return undefined;
    const to = (this.isDragged && meet(this.bench.ray(at), { origin: begun.from, normal: begun.plane.normal })) || begun.from;
    const usual = roundDown(0.11 * this.bench.measures.size);
    const stroke = { from: begun.from, to, plane: begun.plane, isSized: this.isDragged && this.begun !== undefined, usual };
    return { ...designs[this.kind](stroke), spot: begun.spot };
  }

  private put(at: Pointer): void {
    const design = this.design(at);
    this.forget();
    if (!design) return;
    if (design.spot) void this.putOn(design, design.spot);
    else void this.bench.make(design.part);
  }
  /** Makes it around a point of another part, and joins them there. */
  private async putOn({ part }: Design, spot: Spot): Promise<void> {
    const { bench, kind } = this;
    const name = bench.newName(kind);
    const joint = kind === "particle" ? { kind: "ball" } : bench.joint();
    const commands: Command[] = [
      { do: "make", part: { ...part, name, at: spot.place.toArray() } },
      { do: "join", a: joinEnd(spot.anchor), b: { object: name, at: [0, 0, 0] }, ...joint },
    ];
    if (!(await bench.gesture(`Add ${kind}`, ask => Promise.all(commands.map(ask))))) return;
    bench.store.select({ sort: "object", name });
    bench.say(`${titleOf(kind)} added, ${joint.kind} at ${spot.anchor.label}`);
    bench.store.put("deed", "made");
  }
  private forget(): void {
    this.begun = undefined;
    this.isDragged = false;
    this.bench.ghosts = [];
    this.bench.changed();
  }

  step(): void {
    this.bench.ghosts = (this.pointer && this.design(this.pointer)?.ghosts) ?? [];
  }
  draw(marks: Marks): void {
    const spot = this.begun ? this.begun.spot : this.pointer && this.begin(this.pointer)?.spot;
    if (spot) marks.snap(spot.place, `${titleOf(this.kind)} at ${spot.anchor.label}`);
  }
}
