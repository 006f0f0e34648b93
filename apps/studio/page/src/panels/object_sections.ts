// SPDX-License-Identifier: Apache-2.0
/** What can be done with an object: hold or trace a point of it, push it, put it somewhere. */
import { edit } from "../commands";
import { readNumber, typed } from "../plain/format";
import type { Point } from "../protocol";
import type { Show, Store } from "../store";
import { button, heading, make, select } from "../ui/dom";
import { guard } from "../ui/pen";
import type { Desk, Section } from "./inspector";
import type { Inspection } from "./inspection";
import { type Triple, VectorField } from "./vector_field";

export function objectSections(desk: Desk, thing: Inspection): Section[] {
  return [pointSection(desk.store, thing), pushSection(desk.store, thing), placeSection(desk.store, thing)];
}

/** Points of an object that have a name; its origin is always one. */
export function pointsOf(store: Store, object: string): Point[] {
  const { scene } = store;
  const index = (scene?.recording as { objects: { name: string }[] } | undefined)?.objects.findIndex(one => one.name === object) ?? -1;
  const named = scene?.points[index] ?? [];
  return named.length ? named : [{ name: "centre", at: [0, 0, 0] }];
}
export function pointChooser(store: Store, object: string, label: string, change: (point: Point) => void, chosen = 0): HTMLSelectElement {
  const points = pointsOf(store, object);
  return select(label, points.map((point, i) => [String(i), point.name.replaceAll("_", " ")] as const), String(chosen), value => change(points[Number(value)]));
}

const isAt = (a: readonly number[], b: readonly number[]): boolean => a.every((x, i) => Math.abs(x - b[i]) < 1e-9);

function pointSection(store: Store, { name }: Inspection): Section {
  let point = pointsOf(store, name)[0];
  const isTraced = (): boolean => store.show.traces.some(trace => trace.object === name && isAt(trace.at, point.at));
  const mark = (): void => {
    trace.ariaPressed = String(isTraced());
  };
  const chooser = pointChooser(store, name, "Point", chosen => {
    point = chosen;
    mark();
  });
  const pin = button({ label: "Hold this point where it is, or let it go", icon: "pin", text: "Pin", look: "small", pen: true, press: async () => {
    const answer = await store.link.order({ do: "pin", object: name, at: point.at });
    if (answer) store.put("toast", { text: answer.pinned ? `${name} is pinned` : `${name} is free again`, kind: "done", undo: true });
  } });
  const trace = button({ label: "Draw the path of this point", icon: "trace", text: "Trace", look: "small", press: () => {
    const rest = store.show.traces.filter(one => !(one.object === name && isAt(one.at, point.at)));
    const change: Partial<Show> = { traces: isTraced() ? rest : [...rest, { object: name, at: [...point.at] as Triple }] };
    store.put("show", { ...store.show, ...change });
    mark();
  } });
  mark();
  return { element: make("section", {}, heading("A point of it"), make("div", { className: "row" }, chooser, pin, trace)), update: mark };
}

/** A force by numbers, for who wants to know exactly. */
function pushSection(store: Store, { name }: Inspection): Section {
  let point = pointsOf(store, name)[0];
  const force = new VectorField("Force", "N", [10, 0, 0]);
  const seconds = make("input", { type: "text", inputMode: "decimal", className: "number", value: typed(0.2), ariaLabel: "For so many seconds" });
  guard(seconds);
  const push = (): void => {
    const time = readNumber(seconds.value);
    if (!time || time <= 0) return store.put("toast", { text: "For how long? Type seconds above zero.", kind: "error" });
    void edit(store, { push: { kind: "applied_force", force: force.value, point: { object: name, at: point.at } }, for: time }, `Pushed ${name}`);
  };
  const chooser = pointChooser(store, name, "Where to push", chosen => {
    point = chosen;
  });
  return {
    element: make(
      "section",
      {},
      heading("Push"),
      force.element,
      make("div", { className: "row" }, chooser, make("label", { className: "row" }, "for", seconds, make("span", { className: "unit", textContent: "s" })), button({ label: "Push", icon: "push", text: "Push", look: "small", pen: true, press: push })),
    ),
  };
}

/** Where it is, to be typed: the way to move it without dragging. */
function placeSection(store: Store, { name, readings }: Inspection): Section {
  const place = (list: Inspection["readings"]): Triple | undefined => {
    const at = ["x", "y", "z"].map(axis => list.find(reading => reading.name === `${name}.${axis}`)?.value);
    return at.every(x => typeof x === "number") ? (at as Triple) : undefined;
  };
  const at = place(readings);
  const element = make("section", {}, heading("Put it at"));
  if (!at) {
    element.hidden = true;
    return { element };
  }
  const rounded = (v: Triple): Triple => v.map(x => Number(x.toFixed(5))) as Triple;
  const field = new VectorField("Position", "m", rounded(at), position => void edit(store, { place: { object: name, position } }, `Moved ${name}`));
  element.append(field.element);
  return { element, update: now => {
    const there = place(now.readings);
    if (there) field.show(rounded(there));
  } };
}
