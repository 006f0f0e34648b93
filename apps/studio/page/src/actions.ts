// SPDX-License-Identifier: Apache-2.0
/** Everything that can be done, with its name and its keys: for the palette, the list of keys, the tooltips and the keyboard alike. */
import * as commands from "./commands";
import { written } from "./plain/keys";
import type { Navigation, Store } from "./store";
import { tools } from "./tools_list";
import { hasPen } from "./ui/pen";

export const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

export interface Action {
  id: string;
  title: string;
  group: "Time" | "Edit" | "Tools" | "View" | "Scene" | "Help";
  keys?: readonly string[];
  /** it changes the scene */
  pen?: boolean;
  run: () => void;
}

/** Keys that mean something else where people come from other programs. */
const presetKeys: Partial<Record<Navigation, Record<string, string>>> = {
  mujoco: { Backspace: "reset" },
};

export class Actions {
  private readonly all = new Map<string, Action>();

  constructor(private readonly store: Store) {
    this.add(...timeActions(store), ...editActions(store), ...toolActions(store), ...viewActions(store));
  }
  add(...actions: Action[]): void {
    for (const action of actions) this.all.set(action.id, action);
  }
  get list(): Action[] {
    return [...this.all.values()];
  }
  run(id: string): void {
    const action = this.all.get(id);
    if (!action) return;
    if (action.pen && !hasPen()) this.store.put("toast", { text: "Somebody else has the pen: you can look, not change.", kind: "error" });
    else action.run();
  }
  forKey(key: string): Action | undefined {
    const other = presetKeys[this.store.navigation]?.[key];
    return other ? this.all.get(other) : this.list.find(action => action.keys?.includes(key));
  }
  needsPen(id: string): boolean {
    return this.all.get(id)?.pen ?? false;
  }
  keysOf(id: string): string {
    const key = this.all.get(id)?.keys?.[0];
    return key ? written(key, isMac) : "";
  }
  /** Its name with its key: for tooltips. */
  label(id: string): string {
    const key = this.keysOf(id);
    const title = this.all.get(id)?.title ?? id;
    return key ? `${title} (${key})` : title;
  }
}

function timeActions(store: Store): Action[] {
  const group = "Time";
  return [
    { id: "play", title: "Play or pause", group, keys: ["Space"], pen: true, run: () => commands.togglePlay(store) },
    { id: "resume", title: "Go on from the moment that is shown", group, keys: ["Shift+Space"], pen: true, run: () => commands.resume(store) },
    { id: "back", title: "One step back", group, keys: ["ArrowLeft"], pen: true, run: () => commands.stepBy(store, -1) },
    { id: "forward", title: "One step on", group, keys: ["ArrowRight"], pen: true, run: () => commands.stepBy(store, 1) },
    { id: "back10", title: "Ten steps back", group, keys: ["Shift+ArrowLeft"], pen: true, run: () => commands.stepBy(store, -10) },
    { id: "forward10", title: "Ten steps on", group, keys: ["Shift+ArrowRight"], pen: true, run: () => commands.stepBy(store, 10) },
    { id: "earliest", title: "To the earliest moment", group, keys: ["Home"], pen: true, run: () => commands.scrub(store, store.status?.from ?? 0) },
    { id: "live", title: "To the newest moment", group, keys: ["End"], pen: true, run: () => commands.goLive(store) },
    { id: "faster", title: "Faster", group, keys: ["+", "="], pen: true, run: () => commands.changeSpeed(store, 1) },
    { id: "slower", title: "Slower", group, keys: ["-"], pen: true, run: () => commands.changeSpeed(store, -1) },
    { id: "reset", title: "Back to the start", group, keys: ["Shift+Backspace"], pen: true, run: () => commands.reset(store) },
  ];
}

function editActions(store: Store): Action[] {
  const group = "Edit";
  const all = () => store.sceneThings().filter(thing => thing.sort === "object");
  return [
    { id: "undo", title: "Undo", group, keys: ["Ctrl+Z"], pen: true, run: () => commands.undo(store) },
    { id: "redo", title: "Redo", group, keys: ["Ctrl+Shift+Z", "Ctrl+Y"], pen: true, run: () => commands.redo(store) },
    { id: "delete", title: "Delete what is selected", group, keys: ["Delete", "Backspace"], pen: true, run: () => commands.removeSelected(store) },
    { id: "duplicate", title: "Duplicate what is selected", group, keys: ["Ctrl+D"], pen: true, run: () => commands.duplicateSelected(store) },
    { id: "select_all", title: "Select all parts", group, keys: ["Ctrl+A"], run: () => store.select(...all()) },
    { id: "escape", title: "Give up, put the tool away, select nothing", group, keys: ["Escape"], run: () => escape(store) },
  ];
}

/** One thing at a time: what is being drawn, then the tool, then the selection. */
function escape(store: Store): void {
  let gaveUp = false;
  store.put("wish", { kind: "cancel", answer: was => (gaveUp = was) });
  if (gaveUp) return;
  if (store.tool !== "hand") store.put("tool", "hand");
  else store.select();
}

function toolActions(store: Store): Action[] {
  return tools.map(({ tool, title, key }) => ({
    id: `tool_${tool}`,
    title: tool === "hand" ? "Hand: pull and select" : title,
    group: "Tools",
    keys: [key],
    pen: tool !== "hand",
    run: () => store.put("tool", tool),
  }));
}

function viewActions(store: Store): Action[] {
  const group = "View";
  const look = (view: string, title: string, key: string): Action => ({
    id: `look_${view}`, title, group, keys: [key], run: () => store.put("wish", { kind: "look", view }),
  });
  const show = (change: Partial<Store["show"]>): void => store.put("show", { ...store.show, ...change });
  return [
    { id: "frame", title: "Bring what is selected, or all, into sight", group, keys: ["F"], run: () => store.put("wish", { kind: "frame" }) },
    look("front", "Look from the front", "1"),
    look("side", "Look from the side", "2"),
    look("top", "Look from above", "3"),
    { id: "working", title: "Draw for working, or for showing", group, keys: ["Shift+V"], run: () => show({ working: !store.show.working }) },
    { id: "names", title: "Show or hide names", group, keys: ["Shift+N"], run: () => show({ names: !store.show.names }) },
    { id: "lock_scale", title: "Lock or free the scale of arrows", group, keys: ["Shift+L"], run: () => show({ lockedScale: store.show.lockedScale === null ? store.arrowScale : null }) },
  ];
}
