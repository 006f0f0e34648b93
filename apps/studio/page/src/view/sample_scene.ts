// SPDX-License-Identifier: Apache-2.0
/** Small scenes for tests. */
import { PerspectiveCamera, Vector3 } from "three";
import { Moment } from "../../../../player/src/moment";
import type { Vec } from "../../../../player/src/recording";
import { Live } from "../live";
import type { SceneMessage } from "../protocol";
import { Projection } from "./pick";

/** Numbers as a recording has them. */
function blob(values: number[]): string {
  const bytes = new Uint8Array(new Float32Array(values).buffer);
  return btoa(String.fromCharCode(...bytes));
}

export interface SampleRod {
  name: string;
  at: Vec;
  length: number;
}
export interface SampleJoint {
  name: string;
  kind: string;
  /** objects by index with a point, the world with a point only */
  ends: { object?: number; at: Vec }[];
  /** where its z axis points, all objects being upright */
  axis?: "x" | "y" | "z";
}

const turns: Record<string, number[]> = { x: [Math.SQRT1_2, 0, Math.SQRT1_2, 0], y: [Math.SQRT1_2, -Math.SQRT1_2, 0, 0], z: [1, 0, 0, 0] };

/** A scene of upright rods with their ends as points, and joints between them. */
export function sampleScene(rods: SampleRod[], joints: SampleJoint[] = [], more: Partial<SceneMessage> = {}): SceneMessage {
  return {
    type: "scene",
    revision: 1,
    recording: {
      format: "holon-recording",
      version: 1,
      times: [0],
      objects: rods.map(({ name, at, length }) => ({
        name,
        kind: "rigid_body",
        looks: [{ kind: "capsule", radius: 0.02, length }],
        numbers: 7,
        poses: blob([...at, 1, 0, 0, 0]),
      })),
      tracks: [],
      constraints: joints.map(({ name, kind, ends, axis }) => ({
        name,
        kind,
        ends: ends.map(end => (axis ? { ...end, orientation: turns[axis] } : end)),
        error: blob([0]),
        force: blob([0]),
        torque: blob([0]),
      })),
      forces: [],
      arrows: { ends: blob([0]), owner: "", flags: "", numbers: "" },
      signals: [],
    },
    file: "sample",
    points: rods.map(({ length }) => [
      { name: "centre", at: [0, 0, 0] },
      { name: "end1", at: [0, 0, -length / 2] },
      { name: "end2", at: [0, 0, length / 2] },
    ]),
    fixed: rods.map(() => false),
    parameters: [],
    controllers: [],
    gravity: true,
    ...more,
  };
}

export function liveOf(rods: SampleRod[], joints: SampleJoint[] = []): { live: Live; moment: Moment } {
  const live = new Live(sampleScene(rods, joints));
  const moment = new Moment(live.recording);
  moment.go(0);
  return { live, moment };
}

/** Looks at the origin from the front, 10 m away; a metre there is 100 pixels of 800 × 600. */
export function frontView(): Projection {
  const fov = (2 * Math.atan(3 / 10) * 180) / Math.PI;
  const camera = new PerspectiveCamera(fov, 800 / 600, 0.1, 100);
  camera.position.set(0, -10, 0);
  camera.up.set(0, 0, 1);
  camera.lookAt(new Vector3());
  camera.updateMatrixWorld();
  return new Projection(camera, { width: 800, height: 600 });
}
