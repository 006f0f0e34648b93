// SPDX-License-Identifier: Apache-2.0
/** What the doctor says: what is free, what is too many, and what disagrees. */
import { count, degrees, title } from "../plain/format";
import type { Store, Thing } from "../store";
import { button, heading, make } from "../ui/dom";

export interface Finding {
  text: string;
  names: string[];
  advice?: string;
}
export interface Cure {
  label: string;
  edit: unknown;
}
export interface Conflict extends Finding {
  gap: number;
  cures: Cure[];
}
export interface Diagnosis {
  freedoms: number;
  lasting: number;
  objects: number;
  constraints: number;
  rows: number;
  redundant: number;
  motions: { text: string; object: string }[];
  redundancies: Finding[];
  conflicts: Conflict[];
  nearly: Finding[];
}

/** Shows one of the motions that are left free, in the view and in words. */
export async function wiggle(store: Store, motion: number): Promise<void> {
  const answer = await store.link.order({ do: "wiggle", motion });
  if (!answer) return;
  store.put("wish", { kind: "wiggle", velocities: answer.velocities });
  store.put("toast", { text: title(answer.text), kind: "done" });
}

export function thingsNamed(store: Store, names: readonly string[]): Thing[] {
  return store.sceneThings().filter(thing => names.includes(thing.name)).map(({ sort, name }) => ({ sort, name }));
}

export function fillDoctor(panel: HTMLElement, store: Store, diagnosis: Diagnosis): void {
  const { freedoms, motions, redundancies, conflicts, nearly, redundant, rows } = diagnosis;
  panel.classList.add("doctor");
  panel.append(
    make("h3", { textContent: degrees(freedoms) }),
    ...motions.map((motion, i) =>
      make("div", { className: "row finding" }, make("span", { className: "grow", textContent: title(motion.text) }), button({ label: "Show this motion", icon: "wiggle", look: "quiet", press: () => void wiggle(store, i) })),
    ),
  );
  const section = (name: string, findings: readonly Finding[], note: string): void => {
    if (!findings.length) return;
    panel.append(heading(name), make("p", { className: "muted", textContent: note }), ...findings.map(finding => row(store, finding)));
  };
  section("In conflict", conflicts, "These cannot all be met.");
  section("Redundant", redundancies, "More is held than needed. That is fine: they share the forces.");
  section("Nearly", nearly, "A little further, and these would count.");
  panel.append(make("p", { className: "muted", textContent: `${count(rows, "equation")}, ${redundant} of them redundant` }));
}

/** A finding; a press shows whom it speaks of. */
function row(store: Store, { text, names, advice }: Finding): HTMLElement {
  const element = button({ label: text, look: "quiet left finding", press: () => store.select(...thingsNamed(store, names)) });
  if (advice) element.append(make("small", { className: "muted", textContent: advice }));
  element.onpointerenter = () => store.put("outlined", names);
  element.onpointerleave = () => store.put("outlined", []);
  return element;
}
