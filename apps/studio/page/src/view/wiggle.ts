// SPDX-License-Identifier: Apache-2.0
/** A motion that is left free, shown as ghosts that swing to and fro along it. */
import { Matrix4, Quaternion, Vector3 } from "three";
import type { Measures } from "../../../../player/src/measure";
import type { Moment } from "../../../../player/src/moment";
import type { Live } from "../live";
import type { Velocity } from "../protocol";
import { type GhostShape, bodyAt } from "./ghost";

const seconds = 1.6;
const swings = 2;
/** how far the fastest point goes, as a part of the size of the scene, and how far anything turns at most [rad] */
const reach = 0.07;
const mostTurn = 0.6;

/** The pose after a short way along a velocity: that of its origin, and a turn about it. */
export function moved(pose: Matrix4, { v, w }: Velocity, way: number): Matrix4 {
  const turn = new Vector3(...w).multiplyScalar(way);
  const angle = turn.length();
  const q = new Quaternion().setFromAxisAngle(angle > 0 ? turn.divideScalar(angle) : new Vector3(0, 0, 1), angle);
  const at = new Vector3().setFromMatrixPosition(pose).addScaledVector(new Vector3(...v), way);
  return new Matrix4().makeRotationFromQuaternion(q).multiply(pose).setPosition(at);
}

export class Wiggle {
  private readonly began = performance.now();
  private readonly most: number;

  constructor(
    private readonly live: Live,
    private readonly velocities: Velocity[],
    private readonly measures: Measures,
    /** people who want no motion see both ends of it */
    private readonly still: boolean,
  ) {
    const speeds = velocities.map(({ object, v, w }) => {
      const corners = live.corners[live.object(object) ?? -1] ?? [];
      return Math.hypot(...v) + Math.hypot(...w) * Math.max(0, ...corners.map(p => p.length()));
    });
    const turn = Math.max(1e-9, ...velocities.map(({ w }) => Math.hypot(...w)));
    this.most = Math.min((reach * measures.size) / Math.max(1e-9, ...speeds), mostTurn / turn);
  }

  /** The ghosts of now; nothing when it is over. */
  ghosts(moment: Moment, now = performance.now()): GhostShape[] | undefined {
    const share = (now - this.began) / 1000 / seconds;
    if (share > 1) return undefined;
    const ways = this.still ? [-this.most, this.most] : [this.most * Math.sin(2 * Math.PI * swings * share)];
    return ways.flatMap(way =>
      this.velocities.flatMap(velocity => {
        const object = this.live.object(velocity.object);
        if (object === undefined || !moment.isThere[object]) return [];
        return bodyAt(this.live.recording.objects[object], moved(moment.poses[object], velocity, way), this.measures.ball);
      }),
    );
  }
}
