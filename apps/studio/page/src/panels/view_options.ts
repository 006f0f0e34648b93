// SPDX-License-Identifier: Apache-2.0
/** What is drawn, and how. */
import type { ArrowGroup, Navigation, Show, Store } from "../store";
import { button, choice, heading, make, select, tick } from "../ui/dom";
import { remember } from "../ui/memory";
import { letterKeys } from "./keyboard";
import { Slider } from "../ui/slider";

const arrowNames: readonly (readonly [ArrowGroup, string])[] = [
  ["forces", "Forces of constraints"],
  ["torques", "Torques"],
  ["reactions", "Their reactions"],
  ["applied", "Springs and applied forces"],
  ["gravity", "Gravity"],
];
const navigations: readonly (readonly [Navigation, string])[] = [
  ["default", "Default"],
  ["blender", "Blender"],
  ["cad", "CAD"],
  ["mujoco", "MuJoCo"],
];

export function fillViewOptions(panel: HTMLElement, store: Store): void {
  const change = (part: Partial<Show>): void => store.put("show", { ...store.show, ...part });
  panel.append(
    choice("Drawing", [["working", "For working"], ["showing", "For showing"]], store.show.working ? "working" : "showing", value => change({ working: value === "working" })),
    heading("Arrows"),
    ...arrowNames.map(([group, label]) => arrowTick(store, group, label, change)),
    ...arrowScale(store, change),
    heading("Also"),
    tick("Names of parts", store.show.names, names => change({ names })),
    tracesRow(store, change),
    heading("Look from"),
    views(store),
    heading("Mouse and keys"),
    make("div", { className: "row" }, make("span", { className: "grow", textContent: "Navigation as in" }), select("Navigation as in", navigations, store.navigation, value => {
      remember("navigation", value);
      store.put("navigation", value);
    })),
    tick("Single letters choose tools", letterKeys.on, on => letterKeys.set(on)),
  );
}

function arrowTick(store: Store, group: ArrowGroup, label: string, change: (part: Partial<Show>) => void): HTMLElement {
  const swatch = make("i", { className: `swatch ${group}`, ariaHidden: "true" });
  return tick(label, store.show.arrows[group], on => change({ arrows: { ...store.show.arrows, [group]: on } }), swatch);
}

/** The length of arrows: by themselves, or locked, so that moments can be compared. */
function arrowScale(store: Store, change: (part: Partial<Show>) => void): HTMLElement[] {
  const share = new Slider({
    label: "Leave out below", unit: "%", value: 100 * store.show.threshold, scale: { min: 0, max: 50, logarithmic: false }, initial: 2, pen: false,
    note: "Arrows shorter than this share of a long one are left out",
    move: value => change({ threshold: value / 100 }), end: () => undefined, set: value => change({ threshold: Math.min(1, Math.max(0, value / 100)) }),
  });
  const length = new Slider({
    label: "Length", unit: "m/N", value: 10 ** (store.show.lockedScale ?? store.arrowScale), scale: { min: 1e-6, max: 10, logarithmic: true }, pen: false,
    note: "Metres of arrow for a newton",
    move: value => change({ lockedScale: Math.log10(value) }), end: () => undefined,
    set: value => value > 0 && change({ lockedScale: Math.log10(value) }),
  });
  length.element.hidden = store.show.lockedScale === null;
  const lock = tick("Lock their scale", store.show.lockedScale !== null, on => {
    change({ lockedScale: on ? store.arrowScale : null });
    length.element.hidden = !on;
    length.show(10 ** store.arrowScale);
  });
  return [lock, length.element, share.element];
}

function tracesRow(store: Store, change: (part: Partial<Show>) => void): HTMLElement {
  const n = store.show.traces.length;
  const forget = button({ label: "Forget them", look: "small", press: () => {
    change({ traces: [] });
    row.hidden = true;
  } });
  const row = make("div", { className: "row" }, make("span", { className: "grow", textContent: n === 1 ? "1 point is traced" : `${n} points are traced` }), forget);
  row.hidden = n === 0;
  return row;
}

function views(store: Store): HTMLElement {
  const own = (store.scene?.recording as { views?: { name: string }[] } | undefined)?.views ?? [];
  const names = [...new Set([...own.map(view => view.name), "front", "side", "top"])];
  const look = (view: string): HTMLElement => button({ label: view, look: "small", press: () => store.put("wish", { kind: "look", view }) });
  return make("div", { className: "row wrap" }, ...names.map(look), button({ label: "all", look: "small", press: () => store.put("wish", { kind: "frame" }) }));
}
