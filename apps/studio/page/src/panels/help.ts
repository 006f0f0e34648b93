// SPDX-License-Identifier: Apache-2.0
/** The list of keys, on one sheet. */
import type { Action, Actions } from "../actions";
import { isMac } from "../actions";
import { written } from "../plain/keys";
import { Dialog } from "../ui/dialog";
import { button, make } from "../ui/dom";

const groups: readonly Action["group"][] = ["Time", "Edit", "Tools", "View", "Scene", "Help"];

const mouse = [
  ["Drag a part", "pull it, or move it while paused"],
  ["Drop it on another", "join them; hold Alt to pass"],
  ["Drag beside parts", "turn the view"],
  ["Right drag, two fingers", "move the view"],
  ["Wheel, pinch", "nearer, farther"],
  ["Click", "select; with Shift several"],
  ["Alt+drag a joint", "pull it apart"],
] as const;

export class Help {
  private readonly dialog = new Dialog("Keys and gestures", "help");

  constructor(private readonly actions: Actions) {
    actions.add({ id: "help", title: "Keys and gestures", group: "Help", keys: ["F1", "?"], run: () => this.open() });
  }
  private open(): void {
    const sheet = make("div", { className: "sheet" });
    const column = (title: string, rows: (readonly [string, string])[]): HTMLElement =>
      make("section", {}, make("h3", { textContent: title }), make("dl", {}, ...rows.flatMap(([key, text]) => [make("dt", {}, ...key.split(" · ").map(textContent => make("kbd", { textContent }))), make("dd", { textContent: text })])));
    sheet.append(column("Mouse and touch", mouse.map(([key, text]) => [key, text] as const)));
    for (const group of groups) {
      const rows = this.actions.list.filter(action => action.group === group && action.keys?.length).map(({ keys = [], title }) => [keys.map(key => written(key, isMac)).join(" · "), title] as const);
      sheet.append(column(group, rows));
    }
    const again = button({ label: "Show the hints again", look: "small", press: () => {
      this.dialog.close();
      this.actions.run("hints");
    } });
    this.dialog.body.replaceChildren(sheet, again);
    this.dialog.open();
  }
}
