// SPDX-License-Identifier: Apache-2.0
/** Only who has the pen may change the scene: controls that do are off for all others, and say why. */
import type { Store } from "../store";

type Control = HTMLButtonElement | HTMLInputElement | HTMLSelectElement;

let may = false;
const why = "Somebody else has the pen: you can look, not change.";

function apply(control: Control): void {
  control.disabled = !may || control.dataset.off === "true";
  if (may) {
    if (control.dataset.title !== undefined) control.title = control.dataset.title;
    delete control.dataset.title;
  } else {
    control.dataset.title ??= control.title;
    control.title = why;
  }
}

/** Marks a control that changes the scene. */
export function guard(control: Control): void {
  control.classList.add("pen");
  apply(control);
}
/** Switches a control on or off for a reason of its own. */
export function enable(control: Control, on: boolean): void {
  control.dataset.off = String(!on);
  if (control.classList.contains("pen")) apply(control);
  else control.disabled = !on;
}

export const hasPen = (): boolean => may;

export function followPen(store: Store): void {
  const update = (): void => {
    may = store.writer && store.connected;
    document.documentElement.classList.toggle("viewer", !may);
    for (const control of document.querySelectorAll<Control>(".pen")) apply(control);
  };
  store.on("writer", update);
  store.on("connected", update);
  update();
}
