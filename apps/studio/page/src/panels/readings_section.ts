// SPDX-License-Identifier: Apache-2.0
/** Numbers that can be read, each with a button that plots it, and the forces behind them. */
import { exactly, length, vector, withUnit } from "../plain/format";
import { button, heading, make } from "../ui/dom";
import type { Desk, Section } from "./inspector";
import { type Inspection, type Load, type Reading, shortName } from "./inspection";

export function readingsSection(desk: Desk, thing: Inspection): Section[] {
  if (!thing.readings.length) return [];
  const rows = thing.readings.map(one => readingRow(desk, thing, one));
  const of = (rank: number): HTMLElement[] => rows.filter((_, i) => rankOf(thing.readings[i]) === rank).map(row => row.element);
  const head = heading("Readings");
  const element = make("section", {}, head, ...of(0), ...of(1));
  const rest = of(2);
  if (rest.length) element.append(make("details", {}, make("summary", { textContent: `${rest.length} more` }), ...rest));
  const update = (now: Inspection): void => {
    const { status } = desk.store;
    (head.firstElementChild as HTMLElement).textContent = status?.rewound ? `Readings at ${status.shown.toFixed(3)} s` : "Readings";
    rows.forEach((row, i) => row.update(now.readings[i]));
  };
  return [{ element, update }];
}

/** What people look for first; then the rest; and what only tells how it is computed, or in parts, is folded away. */
function rankOf({ name }: Reading): 0 | 1 | 2 {
  const last = name.slice(name.lastIndexOf(".") + 1);
  if (/^(angle|travel|force|torque|tension|length|distance)(_dot)?$/.test(last)) return 0;
  return /^(lambda\d*|active|error|(contact_)?[ft][xyz]|q[wxyz]|w[xyz]|v[xyz]|p[xyz]|l[xyz]|F\d\d(_dot)?)$/i.test(last) ? 2 : 1;
}

/** Numbers that are whole by what they are. */
const isCount = (name: string): boolean => name.endsWith(".contacts");

function readingRow({ deck }: Desk, { name: owner }: Inspection, { name, unit }: Reading): { element: HTMLElement; update: (now: Reading) => void } {
  const label = shortName(name, owner);
  const value = make("output", { className: "value" });
  const plot = button({ label: `Plot ${name}`, icon: "plot", look: "quiet plot-this", press: () => {
    deck.toggle(name);
    mark();
  } });
  const mark = (): void => {
    const on = deck.has(name);
    plot.ariaPressed = String(on);
    plot.title = on ? "Stop plotting this" : "Plot this";
  };
  mark();
  const update = (now: Reading): void => {
    value.textContent = isCount(name) ? String(now.value) : withUnit(now.value, unit);
    value.title = exactly(now.value, unit);
    mark();
  };
  return { element: make("div", { className: "reading-row" }, make("span", { textContent: label, title: name }), value, plot), update };
}

/** What it does to each object, or what acts on it, as vectors in the world. */
export function loadsSection(thing: Inspection): Section[] {
  if (!thing.loads.length) return [];
  const rows = thing.loads.map(load => loadRow(load));
  const element = make("section", {}, heading(thing.sort === "object" ? "Forces on it" : "Forces that it makes"), ...rows.map(row => row.element));
  return [{ element, update: now => rows.forEach((row, i) => row.update(now.loads[i])) }];
}
function loadRow({ on, by }: Load): { element: HTMLElement; update: (now: Load) => void } {
  const force = make("output");
  const torque = make("output", { className: "torque" });
  const size = make("output", { className: "value" });
  const update = (now: Load): void => {
    size.textContent = withUnit(length(now.force), "N");
    force.textContent = vector(now.force);
    force.title = `Force on ${now.on} at ${vector(now.at)}, in N`;
    torque.hidden = length(now.torque) <= 1e-9 * length(now.force);
    torque.textContent = torque.hidden ? "" : `${vector(now.torque)} N m`;
  };
  return { element: make("div", { className: "load" }, make("span", { textContent: by ?? `on ${on}` }), size, force, torque), update };
}
