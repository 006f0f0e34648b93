// SPDX-License-Identifier: Apache-2.0
/** What a run looks like on paper, and as numbers ready for use. README.md describes the text. */

export type Vec = [number, number, number];

export interface Shape {
  kind: string;
  at?: Vec;
  orientation?: [number, number, number, number];
  radius?: number;
  length?: number;
  height?: number;
  ring_radius?: number;
  tube_radius?: number;
  size?: Vec;
  radii?: Vec;
  vertices?: string;
  triangles?: string;
  /** a plate for what has no end: as large as suits the rest, and so no measure of it */
  endless?: boolean;
}

export interface Body {
  name: string;
  kind: string;
  colour?: string;
  looks: Shape[];
  /** How many numbers a pose has: 3 a point, 7 a rigid body, 12 an affine one. */
  numbers: 3 | 7 | 12;
  poses: Float32Array;
}

/** Where something holds on: to an object, or to the world where there is none. */
export interface End {
  object?: number;
  at?: Vec;
  orientation?: [number, number, number, number];
  along?: Vec;
  path?: Float32Array;
}

export interface Holder {
  name: string;
  kind: string;
  ends: End[];
  quantities: { kind: string; ends: End[] }[];
  tracks: number[];
  numbers: Record<string, number>;
}

export interface Constraint extends Holder {
  error: Float32Array;
  force: Float32Array;
  torque: Float32Array;
  unit: string;
}

export interface Track {
  object?: number;
  at: Vec;
  orientation: [number, number, number, number];
  closed?: boolean;
  line?: Float32Array;
  points?: Float32Array;
  normals?: Float32Array;
  triangles?: Uint32Array;
}

export interface Signal {
  name: string;
  unit: string;
  values: Float32Array;
}

export interface View {
  name: string;
  from: Vec;
  to: Vec;
  up?: Vec;
  height?: number;
  /** an object: the eye goes along with it */
  follow?: number;
}

export interface PlotSpec {
  title: string;
  signals: string[];
  x?: string;
}

/** Arrows of all times in a row; those of time i end at ends[i]. */
export interface ArrowList {
  ends: Uint32Array;
  owner: Uint32Array;
  flags: Uint8Array;
  numbers: Float32Array;
}

export interface Recording {
  title: string;
  note: string;
  stepper: string;
  dt: number;
  times: number[];
  objects: Body[];
  tracks: Track[];
  constraints: Constraint[];
  forces: Holder[];
  arrows: ArrowList;
  signals: Signal[];
  views: View[];
  plots: PlotSpec[];
  events: { time: number; text: string }[];
  summary: string[];
}

function bytesOf(text: string): ArrayBuffer {
  const raw = atob(text);
  const bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; ++i) bytes[i] = raw.charCodeAt(i);
  return bytes.buffer;
}
export const floats = (text: string): Float32Array => new Float32Array(bytesOf(text));
export const integers = (text: string): Uint32Array => new Uint32Array(bytesOf(text));

const errorUnits: Record<string, string> = {
  orientation: "rad",
  axis_to_axis: "rad",
  velocity_to_velocity: "m/s",
};

// biome-ignore lint/suspicious/noExplicitAny: what comes from outside has no type yet
type Raw = any;

const readEnd = (end: Raw): End => (end.path ? { path: floats(end.path) } : end);

function readHolder(raw: Raw): Holder {
  return {
    name: raw.name,
    kind: raw.kind,
    ends: (raw.ends ?? []).map(readEnd),
    quantities: (raw.quantities ?? []).map((q: Raw) => ({ kind: q.kind, ends: q.ends.map(readEnd) })),
    tracks: raw.tracks ?? [],
    numbers: raw.numbers ?? {},
  };
}
function readConstraint(raw: Raw): Constraint {
  return {
    ...readHolder(raw),
    error: floats(raw.error),
    force: floats(raw.force),
    torque: floats(raw.torque),
    unit: raw.unit ?? errorUnits[raw.kind] ?? "m",
  };
}
function readTrack(raw: Raw): Track {
  const { line, points, normals, triangles, ...place } = raw;
  if (line) return { ...place, line: floats(line) };
  return { ...place, points: floats(points), normals: floats(normals), triangles: integers(triangles) };
}

/** Throws with all that keeps the recording from being shown, a line each. */
function check(recording: Recording): void {
  const { times, objects, constraints, signals, arrows } = recording;
  const problems: string[] = [];
  const expect = (what: string, have: number, wanted: number) => {
    if (have !== wanted) problems.push(`${what} has ${have} numbers for ${wanted}.`);
  };
  if (!times.every((t, i) => Number.isFinite(t) && !(i > 0 && t <= times[i - 1]))) problems.push("The times do not rise.");
  for (const o of objects) expect(`The object “${o.name}”`, o.poses.length, o.numbers * times.length);
  for (const c of constraints) expect(`The constraint “${c.name}”`, c.force.length, times.length);
  for (const s of signals) expect(`The signal “${s.name}”`, s.values.length, times.length);
  expect("The list of arrows", arrows.ends.length, times.length);
  if (problems.length) throw Error(problems.join("\n"));
}

/** Reads the text of a page. */
export function readRecording(text: string): Recording {
  if (/^\s*(\/\*|$)/.test(text)) throw Error("This page holds no recording: it is the bare template.");
  return recordingOf(JSON.parse(text));
}

export function recordingOf(raw: Raw): Recording {
  if (raw.format !== "holon-recording") throw Error("The page holds something that is not a recording.");
  if (raw.version !== 1) throw Error(`The recording is of version ${raw.version}; this page reads version 1.`);
  if (!raw.times?.length) throw Error("Nothing was recorded.");
  const recording: Recording = {
    title: raw.title || "Recording",
    note: raw.note ?? "",
    stepper: raw.stepper ?? "",
    dt: raw.dt ?? 0,
    times: raw.times,
    objects: raw.objects.map((o: Raw) => ({ ...o, poses: floats(o.poses) })),
    tracks: raw.tracks.map(readTrack),
    constraints: raw.constraints.map(readConstraint),
    forces: raw.forces.map(readHolder),
    arrows: {
      ends: integers(raw.arrows.ends),
      owner: integers(raw.arrows.owner),
      flags: new Uint8Array(bytesOf(raw.arrows.flags)),
      numbers: floats(raw.arrows.numbers),
    },
    signals: raw.signals.map((s: Raw) => ({ ...s, values: floats(s.values) })),
    views: raw.views ?? [],
    plots: raw.plots ?? [],
    events: raw.events ?? [],
    summary: raw.summary ?? [],
  };
  check(recording);
  return recording;
}
