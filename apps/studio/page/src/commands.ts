// SPDX-License-Identifier: Apache-2.0
/** What people do with time and with what is selected, from whatever button or key. */
import { count } from "./plain/format";
import type { Store } from "./store";

/** Speeds that buttons and keys go through: simulated seconds per second. */
export const speeds = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10] as const;

/** Pauses, or goes on: from the moment that is shown, if that is a past one. */
export function togglePlay(store: Store): void {
  const { status } = store;
  if (!status) return;
  if (status.rewound) return resume(store);
  store.link.order({ do: status.running ? "pause" : "play" });
}
export function resume(store: Store): void {
  if (store.status?.rewound) store.put("deed", "resumed");
  store.link.order({ do: "resume" });
}
export function scrub(store: Store, time: number): void {
  const { status } = store;
  if (!status) return;
  store.link.order({ do: "scrub", time: Math.min(status.to, Math.max(status.from, time)) });
  store.put("deed", "scrubbed");
}
export const goLive = (store: Store): void => void store.link.order({ do: "live" });

/** Steps through the pictures that were seen, and beyond the last makes new steps. */
export function stepBy(store: Store, steps: number): void {
  const { status, moments } = store;
  if (!status) return;
  if (status.running) store.link.order({ do: "pause" });
  const now = store.frame?.time ?? status.shown;
  const tolerance = status.dt / 2;
  const next = moments.indexOf(steps < 0 ? now - tolerance : now + tolerance) + (steps < 0 ? steps : steps - 1);
  const time = next >= 0 && next < moments.size ? moments.time(next) : now + steps * status.dt;
  if (steps < 0 || (status.rewound && time < status.to - tolerance)) scrub(store, time);
  else if (status.rewound) goLive(store);
  else store.link.order({ do: "step", steps });
}
export function changeSpeed(store: Store, by: 1 | -1): void {
  const now = store.status?.speed ?? 1;
  const next = by > 0 ? speeds.find(speed => speed > now * 1.001) : speeds.findLast(speed => speed < now * 0.999);
  if (next) store.link.order({ do: "speed", value: next });
}
export async function reset(store: Store): Promise<void> {
  if (!(await store.link.order({ do: "reset" }))) return;
  store.put("wish", { kind: "start" });
  store.put("toast", { text: "Back at the start", kind: "done", undo: true });
}

export async function undo(store: Store): Promise<void> {
  const answer = await store.link.order({ do: "undo" });
  if (!answer) return;
  store.put("toast", { text: `Undone: ${answer.label}`, kind: "done" });
  store.put("deed", "undone");
}
export async function redo(store: Store): Promise<void> {
  const answer = await store.link.order({ do: "redo" });
  if (answer) store.put("toast", { text: `Done again: ${answer.label}`, kind: "done", undo: true });
}

const named = (names: string[]): string => (names.length === 1 ? names[0] : count(names.length, "thing"));

export async function remove(store: Store, names: string[]): Promise<void> {
  if (!names.length) return;
  if (!(await store.link.order({ do: "remove", names }))) return;
  store.select(...store.selection.filter(thing => !names.includes(thing.name)));
  store.put("toast", { text: `Removed ${named(names)}`, kind: "done", undo: true });
}
export const removeSelected = (store: Store): Promise<void> => remove(store, store.selection.map(thing => thing.name));

export async function duplicateSelected(store: Store): Promise<void> {
  const objects = store.selection.filter(thing => thing.sort === "object").map(thing => thing.name);
  if (!objects.length) return;
  const answer = await store.link.order({ do: "duplicate", objects, by: [0.3, 0, 0.3] });
  if (!answer) return;
  store.select(...answer.names.map((name: string) => ({ sort: "object", name })));
  store.put("toast", { text: `Duplicated ${named(objects)}`, kind: "done", undo: true });
}

/** Makes one edit, and says what was done. */
export async function edit(store: Store, what: unknown, label: string): Promise<boolean> {
  const answer = await store.link.order({ do: "edit", edit: what, label });
  if (answer) store.put("toast", { text: label, kind: "done", undo: true });
  return Boolean(answer);
}
