// SPDX-License-Identifier: Apache-2.0
/** How large things are seen, so that what is small in the picture need not be fine. */
import type { Vector3 } from "three";
import type { Moment } from "./moment";
import { max, min } from "./numbers";

/** A chord may stray so far from its arc before anyone sees it [pixels]. */
const mostStray = 0.2;
/** What circles may be divided into. */
const divisions = [6, 8, 12, 16, 24, 40, 64];

/**
 * Into how many pieces a circle of so many pixels' radius is divided, at most `most`. What it was divided into before stays if it
 * is not much too fine, so that nothing changes to and fro.
 */
export function divide(radius: number, most: number, before = 0): number {
  const atLeast = (n: number): number => divisions.find(d => d >= min(n, most)) ?? most;
  const needed = radius > mostStray ? Math.PI / Math.acos(1 - mostStray / radius) : 0;
  const isFine = before > 0 && before >= min(needed, most);
  return isFine && before <= atLeast(1.3 * needed) ? before : atLeast(needed);
}

export class Sight {
  /** from the eye to each object, and to the nearest of them or of what is looked at [m] */
  private readonly distances: number[];
  private nearest: number;
  /** how many metres wide a pixel is, per metre of distance */
  private readonly slope: number;

  /** `pixel` is how many metres a pixel is wide at the point looked at. */
  constructor({ poses, isThere }: Moment, eye: Vector3, target: Vector3, pixel: number) {
    this.nearest = eye.distanceTo(target);
    this.slope = pixel / this.nearest;
    this.distances = poses.map(({ elements: e }, i) => {
      const distance = isThere[i] ? Math.hypot(e[12] - eye.x, e[13] - eye.y, e[14] - eye.z) : Number.POSITIVE_INFINITY;
      this.nearest = min(this.nearest, distance);
      return distance;
    });
  }

  /** How many pixels a radius has where the nearest of these is, or the nearest of all. */
  pixels(radius: number, things?: readonly { object: number }[]): number {
    let distance = this.nearest;
    if (things) {
      distance = Number.POSITIVE_INFINITY;
      for (const { object } of things) distance = min(distance, this.distances[object]);
    }
    return radius / (this.slope * max(distance, radius));
  }
}
