// SPDX-License-Identifier: Apache-2.0
/** What is selected: what it is, what it does and what may be changed, with numbers that follow the motion. */
import type { Actions } from "../actions";
import * as commands from "../commands";
import { count, words } from "../plain/format";
import type { Store } from "../store";
import { actionButton } from "../ui/action_button";
import { button, heading, make } from "../ui/dom";
import { type Inspection, shapeOf } from "./inspection";
import { InitialValues } from "./initial_values";
import { connectSection } from "./connect_section";
import { fieldsSection } from "./fields_section";
import { jointSection } from "./joint_section";
import { objectSections } from "./object_sections";
import type { PlotDeck } from "./plots";
import { loadsSection, readingsSection } from "./readings_section";

/** A part of the inspector: how it looks, and how it takes new numbers. */
export interface Section {
  element: HTMLElement;
  update?: (thing: Inspection) => void;
}
/** What sections need to know. */
export interface Desk {
  store: Store;
  deck: PlotDeck;
  initial: InitialValues;
}

const period = 200;

export class Inspector {
  readonly element = make("div", { className: "inspector" });
  private readonly desk: Desk;
  private sections: Section[] = [];
  private shape = "";
  private timer?: ReturnType<typeof setInterval>;
  private busy = false;

  constructor(
    private readonly store: Store,
    deck: PlotDeck,
    private readonly actions: Actions,
  ) {
    this.desk = { store, deck, initial: new InitialValues(store) };
    store.on("selection", () => this.restart());
    store.on("scene", () => void this.refresh());
  }

  /** Follows what is selected while it is seen. */
  watch(on: boolean): void {
    clearInterval(this.timer);
    this.timer = on ? setInterval(() => document.hidden || void this.refresh(), period) : undefined;
    if (on) void this.refresh();
  }
  private restart(): void {
    this.shape = "";
    const { selection } = this.store;
    if (selection.length > 1) return this.showSeveral();
    void this.refresh();
  }
  private async refresh(): Promise<void> {
    const { selection, link } = this.store;
    if (selection.length !== 1 || !this.timer || this.busy) return;
    const [{ name }] = selection;
    this.busy = true;
    try {
      const thing: Inspection = await link.ask({ do: "inspect", name });
      if (this.store.selection.length === 1 && this.store.isSelected(name)) this.show(thing);
    } catch {
      // It has gone: an undo, or somebody else.
      if (this.store.connected && !this.store.sceneThings().some(thing => thing.name === name)) this.store.select(...this.store.selection.filter(thing => thing.name !== name));
    } finally {
      this.busy = false;
    }
  }

  private show(thing: Inspection): void {
    const shape = shapeOf(thing);
    if (shape !== this.shape) this.build(thing);
    else for (const section of this.sections) section.update?.(thing);
    this.shape = shape;
  }
  private build(thing: Inspection): void {
    const focused = (document.activeElement as HTMLElement | null)?.ariaLabel;
    const { desk } = this;
    this.sections = [
      { element: this.head(thing) },
      ...readingsSection(desk, thing),
      ...jointSection(desk, thing),
      ...loadsSection(thing),
      ...fieldsSection(desk, thing),
      ...(thing.sort === "object" ? objectSections(desk, thing) : []),
      ...this.neighbours(thing),
    ];
    const hadFocus = this.element.contains(document.activeElement);
    this.element.replaceChildren(...this.sections.map(section => section.element));
    for (const section of this.sections) section.update?.(thing);
    if (hadFocus && focused) [...this.element.querySelectorAll<HTMLElement>("[aria-label]")].find(one => one.ariaLabel === focused)?.focus();
  }

  private head({ name, sort, kind, summary, active }: Inspection): HTMLElement {
    const { store, actions } = this;
    const row = make("div", { className: "row wrap actions" });
    if (sort !== "object")
      row.append(button({ label: active ? "Switch off" : "Switch on", icon: "power", text: active ? "On" : "Off", look: active ? "small down" : "small", pen: true, press: () => void commands.edit(store, { [active ? "deactivate" : "activate"]: name }, `${active ? "Switched off" : "Switched on"} ${name}`) }));
    else row.append(actionButton(actions, "duplicate", "copy", "small", "Copy"));
    row.append(
      actionButton(actions, "frame", "frame", "small", "Look"),
      actionButton(actions, "delete", "trash", "small", "Delete"),
    );
    return make("header", { className: "about" }, make("h2", { textContent: name }), make("p", { className: "muted", textContent: `${words(kind)} · ${sort}` }), make("p", { textContent: summary }), row);
  }
  /** What hangs on it, or what it holds on to: a press goes there. */
  private neighbours({ objects, things }: Inspection): Section[] {
    const all = [...(objects ?? []).map(name => ({ name, sort: "object" as const, kind: "part" })), ...(things ?? [])];
    if (!all.length) return [];
    const rows = all.map(({ name, sort, kind }) => {
      const row = button({ label: name, look: "quiet left neighbour", press: () => this.store.select({ sort, name }) });
      row.append(make("small", { className: "muted", textContent: words(kind) }));
      row.onpointerenter = () => this.store.put("hovered", { sort, name });
      row.onpointerleave = () => this.store.put("hovered", null);
      return row;
    });
    return [{ element: make("section", {}, heading(objects?.length ? "Holds on to" : "Held by"), ...rows) }];
  }

  private showSeveral(): void {
    const { store, actions } = this;
    const { selection } = store;
    const objects = selection.filter(thing => thing.sort === "object");
    const row = make(
      "div",
      { className: "row wrap actions" },
      actionButton(actions, "duplicate", "copy", "small", "Copy"),
      actionButton(actions, "frame", "frame", "small", "Look"),
      actionButton(actions, "delete", "trash", "small", "Delete"),
    );
    const names = selection.map(({ name, sort }) => button({ label: name, look: "quiet left neighbour", press: () => store.select({ sort, name }) }));
    this.sections = [];
    this.element.replaceChildren(
      make("header", { className: "about" }, make("h2", { textContent: count(selection.length, "thing") }), row),
      ...(objects.length === 2 ? [connectSection(store, objects[0].name, objects[1].name)] : []),
      make("section", {}, heading("Selected"), ...names.slice(0, 50)),
    );
  }
}
