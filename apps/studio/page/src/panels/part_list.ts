// SPDX-License-Identifier: Apache-2.0
/** All parts as a list: for screen readers, for keyboards, and for who looks for a name. */
import { count, words } from "../plain/format";
import type { Store, Thing } from "../store";
import { make } from "../ui/dom";

const groups = [
  ["object", "Parts"],
  ["constraint", "Joints and constraints"],
  ["force", "Forces"],
  ["controller", "Controllers"],
] as const;

/** More rows than this would make the page slow; a search finds the rest. */
const most = 400;

export class PartList {
  readonly element = make("div", { className: "part-list" });
  private readonly search = make("input", { type: "search", placeholder: "Find a part", ariaLabel: "Find a part" });
  private readonly list = make("div", { role: "listbox", ariaLabel: "Parts of the scene", ariaMultiSelectable: "true", tabIndex: 0 });
  private rows: { thing: Thing; element: HTMLElement }[] = [];
  private built = "";
  private current = 0;
  private anchor = 0;

  constructor(private readonly store: Store) {
    this.element.append(this.search, this.list);
    this.search.oninput = () => this.build();
    this.list.onkeydown = event => this.walk(event);
    this.list.onfocus = () => this.mark();
    this.list.onblur = () => this.mark();
    store.on("scene", () => this.build());
    store.on("selection", () => this.mark());
    store.on("hovered", () => this.mark());
    this.build();
  }
  get hasFocus(): boolean {
    return this.element.contains(document.activeElement);
  }

  private build(): void {
    const wanted = this.search.value.trim().toLowerCase();
    const all = this.store.sceneThings().filter(({ name, kind }) => `${name} ${kind}`.toLowerCase().includes(wanted));
    const key = JSON.stringify([wanted, all]);
    if (key === this.built) return;
    this.built = key;
    this.rows = [];
    this.list.replaceChildren();
    for (const [sort, label] of groups) {
      const things = all.filter(thing => thing.sort === sort);
      if (!things.length) continue;
      const group = make("div", { role: "group", ariaLabel: label }, make("div", { className: "group-name", role: "presentation", textContent: `${label} · ${things.length}` }));
      for (const thing of things.slice(0, most - this.rows.length)) group.append(this.row(thing));
      this.list.append(group);
    }
    if (all.length > this.rows.length) this.list.append(make("p", { className: "muted", textContent: `${count(all.length - this.rows.length, "more thing")}: type to find them` }));
    if (!all.length) this.list.append(make("p", { className: "muted", textContent: wanted ? "Nothing of that name." : "An empty scene. Choose a part at the left." }));
    this.current = Math.min(this.current, Math.max(0, this.rows.length - 1));
    this.mark();
  }
  private row({ sort, name, kind }: Thing & { kind: string }): HTMLElement {
    const index = this.rows.length;
    const element = make("div", { role: "option", id: `part-${index}` }, make("span", { textContent: name }), make("small", { className: "muted", textContent: words(kind) }));
    element.onclick = event => {
      this.choose(index, event.ctrlKey || event.metaKey, event.shiftKey);
      this.list.focus({ preventScroll: true });
    };
    element.onpointerenter = () => this.store.put("hovered", { sort, name });
    element.onpointerleave = () => this.store.put("hovered", null);
    this.rows.push({ thing: { sort, name }, element });
    return element;
  }
  private choose(index: number, adds: boolean, extends_: boolean): void {
    const { store, rows } = this;
    const { thing } = rows[index];
    this.current = index;
    if (extends_) {
      const [from, to] = [Math.min(this.anchor, index), Math.max(this.anchor, index)];
      return store.select(...rows.slice(from, to + 1).map(row => row.thing));
    }
    this.anchor = index;
    if (!adds) return store.select(thing);
    store.select(...(store.isSelected(thing.name) ? store.selection.filter(({ name }) => name !== thing.name) : [...store.selection, thing]));
  }
  private walk(event: KeyboardEvent): void {
    const { rows } = this;
    if (!rows.length) return;
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -rows.length, End: rows.length }[event.key];
    if (by) {
      this.current = Math.min(rows.length - 1, Math.max(0, this.current + by));
      if (event.ctrlKey) this.mark();
      else this.choose(this.current, false, event.shiftKey);
    } else if (event.key === " ") this.choose(this.current, true, false);
    else if (event.key === "Enter") this.store.put("wish", { kind: "frame" });
    else return;
    event.preventDefault();
    rows[this.current].element.scrollIntoView({ block: "nearest" });
  }
  private mark(): void {
    const { hovered } = this.store;
    this.rows.forEach(({ thing, element }, i) => {
      element.ariaSelected = String(this.store.isSelected(thing.name));
      element.classList.toggle("hovered", hovered?.name === thing.name);
      element.classList.toggle("current", i === this.current && document.activeElement === this.list);
    });
    const active = this.rows[this.current]?.element.id;
    if (active) this.list.setAttribute("aria-activedescendant", active);
    else this.list.removeAttribute("aria-activedescendant");
  }
}
