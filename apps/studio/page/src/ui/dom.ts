// SPDX-License-Identifier: Apache-2.0
/** Pieces that all panels are made of. */
import { make } from "../../../../player/src/dom";
import { type IconName, icon } from "./icons";
import { guard } from "./pen";

export { $, make } from "../../../../player/src/dom";

export interface ButtonLook {
  /** what it does, for tooltips and screen readers; it is also the text if there is no icon */
  label: string;
  icon?: IconName;
  /** shown beside the icon */
  text?: string;
  look?: string;
  /** it changes the scene, so it takes the pen */
  pen?: boolean;
  press?: (event: MouseEvent) => void;
}

export function button({ label, icon: sign, text, look = "", pen, press }: ButtonLook): HTMLButtonElement {
  const shown = text ?? (sign ? "" : label);
  const element = make("button", { type: "button", className: look });
  if (sign) element.append(icon(sign));
  if (shown) element.append(make("span", { textContent: shown }));
  if (shown !== label) {
    element.ariaLabel = label;
    element.title = label;
  }
  if (press) element.onclick = press;
  if (pen) guard(element);
  return element;
}

/** Puts another icon into a button, and another label. */
export function relabel(element: HTMLButtonElement, sign: IconName, label: string): void {
  if (element.dataset.icon !== sign) element.querySelector("svg")?.replaceWith(icon(sign));
  element.dataset.icon = sign;
  element.ariaLabel = label;
  element.title = label;
}

export function heading(text: string, ...beside: (Node | string)[]): HTMLElement {
  return make("div", { className: "heading" }, make("h3", { textContent: text }), ...beside);
}

/** A box that can be ticked. */
export function tick(label: string, on: boolean, change: (on: boolean) => void, ...before: Node[]): HTMLLabelElement {
  const box = make("input", { type: "checkbox", checked: on });
  box.onchange = () => change(box.checked);
  return make("label", { className: "tick" }, box, ...before, label);
}

/** One of a few: buttons in a row, of which one is down. */
export function choice<T extends string>(label: string, options: readonly (readonly [T, string])[], chosen: T, change: (value: T) => void, pen = false): HTMLElement {
  const name = `choice-${nextName++}`;
  const row = make("div", { className: "choice", role: "radiogroup", ariaLabel: label });
  for (const [value, text] of options) {
    const radio = make("input", { type: "radio", name, value, checked: value === chosen });
    radio.onchange = () => change(value);
    if (pen) guard(radio);
    row.append(make("label", {}, radio, make("span", { textContent: text })));
  }
  return row;
}
let nextName = 0;

/** A list to choose from. */
export function select<T extends string>(label: string, options: readonly (readonly [T, string])[], chosen: T, change: (value: T) => void, pen = false): HTMLSelectElement {
  const element = make("select", { ariaLabel: label, title: label });
  element.append(...options.map(([value, text]) => make("option", { value, textContent: text, selected: value === chosen })));
  element.onchange = () => change(element.value as T);
  if (pen) guard(element);
  return element;
}

/** Calls `act` at most once in so many milliseconds, and always after the last call. */
export function paced(milliseconds: number, act: () => void): () => void {
  let waiting = false;
  let last = Number.NEGATIVE_INFINITY;
  const run = (): void => {
    waiting = false;
    last = performance.now();
    act();
  };
  return () => {
    if (waiting) return;
    waiting = true;
    setTimeout(run, Math.max(0, last + milliseconds - performance.now()));
  };
}

/** Offers bytes or text as a file. */
export function saveAs(name: string, content: Blob | string, type = "text/plain"): void {
  const blob = typeof content === "string" ? new Blob([content], { type }) : content;
  const address = URL.createObjectURL(blob);
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
