// SPDX-License-Identifier: Apache-2.0
/** The parts bin: tools, of which one is in the hand. */
import type { Actions } from "../actions";
import type { Store, Tool } from "../store";
import { type ToolLook, tools } from "../tools_list";
import { $, button, make } from "../ui/dom";

export class Bin {
  private readonly buttons = new Map<Tool, HTMLButtonElement>();
  private readonly use = make("p", { className: "use" });

  constructor(
    private readonly store: Store,
    private readonly actions: Actions,
  ) {
    const grid = make("div", { className: "tools panel", role: "toolbar", ariaLabel: "Tools", ariaOrientation: "vertical" });
    let group = "";
    for (const look of tools) {
      if (group && group !== look.group) grid.append(make("i", { className: "rule" }));
      group = look.group;
      grid.append(this.toolButton(look));
    }
    $("bin").append(grid);
    $("notices").append(this.use);
    grid.onkeydown = event => this.walk(event);
    store.on("tool", () => this.show());
    this.show();
  }
  private toolButton(look: ToolLook): HTMLButtonElement {
    const { tool, title, key, use } = look;
    const element = button({ label: `${title} (${key}): ${use}`, icon: tool, text: title, look: "tool", pen: tool !== "hand", press: () => this.actions.run(`tool_${tool}`) });
    element.append(make("kbd", { textContent: key, ariaHidden: "true" }));
    element.setAttribute("aria-keyshortcuts", key.toLowerCase());
    this.buttons.set(tool, element);
    return element;
  }
  private show(): void {
    const { tool } = this.store;
    for (const [name, element] of this.buttons) {
      element.ariaPressed = String(name === tool);
      element.tabIndex = name === tool ? 0 : -1;
    }
    const look = tools.find(one => one.tool === tool) as ToolLook;
    this.use.textContent = tool === "hand" ? "" : `${look.use}. Esc ends it.`;
    this.use.hidden = tool === "hand";
  }
  /** Arrows go from tool to tool; Tab leaves the bin. */
  private walk(event: KeyboardEvent): void {
    const by = { ArrowDown: 2, ArrowUp: -2, ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const list = [...this.buttons.values()].filter(element => !element.disabled);
    const at = list.indexOf(document.activeElement as HTMLButtonElement);
    list[Math.min(list.length - 1, Math.max(0, at + by))]?.focus();
  }
}
