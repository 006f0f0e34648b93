// SPDX-License-Identifier: Apache-2.0
/** The recording at any time: between two samples positions are mixed and rotations turned on. */
import { Matrix4, Quaternion, Vector3 } from "three";
import { isKnown } from "./numbers";
import type { Body, End, Recording } from "./recording";

export enum ArrowKind {
  force = 0,
  torque = 1,
  impulse = 2,
  spin = 3,
}

export interface Arrow {
  /** constraints first, then forces; from `firstContact` on the object that is touched */
  owner: number;
  kind: ArrowKind;
  onObject: boolean;
  reaction: boolean;
  point: Vector3;
  vector: Vector3;
}

const firstContact = 2 ** 31;
export const isContact = (owner: number): boolean => owner >= firstContact;
/** Whether it comes from what things are held by or touch, not from a force. */
export const isHeldBy = ({ constraints }: Recording, owner: number): boolean => owner < constraints.length || isContact(owner);

/** The last sample not after a time. */
export function frameAt(times: number[], time: number): number {
  let low = 0;
  let high = times.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle] <= time + 1e-9) low = middle;
    else high = middle - 1;
  }
  return low;
}
export function nearestFrame(times: number[], time: number): number {
  const frame = frameAt(times, time);
  return times[frame + 1] - time < time - times[frame] ? frame + 1 : frame;
}

/** Calls visit(index) for each arrow of a sample. */
export function forEachArrow({ arrows }: Recording, frame: number, visit: (i: number) => void): void {
  for (let i = frame ? arrows.ends[frame - 1] : 0; i < arrows.ends[frame]; ++i) visit(i);
}
export function arrowAt({ arrows: { owner, flags, numbers } }: Recording, i: number): Arrow {
  return {
    owner: owner[i],
    kind: flags[i] & 3,
    onObject: (flags[i] & 4) !== 0,
    reaction: (flags[i] & 8) !== 0,
    point: new Vector3().fromArray(numbers, 6 * i),
    vector: new Vector3().fromArray(numbers, 6 * i + 3),
  };
}

const unit = new Vector3(1, 1, 1);
const position = new Vector3();
const turn = new Quaternion();
const turnTo = new Quaternion();

/** Writes the pose of a body into a matrix; false while the body is not there. */
export function poseAt(body: Body, frame: number, next: number, share: number, out: Matrix4): boolean {
  const { poses, numbers } = body;
  const a = frame * numbers;
  if (!isKnown(poses[a])) return false;
  const mix = share > 0 && isKnown(poses[next * numbers]);
  const b = mix ? next * numbers : a;
  const at = (k: number) => poses[a + k] + (mix ? (poses[b + k] - poses[a + k]) * share : 0);
  position.set(at(0), at(1), at(2));
  if (numbers === 12) {
    out.set(at(3), at(6), at(9), position.x, at(4), at(7), at(10), position.y, at(5), at(8), at(11), position.z, 0, 0, 0, 1);
    return true;
  }
  turn.identity();
  if (numbers === 7) {
    turn.set(poses[a + 4], poses[a + 5], poses[a + 6], poses[a + 3]);
    if (mix) turn.slerp(turnTo.set(poses[b + 4], poses[b + 5], poses[b + 6], poses[b + 3]), share);
  }
  out.compose(position, turn, unit);
  return true;
}

/** How far an object has come since it is there; nothing while it is not. */
export function wayOf({ times, objects }: Recording, object: number, time: number): Vector3 | undefined {
  const { poses, numbers } = objects[object];
  const at = (frame: number) => new Vector3().fromArray(poses, frame * numbers);
  const first = times.findIndex((_, i) => isKnown(poses[i * numbers]));
  const frame = frameAt(times, time);
  const next = Math.min(frame + 1, times.length - 1);
  if (first < 0 || !isKnown(at(frame).x)) return undefined;
  const share = next > frame && isKnown(at(next).x) ? Math.max(0, (time - times[frame]) / (times[next] - times[frame])) : 0;
  return at(frame).lerp(at(next), Math.min(1, share)).sub(at(first));
}

/** Everything as it is at one time. */
export class Moment {
  frame = 0;
  next = 0;
  share = 0;
  time = 0;
  readonly poses: Matrix4[];
  readonly isThere: boolean[];

  constructor(readonly recording: Recording) {
    this.poses = recording.objects.map(() => new Matrix4());
    this.isThere = recording.objects.map(() => true);
  }

  go(time: number): void {
    const { times, objects } = this.recording;
    this.time = time;
    this.frame = frameAt(times, time);
    this.next = Math.min(this.frame + 1, times.length - 1);
    const span = times[this.next] - times[this.frame];
    this.share = span > 0 ? Math.min(1, Math.max(0, (time - times[this.frame]) / span)) : 0;
    objects.forEach((body, i) => {
      this.isThere[i] = poseAt(body, this.frame, this.next, this.share, this.poses[i]);
    });
  }

  /** Whether a constraint with these errors, per sample, acts now: they are unknown while it does not. */
  acts(error?: Float32Array): boolean {
    return !error || isKnown(error[this.frame]);
  }

  /** Where an end is now; false while what carries it is not there. */
  point(end: End, out: Vector3): boolean {
    if (end.path) {
      const { path } = end;
      const a = 3 * this.frame;
      const b = 3 * this.next;
      out.set(path[a], path[a + 1], path[a + 2]);
      position.set(path[b], path[b + 1], path[b + 2]);
      if (this.share) out.lerp(position, this.share);
      return isKnown(out.x);
    }
    out.fromArray(end.at ?? [0, 0, 0]);
    if (end.object === undefined) return true;
    out.applyMatrix4(this.poses[end.object]);
    return this.isThere[end.object];
  }

  /** The frame of an end as a matrix. */
  frameOf(end: Pick<End, "object" | "at" | "orientation">, out: Matrix4): boolean {
    const [w, x, y, z] = end.orientation ?? [1, 0, 0, 0];
    out.compose(position.fromArray(end.at ?? [0, 0, 0]), turn.set(x, y, z, w), unit);
    if (end.object === undefined) return true;
    out.premultiply(this.poses[end.object]);
    return this.isThere[end.object];
  }

  /** The arrows now: mixed where the next sample has the same ones. */
  arrows(): Arrow[] {
    const { recording } = this;
    const now: Arrow[] = [];
    forEachArrow(recording, this.frame, i => now.push(arrowAt(recording, i)));
    if (!this.share) return now;
    let alike = recording.arrows.ends[this.next] - recording.arrows.ends[this.frame] === now.length;
    const first = recording.arrows.ends[this.frame];
    const { owner, flags, numbers } = recording.arrows;
    alike &&= now.every((a, k) => a.owner === owner[first + k] && a.kind === (flags[first + k] & 3));
    if (!alike) return now;
    now.forEach((a, k) => {
      a.point.lerp(position.fromArray(numbers, 6 * (first + k)), this.share);
      a.vector.lerp(position.fromArray(numbers, 6 * (first + k) + 3), this.share);
    });
    return now;
  }
}
