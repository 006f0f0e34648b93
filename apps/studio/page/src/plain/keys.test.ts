// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from "vitest";
import { isOurs, nameOf, type Press, written } from "./keys";

const press = (key: string, more: Partial<Press> = {}): Press => ({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...more });

describe("a key", () => {
  test("has the same name with and without caps lock", () => {
    expect([nameOf(press("r")), nameOf(press("R"))]).toEqual(["R", "R"]);
  });
  test("is named with what is held beside it", () => {
    expect(nameOf(press("z", { ctrlKey: true, shiftKey: true }))).toBe("Ctrl+Shift+Z");
    expect(nameOf(press("z", { metaKey: true }))).toBe("Ctrl+Z");
    expect(nameOf(press(" ", { shiftKey: true }))).toBe("Shift+Space");
  });
  test("that makes a sign is named by the sign alone", () => {
    expect([nameOf(press("?", { shiftKey: true })), nameOf(press("+", { shiftKey: true }))]).toEqual(["?", "+"]);
  });
  test("is written as on the keyboard", () => {
    expect([written("Ctrl+Shift+Z"), written("ArrowLeft"), written("+"), written("Ctrl+Z", true)]).toEqual(["Ctrl+Shift+Z", "←", "+", "⌘Z"]);
  });
});

describe("keys belong", () => {
  test("to the studio while the view has the focus", () => {
    for (const key of ["R", "Space", "ArrowLeft", "Ctrl+Z", "Delete"]) expect(isOurs(key, "view", true)).toBe(true);
  });
  test("to a button that has the focus, if they press it", () => {
    expect(isOurs("Space", "control", true)).toBe(false);
    expect(isOurs("ArrowLeft", "control", true)).toBe(false);
    expect(isOurs("R", "control", true)).toBe(false);
    expect(isOurs("Ctrl+Z", "control", true)).toBe(true);
    expect(isOurs("Delete", "control", true)).toBe(true);
  });
  test("to a slider that has the focus, if they move it; Space does not", () => {
    expect(["Space", "Shift+Space", "ArrowLeft", "Home", "R"].map(key => isOurs(key, "slider", true))).toEqual([true, true, false, false, false]);
  });
  test("to a text that is being typed", () => {
    for (const key of ["R", "Space", "Delete", "Backspace", "Ctrl+Z", "Ctrl+A", "ArrowLeft", "?"]) expect(isOurs(key, "text", true)).toBe(false);
    for (const key of ["Ctrl+K", "Ctrl+S", "F1", "Escape"]) expect(isOurs(key, "text", true)).toBe(true);
  });
  test("to nobody if letters are switched off, but Space still pauses", () => {
    expect([isOurs("R", "view", false), isOurs("?", "view", false), isOurs("Space", "view", false), isOurs("F1", "view", false)]).toEqual([false, false, true, true]);
  });
});
