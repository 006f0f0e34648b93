// SPDX-License-Identifier: Apache-2.0
/** Small marks where constraints hold: balls, pins, rails, plates, and the feet of what the world holds. */
import {
  BoxGeometry,
  type BufferGeometry,
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
import { type Measures, thickness } from "./measure";
import { Moment } from "./moment";
import { clamp, max, min } from "./numbers";
import type { End, Holder, Recording } from "./recording";
import type { Theme } from "./theme";

type Style = "ball" | "pin" | "rail" | "sleeve" | "weld" | "cross" | "block" | "plate" | "point";

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
  point_on_line: "rail",
  cylinder_joint: "sleeve",
  connector: "weld",
  plane_joint: "plate",
  point_on_plane: "plate",
  bushing: "block",
  spring_damper: "point",
  nonlinear_spring: "point",
};

interface Joint {
  style: Style;
  holder: Holder;
  ends: End[];
  size: number;
  /** of a rail: how far along z it reaches; of a plate: how wide it is */
  reach: [number, number];
  /** feet of the ends that the world holds, and which way they stand */
  feet: { end: End; away: Vector3 }[];
}

const isPlace = (end: End): boolean => !end.along;
const isHeldByWorld = (end: End): boolean => end.object === undefined && !end.path;

/** Cylinder and cone of unit size along z, and so on: scaled to what they mark. */
const shapes = (): Record<string, BufferGeometry> => ({
  ball: new SphereGeometry(1, 24, 16),
  pin: new CylinderGeometry(1, 1, 1, 24).rotateX(Math.PI / 2),
  ring: new TorusGeometry(1, 0.28, 10, 28),
  foot: new CylinderGeometry(0.28, 1, 1, 24).rotateX(-Math.PI / 2).translate(0, 0, 0.5),
  block: new BoxGeometry(1, 1, 1),
});

export class Joints {
  readonly group = new Group();
  private readonly joints: Joint[];
  private readonly metal = new MeshStandardMaterial({ roughness: 0.42, metalness: 0.3 });
  private readonly anchor = new MeshStandardMaterial({ roughness: 0.8 });
  private readonly rail = new MeshStandardMaterial({ roughness: 0.4, metalness: 0.3 });
  private readonly glass = new MeshStandardMaterial({ roughness: 0.8, transparent: true, opacity: 0.28, depthWrite: false });
  private readonly set: Record<"ball" | "pin" | "ring" | "foot" | "plate" | "block" | "rail" | "sheet", Instances>;

  constructor(
    private readonly recording: Recording,
    private readonly measures: Measures,
  ) {
    const reach = new Reach(recording);
    this.joints = [...recording.constraints, ...recording.forces].flatMap(holder => this.jointOf(holder, reach));
    const geometry = shapes();
    const room = 2 * this.joints.length + this.joints.reduce((n, j) => n + j.feet.length + j.ends.length, 0) + 1;
    const make = (shape: string, material: MeshStandardMaterial, shadow = true) =>
      new Instances(this.group, geometry[shape], material, room, { shadow });
    this.set = {
      ball: make("ball", this.metal),
      pin: make("pin", this.metal),
      ring: make("ring", this.metal),
      foot: make("foot", this.anchor),
      plate: make("pin", this.anchor),
      block: make("block", this.metal),
      rail: make("pin", this.rail),
      sheet: make("block", this.glass, false),
    };
  }

  private jointOf(holder: Holder, reach: Reach): Joint[] {
    const style = styles[holder.kind];
    const quantity = holder.quantities.find(q => q.kind === "distance" || q.kind === "path_length");
    const ends = (holder.ends.length ? holder.ends : (quantity?.ends ?? [])).filter(isPlace);
    if (!style || !ends.length) return [];
    const { mark } = this.measures;
    const thick = max(...ends.map(end => thickness(this.recording, end.object, this.measures)));
    const size = style === "point" ? 0.62 * mark : clamp(1.16 * thick, 0.85 * mark, 2.2 * mark);
    const isSlide = style === "rail" || style === "sleeve" || style === "plate";
    const feet = style === "plate" ? [] : ends.filter(isHeldByWorld).map(end => ({ end, away: this.awayFrom(end, ends) }));
    return [{ style, holder, ends, size, reach: isSlide ? reach.of(ends, style) : [0, 0], feet }];
  }

  /** A foot stands on the far side of what it holds, straight up or down if it can. */
  private awayFrom(foot: End, ends: End[]): Vector3 {
    const moment = new Moment(this.recording);
    moment.go(this.recording.times[0]);
    const other = ends.find(e => e.object !== undefined);
    const at = new Vector3();
    const body = new Vector3();
    moment.point(foot, at);
    if (other) body.setFromMatrixPosition(moment.poses[other.object as number]);
    // what hangs down at any time of the run is held from above
    const away = at.sub(body);
    const steep = Math.abs(away.z) >= 0.25 * Math.hypot(away.x, away.y);
    if (!other || away.lengthSq() === 0) return new Vector3(0, 0, -1);
    if (steep) return new Vector3(0, 0, Math.sign(away.z));
    return new Vector3(0, 0, -1);
  }

  paint(theme: Theme): void {
    this.metal.color.set(theme.metal);
    this.anchor.color.set(theme.anchor);
    this.rail.color.set(theme.rail);
    this.glass.color.set(theme.sheet);
  }

  show(moment: Moment): void {
    for (const instances of Object.values(this.set)) instances.begin();
    for (const joint of this.joints) this.place(joint, moment);
    for (const instances of Object.values(this.set)) instances.end();
  }

  private place(joint: Joint, moment: Moment): void {
    const { ends, style, size } = joint;
    const frame = new Matrix4();
    const there = ends.every(end => (end.path ? moment.point(end, new Vector3()) : moment.frameOf(end, frame)));
    if (!there) return;
    const at = (end: End): Vector3 => {
      const p = new Vector3();
      moment.point(end, p);
      return p;
    };
    const last = ends[ends.length - 1];
    if (style === "ball") for (const end of distinct(ends, at, 0.3 * size)) this.set.ball.add(scaled(at(end), size));
    else if (style === "point") for (const end of ends) this.set.ball.add(scaled(at(end), size));
    else if (style === "block" || style === "weld") this.blockAt(last, moment, size, style);
    else this.alongFrame(joint, moment);
    for (const { end, away } of joint.feet) this.foot(at(end), away, size);
  }

  private blockAt(end: End, moment: Moment, size: number, style: Style): void {
    const frame = new Matrix4();
    moment.frameOf(end, frame);
    const wide = style === "block" ? 2.6 : 1.5;
    this.set.block.add(frame.multiply(new Matrix4().makeScale(wide * size, wide * size, (style === "block" ? 1.6 : 1.5) * size)));
  }

  /** What has an axis: the z axis of the first end's frame. */
  private alongFrame({ style, ends, size, reach: [low, high] }: Joint, moment: Moment): void {
    const a = new Matrix4();
    const b = new Matrix4();
    const [first, second = first] = ends;
    moment.frameOf(first, a);
    moment.frameOf(second, b);
    const local = (x: number, y: number, z: number, sx: number, sy: number, sz: number) =>
      a.clone().multiply(new Matrix4().makeScale(sx, sy, sz).setPosition(x, y, z));
    if (style === "pin") this.set.pin.add(local(0, 0, 0, 0.62 * size, 0.62 * size, 2.9 * size));
    else if (style === "cross") {
      this.set.pin.add(a.clone().multiply(new Matrix4().makeRotationY(Math.PI / 2)).multiply(new Matrix4().makeScale(0.42 * size, 0.42 * size, 3.4 * size)));
      this.set.pin.add(b.clone().multiply(new Matrix4().makeRotationX(Math.PI / 2)).multiply(new Matrix4().makeScale(0.42 * size, 0.42 * size, 3.4 * size)));
    } else if (style === "plate") {
      const half = max(-low, high);
      this.set.sheet.add(local(0, 0, 0, 2 * half, 2 * half, 0.15 * this.measures.mark));
      this.set.ball.add(scaled(new Vector3().setFromMatrixPosition(b), 0.6 * size));
    } else {
      const thin = min(0.5 * size, 0.6 * this.measures.mark);
      this.set.rail.add(local(0, 0, (low + high) / 2, thin, thin, high - low));
      const slider = new Matrix4().makeScale(1.5 * size, 1.5 * size, 2.1 * size).premultiply(rotationOnly(a)).setPosition(new Vector3().setFromMatrixPosition(b));
      if (style === "sleeve") this.set.pin.add(slider.multiply(new Matrix4().makeScale(0.6, 0.6, 1)));
      else this.set.block.add(slider);
    }
  }

  /** A cone that touches with its tip, on a plate. */
  private foot(at: Vector3, away: Vector3, size: number): void {
    const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), away);
    const height = 2.6 * size;
    const compose = (p: Vector3, sx: number, sz: number) => new Matrix4().compose(p, turn, new Vector3(sx, sx, sz));
    this.set.foot.add(compose(at, 1.5 * size, height));
    this.set.plate.add(compose(at.clone().addScaledVector(away, height + 0.2 * size), 2.3 * size, 0.4 * size));
  }
}

const scaled = (p: Vector3, size: number): Matrix4 => new Matrix4().makeScale(size, size, size).setPosition(p);
const rotationOnly = (m: Matrix4): Matrix4 => new Matrix4().extractRotation(m);

/** Ends that are apart; one of those that have met. */
function distinct(ends: End[], at: (end: End) => Vector3, apart: number): End[] {
  return ends.filter((end, i) => ends.slice(i + 1).every(other => at(other).distanceTo(at(end)) > apart));
}

/** How far the second end gets from the first over the run, in the axes of the first. */
class Reach {
  private readonly moment: Moment;
  private readonly frames: number[];
  constructor(private readonly recording: Recording) {
    this.moment = new Moment(recording);
    const stride = Math.ceil(recording.times.length / 100);
    this.frames = [...recording.times.keys()].filter(i => i % stride === 0);
  }
  of([a, b]: End[], style: Style): [number, number] {
    if (!b) return [0, 0];
    let low = 0;
    let high = 0;
    const frame = new Matrix4();
    const p = new Vector3();
    for (const i of this.frames) {
      this.moment.go(this.recording.times[i]);
      if (!this.moment.frameOf(a, frame) || !this.moment.point(b, p)) continue;
      p.applyMatrix4(frame.invert());
      const out = style === "plate" ? Math.hypot(p.x, p.y) : p.z;
      low = min(low, out);
      high = max(high, out);
    }
    const margin = 0.12 * (high - low) + 0.04 * extentOf(this.recording);
    return [low - margin, high + margin];
  }
}
function extentOf({ objects }: Recording): number {
  let size = 0;
  for (const { poses } of objects) size = max(size, Math.hypot(poses[0], poses[1], poses[2]) || 0);
  return size || 1;
}
