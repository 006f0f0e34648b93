// SPDX-License-Identifier: Apache-2.0
/** The hand: pulls parts at the point that was taken hold of, joins what is dropped on each other, pulls joints apart, selects. */
import { Plane, Vector3 } from "three";
import type { Marks } from "../view/marks";
import type { HolderHit } from "../view/pick";
import { handPlane, planeOfObject } from "../view/planes";
import type { Bench, Command, Pointer, Under } from "./bench";
import { Drop } from "./dropping";
import { type Anchor, anchorOn } from "./snap";
import { QuietTool } from "./tool";

/** A pull that goes on. */
interface Pull {
  held: Anchor;
  plane: Plane;
  pointer: Pointer;
  /** where the hand is */
  to: Vector3;
  /** where it was when the session was told last, and what it held */
  told?: { to: Vector3; held: Vector3 };
  drop: Drop;
}

/** Where the pointer went down. What it took hold of moves on before the drag begins, so the point is told in its axes at once. */
interface Pressed {
  under: Under;
  /** the joint that Alt pulls apart, by its name */
  apart?: string;
  grabbed?: { point: Vector3; held: Anchor; plane: Plane };
}

export class Hand extends QuietTool {
  private pressed?: Pressed;
  private pull?: Pull;

  constructor(private readonly bench: Bench) {
    super();
  }

  hover(at?: Pointer): string {
    const { bench } = this;
    const under = at && bench.live ? bench.under(at) : {};
    const thing = bench.thingUnder(under);
    const { hovered } = bench.store;
    if (thing?.name !== hovered?.name || thing?.sort !== hovered?.sort) bench.store.put("hovered", thing);
    return this.grabbed(under) === undefined ? (thing ? "pointer" : "default") : "grab";
  }

  /** The object that a drag from there would pull: the one under the pointer, or one that is joined there. */
  private grabbed({ body, holder }: Under): { object: number; point: Vector3 } | undefined {
    const { live, store } = this.bench;
    if (!store.writer) return undefined;
    if (body && live.canBeGrabbed(body.object)) return body;
    return body || !holder ? undefined : this.looserAt(holder);
  }
  /** Of the objects that something holds on to, the one that the fewest joints hold: it comes off. */
  private looserAt({ owner, point }: HolderHit): { object: number; point: Vector3 } | undefined {
    const { live, moment } = this.bench;
    const { constraints, forces } = live.recording;
    const joints = (object: number) => constraints.filter(({ ends }) => ends.some(end => end.object === object)).length;
    const objects = [...constraints, ...forces][owner].ends.flatMap(({ object }) => (object === undefined ? [] : [object]));
    const [object] = objects.filter(o => moment.isThere[o] && live.canBeGrabbed(o)).sort((a, b) => joints(a) - joints(b));
    return object === undefined ? undefined : { object, point };
  }

  press(at: Pointer): boolean {
    this.pressed = this.take(at);
    return this.pressed.grabbed !== undefined;
  }
  private take(at: Pointer): Pressed {
    const under = this.bench.under(at);
    const joint = at.alt && under.holder && this.isJoint(under.holder.owner) ? under.holder : undefined;
    const grabbed = (joint && this.looserAt(joint)) ?? this.grabbed(under);
    const { live } = this.bench;
    return { under, apart: joint && live.thingOf(joint.owner).name, grabbed: grabbed && this.grip(grabbed, at) };
  }
  /** What is loose is held in the middle plane in which it is moved, so that a pull does not turn it out of there. */
  private grip({ object, point }: { object: number; point: Vector3 }, at: Pointer): { point: Vector3; held: Anchor; plane: Plane } {
    const { live, moment } = this.bench;
    const isLoose = !live.recording.constraints.some(({ ends }) => ends.some(end => end.object === object));
    const plane = isLoose ? this.planeOfLoose(object) : this.planeOfHeld(object, point);
    const inMiddle = isLoose ? this.bench.ray(at).intersectPlane(plane, new Vector3()) : null;
    const grip = inMiddle ?? point;
    return { point: grip, held: anchorOn(object, grip, live, moment), plane };
  }

  click(at: Pointer): void {
    const { store, live, moment } = this.bench;
    const under = this.pressed?.under ?? this.bench.under(at);
    this.pressed = undefined;
    const thing = this.bench.thingUnder(under);
    this.bench.marked = this.bench.spot(at)?.anchor ?? (under.body && anchorOn(under.body.object, under.body.point, live, moment));
    if (!thing) return at.shift ? undefined : store.select();
    const others = store.selection.filter(({ name, sort }) => name !== thing.name || sort !== thing.sort);
    if (!at.shift) store.select(thing);
    else if (others.length < store.selection.length) store.select(...others);
    else store.select(...others, thing);
    if (thing.sort === "constraint") store.put("deed", "selected_joint");
  }

  // ---- pulling ----

  drag(at: Pointer): void {
    if (!this.pull) this.begin(at);
    if (!this.pull) return;
    this.pull.pointer = at;
    this.bench.changed();
  }

  private begin(at: Pointer): void {
    const { apart, grabbed } = this.pressed ?? this.take(at);
    const { live, store } = this.bench;
    // what was pressed may have gone since
    const index = grabbed && live.object(grabbed.held.object as string);
    if (!grabbed || index === undefined) return;
    const { held } = grabbed;
    const { object, part } = live.objectAndPart(index);
    void store.link.order({ do: "begin", label: apart ? `Pull ${apart} apart` : `Pull ${object}` });
    if (apart) void store.link.order({ do: "remove", names: [apart] });
    void this.grab({ object, at: held.at, part });
    store.put("hovered", { sort: "object", name: object });
    this.pull = { held, plane: grabbed.plane, pointer: at, to: grabbed.point.clone(), drop: new Drop(this.bench, held) };
  }
  private async grab(grab: { object: string; at: number[]; part: number }): Promise<void> {
    const answer = await this.bench.store.link.order({ do: "grab", ...grab });
    if (!answer) this.stop(true);
  }
  /** A constraint, and not what is applied. */
  private isJoint(owner: number): boolean {
    return owner < this.bench.live.recording.constraints.length;
  }

  /** The plane in which it would be joined: parts that lie in one stay there. */
  private planeOfLoose(object: number): Plane {
    const { moment, look } = this.bench;
    const { axis } = this.bench.joint();
    return handPlane(new Vector3().setFromMatrixPosition(moment.poses[object]), look, axis && new Vector3(...axis));
  }
  private planeOfHeld(object: number, point: Vector3): Plane {
    const { live, moment, look } = this.bench;
    return handPlane(point, look, planeOfObject(object, live.recording, moment));
  }

  /** Follows the pointer: what it holds may have moved, and so may the eye. */
  step(): void {
    const { pull, bench } = this;
    if (!pull) return;
    const held = bench.placeOf(pull.held);
    if (!held) return this.stop(false);
    const wanted = new Vector3();
    if (!bench.ray(pull.pointer).intersectPlane(pull.plane, wanted)) wanted.copy(pull.to);
    pull.drop.update(pull.pointer, wanted);
    pull.to = pull.drop.to ?? wanted;
    if (this.isNews(pull, held)) {
      bench.store.link.tell({ do: "move", to: pull.to.toArray() });
      pull.told = { to: pull.to.clone(), held };
    }
    const { pair } = pull.drop;
    bench.ghosts = pair && pair.other.anchor.on === undefined ? [bench.jointGhost(pair.other.place)] : [];
  }

  /** Whether the session must be told where the hand is: it has moved, or what it holds comes nearer step by step while time stands. */
  private isNews({ told, to }: Pull, held: Vector3): boolean {
    const { live, measures } = this.bench;
    if (!told?.to.equals(to)) return true;
    return !live.running && held.distanceTo(told.held) > 1e-5 * measures.size && held.distanceTo(to) > 1e-4 * measures.size;
  }

  release(): void {
    const { pull, bench } = this;
    if (!pull) return;
    const { store } = bench;
    this.forget();
    void store.link.order({ do: "release" });
    const { joining } = pull.drop;
    if (joining) void this.join(joining.command, joining.done);
    void store.link.order({ do: "end" });
    store.put("deed", "dragged");
  }
  private async join(command: Command, done: string): Promise<void> {
    if (!(await this.bench.store.link.order(command))) return;
    this.bench.say(done);
    this.bench.store.put("deed", "joined");
  }

  private forget(): void {
    this.pull = this.pressed = undefined;
    this.bench.ghosts = [];
    this.bench.changed();
  }
  /** Lets go; what was done is taken back, or stays. */
  private stop(back: boolean): void {
    if (!this.pull) return;
    this.forget();
    this.bench.store.link.tell({ do: "release" });
    this.bench.store.link.tell({ do: "end", cancel: back });
  }
  cancel(): boolean {
    const was = this.pull !== undefined;
    this.stop(true);
    return was;
  }

  draw(marks: Marks): void {
    const { pull, bench } = this;
    const held = pull && bench.placeOf(pull.held);
    if (!pull || !held) return;
    marks.pull(held, pull.to);
    const { pair, words } = pull.drop;
    if (pair) marks.snap(pair.other.place, words);
  }
}
