// SPDX-License-Identifier: Apache-2.0
/** The scene as a recording with one sample, which every frame overwrites: what draws recordings draws this. */
import { Box3, Vector3 } from "three";
import { type Measures, cornersOf, levelOf, measure, trackPoints } from "../../../player/src/measure";
import { Moment } from "../../../player/src/moment";
import { isKnown } from "../../../player/src/numbers";
import { type End, type Recording, recordingOf } from "../../../player/src/recording";
import type { Frame, Point, SceneMessage } from "./protocol";
import type { Thing } from "./store";

/** All ends on paths, in the order in which frames tell where they are. */
function pathsOf({ constraints, forces }: Recording): Float32Array[] {
  const ends: End[] = [...constraints, ...forces].flatMap(({ ends, quantities }) => [...ends, ...quantities.flatMap(q => q.ends)]);
  return ends.flatMap(({ path }) => (path ? [path] : []));
}

/** Nothing, before the session has told what there is. */
export const nothing: SceneMessage = {
  type: "scene",
  revision: -1,
  recording: {
    format: "holon-recording",
    version: 1,
    times: [0],
    objects: [],
    tracks: [],
    constraints: [],
    forces: [],
    arrows: { ends: "AAAAAA==", owner: "", flags: "", numbers: "" },
    signals: [],
  },
  file: "",
  points: [],
  fixed: [],
  parameters: [],
  controllers: [],
  gravity: false,
};

export class Live {
  readonly recording: Recording;
  readonly file: string;
  readonly revision: number;
  /** points with a name and whether the host moves it, of each object */
  readonly points: Point[][];
  readonly fixed: boolean[];
  readonly corners: Vector3[][];
  running = false;
  rewound = false;
  private readonly paths: Float32Array[];
  private readonly indices: Map<string, number>;

  constructor(message: SceneMessage) {
    this.recording = recordingOf(message.recording);
    this.file = message.file;
    this.revision = message.revision;
    this.points = message.points;
    this.fixed = message.fixed;
    this.corners = this.recording.objects.map(cornersOf);
    this.paths = pathsOf(this.recording);
    this.indices = new Map(this.recording.objects.map(({ name }, i) => [name, i]));
  }

  get time(): number {
    return this.recording.times[0];
  }
  /** The index of an object by its name. */
  object(name: string): number | undefined {
    return this.indices.get(name);
  }
  /** The index of a constraint, or of a force behind all constraints, by its name. */
  owner(name: string): number {
    const { constraints, forces } = this.recording;
    const constraint = constraints.findIndex(c => c.name === name);
    if (constraint >= 0) return constraint;
    const force = forces.findIndex(f => f.name === name);
    return force < 0 ? -1 : constraints.length + force;
  }
  thingOf(owner: number): Thing {
    const { constraints, forces } = this.recording;
    if (owner < constraints.length) return { sort: "constraint", name: constraints[owner].name };
    return { sort: "force", name: forces[owner - constraints.length].name };
  }
  /** The name of an object, and for a particle of many which of them it is. */
  objectAndPart(object: number): { object: string; part: number } {
    const { name } = this.recording.objects[object];
    const part = /^(.*)\[(\d+)\]$/.exec(name);
    return part ? { object: part[1], part: Number(part[2]) } : { object: name, part: 0 };
  }
  /** Whether a hand can take hold of an object. */
  canBeGrabbed(object: number): boolean {
    return !this.fixed[object];
  }

  /** Takes over what a frame tells; false if it belongs to another revision. */
  apply(frame: Frame): boolean {
    if (frame.revision !== this.revision) return false;
    const { recording } = this;
    recording.times[0] = frame.time;
    let from = 0;
    for (const { poses, numbers } of recording.objects) for (let k = 0; k < numbers; ++k) poses[k] = frame.poses[from++];
    recording.constraints.forEach(({ error, force, torque }, i) => {
      error[0] = frame.errors[i];
      force[0] = frame.forces[i];
      torque[0] = frame.torques[i];
    });
    this.paths.forEach((path, i) => {
      for (let k = 0; k < 3; ++k) path[k] = frame.paths[3 * i + k];
    });
    const { owner, flags, numbers } = frame.arrows;
    Object.assign(recording.arrows, { owner, flags, numbers });
    recording.arrows.ends[0] = owner.length;
    this.running = frame.running;
    this.rewound = frame.rewound;
    return true;
  }

  /** Corners of objects where they are now. */
  cornersNow(moment: Moment, objects: number[]): Vector3[] {
    return objects.flatMap(i => (moment.isThere[i] ? this.corners[i].map(p => p.clone().applyMatrix4(moment.poses[i])) : []));
  }
}

/** The box around objects that are new, where they are now. */
function boxOfNew(before: Live, now: Live): Box3 {
  const moment = new Moment(now.recording);
  moment.go(now.time);
  const added = now.recording.objects.flatMap(({ name }, i) => (before.object(name) === undefined ? [i] : []));
  return new Box3().setFromPoints(now.cornersNow(moment, added));
}

/** Larger lengths, for a scene that has grown to this box. What stands on the floor goes on standing there. */
function grown(measures: Measures, box: Box3): Measures {
  const size = box.getSize(new Vector3()).length();
  const ratio = size / measures.size;
  const { ball, rod, mark, smallest, arrow, turn } = measures;
  const longer = { ball: ratio * ball, rod: ratio * rod, mark: ratio * mark, smallest: ratio * smallest, arrow: ratio * arrow, turn: ratio * turn };
  return { ...measures, ...longer, box, size };
}

/** Whether a scene is another one, and not the same with a part more or less. */
export function isAnother(before: Live, now: Live): boolean {
  if (before.file !== now.file) return true;
  const { objects } = now.recording;
  return objects.length > 0 && before.recording.objects.length > 0 && objects.every(({ name }) => before.object(name) === undefined);
}

/** The lengths that suit a scene that is new. */
export function measuresOf(live: Live): Measures {
  const measures = measure(live.recording);
  const moment = new Moment(live.recording);
  moment.go(live.time);
  const swings = wherePartsSwing(live, moment);
  const floor = levelOf(live.recording) ?? swings.reduce((least, { z }) => Math.min(least, z), measures.floor);
  return { ...measures, floor, points: [...measures.points, ...swings] };
}
/** The lengths that suit a scene that has changed: those of before, unless it has got a floor or new parts have made it much larger. */
export function measuresFor(now: Live, before: { live: Live; measures: Measures }): Measures {
  const floor = levelOf(now.recording) ?? before.measures.floor;
  const measures = floor === before.measures.floor ? before.measures : { ...before.measures, floor };
  const added = boxOfNew(before.live, now);
  const all = measures.box.clone();
  // what begins very far away has been thrown there
  if (!added.isEmpty() && isKnown(added.min.x) && added.distanceToPoint(all.getCenter(new Vector3())) < 10 * measures.size) all.union(added);
  return all.getSize(new Vector3()).length() > 1.6 * measures.size ? grown(measures, all) : measures;
}

/** Objects that are joined to each other, each with the points at which the world holds them. */
function mechanisms({ recording: { objects, constraints } }: Live, moment: Moment): { objects: number[]; held: Vector3[] }[] {
  const leader = objects.map((_, i) => i);
  const lead = (i: number): number => (leader[i] === i ? i : (leader[i] = lead(leader[i])));
  const joined = constraints.map(({ ends }) => ends.flatMap(({ object }) => (object === undefined ? [] : [object])));
  for (const [first, ...others] of joined) for (const other of others) leader[lead(other)] = lead(first);
  const groups = new Map<number, { objects: number[]; held: Vector3[] }>();
  objects.forEach((_, i) => {
    const group = groups.get(lead(i)) ?? { objects: [], held: [] };
    group.objects.push(i);
    groups.set(lead(i), group);
  });
  constraints.forEach(({ ends }, k) => {
    const group = joined[k].length ? groups.get(lead(joined[k][0])) : undefined;
    for (const end of ends) {
      const p = new Vector3();
      if (group && end.object === undefined && !end.along && moment.point(end, p)) group.held.push(p);
    }
  });
  return [...groups.values()];
}
/** Where parts get to that hang on one point of the world: they swing through below it, and up at every side, from wherever they came. */
export function wherePartsSwing(live: Live, moment: Moment): Vector3[] {
  return mechanisms(live, moment).flatMap(({ objects, held }) => {
    const [pivot, ...others] = held;
    if (!pivot || others.some(p => p.distanceTo(pivot) > 1e-6)) return [];
    const corners = live.cornersNow(moment, objects);
    const reach = corners.reduce((most, p) => Math.max(most, p.distanceTo(pivot)), 0);
    const ways = [[0, 0, -reach], [reach, 0, 0], [-reach, 0, 0], [0, reach, 0], [0, -reach, 0]] as const;
    return ways.map(way => new Vector3(...way).add(pivot));
  });
}

/** What a look at the whole scene should hold: all objects now and what the world holds, but not what has flown far away. */
export function pointsInSight(live: Live, moment: Moment, { box, size }: Measures): Vector3[] {
  const isNear = (p: Vector3) => box.distanceToPoint(p) < 1.5 * size;
  const { objects, constraints, forces } = live.recording;
  const points = [...live.cornersNow(moment, [...objects.keys()]), ...wherePartsSwing(live, moment), ...trackPoints(live.recording, moment, "line")].filter(isNear);
  for (const { ends } of [...constraints, ...forces])
    for (const end of ends) {
      const p = new Vector3();
      if (end.object === undefined && !end.along && moment.point(end, p) && isNear(p)) points.push(p);
    }
  return points.length ? points : [box.min.clone(), box.max.clone()];
}
