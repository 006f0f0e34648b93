// SPDX-License-Identifier: Apache-2.0
/** Keys, wherever the focus is. What the view or a control has taken for itself is left to it. */
import type { Actions } from "../actions";
import { isOurs, nameOf, type Place } from "../plain/keys";
import { recall, remember } from "../ui/memory";

/** Whether single letters choose tools: people who use screen readers or dictation may want them off. */
export const letterKeys = {
  on: recall("letters", true),
  set(on: boolean): void {
    letterKeys.on = on;
    remember("letters", on);
  },
};

function placeOf(element: Element | null): Place {
  if (!element || element === document.body || element.closest("#view")) return "view";
  if (element instanceof HTMLElement && (element.isContentEditable || element.matches("textarea, input:not([type]), input[type=text], input[type=search], input[type=number]"))) return "text";
  return element.matches("input[type=range]") ? "slider" : "control";
}

export function listenToKeys(actions: Actions): void {
  document.addEventListener("keydown", event => {
    if (event.defaultPrevented || event.isComposing) return;
    const name = nameOf(event);
    // A dialog keeps its keys; the palette can be opened from anywhere.
    if (document.querySelector("dialog[open]") && name !== "Ctrl+K") return;
    // Escape closes what is open beside a button, and no more than that.
    if (name === "Escape" && document.querySelector(":popover-open")) return;
    if (!isOurs(name, placeOf(document.activeElement), letterKeys.on)) return;
    const action = actions.forKey(name);
    if (!action) return;
    event.preventDefault();
    actions.run(action.id);
  });
}

/** A press of the mouse on a button or a tick of a panel leaves the focus in the view, so that Space still pauses. */
export function keepFocusInView(view: HTMLElement): void {
  const focusView = (): void => view.querySelector<HTMLElement>("[tabindex]")?.focus({ preventScroll: true });
  document.addEventListener("mousedown", event => {
    if (!(event.target as Element).closest("button, .tick, .choice")?.closest("#bar, #bin, #side, #plots, #transport, #chip, #hint, #notices")) return;
    event.preventDefault();
    focusView();
  });
  // When nothing has the focus, the view has it.
  document.addEventListener("focusout", event => {
    if (!event.relatedTarget && document.activeElement === document.body) focusView();
  });
}
