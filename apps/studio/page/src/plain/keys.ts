// SPDX-License-Identifier: Apache-2.0
/** Keys and their names: "Ctrl+Shift+Z", "Space", "R". */

export interface Press {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

const names: Record<string, string> = { " ": "Space", Esc: "Escape", Del: "Delete" };

/** The name of what was pressed. Command on a Mac is Ctrl; Shift is not named where it only makes another sign, as in "?". */
export function nameOf({ key, ctrlKey, metaKey, shiftKey, altKey }: Press): string {
  const base = names[key] ?? (key.length === 1 ? key.toUpperCase() : key);
  const isSign = key.length === 1 && key.toUpperCase() === key.toLowerCase() && key !== " ";
  return [(ctrlKey || metaKey) && "Ctrl", altKey && "Alt", shiftKey && !isSign && "Shift", base].filter(Boolean).join("+");
}

const isSpace = (name: string): boolean => name === "Space" || name === "Shift+Space";
/** Keys that make a sign when typed, with or without Shift: they belong to text and to screen readers unless the view has the focus. */
export const isSingle = (name: string): boolean => /^(Shift\+)?.$/u.test(name) || isSpace(name);
/** Keys that move about in controls and lists, and act there. */
export const isForControls = (name: string): boolean =>
  /^(Shift\+)?(Space|Enter|Arrow(Left|Right|Up|Down)|Home|End|PageUp|PageDown|Tab)$/.test(name);
/** Keys that change text. */
export const isForText = (name: string): boolean =>
  isSingle(name) || isForControls(name) || /^(Ctrl\+)?(Shift\+)?(Backspace|Delete)$/.test(name) || /^Ctrl\+(Shift\+)?[ZYAXCV]$/.test(name);

/** Where the focus is, as far as keys go. */
export type Place = "view" | "slider" | "control" | "text";

/** Whether a key belongs to the studio while the focus is there, and not to what has the focus. */
export function isOurs(name: string, place: Place, lettersOn: boolean): boolean {
  if (isSingle(name) && !isSpace(name) && !lettersOn) return false;
  if (place === "view" || (place === "slider" && isSpace(name))) return true;
  if (place === "text") return !isForText(name);
  return !isSingle(name) && !isForControls(name);
}

const signs: Record<string, string> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Escape: "Esc",
  Delete: "Del",
};
/** As it is written on a keyboard. */
export function written(name: string, isMac = false): string {
  const parts = name === "+" ? ["+"] : name.split(/\+(?=.)/);
  const shown = parts.map(part => signs[part] ?? part);
  return isMac ? shown.map(part => ({ Ctrl: "⌘", Shift: "⇧", Alt: "⌥" })[part] ?? part).join("") : shown.join("+");
}
