// SPDX-License-Identifier: Apache-2.0
/** Over-constrains a part on purpose, so that people see what happens then. */
import type { Actions } from "../actions";
import type { Vec } from "../../../../player/src/recording";
import { length } from "../plain/format";
import { worldPoint } from "../plain/poses";
import type { Store } from "../store";
import type { Inspection } from "./inspection";
import { pointsOf } from "./object_sections";

const mostAsked = 20;
/** How much farther apart the nails are than the points that they hold. */
const tooFar = 1.15;

export function offerToBreak(store: Store, actions: Actions): void {
  actions.add({ id: "break", title: "Try to break it: nail a part at two points that do not fit", group: "Help", pen: true, run: () => void breakIt(store) });
}

async function breakIt(store: Store): Promise<void> {
  const part = await fastest(store);
  if (part === undefined) return store.put("toast", { text: "There is no part to nail: add a rod first.", kind: "error" });
  // What is driven fights with one nail.
  if (store.status?.freedoms === 0) return void store.link.order({ do: "pin", object: part, at: [0, 0, 0] });
  const held = heldAt(store, part);
  const [from, to] = held ? [held, farthestFrom(store, part, held)] : (farthest(store, part) as [Vec, Vec]);
  await nailApart(store, part, from, to, held === undefined);
}
/** Nails a point of a part too far from another one, which the world holds already, or else is nailed too. */
async function nailApart(store: Store, part: string, from: Vec, to: Vec, both: boolean): Promise<void> {
  const pose = store.poseOf(part);
  const [a, b] = [worldPoint(pose, from), worldPoint(pose, to)];
  const beyond = b.map((x, i) => a[i] + tooFar * (x - a[i]));
  const { link } = store;
  const nail = (place: number[], at: Vec, name: string) => link.order({ do: "join", a: { world: place }, b: { object: part, at }, kind: "ball", name: store.freeName(name) });
  await Promise.all([
    link.order({ do: "begin", label: `Nail ${part}` }),
    ...(both ? [nail(a, from, "first_nail")] : []),
    nail(beyond, to, "nail"),
    link.order({ do: "end" }),
  ]);
}

/** Joints that hold a point where it is. */
const holdsPoint = /^(line_hinge|point_to_point|connector|universal_joint|ball_joint)$/;

/** The point at which the world holds a part already, in the part's axes. */
function heldAt(store: Store, part: string): Vec | undefined {
  const { objects, constraints } = store.scene?.recording as { objects: { name: string }[]; constraints: { kind: string; ends: { object?: number; at?: Vec }[] }[] };
  const index = objects.findIndex(({ name }) => name === part);
  const ends = constraints.find(({ kind, ends }) => holdsPoint.test(kind) && ends.some(end => end.object === index) && ends.some(end => end.object === undefined))?.ends;
  return ends?.find(end => end.object === index)?.at;
}

/** The rigid body that moves fastest, of those that have two points to be nailed at. */
async function fastest(store: Store): Promise<string | undefined> {
  let best: { name: string; speed: number } | undefined;
  const bodies = store.sceneThings().filter(({ sort, kind, name }) => sort === "object" && kind === "rigid_body" && farthest(store, name).length);
  for (const { name } of bodies.slice(0, mostAsked)) {
    const answer: Inspection | undefined = await store.link.order({ do: "inspect", name });
    const speed = length(["vx", "vy", "vz"].map(axis => answer?.readings.find(reading => reading.name === `${name}.${axis}`)?.value ?? 0));
    if (!best || speed > best.speed) best = { name, speed };
  }
  return best?.name;
}
const distance = (p: Vec, q: Vec): number => length(p.map((x, i) => x - q[i]));

/** The point of an object that is farthest from another one. */
function farthestFrom(store: Store, object: string, from: Vec): Vec {
  return pointsOf(store, object).reduce((best, { at }) => (distance(at, from) > distance(best, from) ? at : best), from);
}
/** The two points of an object that are farthest from each other, if it has two. */
function farthest(store: Store, object: string): Vec[] {
  const pairs = pointsOf(store, object).map(({ at }) => [at, farthestFrom(store, object, at)]);
  const [best] = pairs.sort(([a, b], [c, d]) => distance(c, d) - distance(a, b));
  return best && distance(best[0], best[1]) > 1e-9 ? best : [];
}
