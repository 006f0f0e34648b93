// SPDX-License-Identifier: Apache-2.0
/** Lengths that suit a run, fixed once, so that nothing changes its scale while time goes on. */
import { Box3, Matrix4, Quaternion, Vector3 } from "three";
import { ArrowKind, Moment, arrowAt, forEachArrow, isHeldBy } from "./moment";
import { abs, ceil, clamp, hypot, isKnown, max, min, quantile } from "./numbers";
import type { Body, Holder, Recording, Shape, Track } from "./recording";
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

/** How far a shape reaches along a vector of its own axes: the largest u·x of its points. */
export function reachOf(shape: Shape): (u: Vector3) => number {
  const r = shape.radius ?? 0;
  const half = (shape.length ?? 0) / 2;
  const [a, b, c] = shape.radii ?? shape.size?.map(x => x / 2) ?? [0, 0, 0];
  switch (shape.kind) {
    case "box":
      return u => a * abs(u.x) + b * abs(u.y) + c * abs(u.z);
    case "ellipsoid":
      return u => hypot(a * u.x, b * u.y, c * u.z);
    case "cylinder":
      return u => r * hypot(u.x, u.y) + half * abs(u.z);
    case "capsule":
      return u => r * u.length() + half * abs(u.z);
    case "rod":
      return u => half * abs(u.z);
    case "torus":
      return u => (shape.ring_radius as number) * hypot(u.x, u.y) + (shape.tube_radius as number) * u.length();
    case "cone":
      return u => max(r * hypot(u.x, u.y), (shape.height as number) * u.z);
    case "mesh": {
      const x = floats(shape.vertices as string);
      return u => {
        let most = Number.NEGATIVE_INFINITY;
        for (let i = 0; i < x.length; i += 3) most = max(most, u.x * x[i] + u.y * x[i + 1] + u.z * x[i + 2]);
        return most;
      };
    }
    default:
      return u => r * u.length();
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

/** The corners of all looks of a body that have an end, in its own axes. */
export function cornersOf({ looks }: Body): Vector3[] {
  const points = [new Vector3()];
  for (const look of looks) {
    if (look.endless) continue;
    const { half, middle } = halfSize(look);
    const place = lookMatrix(look);
    for (const x of [-1, 1])
      for (const y of [-1, 1])
        for (const z of [-1, 1]) points.push(new Vector3(x, y, z).multiply(half).add(middle).applyMatrix4(place));
  }
  return points;
}

/** Of more constraints than this only some have arrows. */
export const mostOwners = 60;

export interface Measures {
  /** what the view should hold */
  points: Vector3[];
  box: Box3;
  size: number;
  floor: number;
  /** radius of points, of thin rods, and of the marks of joints */
  ball: number;
  rod: number;
  mark: number;
  /** the least radius of a mark that is seen */
  smallest: number;
  /** length of a strong arrow, and radius of a strong torque */
  arrow: number;
  turn: number;
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

/** Points of curves and surfaces that the world carries. */
export function trackPoints(recording: Recording, moment: Moment, kind: "line" | "points"): Vector3[] {
  const points: Vector3[] = [];
  const place = new Matrix4();
  for (const track of recording.tracks) {
    const list = track[kind];
    if (!list || track.object !== undefined || track === groundOf(recording)) continue;
    moment.frameOf(track, place);
    const stride = 3 * ceil(list.length / 3 / 400);
    for (let i = 0; i < list.length; i += stride) points.push(new Vector3().fromArray(list, i).applyMatrix4(place));
  }
  return points;
}

/** A level plane of the world, if there is one: it is drawn as the floor. */
export function groundOf({ tracks }: Recording): Track | undefined {
  return tracks.find(({ object, points, normals, orientation }) => {
    if (object !== undefined || points?.length !== 12 || !normals) return false;
    const [w, x, y, z] = orientation;
    const up = new Vector3().fromArray(normals).applyQuaternion(new Quaternion(x, y, z, w));
    return abs(up.z) > 1 - 1e-9;
  });
}
function groundHeight(track: Track): number {
  const [w, x, y, z] = track.orientation;
  const p = new Vector3().fromArray(track.points as Float32Array).applyQuaternion(new Quaternion(x, y, z, w));
  return p.z + track.at[2];
}

/** Points that the view should hold, and those of them that the world holds. What flies away counts only near where it began. */
function pointsToHold(recording: Recording, moment: Moment, frames: number[], corners: Vector3[][]): { points: Vector3[]; fixed: Vector3[] } {
  const all: Vector3[] = [];
  const rails = trackPoints(recording, moment, "line");
  const fixed = [...rails];
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
    const holders = recording.constraints.length * frames.length < 20000 ? [...recording.constraints, ...recording.forces] : [];
    for (const { ends, quantities } of holders)
      for (const end of [...ends, ...quantities.flatMap(q => q.ends)]) {
        const p = new Vector3();
        if (end.object !== undefined || end.along || !moment.point(end, p)) continue;
        add(p);
        fixed.push(p);
      }
  }
  for (const p of rails) {
    all.push(p);
    start.expandByPoint(p);
  }
  if (!all.length) return { points: [new Vector3(-1, -1, 0), new Vector3(1, 1, 1)], fixed };
  const size = start.isEmpty() ? 0 : start.getSize(new Vector3()).length();
  // a single thing may go far: its own size does not say how large the scene is
  const far = recording.objects.length > 1 || fixed.length ? 4 : 30;
  if (!size || new Box3().setFromPoints(all).getSize(new Vector3()).length() < far * size) return { points: all, fixed };
  start.expandByScalar(0.5 * size);
  const near = (p: Vector3) => start.containsPoint(p);
  return { points: all.filter(near), fixed: fixed.filter(near) };
}

/** The lowest points of each body over all times at which it is within the box, by what it looks like. */
function lowestOf(recording: Recording, moment: Moment, frames: number[], box: Box3): number[][] {
  const whole = new Matrix4();
  const middle = new Vector3();
  const looks = recording.objects.map(({ looks }) => looks.map(look => ({ reach: reachOf(look), place: lookMatrix(look) })));
  const lows: number[][] = looks.map(() => []);
  for (const frame of frames) {
    moment.go(recording.times[frame]);
    looks.forEach((list, i) => {
      if (!moment.isThere[i] || !box.containsPoint(middle.setFromMatrixPosition(moment.poses[i]))) return;
      let low = middle.z;
      for (const { reach, place } of list) {
        const e = whole.multiplyMatrices(moment.poses[i], place).elements;
        low = min(low, e[14] - reach(middle.set(-e[2], -e[6], -e[10])));
      }
      lows[i].push(low);
    });
  }
  return lows;
}

/** How large that is which moves, all together and at one time, typically. */
function typicalExtent(recording: Recording, frames: number[], size: number): number {
  const ways = recording.objects.map(({ poses, numbers }) =>
    frames.filter(f => isKnown(poses[f * numbers])).map(f => new Vector3().fromArray(poses, f * numbers)),
  );
  const movers = recording.objects.filter((_, i) => ways[i].some(p => p.distanceTo(ways[i][0]) > 0.02 * size));
  const extents = frames.map(f => {
    const box = new Box3();
    for (const { poses, numbers } of movers)
      if (isKnown(poses[f * numbers])) box.expandByPoint(new Vector3().fromArray(poses, f * numbers));
    return box.isEmpty() ? 0 : box.getSize(new Vector3()).length();
  });
  return quantile(extents, 0.5);
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
      if (arrow.onObject && size > 1e-9) (isHeldBy(recording, arrow.owner) ? held : applied)[arrow.kind].push(size);
    });
  // a strong one, but so that the strongest, of a motor among hinges for one, stay in the picture
  const strong = (sizes: number[]) => max(quantile(sizes, 0.9), 0.35 * quantile(sizes, 0.995));
  const typical = (kind: ArrowKind) => strong(held[kind]) || strong(applied[kind]);
  return {
    force: typical(ArrowKind.force),
    torque: typical(ArrowKind.torque),
    impulse: quantile(applied[ArrowKind.impulse], 1),
    spin: quantile(applied[ArrowKind.spin], 1),
    heldForce: held[ArrowKind.force].length > 0,
    heldTorque: held[ArrowKind.torque].length > 0,
  };
}

/** Where the arrows of constraints and contacts end that are not unusually long. */
function tips(recording: Recording, frames: number[], perNewton: number, most: number): Vector3[] {
  const points: Vector3[] = [];
  for (const frame of frames)
    forEachArrow(recording, frame, i => {
      const { owner, kind, onObject, reaction, point, vector } = arrowAt(recording, i);
      const isShown = isHeldBy(recording, owner) && kind === ArrowKind.force && onObject && !reaction;
      if (isShown && vector.length() < most) points.push(point.addScaledVector(vector, perNewton));
    });
  return points;
}

/** A constraint to the x-y plane of a frame of the world: that plane, if it is level. */
export function isLevelPlane({ kind, ends }: Holder): boolean {
  const [a] = ends;
  if ((kind !== "point_on_plane" && kind !== "plane_joint") || !a || a.object !== undefined) return false;
  const [w, x, y, z] = a.orientation ?? [1, 0, 0, 0];
  return abs(new Vector3(0, 0, 1).applyQuaternion(new Quaternion(x, y, z, w)).z) > 1 - 1e-9;
}

/** How high the top of a level plate without end is, where its body is at the start, if there is one. */
function plateHeight(recording: Recording): number | undefined {
  const moment = new Moment(recording);
  if (!recording.times.length || !recording.objects.some(({ looks }) => looks.some(({ endless }) => endless))) return undefined;
  moment.go(recording.times[0]);
  for (const [i, { looks }] of recording.objects.entries())
    for (const look of looks) {
      if (!look.endless || !moment.isThere[i]) continue;
      const { elements } = new Matrix4().multiplyMatrices(moment.poses[i], lookMatrix(look));
      if (elements[10] > 1 - 1e-9) return elements[14] + halfSize(look).half.z;
    }
  return undefined;
}

/** How high a level plane of the scene is, if it has one. */
export function levelOf(recording: Recording): number | undefined {
  const ground = groundOf(recording);
  if (ground) return groundHeight(ground);
  const plate = plateHeight(recording);
  if (plate !== undefined) return plate;
  const plane = recording.constraints.find(isLevelPlane);
  return plane && (plane.ends[0].at?.[2] ?? 0);
}

/**
 * A level plane of the scene; the plane z = 0 where it is about at the feet of things, or where one stands all the time; else
 * one on which the lowest of them stands, or, if that moves up and down, one below it. `fixed` is the lowest point that the
 * world holds.
 */
function floorOf(recording: Recording, lows: number[][], fixed: number, size: number): number {
  const level = levelOf(recording);
  if (level !== undefined) return level;
  const least = (list: number[]) => list.reduce((a, b) => min(a, b), Number.POSITIVE_INFINITY);
  const lowest = least(lows.map(least));
  const low = min(fixed, lowest);
  if (!isKnown(low)) return 0;
  // things without thickness to each other may dip into the ground on which others stand
  const standsAtZero = lows.some(list => list.length > 1 && list.every(z => abs(z) < 1e-3 * size));
  if (low > (standsAtZero ? -0.1 : -0.02) * size && low < 0.12 * size) return 0;
  const body = lows.find(list => least(list) === lowest) ?? [];
  // a single sample does not tell whether it moves
  const stands = lowest <= fixed && body.length > 1 && body.every(z => z < lowest + 0.01 * size);
  return low - (stands ? 0 : 0.04 * size);
}

export function measure(recording: Recording): Measures {
  const corners = recording.objects.map(cornersOf);
  const moment = new Moment(recording);
  const frames = someFrames(recording, corners.reduce((n, list) => n + list.length, 0));
  const { points, fixed } = pointsToHold(recording, moment, frames, corners);
  const box = new Box3().setFromPoints(points);
  const size = box.getSize(new Vector3()).length() || 1;
  const arrows = typicalArrows(recording, frames);
  const spacing = typicalSpacing(recording) || size;
  const sheets = trackPoints(recording, moment, "points");
  points.push(...sheets);
  box.union(new Box3().setFromPoints(sheets));
  const lowestFixed = [...fixed, ...sheets].reduce((z, p) => min(z, p.z), Number.POSITIVE_INFINITY);
  // what goes far, as a train on its track, has arrows that suit itself as well; a single sample does not tell
  const extent = recording.objects.length > 1 && frames.length > 1 ? clamp(2 * typicalExtent(recording, frames, size), 0.25 * size, size) : size;
  const smallest = 0.0014 * extent;
  const arrow = (recording.constraints.length > mostOwners ? 0.07 : 0.17) * extent;
  const turn = 0.055 * extent;
  const perNewton = arrow / (arrows.force || 1);
  points.push(...tips(recording, frames, perNewton, 1.3 * arrows.force));
  return {
    points,
    box,
    size,
    floor: floorOf(recording, lowestOf(recording, moment, frames, box), lowestFixed, size),
    // as suits the distances between things, but not too thin to be seen
    ball: max(0.0016 * extent, min(0.016 * size, 0.3 * spacing)),
    rod: max(0.0012 * size, min(0.0085 * size, 0.1 * spacing)),
    mark: max(smallest, min(0.0115 * size, 0.16 * spacing)),
    smallest,
    arrow,
    turn,
    ...arrows,
    perNewton,
    perNewtonMetre: turn / (arrows.torque || 1),
    perNewtonSecond: arrow / (arrows.impulse || 1),
    perNewtonMetreSecond: turn / (arrows.spin || 1),
  };
}

/** Half the longest side of a body; without looks it is a point, as large as that is drawn. */
export function halfLength(recording: Recording, object: number | undefined, measures: Measures): number {
  if (object === undefined) return Number.POSITIVE_INFINITY;
  const { looks } = recording.objects[object];
  if (!looks.length) return 5 * measures.ball;
  return max(
    ...looks.map(look => {
      const { half } = halfSize(look);
      return max(half.x, half.y, half.z);
    }),
  );
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
