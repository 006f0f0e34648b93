// SPDX-License-Identifier: Apache-2.0
/** Forces as arrows and torques as three-quarter turns, of the same width on the screen however near. */
import {
  BufferGeometry,
  Color,
  ConeGeometry,
  CylinderGeometry,
  Float32BufferAttribute,
  GreaterDepth,
  Group,
  LessEqualDepth,
  Matrix4,
  MeshBasicMaterial,
  Quaternion,
  SphereGeometry,
  Vector3,
} from "three";
import { Instances } from "./instances";
import { type Measures, mostOwners } from "./measure";
import { type Arrow, ArrowKind, isContact, isHeldBy, type Moment } from "./moment";
import { max, min } from "./numbers";
import type { Recording } from "./recording";
import type { Theme } from "./theme";
import { axesAcross, thicken } from "./tubes";

export interface Shown {
  forces: boolean;
  torques: boolean;
  reactions: boolean;
  applied: boolean;
  gravity: boolean;
}

/** An arrow is at most this many times as long as a strong one; a second head says that it is cut short. */
const longest = 2;
const turnAngle = 1.5 * Math.PI;
const turnSteps = 48;
const turnSides = 4;

/** A turn of radius one about z without thickness: the shader gives it that along the normals. */
function thinTurn(): BufferGeometry {
  const position: number[] = [];
  const normal: number[] = [];
  const index: number[] = [];
  for (let k = 0; k <= turnSteps; ++k) {
    const u = (turnAngle * k) / turnSteps;
    for (let s = 0; s < turnSides; ++s) {
      const v = (2 * Math.PI * s) / turnSides;
      position.push(Math.cos(u), Math.sin(u), 0);
      normal.push(Math.cos(u) * Math.cos(v), Math.sin(u) * Math.cos(v), Math.sin(v));
      const a = k * turnSides + s;
      const b = k * turnSides + ((s + 1) % turnSides);
      if (k < turnSteps) index.push(a, a + turnSides, b, b, a + turnSides, b + turnSides);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(position, 3));
  geometry.setAttribute("normal", new Float32BufferAttribute(normal, 3));
  geometry.setIndex(index);
  return geometry;
}

/** What stands behind something shines through faintly. */
function materials(thick?: { value: number }): [MeshBasicMaterial, MeshBasicMaterial] {
  const front = new MeshBasicMaterial({ toneMapped: false, depthFunc: LessEqualDepth });
  const behind = new MeshBasicMaterial({ toneMapped: false, depthFunc: GreaterDepth, transparent: true, opacity: 0.38, depthWrite: false });
  // the instance's scale is the radius of the turn
  if (thick) for (const material of [front, behind]) thicken(material, thick, "length(instanceMatrix[0].xyz)");
  return [front, behind];
}

class Pair {
  private readonly both: Instances[];
  constructor(group: Group, geometry: BufferGeometry, thick?: { value: number }) {
    const [front, behind] = materials(thick);
    this.both = [new Instances(group, geometry, front, { order: 5 }), new Instances(group, geometry, behind, { order: 6 })];
  }
  begin(): void {
    for (const b of this.both) b.begin();
  }
  add(matrix: Matrix4, color: Color): void {
    for (const b of this.both) b.add(matrix, color);
  }
  end(): void {
    for (const b of this.both) b.end();
  }
}

export class Arrows {
  readonly group = new Group();
  readonly shown: Shown;
  /** arrows shorter than this part of a strong one are left out */
  threshold = 0;
  /** owners whose arrows are drawn though there are too many for all */
  chosen: ReadonlySet<number> = new Set();
  /** scale beside the fixed one: 1 while it is locked */
  locked = true;
  scale = 1;
  /** arrows are shorter in a close view */
  closeness = 1;
  /** of many constraints only every n-th has its arrows */
  readonly every: number;
  private readonly thick = { value: 1 };
  private readonly shafts: Pair;
  private readonly heads: Pair;
  private readonly turns: Pair;
  private readonly tails: Pair;
  private readonly colors = { force: new Color(), torque: new Color(), applied: new Color() };

  /** What is shown, and at which scale, is as in `before`. */
  constructor(
    private readonly recording: Recording,
    private readonly measures: Measures,
    before?: Arrows,
  ) {
    if (before) {
      const { locked, scale, closeness, threshold } = before;
      Object.assign(this, { locked, scale, closeness, threshold });
    }
    const isFree = !recording.constraints.length && !recording.arrows.owner.some(isContact);
    this.shown = before?.shown ?? { forces: true, torques: true, reactions: false, applied: isFree, gravity: isFree };
    this.every = recording.constraints.length > mostOwners ? Math.ceil(recording.constraints.length / mostOwners) : 1;
    const along = (g: BufferGeometry) => g.rotateX(Math.PI / 2).translate(0, 0, 0.5);
    this.shafts = new Pair(this.group, along(new CylinderGeometry(1, 1, 1, 6)));
    this.heads = new Pair(this.group, along(new ConeGeometry(1, 1, 12)));
    this.tails = new Pair(this.group, new SphereGeometry(1, 8, 6));
    this.turns = new Pair(this.group, thinTurn(), this.thick);
  }

  paint(theme: Theme): void {
    for (const kind of ["force", "torque", "applied"] as const) this.colors[kind].set(theme[kind]);
  }

  isShown(arrow: Arrow): boolean {
    const { shown } = this;
    const { constraints, forces } = this.recording;
    const isTurn = arrow.kind === ArrowKind.torque || arrow.kind === ArrowKind.spin;
    const isHeld = isHeldBy(this.recording, arrow.owner);
    if (!arrow.onObject || (arrow.reaction && !shown.reactions)) return false;
    if (arrow.owner < constraints.length && arrow.owner % this.every && !this.chosen.has(arrow.owner)) return false;
    const isWeight = !isHeld && forces[arrow.owner - constraints.length]?.kind === "gravity";
    if (!isHeld && !(isWeight ? shown.gravity : shown.applied) && arrow.kind < ArrowKind.impulse) return false;
    return isTurn ? shown.torques : shown.forces;
  }
  /** Metres of arrow, or of radius, per unit. */
  metres(kind: ArrowKind): number {
    const { perNewton, perNewtonMetre, perNewtonSecond, perNewtonMetreSecond } = this.measures;
    return this.scale * this.closeness * [perNewton, perNewtonMetre, perNewtonSecond, perNewtonMetreSecond][kind];
  }

  /** How long a strong arrow is, or how wide a strong turn. */
  private strong(kind: ArrowKind): number {
    return kind === ArrowKind.torque || kind === ArrowKind.spin ? this.measures.turn : this.measures.arrow;
  }

  /** Draws the arrows of a moment; `pixel` is how many metres a pixel is about where things are. */
  show(moment: Moment, pixel: number): Arrow[] {
    const all = [this.shafts, this.heads, this.turns, this.tails];
    for (const pair of all) pair.begin();
    this.thick.value = 1.5 * pixel;
    const shown = moment.arrows().filter(a => this.isShown(a));
    if (!this.locked) this.scale = this.scaleFor(shown);
    const arrows = shown.filter(a => a.vector.length() * this.metres(a.kind) >= this.threshold * this.strong(a.kind));
    for (const arrow of arrows) {
      const isTurn = arrow.kind === ArrowKind.torque || arrow.kind === ArrowKind.spin;
      const size = arrow.vector.length() * this.metres(arrow.kind);
      const isHeld = isHeldBy(this.recording, arrow.owner);
      const color = isHeld ? this.colors[isTurn ? "torque" : "force"] : this.colors.applied;
      const most = longest * max(1, this.scale) * this.closeness * this.strong(arrow.kind);
      const heads = size > most ? 2 : 1;
      if (isTurn && size > 4 * pixel) this.addTurn(arrow, min(size, most), heads, pixel, color);
      if (!isTurn && size > 3 * pixel) this.addArrow(arrow, min(size, most), heads, pixel, isHeld ? 1 : 0.75, color);
    }
    for (const pair of all) pair.end();
    return arrows;
  }

  /** What makes the strongest arrow of now as long as a strong one usually is. */
  private scaleFor(arrows: Arrow[]): number {
    const strongest = arrows.filter(a => a.kind === ArrowKind.force).reduce((m, a) => max(m, a.vector.length()), 0);
    return strongest > 1e-9 ? min(1e6, this.measures.arrow / (strongest * this.measures.perNewton)) : 1;
  }

  private addArrow({ point, vector }: Arrow, length: number, heads: number, pixel: number, wide: number, color: Color): void {
    const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), vector.clone().normalize());
    const head = min(13 * pixel * wide, 0.55 * length);
    const radius = 1.45 * pixel * wide;
    const compose = (from: number, r: number, l: number) =>
      new Matrix4().compose(point.clone().addScaledVector(vector, from / vector.length()), turn, new Vector3(r, r, l));
    this.shafts.add(compose(0, radius, length - 0.9 * head), color);
    for (let k = 1; k <= heads; ++k) this.heads.add(compose(length - k * head, 0.36 * head, head), color);
    this.tails.add(compose(0, 2.6 * pixel * wide, 2.6 * pixel * wide), color);
  }

  private addTurn({ point, vector }: Arrow, radius: number, heads: number, pixel: number, color: Color): void {
    const axis = vector.clone().normalize();
    const [x, y] = axesAcross(axis);
    const basis = new Matrix4().makeBasis(x, y, axis);
    this.turns.add(basis.clone().scale(new Vector3(radius, radius, radius)).setPosition(point), color);
    const head = min(13 * pixel, 0.9 * radius);
    for (let k = 0; k < heads; ++k) this.addTurnHead(point, x, y, turnAngle - (k * head) / radius, radius, head, color);
  }
  /** The head stands at an angle of the turn from x to y, along it. */
  private addTurnHead(point: Vector3, x: Vector3, y: Vector3, angle: number, radius: number, head: number, color: Color): void {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const tip = new Vector3().addScaledVector(x, c).addScaledVector(y, s);
    const ahead = new Vector3().addScaledVector(x, -s).addScaledVector(y, c);
    const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), ahead);
    const at = point.clone().addScaledVector(tip, radius).addScaledVector(ahead, -0.15 * head);
    this.heads.add(new Matrix4().compose(at, turn, new Vector3(0.36 * head, 0.36 * head, head)), color);
  }
}
