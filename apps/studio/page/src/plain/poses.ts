// SPDX-License-Identifier: Apache-2.0
/** Where points of objects are in the world. */
import type { Vec } from "../../../../player/src/recording";
import type { Point } from "../protocol";

/** A pose as frames carry it: 3 numbers of a point, 7 with a quaternion w x y z, 12 with the columns of a matrix. */
export type Pose = ArrayLike<number>;

export function worldPoint(pose: Pose, [x, y, z]: Vec): Vec {
  const [px, py, pz] = [pose[0], pose[1], pose[2]];
  if (pose.length === 12) {
    const row = (i: number): number => pose[3 + i] * x + pose[6 + i] * y + pose[9 + i] * z;
    return [px + row(0), py + row(1), pz + row(2)];
  }
  if (pose.length !== 7) return [px, py, pz];
  // x + 2 w (q × x) + 2 q × (q × x)
  const [w, a, b, c] = [pose[3], pose[4], pose[5], pose[6]];
  const t: Vec = [2 * (b * z - c * y), 2 * (c * x - a * z), 2 * (a * y - b * x)];
  return [px + x + w * t[0] + b * t[2] - c * t[1], py + y + w * t[1] + c * t[0] - a * t[2], pz + z + w * t[2] + a * t[1] - b * t[0]];
}

export interface Placed {
  points: Point[];
  pose: Pose;
}
/** The points of two objects that are closest to each other, by their indices. */
export function nearestPair(a: Placed, b: Placed): [number, number] {
  let best: [number, number] = [0, 0];
  let least = Number.POSITIVE_INFINITY;
  a.points.forEach((p, i) => {
    const at = worldPoint(a.pose, p.at);
    b.points.forEach((q, j) => {
      const to = worldPoint(b.pose, q.at);
      const distance = Math.hypot(at[0] - to[0], at[1] - to[1], at[2] - to[2]);
      if (distance < least) [least, best] = [distance, [i, j]];
    });
  });
  return best;
}
