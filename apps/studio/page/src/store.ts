// SPDX-License-Identifier: Apache-2.0
/** All that the page knows, in one place. Panels and the view listen to it and change it; only the link fills in what comes from the session. */
import type { Link } from "./link";
import { Tape } from "./plain/tape";
import type { EventMessage, Frame, Parameter, Samples, SceneMessage, Status, Velocity, Watching, Welcome } from "./protocol";

export type Sort = "object" | "constraint" | "force" | "controller";
export interface Thing {
  sort: Sort;
  name: string;
}
/** What a press in the view does: pull and select, or put in a part. */
export type Tool = "hand" | "rod" | "box" | "sphere" | "wheel" | "soft" | "particle" | "rope" | "spring" | "rail" | "surface" | "chain" | "nail" | "motor" | "join";
/** How many pixels of the view are covered at each side. */
export interface Insets {
  left: number;
  right: number;
  top: number;
  bottom: number;
}
/** Which buttons and keys turn the eye. */
export type Navigation = "default" | "blender" | "cad" | "mujoco";
/** What panels ask of the view. */
export type Wish =
  /** brings what is selected, or all, into sight */
  | { kind: "frame" }
  /** all goes back to the start: brings it into sight, unless people look elsewhere on purpose */
  | { kind: "start" }
  /** looks along an axis, or as a view of the scene says */
  | { kind: "look"; view: string }
  /** shows how things could move: small swings to and fro along these velocities, for a second or two */
  | { kind: "wiggle"; velocities: Velocity[] }
  /** gives a joint a motor that suits the scene, or takes it away */
  | { kind: "motor"; joint: string }
  /** gives up what is being drawn or dragged; answered by true if there was something */
  | { kind: "cancel"; answer: (was: boolean) => void }
  /** draws at once, and hands over the canvases, lowest first, for pictures and films */
  | { kind: "layers"; answer: (layers: HTMLCanvasElement[]) => void };
export type ArrowGroup = "forces" | "torques" | "reactions" | "applied" | "gravity";

/** What is drawn, and how. */
export interface Show {
  /** for working: every connector, constraint and force; or for showing: bodies only */
  working: boolean;
  arrows: Record<ArrowGroup, boolean>;
  /** arrows keep their scale: metres per newton as a power of ten, or null for automatic */
  lockedScale: number | null;
  /** arrows of less than this share of a strong one are left out */
  threshold: number;
  names: boolean;
  /** points whose path is drawn */
  traces: { object: string; at: [number, number, number] }[];
}

export type Deed = "dragged" | "joined" | "undone" | "selected_joint" | "plotted" | "conflict" | "scrubbed" | "resumed" | "made" | "shared";

interface Changes {
  scene: SceneMessage;
  status: Status;
  frame: Frame;
  event: EventMessage;
  watching: Watching;
  samples: Samples;
  selection: Thing[];
  hovered: Thing | null;
  outlined: string[];
  tool: Tool;
  show: Show;
  insets: Insets;
  captionInsets: Insets;
  arrowScale: number;
  navigation: Navigation;
  wish: Wish;
  theme: "dark" | "light";
  welcome: Welcome;
  writer: boolean;
  connected: boolean;
  /** a line for people: what was done, or why not */
  toast: { text: string; kind: "done" | "error"; undo?: boolean };
  /** something that a hint waits for */
  deed: Deed;
}

export class Store {
  link!: Link;
  scene?: SceneMessage;
  status?: Status;
  frame?: Frame;
  /** the times of all pictures that were seen, for going through them one by one */
  readonly moments = new Tape(1 << 15);
  watching: Watching = { type: "watching", names: [], units: [] };
  selection: Thing[] = [];
  hovered: Thing | null = null;
  /** names of things to be drawn with an outline: the culprits of a conflict */
  outlined: string[] = [];
  tool: Tool = "hand";
  show: Show = {
    working: true,
    arrows: { forces: true, torques: true, reactions: false, applied: true, gravity: false },
    lockedScale: null,
    threshold: 0.02,
    names: false,
    traces: [],
  };
  /** what panels cover, and what hints cover too */
  insets: Insets = { left: 0, right: 0, top: 0, bottom: 0 };
  captionInsets: Insets = { left: 0, right: 0, top: 0, bottom: 0 };
  /** metres of arrow per newton as a power of ten, as they are drawn now: what to lock them at */
  arrowScale = 0;
  navigation: Navigation = "default";
  theme: "dark" | "light" = "dark";
  /** who we are to the session */
  welcome?: Welcome;
  /** whether we have the pen */
  writer = false;
  connected = false;

  private readonly listeners = new Map<keyof Changes, Set<(value: never) => void>>();

  /** Calls `listener` whenever that changes; returns what stops it. */
  on<K extends keyof Changes>(key: K, listener: (value: Changes[K]) => void): () => void {
    if (!this.listeners.has(key)) this.listeners.set(key, new Set());
    const all = this.listeners.get(key) as Set<(value: never) => void>;
    all.add(listener as (value: never) => void);
    return () => all.delete(listener as (value: never) => void);
  }
  /** Takes note of a new value, and tells who listens. */
  put<K extends keyof Changes>(key: K, value: Changes[K]): void {
    if (key in this) (this as unknown as Record<string, unknown>)[key] = value;
    for (const listener of this.listeners.get(key) ?? []) (listener as (value: Changes[K]) => void)(value);
  }

  select(...things: Thing[]): void {
    this.put("selection", things);
  }
  isSelected(name: string): boolean {
    return this.selection.some(thing => thing.name === name);
  }
  /** All that the scene has: objects, constraints, forces, controllers. */
  sceneThings(): (Thing & { kind: string })[] {
    const { scene } = this;
    if (!scene) return [];
    const { objects, constraints, forces } = scene.recording as Record<string, { name: string; kind: string }[]>;
    const of = (sort: Sort, list: { name: string; kind: string }[]) => list.map(({ name, kind }) => ({ sort, name, kind }));
    return [...of("object", objects), ...of("constraint", constraints), ...of("force", forces), ...of("controller", scene.controllers)];
  }
  /** That name, or with a number behind it if something has it: "rod", "rod2" and so on. */
  freeName(base: string, given: ReadonlySet<string> = new Set()): string {
    const taken = new Set(this.sceneThings().map(({ name }) => name));
    let name = base;
    for (let k = 2; taken.has(name) || given.has(name); ++k) name = `${base}${k}`;
    return name;
  }
  /** Where an object is in the newest frame: as many numbers as its kind has. */
  poseOf(object: string): ArrayLike<number> {
    const { objects } = (this.scene?.recording ?? { objects: [] }) as { objects: { name: string; numbers: number }[] };
    let at = 0;
    for (const { name, numbers } of objects) {
      if (name === object) return this.frame?.poses.subarray(at, at + numbers) ?? [];
      at += numbers;
    }
    return [];
  }
  parameter(name: string): Parameter | undefined {
    return this.scene?.parameters.find(p => p.name === name);
  }
}
