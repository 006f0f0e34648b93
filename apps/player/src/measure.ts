// SPDX-License-Identifier: Apache-2.0
/** Lengths that suit a run, fixed once, so that nothing changes its scale while time goes on. */
import { Box3, Matrix4, Quaternion, Vector3 } from "three";
import { ArrowKind, Moment, arrowAt, forEachArrow } from "./moment";
import { abs, ceil, clamp, max, min, quantile, roundDown } from "./numbers";
import type { Recording, Shape } from "./recording";
import { floats } from "./recording";

/** Half the size of a shape along its axes, and where its middle is. */
export function halfSize(shape: Shape): { half: Vector3; middle: Vector3 } {
  const middle = new Vector3();
  const r = shape.radius ?? 0;
  switch (shape.kind) {
    case "box":
      return { half: new Vector3().fromArray(shape.size as number[]).multiplyScalar(0.5), middle };
    case "ellipsoid":
      return { half: new Vector3().fromArray(shape.radii as number[]), middle };
    case "cylinder":
      return { half: new Vector3(r, r, (shape.length as number) / 2), middle };
    case "capsule":
      return { half: new Vector3(r, r, (shape.length as number) / 2 + r), middle };
    case "rod":
      return { half: new Vector3(0, 0, (shape.length as number) / 2), middle };
    case "torus": {
      const out = (shape.ring_radius as number) + (shape.tube_radius as number);
      return { half: new Vector3(out, out, shape.tube_radius), middle };
    }
    case "cone": {
      const half = (shape.height as number) / 2;
      return { half: new Vector3(r, r, half), middle: middle.set(0, 0, half) };
    }
    case "mesh": {
      const box = new Box3().setFromArray(floats(shape.vertices as string));
      return { half: box.getSize(new Vector3()).multiplyScalar(0.5), middle: box.getCenter(middle) };
    }
    default:
      return { half: new Vector3(r, r, r), middle };
  }
}

export function lookMatrix(shape: Shape): Matrix4 {
  const out = new Matrix4();
  if (shape.orientation) {
    const [w, x, y, z] = shape.orientation;
    out.makeRotationFromQuaternion(new Quaternion(x, y, z, w));
  }
  if (shape.at) out.setPosition(...shape.at);
  return out;
}

/** The corners of all looks of each body, in its own axes. */
function cornersOf(recording: Recording): Vector3[][] {
  return recording.objects.map(({ looks }) => {
    const points = [new Vector3()];
    for (const look of looks) {
      const { half, middle } = halfSize(look);
      const place = lookMatrix(look);
      for (const x of [-1, 1])
        for (const y of [-1, 1])
          for (const z of [-1, 1]) points.push(new Vector3(x, y, z).multiply(half).add(middle).applyMatrix4(place));
    }
    return points;
  });
}

export interface Measures {
  /** what the view should hold */
  points: Vector3[];
  box: Box3;
  size: number;
  gridStep: number;
  floor: number;
  /** radius of points, of thin rods, and of the marks of joints */
  ball: number;
  rod: number;
  mark: number;
  /** typical sizes, and lengths per unit: of arrows and of the radius of a torque */
  force: number;
  torque: number;
  perNewton: number;
  perNewtonMetre: number;
  perNewtonSecond: number;
  perNewtonMetreSecond: number;
  heldForce: boolean;
  heldTorque: boolean;
}

/** Samples to look at: all, or evenly fewer if there is much to see in each. */
function someFrames(recording: Recording, perFrame: number): number[] {
  const { times } = recording;
  const stride = ceil(times.length / clamp(40000 / (perFrame + 1), 2, 150));
  const frames = [...times.keys()].filter(i => i % stride === 0);
  if (frames.at(-1) !== times.length - 1) frames.push(times.length - 1);
  return frames;
}

/** Points that the view should hold. What flies away counts only near where it began. */
function pointsToHold(recording: Recording, moment: Moment, frames: number[], corners: Vector3[][]): Vector3[] {
  const all: Vector3[] = [];
  const start = new Box3();
  for (const frame of frames) {
    moment.go(recording.times[frame]);
    const add = (p: Vector3) => {
      all.push(p);
      if (frame === 0) start.expandByPoint(p);
    };
    corners.forEach((list, i) => {
      if (moment.isThere[i]) for (const p of list) add(p.clone().applyMatrix4(moment.poses[i]));
    });
    const ends = recording.constraints.length * frames.length < 20000 ? recording.constraints : [];
    for (const { ends: list } of ends)
      for (const end of list) {
        const p = new Vector3();
        if (end.object === undefined && !end.along && moment.point(end, p)) add(p);
      }
  }
  for (const track of recording.tracks)
    if (track.line && track.object === undefined) {
      const place = new Matrix4();
      moment.frameOf(track, place);
      for (let i = 0; i < track.line.length; i += 3) all.push(new Vector3().fromArray(track.line, i).applyMatrix4(place));
    }
  if (!all.length) return [new Vector3(-1, -1, 0), new Vector3(1, 1, 1)];
  const size = start.isEmpty() ? 0 : start.getSize(new Vector3()).length();
  if (!size || new Box3().setFromPoints(all).getSize(new Vector3()).length() < 4 * size) return all;
  start.expandByScalar(0.5 * size);
  return all.filter(p => start.containsPoint(p));
}

/** How far apart objects are that something connects, typically. */
function typicalSpacing(recording: Recording): number {
  const lengths: number[] = [];
  const moment = new Moment(recording);
  moment.go(recording.times[0]);
  for (const { ends } of recording.constraints) {
    const [a, b] = ends.filter(e => e.object !== undefined).map(e => e.object as number);
    if (b === undefined || a === b) continue;
    const d = new Vector3().setFromMatrixPosition(moment.poses[a]).distanceTo(new Vector3().setFromMatrixPosition(moment.poses[b]));
    if (d > 0) lengths.push(d);
  }
  return quantile(lengths, 0.5);
}

function typicalArrows(recording: Recording, frames: number[]) {
  const held: number[][] = [[], [], [], []];
  const applied: number[][] = [[], [], [], []];
  for (const frame of frames)
    forEachArrow(recording, frame, i => {
      const arrow = arrowAt(recording, i);
      const size = arrow.vector.length();
      if (arrow.onObject && size > 1e-9) (arrow.owner < recording.constraints.length ? held : applied)[arrow.kind].push(size);
    });
  const typical = (kind: ArrowKind) => quantile(held[kind], 0.9) || quantile(applied[kind], 0.9);
  return {
    force: typical(ArrowKind.force),
    torque: typical(ArrowKind.torque),
    impulse: quantile(applied[ArrowKind.impulse], 1),
    spin: quantile(applied[ArrowKind.spin], 1),
    heldForce: held[ArrowKind.force].length > 0,
    heldTorque: held[ArrowKind.torque].length > 0,
  };
}

export function measure(recording: Recording): Measures {
  const corners = cornersOf(recording);
  const moment = new Moment(recording);
  const frames = someFrames(recording, corners.reduce((n, list) => n + list.length, 0));
  const points = pointsToHold(recording, moment, frames, corners);
  const box = new Box3().setFromPoints(points);
  const size = box.getSize(new Vector3()).length() || 1;
  const arrows = typicalArrows(recording, frames);
  const spacing = typicalSpacing(recording) || size;
  const low = box.min.z;
  // the plane z = 0 where it is about at the feet of things, else a plane below them
  const floor = low > -0.02 * size && low < 0.42 * size ? 0 : low - 0.04 * size;
  const perNewton = (0.17 * size) / (arrows.force || 1);
  return {
    points,
    box,
    size,
    gridStep: roundDown(size / 5),
    floor: abs(floor) < 1e-9 * size ? 0 : floor,
    ball: min(0.016 * size, 0.3 * spacing),
    rod: min(0.0085 * size, 0.1 * spacing),
    mark: min(0.0115 * size, 0.16 * spacing),
    ...arrows,
    perNewton,
    perNewtonMetre: (0.055 * size) / (arrows.torque || 1),
    perNewtonSecond: (0.17 * size) / (arrows.impulse || 1),
    perNewtonMetreSecond: (0.055 * size) / (arrows.spin || 1),
  };
}

/** The thinnest half of a body, by its looks; thin rods and points have that of their drawing. */
export function thickness(recording: Recording, object: number | undefined, measures: Measures): number {
  if (object === undefined) return 0;
  const { looks } = recording.objects[object];
  if (!looks.length) return measures.ball;
  return max(
    ...looks.map(look => {
      const { half } = halfSize(look);
      return look.kind === "rod" ? measures.rod : min(half.x, half.y, half.z);
    }),
  );
}
