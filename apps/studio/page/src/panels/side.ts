// SPDX-License-Identifier: Apache-2.0
/** The right side: what is selected, or the scene; and the list of all parts. */
import type { Actions } from "../actions";
import type { Store } from "../store";
import { actionButton } from "../ui/action_button";
import { $, make } from "../ui/dom";
import { Inspector } from "./inspector";
import { PartList } from "./part_list";
import type { PlotDeck } from "./plots";
import { SceneInspector } from "./scene_inspector";

type Tab = "inspect" | "parts";

export class Side {
  private readonly tabs = new Map<Tab, HTMLButtonElement>();
  private readonly body = make("div", { className: "side-body" });
  private readonly scene: SceneInspector;
  private readonly thing: Inspector;
  private readonly parts: PartList;
  private readonly panel: HTMLElement;
  private tab: Tab = "inspect";

  constructor(
    private readonly store: Store,
    actions: Actions,
    deck: PlotDeck,
  ) {
    this.scene = new SceneInspector(store, deck);
    this.thing = new Inspector(store, deck, actions);
    this.parts = new PartList(store);
    const tab = (name: Tab, label: string): HTMLButtonElement => {
      const element = make("button", { type: "button", role: "tab", textContent: label, onclick: () => this.open(name) });
      element.id = `tab-${name}`;
      element.setAttribute("aria-controls", "side-body");
      this.tabs.set(name, element);
      return element;
    };
    this.body.id = "side-body";
    this.body.role = "tabpanel";
    const tabs = make("div", { className: "tabs", role: "tablist", ariaLabel: "Inspector and parts" }, tab("inspect", "Scene"), tab("parts", "Parts"));
    tabs.onkeydown = event => this.walk(event);
    actions.add({ id: "side", title: "Show or hide the inspector", group: "View", keys: ["I"], run: () => this.toggle() });
    const close = actionButton(actions, "side", "close");
    this.panel = make("div", { className: "panel side" }, make("div", { className: "row side-head" }, tabs, close), this.body);
    const opener = actionButton(actions, "side", "sliders", "panel opener");
    // On a small screen the bar has no room for it.
    $("side").append(this.panel, opener, actionButton(actions, "frame", "frame", "panel opener small-screen"));
    store.on("selection", () => this.followSelection());
    this.show();
    // A small screen begins with the view alone.
    if (innerWidth <= 720) this.toggle(false);
  }
  private toggle(on = this.panel.hidden): void {
    this.panel.hidden = !on;
    $("side").classList.toggle("closed", !on);
    dispatchEvent(new Event("layout"));
  }
  private followSelection(): void {
    const { selection } = this.store;
    if (selection.length && this.panel.hidden) this.toggle(true);
    else if (!selection.length && innerWidth <= 720) this.toggle(false);
    // Who walks through the list of parts stays there.
    if (selection.length && !this.parts.hasFocus) this.tab = "inspect";
    this.show();
  }
  private open(tab: Tab): void {
    this.tab = tab;
    this.show();
  }
  private walk(event: KeyboardEvent): void {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    this.open(this.tab === "inspect" ? "parts" : "inspect");
    this.tabs.get(this.tab)?.focus();
  }
  private show(): void {
    const hasSelection = this.store.selection.length > 0;
    const inspect = this.tabs.get("inspect") as HTMLButtonElement;
    inspect.textContent = hasSelection ? "Selection" : "Scene";
    for (const [name, element] of this.tabs) {
      element.ariaSelected = String(name === this.tab);
      element.tabIndex = name === this.tab ? 0 : -1;
    }
    this.body.setAttribute("aria-labelledby", `tab-${this.tab}`);
    const shown = this.tab === "parts" ? this.parts : hasSelection ? this.thing : this.scene;
    if (this.body.firstElementChild !== shown.element) {
      this.body.replaceChildren(shown.element);
      this.body.scrollTop = 0;
    }
    this.thing.watch(shown === this.thing);
  }
}
