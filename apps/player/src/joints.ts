// SPDX-License-Identifier: Apache-2.0
/** Small marks where constraints hold: balls, pins, rails, plates, and the feet of what the world holds. */
import {
  BoxGeometry,
  BufferGeometry,
  CylinderGeometry,
  Group,
  Matrix4,
  MeshStandardMaterial,
  Quaternion,
  SphereGeometry,
  TorusGeometry,
  Vector3,
} from "three";
import { Instances } from "./instances";
import { type Measures, halfLength, isLevelPlane, lookMatrix, reachOf, thickness } from "./measure";
import { Moment } from "./moment";
import { clamp, max, min } from "./numbers";
import type { Constraint, End, Holder, Recording, Shape } from "./recording";
import { type Sight, divide } from "./sight";
import type { Theme } from "./theme";

type Style = "ball" | "pin" | "rail" | "sleeve" | "weld" | "cross" | "block" | "plate" | "line" | "point" | "drum" | "coil";

const styles: Record<string, Style> = {
  point_to_point: "ball",
  ball_joint: "ball",
  constant_velocity_joint: "ball",
  sphere_to_sphere: "point",
  distance: "point",
  rope: "point",
  multirope: "point",
  multibar: "point",
  line_hinge: "pin",
  universal_joint: "cross",
  prism: "rail",
  point_on_line: "line",
  cylinder_joint: "sleeve",
  connector: "weld",
  plane_joint: "plate",
  point_on_plane: "plate",
  bushing: "block",
  spring_damper: "point",
  nonlinear_spring: "point",
};

/** What turns a hinge is shown around its pin. */
const turners: Record<string, Style> = {
  torsion_spring: "coil",
  nonlinear_spring: "coil",
  motor: "drum",
  actuator: "drum",
  prescribed: "drum",
  prescribed_velocity: "drum",
  prescribed_acceleration: "drum",
};

type Mark = "ball" | "pin" | "ring" | "foot" | "plate" | "block" | "rail" | "sheet";

interface Joint {
  /** of a constraint, or of a force behind all constraints */
  owner: number;
  name: string;
  style: Style;
  ends: End[];
  /** of its constraint, per sample: unknown while that does not act */
  error?: Float32Array;
  size: number;
  /** of a rail: how far along z it reaches; of a plate: how wide it is */
  reach: [number, number];
  /** whether the floor shows its plane */
  isFloor: boolean;
  /** of a pin: half its length */
  half: number;
  /** feet of the ends that the world holds, and which way they stand */
  feet: { end: End; away: Vector3 }[];
}

const isSlide = (style: Style): boolean => style === "rail" || style === "sleeve" || style === "plate" || style === "line";
const isPlace = (end: End): boolean => !end.along;
const isHeldByWorld = (end: End): boolean => end.object === undefined && !end.path;

const forms: Record<Mark, string> = { ball: "ball", pin: "pin", ring: "ring", foot: "foot", plate: "pin", block: "block", rail: "pin", sheet: "block" };

/** Cylinder and cone of unit size along z, and so on: scaled to what they mark. */
const shapes = (around: number): Record<string, BufferGeometry> => ({
  ball: new SphereGeometry(1, around, around / 2),
  pin: new CylinderGeometry(1, 1, 1, around).rotateX(Math.PI / 2),
  ring: new TorusGeometry(1, 0.28, max(4, around / 2), max(12, around)),
  foot: new CylinderGeometry(0.28, 1, 1, around).rotateX(-Math.PI / 2).translate(0, 0, 0.5),
  block: new BoxGeometry(1, 1, 1),
});

export class Joints {
  readonly group = new Group();
  private readonly joints: Joint[];
  private readonly metal = new MeshStandardMaterial({ roughness: 0.42, metalness: 0.3 });
  private readonly anchor = new MeshStandardMaterial({ roughness: 0.8 });
  private readonly rail = new MeshStandardMaterial({ roughness: 0.4, metalness: 0.3 });
  private readonly glass = new MeshStandardMaterial({ roughness: 0.8, transparent: true, opacity: 0.28, depthWrite: false });
  private readonly reach: Reach;
  private readonly set: Record<Mark, Instances>;
  /** the finest into which marks are divided, and what they are divided into now */
  private readonly finest: number;
  private around = 0;
  private geometry: Record<string, BufferGeometry> = {};
  /** of the largest mark */
  private readonly largest: number;
  /** of the joint that is being placed */
  private owner = -1;

  /** What is known of the same joints from `before` stays: which way feet stand, how far sliders got. */
  constructor(
    private readonly recording: Recording,
    private readonly measures: Measures,
    before?: Joints,
  ) {
    this.reach = new Reach(recording, measures);
    const holders = [...recording.constraints, ...recording.forces];
    // the ends of bars and ropes are seen without marks where there are very many
    const isMarked = ({ kind }: Holder) => holders.length <= 2000 || styles[kind] !== "point";
    const joints = holders.flatMap((holder, owner) => (isMarked(holder) ? this.jointOf(holder, owner) : []));
    if (before) for (const joint of joints) remember(joint, before.joints);
    uniteSheets(joints);
    this.joints = [...joints, ...holders.flatMap((holder, owner) => turnerOf(holder, owner, joints))];
    this.finest = this.joints.length > 3000 ? 6 : this.joints.length > 300 ? 12 : 24;
    this.largest = this.joints.reduce((most, { size }) => max(most, size), 0);
    const make = (material: MeshStandardMaterial, shadow = true) => new Instances(this.group, new BufferGeometry(), material, { shadow });
    this.set = {
      ball: make(this.metal),
      pin: make(this.metal),
      ring: make(this.metal),
      foot: make(this.anchor),
      plate: make(this.anchor),
      block: make(this.metal),
      rail: make(this.rail),
      sheet: make(this.glass, false),
    };
    this.divideInto(divide(0, this.finest));
  }

  private divideInto(around: number): void {
    for (const geometry of Object.values(this.geometry)) geometry.dispose();
    this.around = around;
    this.geometry = shapes(around);
    for (const [mark, form] of Object.entries(forms)) this.set[mark as Mark].take(this.geometry[form]);
  }

  private jointOf(holder: Holder, owner: number): Joint[] {
    const style = styles[holder.kind];
    const quantity = holder.quantities.find(q => q.kind === "distance" || q.kind === "path_length");
    const ends = (holder.ends.length ? holder.ends : (quantity?.ends ?? [])).filter(isPlace);
    if (!style || !ends.length) return [];
    const { mark } = this.measures;
    const thick = max(...ends.map(end => thickness(this.recording, end.object, this.measures)));
    const isSmall = style === "point" || style === "plate" || style === "line";
    const wanted = isSmall ? 0.62 * mark : clamp(1.16 * thick, 0.85 * mark, 2.2 * mark);
    // no larger than suits the bodies, but not too small to be seen
    const fits = 0.13 * min(...ends.map(end => halfLength(this.recording, end.object, this.measures)));
    const size = max(min(wanted, fits), this.measures.smallest);
    const feet = style === "plate" || style === "line" ? [] : ends.filter(isHeldByWorld).map(end => ({ end, away: this.awayFrom(end, ends) }));
    const reaches = this.across(ends);
    // through both bodies, but not as far as a wide one goes beyond a thin one
    const half = max(1.45 * size, min(1.2 * max(0, ...reaches), 3 * min(...reaches), 0.1 * this.measures.size));
    const { error } = holder as Partial<Constraint>;
    return [{
      owner,
      name: holder.name,
      style,
      ends,
      error,
      size,
      half,
      isFloor: isLevelPlane(holder),
      reach: isSlide(style) ? this.reach.of(ends, style, error) : [0, 0],
      feet,
    }];
  }

  /** How far each of the bodies that have a shape reaches along the axis of a joint, to either side of it. */
  private across(ends: End[]): number[] {
    return ends.flatMap(end => {
      if (end.object === undefined || !end.orientation) return [];
      const [w, x, y, z] = end.orientation;
      const axis = new Vector3(0, 0, 1).applyQuaternion(new Quaternion(x, y, z, w));
      const { looks } = this.recording.objects[end.object];
      return looks.length ? [max(...looks.map(look => reachAlong(look, axis)))] : [];
    });
  }

  /** A foot stands above what mostly hangs from it, and below all else. */
  private awayFrom(foot: End, ends: End[]): Vector3 {
    const other = ends.find(e => e.object !== undefined);
    const at = foot.at ?? [0, 0, 0];
    const hangs = other && this.meanHeight(other.object as number) < at[2] - 0.02 * this.measures.size;
    return new Vector3(0, 0, hangs ? 1 : -1);
  }
  private meanHeight(object: number): number {
    const { poses, numbers } = this.recording.objects[object];
    let sum = 0;
    let count = 0;
    for (let i = 2; i < poses.length; i += numbers)
      if (Number.isFinite(poses[i])) {
        sum += poses[i];
        ++count;
      }
    return sum / max(1, count);
  }

  paint(theme: Theme): void {
    this.metal.color.set(theme.metal);
    this.anchor.color.set(theme.anchor);
    this.rail.color.set(theme.rail);
    this.glass.color.set(theme.sheet);
  }

  show(moment: Moment, sight: Sight): void {
    const around = divide(sight.pixels(this.largest), this.finest, this.around);
    if (around !== this.around) this.divideInto(around);
    for (const instances of Object.values(this.set)) instances.begin();
    for (const joint of this.joints) this.place(joint, moment);
    for (const instances of Object.values(this.set)) instances.end();
  }

  /** Calls visit(owner, matrix) for each mark that is small, so that one can point at it. */
  forEachMark(visit: (owner: number, matrix: Matrix4) => void): void {
    for (const mark of ["ball", "pin", "ring", "block", "foot"] as const) this.set[mark].forEach(visit);
  }
  /** What is drawn, by its geometry. */
  get drawn(): Instances[] {
    return Object.values(this.set);
  }

  private put(mark: Mark, matrix: Matrix4): void {
    this.set[mark].add(matrix, undefined, this.owner);
  }
  private place(joint: Joint, moment: Moment): void {
    const { ends, style, size, error } = joint;
    this.owner = joint.owner;
    if (!moment.acts(error)) return;
    const frame = new Matrix4();
    const there = ends.every(end => (end.path ? moment.point(end, new Vector3()) : moment.frameOf(end, frame)));
    if (!there) return;
    const at = (end: End): Vector3 => {
      const p = new Vector3();
      moment.point(end, p);
      return p;
    };
    const last = ends[ends.length - 1];
    if (style === "ball") for (const end of distinct(ends, at, 0.3 * size)) this.put("ball", scaled(at(end), size));
    else if (style === "point") for (const end of ends) this.put("ball", scaled(at(end), size));
    else if (style === "block" || style === "weld") this.blockAt(last, moment, size, style);
    else this.alongFrame(joint, moment);
    for (const { end, away } of joint.feet) this.foot(at(end), away, min(size, 1.35 * this.measures.mark));
  }

  private blockAt(end: End, moment: Moment, size: number, style: Style): void {
    const frame = new Matrix4();
    moment.frameOf(end, frame);
    const wide = style === "block" ? 2.6 : 1.5;
    this.put("block", frame.multiply(new Matrix4().makeScale(wide * size, wide * size, (style === "block" ? 1.6 : 1.5) * size)));
  }

  /** What has an axis: the z axis of the first end's frame. */
  private alongFrame(joint: Joint, moment: Moment): void {
    const { style, ends, size, half: halfPin } = joint;
    const a = new Matrix4();
    const b = new Matrix4();
    const [first, second = first] = ends;
    moment.frameOf(first, a);
    moment.frameOf(second, b);
    if (isSlide(style)) this.reach.grow(joint, moment.frame, a, new Vector3().setFromMatrixPosition(b));
    const [low, high] = joint.reach;
    const local = (x: number, y: number, z: number, sx: number, sy: number, sz: number) =>
      a.clone().multiply(new Matrix4().makeScale(sx, sy, sz).setPosition(x, y, z));
    if (style === "pin") this.put("pin", local(0, 0, 0, 0.62 * size, 0.62 * size, 2 * halfPin));
    else if (style === "drum") this.put("pin", local(0, 0, 0.75 * halfPin + 0.3 * size, 1.25 * size, 1.25 * size, 0.9 * size));
    else if (style === "coil") for (const k of [-1, 0, 1]) this.put("ring", local(0, 0, 0.8 * halfPin + 0.5 * k * size, size, size, size));
    else if (style === "cross") {
      this.put("pin", a.clone().multiply(new Matrix4().makeRotationY(Math.PI / 2)).multiply(new Matrix4().makeScale(0.42 * size, 0.42 * size, 3.4 * size)));
      this.put("pin", b.clone().multiply(new Matrix4().makeRotationX(Math.PI / 2)).multiply(new Matrix4().makeScale(0.42 * size, 0.42 * size, 3.4 * size)));
    } else if (style === "plate") {
      if (high > 0) this.put("sheet", local(0, 0, 0, 2 * high, 2 * high, 0.15 * this.measures.mark));
      this.put("ball", scaled(new Vector3().setFromMatrixPosition(b), size));
    } else if (style === "line") {
      this.put("rail", local(0, 0, (low + high) / 2, 0.4 * size, 0.4 * size, high - low));
      this.put("ball", scaled(new Vector3().setFromMatrixPosition(b), size));
    } else {
      const thin = min(0.5 * size, 0.6 * this.measures.mark);
      this.put("rail", local(0, 0, (low + high) / 2, thin, thin, high - low));
      const slider = new Matrix4().makeScale(1.5 * size, 1.5 * size, 2.1 * size).premultiply(rotationOnly(a)).setPosition(new Vector3().setFromMatrixPosition(b));
      if (style === "sleeve") this.put("pin", slider.multiply(new Matrix4().makeScale(0.6, 0.6, 1)));
      else this.put("block", slider);
    }
  }

  /** A cone that touches with its tip, on a plate. */
  private foot(at: Vector3, away: Vector3, size: number): void {
    const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), away);
    const height = 2.6 * size;
    const compose = (p: Vector3, sx: number, sz: number) => new Matrix4().compose(p, turn, new Vector3(sx, sx, sz));
    this.put("foot", compose(at, 1.5 * size, height));
    this.put("plate", compose(at.clone().addScaledVector(away, height + 0.2 * size), 2.3 * size, 0.4 * size));
  }
}

/** Takes over what earlier moments have told of a joint. */
function remember(joint: Joint, before: Joint[]): void {
  const same = before.find(j => j.name === joint.name && j.style === joint.style);
  if (!same) return;
  joint.reach = [min(joint.reach[0], same.reach[0]), max(joint.reach[1], same.reach[1])];
  joint.feet.forEach((foot, i) => {
    if (same.feet[i]) foot.away = same.feet[i].away;
  });
}

/** Of constraints to one plane only the first shows it, for all. Those of bodies and the floor are there to be seen. */
function uniteSheets(joints: Joint[]): void {
  const first = new Map<string, Joint>();
  for (const joint of joints.filter(j => j.style === "plate")) {
    const [a] = joint.ends;
    const key = JSON.stringify(a);
    const shown = first.get(key);
    if (shown) shown.reach = [0, max(shown.reach[1], joint.reach[1])];
    if (shown || a.object !== undefined || joint.isFloor) joint.reach = [0, 0];
    else first.set(key, joint);
  }
}

/** The mark of what turns a hinge: at the pin between the objects whose angle it acts on. */
function turnerOf(holder: Holder, owner: number, joints: Joint[]): Joint[] {
  const style = turners[holder.kind];
  const quantity = holder.quantities.find(q => q.kind === "angle" || q.kind === "twist");
  if (!style || !quantity) return [];
  const objects = (ends: End[]) => [...new Set(ends.map(e => e.object ?? -1))].sort().join();
  const pin = joints.find(j => j.style === "pin" && objects(j.ends) === objects(quantity.ends));
  return pin ? [{ ...pin, owner, name: holder.name, style, feet: [] }] : [];
}

/** Half the size of a look along a direction in the axes of its object. */
function reachAlong(look: Shape, axis: Vector3): number {
  const local = axis.clone().transformDirection(lookMatrix(look).invert());
  const reach = reachOf(look);
  return (reach(local) + reach(local.negate())) / 2;
}

const scaled = (p: Vector3, size: number): Matrix4 => new Matrix4().makeScale(size, size, size).setPosition(p);
const rotationOnly = (m: Matrix4): Matrix4 => new Matrix4().extractRotation(m);

/** Ends that are apart; one of those that have met. */
function distinct(ends: End[], at: (end: End) => Vector3, apart: number): End[] {
  return ends.filter((end, i) => ends.slice(i + 1).every(other => at(other).distanceTo(at(end)) > apart));
}

/** How far a point is along the z axis of a frame, or of a plate from its middle. */
function slid(style: Style, frame: Matrix4, p: Vector3): number {
  const local = p.clone().applyMatrix4(frame.clone().invert());
  return style === "plate" ? Math.hypot(local.x, local.y) : local.z;
}

/** How far the second end gets from the first while they are held, in the axes of the first. */
class Reach {
  private readonly moment: Moment;
  private readonly frames: number[];
  private readonly extent: number;
  constructor(
    private readonly recording: Recording,
    private readonly measures: Measures,
  ) {
    this.moment = new Moment(recording);
    const stride = Math.ceil(recording.times.length / 100);
    this.frames = [...recording.times.keys()].filter(i => i % stride === 0);
    this.extent = extentOf(recording);
  }
  /** What is still far from being met is on its way to where it will slide. */
  private isMet(error: Float32Array | undefined, frame: number): boolean {
    return !error || Math.abs(error[frame]) < 0.01 * this.extent;
  }
  private held(error?: Float32Array): number[] {
    const met = this.frames.filter(i => this.isMet(error, i));
    return met.length ? met : this.frames;
  }
  of([a, b]: End[], style: Style, error?: Float32Array): [number, number] {
    if (!b) return [0, 0];
    let low = 0;
    let high = 0;
    const frame = new Matrix4();
    const p = new Vector3();
    for (const i of this.held(error)) {
      this.moment.go(this.recording.times[i]);
      if (!this.moment.frameOf(a, frame) || !this.moment.point(b, p)) continue;
      const out = slid(style, frame, p);
      low = min(low, out);
      high = max(high, out);
    }
    const margin = style === "line" ? 0 : 0.12 * (high - low) + 3.5 * this.measures.mark;
    return [low - margin, high + margin];
  }
  /** Lets a joint reach as far as what slides at it is now; a plate that another one shows stays as it is. */
  grow(joint: Joint, frame: number, place: Matrix4, p: Vector3): void {
    const { style, error, reach: [low, high] } = joint;
    if (!this.isMet(error, frame) || (style === "plate" && high === 0)) return;
    const out = slid(style, place, p);
    const margin = style === "line" ? 0 : 0.02 * this.extent;
    joint.reach = [min(low, out - margin), max(high, out + margin)];
  }
}
function extentOf({ objects }: Recording): number {
  let size = 0;
  for (const { poses } of objects) size = max(size, Math.hypot(poses[0], poses[1], poses[2]) || 0);
  return size || 1;
}
