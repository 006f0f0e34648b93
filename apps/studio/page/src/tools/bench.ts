// SPDX-License-Identifier: Apache-2.0
/** What tools work with: the scene under the pointer, the plane they draw in, and the hands they lay on the session. */
import { type Ray, Raycaster, Vector3 } from "three";
import type { Eye } from "../../../../player/src/camera";
import type { Measures } from "../../../../player/src/measure";
import type { Arrow, Moment } from "../../../../player/src/moment";
import type { Stage } from "../../../../player/src/stage";
import type { Link, Refusal } from "../link";
import { type Live, pointsInSight } from "../live";
import type { Sort, Store, Thing } from "../store";
import { tools } from "../tools_list";
import { type GhostShape, at as ghostAt } from "../view/ghost";
import { type BodyHit, type HolderHit, Picker, Projection } from "../view/pick";
import { type JointChoice, type WorkPlane, drawingPlane, meet, planeOfScene, usualJoint } from "../view/planes";
import { type Anchor, Cloud, type Spot, anchorOn, placeOf } from "./snap";

/** Where a pointer is, in pixels from the top left of the view. */
export interface Pointer {
  x: number;
  y: number;
  touch: boolean;
  alt: boolean;
  shift: boolean;
}

export interface Under {
  body?: BodyHit;
  holder?: HolderHit;
}

/** What parts are that are no objects. */
const sorts: Record<string, Sort> = { rope: "constraint", spring: "force", rail: "constraint", surface: "constraint" };

export type Command = { do: string } & Record<string, unknown>;

export class Bench {
  live!: Live;
  /** arrows as they were drawn last */
  arrows: Arrow[] = [];
  /** what tools show of what would be there */
  ghosts: GhostShape[] = [];
  /** the last point that was clicked on a part: where the tool that joins begins */
  marked?: Anchor;
  readonly picker: Picker;
  private cloud?: { live: Live; cloud: Cloud };
  private readonly caster = new Raycaster();
  /** names that were given to things that may not be there yet */
  private readonly given = new Set<string>();

  constructor(
    readonly store: Store,
    readonly stage: Stage,
    readonly eye: Eye,
    private readonly canvas: HTMLCanvasElement,
    /** asks for another picture */
    readonly changed: () => void,
  ) {
    this.picker = new Picker(stage);
  }

  get moment(): Moment {
    return this.stage.moment;
  }
  get measures(): Measures {
    return this.stage.measures;
  }
  get projection(): Projection {
    return new Projection(this.eye.aim(), { width: this.canvas.clientWidth, height: this.canvas.clientHeight });
  }
  ray({ x, y }: Pointer): Ray {
    return this.projection.aim(this.caster, x, y).ray;
  }
  /** The direction in which the eye looks. */
  get look(): Vector3 {
    return this.eye.camera.getWorldDirection(new Vector3());
  }

  // ---- what is where ----

  /** How near, in pixels, a pointer must come to a point to mean it. */
  reach({ touch }: Pointer): number {
    return touch ? 40 : 14;
  }
  under(at: Pointer): Under {
    const { projection } = this;
    const slack = at.touch ? 22 : 12;
    const body = this.picker.body(projection, at.x, at.y, at.touch ? 14 : 5);
    // marks sit in the bodies that they join: what is a little behind the surface still counts
    const deep = body ? projection.of(body.point)?.z : undefined;
    const hidden = deep === undefined ? Number.POSITIVE_INFINITY : deep + 0.06 * this.measures.size;
    return { body, holder: this.picker.holder(projection, at.x, at.y, slack, this.arrows, hidden) };
  }
  thingUnder({ body, holder }: Under): Thing | null {
    if (holder) return this.live.thingOf(holder.owner);
    return body ? { sort: "object", name: this.live.objectAndPart(body.object).object } : null;
  }
  /** All points at which parts can be joined, where they are now. */
  points(): Cloud {
    if (this.cloud?.live !== this.live) this.cloud = { live: this.live, cloud: new Cloud(this.live) };
    const { cloud } = this.cloud;
    cloud.update(this.moment, this.projection);
    return cloud;
  }
  /** The point to join at under a pointer; with Alt there is none. */
  spot(at: Pointer): Spot | undefined {
    if (at.alt) return undefined;
    const body = this.picker.body(this.projection, at.x, at.y, 0);
    const deep = body ? this.projection.of(body.point)?.z : undefined;
    return this.points().nearest(at.x, at.y, this.reach(at), deep === undefined ? undefined : deep + 0.1 * this.measures.size);
  }
  /** What a click means: a point to join at, any point of a part, or a place in the plane that is drawn in. */
  anchor(at: Pointer, plane = this.plane()): Anchor | undefined {
    const spot = this.spot(at);
    if (spot) return spot.anchor;
    const body = at.alt ? undefined : this.picker.body(this.projection, at.x, at.y, at.touch ? 14 : 5);
    if (body) return anchorOn(body.object, body.point, this.live, this.moment);
    const place = meet(this.ray(at), plane);
    return place && { at: place.toArray(), label: "the world" };
  }
  /** A point of an object by its name; its middle if it has none of that name. */
  named(object: string, point: string): Anchor {
    const found = this.live.points[this.live.object(object) ?? -1]?.find(({ name }) => name === point);
    return { object, at: found?.at ?? [0, 0, 0], label: `${object}.${point}` };
  }
  placeOf(anchor: Anchor): Vector3 | undefined {
    return placeOf(anchor, this.live, this.moment);
  }

  // ---- where things are drawn ----

  private get sceneNormal(): ReturnType<typeof planeOfScene> {
    return planeOfScene(this.live.recording, this.moment);
  }
  plane(): WorkPlane {
    const normal = this.sceneNormal;
    const { box, size, floor } = this.measures;
    return drawingPlane(normal === "mixed" ? undefined : normal, this.look, this.middle() ?? box.getCenter(new Vector3()), size, floor);
  }
  /** The middle of all objects that are near. */
  private middle(): Vector3 | undefined {
    const { box, size } = this.measures;
    const centre = box.getCenter(new Vector3());
    const near = this.moment.poses.filter((_, i) => this.moment.isThere[i]).map(pose => new Vector3().setFromMatrixPosition(pose));
    const counted = near.filter(p => p.distanceTo(centre) < 2 * size);
    if (!counted.length) return undefined;
    return counted.reduce((sum, p) => sum.add(p), new Vector3()).divideScalar(counted.length);
  }
  /** How two parts are joined if nobody says it. */
  joint(plane = this.plane()): JointChoice {
    const places = this.moment.poses.filter((_, i) => this.moment.isThere[i]).map(pose => new Vector3().setFromMatrixPosition(pose));
    return usualJoint(this.sceneNormal, plane, places, this.measures.size);
  }
  /** The joint that would be made at a place. */
  jointGhost(place: Vector3): GhostShape {
    const { mark } = this.measures;
    const { axis } = this.joint();
    const shape = axis ? { kind: "cylinder", radius: 1.3 * mark, length: 6 * mark } : { kind: "sphere", radius: 2 * mark };
    return { ...ghostAt(shape, place, new Vector3(...(axis ?? [0, 0, 1]))), strong: true };
  }
  /** Metres per pixel at a place. */
  pixelAt(place: Vector3): number {
    const deep = this.projection.of(place)?.z ?? this.eye.distance;
    return (this.eye.pixel * deep) / this.eye.distance;
  }

  /** Brings objects, or all that is near, into the middle of what no panel covers. */
  frame(objects?: number[]): void {
    const { eye, live, moment, measures } = this;
    eye.insets = this.store.insets;
    if (objects) eye.frame(live.cornersNow(moment, objects), 0.25 * measures.size);
    else eye.frame(pointsInSight(live, moment, measures));
    this.changed();
  }

  /** What acts on all objects by their weight now [N]; 0 without gravity. */
  weight(): number {
    const { constraints, forces, arrows } = this.live.recording;
    let sum = 0;
    for (let i = 0; i < arrows.owner.length; ++i)
      if (forces[arrows.owner[i] - constraints.length]?.kind === "gravity") sum += Math.hypot(...arrows.numbers.subarray(6 * i + 3, 6 * i + 6));
    return sum;
  }

  // ---- what is done ----

  /** One entry of undo of several commands. If one is refused, all are taken back and people are told why. */
  async gesture(label: string, work: (ask: Link["ask"]) => Promise<unknown>): Promise<boolean> {
    const { link } = this.store;
    try {
      await Promise.all([link.ask({ do: "begin", label }), work(command => link.ask(command))]);
    } catch (refusal) {
      link.tell({ do: "end", cancel: true });
      this.store.put("toast", { text: (refusal as Refusal).message, kind: "error" });
      return false;
    }
    link.tell({ do: "end" });
    return true;
  }
  /**
   * The motor that a joint gets where nothing was said. It could lift all there is at the end of an arm as long as the scene, so
   * that it goes at its speed; but where the mechanism cannot pass it stalls, and tears nothing. Without weights it is an ideal one.
   */
  usualMotor(joint: string, slides = false): Command {
    const weight = this.weight();
    const limit = slides ? 3 * weight : weight * this.measures.size;
    const speed = slides ? 0.2 * this.measures.size : 2;
    return { do: "motor", joint, speed, ...(weight > 0 && { torque: limit }) };
  }
  /** Waits until frames tell the weight of what is there now: that is known after a step. */
  async whenWeighed(): Promise<void> {
    do await this.nextFrame();
    while (this.store.scene?.gravity && this.live.running && this.weight() === 0);
  }
  /** Waits for the next frame of the scene that is drawn, and takes it over. */
  nextFrame(): Promise<void> {
    return new Promise(resolve => {
      const stop = this.store.on("frame", frame => {
        if (!this.live.apply(frame)) return;
        stop();
        resolve();
      });
    });
  }
  /** Waits until the scene has an object of that name, and returns its index. */
  whenThere(name: string): Promise<number> {
    return new Promise(resolve => {
      const look = (): boolean => {
        const object = this.live.object(name);
        if (object !== undefined) resolve(object);
        return object !== undefined;
      };
      if (look()) return;
      const stop = this.store.on("scene", () => look() && stop());
    });
  }
  /** A name that nothing has: "rod", "rod2" and so on. */
  newName(base: string): string {
    const name = this.store.freeName(base, this.given);
    this.given.add(name);
    return name;
  }
  /** Makes a part, and chooses it. */
  async make(part: Record<string, unknown> & { kind: string }): Promise<void> {
    const answer = await this.store.link.order({ do: "make", part });
    if (!answer) return;
    this.store.select({ sort: sorts[part.kind] ?? "object", name: answer.names[0] });
    this.say(`${titleOf(part.kind)} added`);
    this.store.put("deed", "made");
  }
  say(text: string): void {
    this.store.put("toast", { text, kind: "done", undo: true });
  }
}

/** What people call a part. */
export const titleOf = (kind: string): string => tools.find(({ tool }) => tool === kind)?.title ?? titled(kind);
export const titled = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
