// SPDX-License-Identifier: Apache-2.0
/** A thing at a past moment. The session inspects the newest one only, so numbers come from the picture that is shown, and from plots. */
import type { Store } from "../store";
import type { Inspection } from "./inspection";
import type { PlotDeck } from "./plots";

/** Numbers that are known at that moment; others are not shown. */
export function asItWas(thing: Inspection, { store, deck }: { store: Store; deck: PlotDeck }): Inspection {
  const seen = seenOf(thing, store);
  const time = store.frame?.time ?? 0;
  const plotted = (name: string): number | undefined => {
    const { tape } = deck;
    const i = tape.indexOf(time - 1e-9);
    return i < tape.size ? tape.value(name, i) : undefined;
  };
  const known = (x: number | undefined): number | null => (x !== undefined && Number.isFinite(x) ? x : null);
  return { ...thing, loads: [], readings: thing.readings.map(reading => ({ ...reading, value: known(seen.get(reading.name) ?? plotted(reading.name)) })) };
}

/** What the frame tells of it. */
function seenOf({ name, sort }: Inspection, store: Store): Map<string, number> {
  const seen = new Map<string, number>();
  const { frame, scene } = store;
  if (!frame || !scene) return seen;
  if (sort === "object") ["x", "y", "z"].forEach((axis, i) => seen.set(`${name}.${axis}`, store.poseOf(name)[i]));
  if (sort !== "constraint") return seen;
  const at = (scene.recording as { constraints: { name: string }[] }).constraints.findIndex(one => one.name === name);
  for (const [what, list] of [["force", frame.forces], ["torque", frame.torques], ["error", frame.errors]] as const) seen.set(`${name}.${what}`, list[at]);
  return seen;
}
