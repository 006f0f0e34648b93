// SPDX-License-Identifier: Apache-2.0
/** Over-constrains a part on purpose, so that people see what happens then. */
import type { Actions } from "../actions";
import { length } from "../plain/format";
import { worldPoint } from "../plain/poses";
import type { Store } from "../store";
import type { Inspection } from "./inspection";
import { pointsOf } from "./object_sections";

type Vec = [number, number, number];

const mostAsked = 20;
/** How much farther apart the nails are than the points that they hold. */
const tooFar = 1.15;

export function offerToBreak(store: Store, actions: Actions): void {
  actions.add({ id: "break", title: "Try to break it: nail a part at two points that do not fit", group: "Help", pen: true, run: () => void breakIt(store) });
}

async function breakIt(store: Store): Promise<void> {
  const part = await fastest(store);
  const [from, to] = part === undefined ? [] : farthest(store, part);
  if (part === undefined || !from || !to) return store.put("toast", { text: "There is no part to nail: add a rod first.", kind: "error" });
  // What is driven fights with one nail.
  if (store.status?.freedoms === 0) return void store.link.order({ do: "pin", object: part, at: [0, 0, 0] });
  await nailTwice(store, part, from, to);
}
async function nailTwice(store: Store, part: string, from: Vec, to: Vec): Promise<void> {
  const pose = store.poseOf(part);
  const [a, b] = [worldPoint(pose, from), worldPoint(pose, to)];
  const beyond = b.map((x, i) => a[i] + tooFar * (x - a[i]));
  const { link } = store;
  await Promise.all([
    link.order({ do: "begin", label: `Nail ${part} twice` }),
    link.order({ do: "join", a: { world: a }, b: { object: part, at: from }, kind: "ball", name: store.freeName("nail") }),
    link.order({ do: "join", a: { world: beyond }, b: { object: part, at: to }, kind: "ball", name: store.freeName("second_nail") }),
    link.order({ do: "end" }),
  ]);
}

/** The rigid body that moves fastest. */
async function fastest(store: Store): Promise<string | undefined> {
  let best: { name: string; speed: number } | undefined;
  const bodies = store.sceneThings().filter(({ sort, kind }) => sort === "object" && kind === "rigid_body");
  for (const { name } of bodies.slice(0, mostAsked)) {
    const answer: Inspection | undefined = await store.link.order({ do: "inspect", name });
    const speed = length(["vx", "vy", "vz"].map(axis => answer?.readings.find(reading => reading.name === `${name}.${axis}`)?.value ?? 0));
    if (!best || speed > best.speed) best = { name, speed };
  }
  return best?.name;
}
/** The two points of an object that are farthest from each other. */
function farthest(store: Store, object: string): Vec[] {
  const points = pointsOf(store, object).map(point => point.at);
  const distance = (p: readonly number[], q: readonly number[]): number => Math.hypot(...p.map((x, i) => x - q[i]));
  let best: Vec[] = [];
  for (const p of points) for (const q of points) if (distance(p, q) > (best.length ? distance(best[0], best[1]) : 1e-9)) best = [p, q];
  return best;
}
