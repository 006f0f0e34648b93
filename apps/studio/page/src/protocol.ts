// SPDX-License-Identifier: Apache-2.0
/** What the session and the page say to each other; ../../PROTOCOL.md describes it. */
import type { Vec } from "../../../player/src/recording";

export interface Point {
  name: string;
  at: Vec;
}
export interface Parameter {
  name: string;
  value: number;
  unit: string;
  min?: number;
  max?: number;
  note: string;
}

/** Things have come, gone or changed their looks. */
export interface SceneMessage {
  type: "scene";
  revision: number;
  /** for readRecording of the player, with one sample */
  recording: unknown;
  file: string;
  points: Point[][];
  fixed: boolean[];
  parameters: Parameter[];
  controllers: { name: string; kind: string }[];
  gravity: boolean;
}

export interface Status {
  type: "status";
  running: boolean;
  speed: number;
  stepper: string;
  order: 1 | 2;
  dt: number;
  from: number;
  to: number;
  shown: number;
  rewound: boolean;
  undo: string | null;
  redo: string | null;
  freedoms: number | null;
  conflict: string | null;
  failed: string | null;
  grabbed: string | null;
  saved: boolean;
  bookmarks: { time: number; text: string }[];
}

export interface EventMessage {
  type: "event";
  time: number;
  kind: string;
  name: string;
  text: string;
}
export interface Watching {
  type: "watching";
  names: string[];
  units: string[];
}
/** What is watched, at each step since the last of these, time by time. */
export interface Samples {
  type: "samples";
  times: number[];
  values: (number | null)[];
}
export interface Welcome {
  type: "welcome";
  version: string;
  client: number;
  writer: boolean;
}
export interface Writer {
  type: "writer";
  /** nobody, if there is none */
  client: number | null;
}
export type Message = SceneMessage | Status | EventMessage | Watching | Samples | Welcome | Writer;

/** Where something is joined: to an object, in its axes, to the world, or anywhere on the rail or surface of a constraint. */
export type JoinEnd = { object: string; at: Vec } | { world: Vec } | { on: string };

/** How an object moves: of `wiggle`. */
export interface Velocity {
  object: string;
  v: Vec;
  w: Vec;
}

/** A frame of bytes, as numbers ready for use. */
export interface Frame {
  revision: number;
  time: number;
  kinetic: number;
  potential: number;
  error: number;
  /** simulated seconds per second, and microseconds per step */
  rate: number;
  cost: number;
  running: boolean;
  rewound: boolean;
  poses: Float32Array;
  errors: Float32Array;
  forces: Float32Array;
  torques: Float32Array;
  paths: Float32Array;
  arrows: { owner: Uint32Array; numbers: Float32Array; flags: Uint8Array };
  hand?: { held: Vec; to: Vec };
}
