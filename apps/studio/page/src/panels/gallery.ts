// SPDX-License-Identifier: Apache-2.0
/** The gallery: scenes with their pictures; each opens alive. */
import type { Actions } from "../actions";
import type { Store } from "../store";
import { Dialog } from "../ui/dialog";
import { make } from "../ui/dom";
import { type IconName, icon } from "../ui/icons";
import { guard } from "../ui/pen";

interface Example {
  name: string;
  title: string;
  note: string;
}

export class Gallery {
  private readonly dialog = new Dialog("Gallery", "gallery");
  private readonly search = make("input", { type: "search", placeholder: "Find a scene", ariaLabel: "Find a scene" });
  private readonly grid = make("div", { className: "cards" });
  private examples: Example[] = [];

  constructor(
    private readonly store: Store,
    actions: Actions,
  ) {
    this.dialog.body.append(this.search, this.grid);
    this.search.oninput = () => this.fill();
    actions.add(
      { id: "gallery", title: "Gallery of scenes", group: "Scene", keys: ["Shift+G"], run: () => void this.open() },
      { id: "new", title: "New, empty scene", group: "Scene", keys: ["Shift+E"], pen: true, run: () => void this.enter({ do: "new" }) },
    );
  }
  private async open(): Promise<void> {
    this.dialog.open();
    if (matchMedia("(hover: hover)").matches) this.search.focus();
    if (this.examples.length) return;
    const answer = await this.store.link.order({ do: "examples" });
    this.examples = answer?.examples ?? [];
    this.fill();
  }
  private fill(): void {
    const wanted = this.search.value.trim().toLowerCase();
    const found = this.examples.filter(({ name, title, note }) => `${name} ${title} ${note}`.toLowerCase().includes(wanted));
    const blank = (sign: IconName): HTMLElement => make("div", { className: "blank" }, icon(sign));
    this.grid.replaceChildren(
      ...(wanted ? [] : [this.card("Empty scene", "Gravity, and nothing else. Press R and click.", blank("rod"), { do: "new" })]),
      ...found.map(({ name, title, note }) => {
        const picture = make("img", { src: `/examples/${encodeURIComponent(name)}.png`, alt: "", loading: "lazy", width: 320, height: 180 });
        picture.onerror = () => picture.replaceWith(blank("picture"));
        return this.card(title, note, picture, { do: "open", example: name });
      }),
    );
    if (!found.length) this.grid.append(make("p", { className: "muted", textContent: "No scene of that name." }));
  }
  private card(title: string, note: string, picture: HTMLElement, command: { do: string } & Record<string, unknown>): HTMLElement {
    const element = make("button", { type: "button", className: "card", onclick: () => void this.enter(command) }, picture, make("strong", { textContent: title }), make("span", { className: "muted", textContent: note }));
    guard(element);
    return element;
  }
  /** A scene from the gallery runs at once. */
  private async enter(command: { do: string } & Record<string, unknown>): Promise<void> {
    if (!(await this.store.link.order(command))) return;
    this.dialog.close();
    this.store.select();
    this.store.put("wish", { kind: "frame" });
  }
}
