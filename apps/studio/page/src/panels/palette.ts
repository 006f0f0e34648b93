// SPDX-License-Identifier: Apache-2.0
/** All that can be done, found by a few letters; and the commands of the console, with completion and history. */
import type { Action, Actions } from "../actions";
import { find } from "../plain/fuzzy";
import { words } from "../plain/format";
import { completed, historyStep } from "../plain/console_line";
import type { Refusal } from "../link";
import type { Store, Thing } from "../store";
import { Dialog } from "../ui/dialog";
import { make } from "../ui/dom";
import { recall, remember } from "../ui/memory";

interface Command {
  name: string;
  form: string;
  text: string;
}
interface Row {
  title: string;
  note: string;
  keys: string;
  /** true if the palette stays open */
  choose: () => boolean;
}

const most = 60;

export class Palette {
  private readonly dialog = new Dialog("Commands", "palette");
  private readonly input = make("input", { type: "text", placeholder: "Do anything: “pause”, “hinge”, or a command like  make box b at=(0 0 1)", ariaLabel: "Action or command", autocomplete: "off", spellcheck: false });
  private readonly list = make("div", { role: "listbox", ariaLabel: "What fits", id: "palette-list" });
  private readonly note = make("p", { className: "muted" });
  private commands: Command[] = [];
  private history = recall<string[]>("history", []);
  private past = -1;
  private rows: Row[] = [];
  private chosen = 0;
  private asked = 0;

  constructor(
    private readonly store: Store,
    private readonly actions: Actions,
  ) {
    this.dialog.body.append(this.input, this.note, this.list);
    this.input.role = "combobox";
    this.input.ariaExpanded = "true";
    this.input.setAttribute("aria-controls", "palette-list");
    this.input.oninput = () => {
      this.past = -1;
      void this.fill();
    };
    this.input.onkeydown = event => this.press(event);
    actions.add({ id: "palette", title: "All actions and commands", group: "Help", keys: ["Ctrl+K", "/"], run: () => void this.open() });
  }
  private async open(): Promise<void> {
    this.input.value = "";
    this.past = -1;
    this.dialog.open();
    this.input.focus();
    void this.fill();
    if (this.commands.length) return;
    const answer = await this.store.link.order({ do: "help" });
    this.commands = answer?.commands ?? [];
  }

  private get command(): Command | undefined {
    const [word] = this.input.value.trimStart().split(/[\s(]/, 1);
    return this.commands.find(({ name }) => name === word);
  }
  private async fill(): Promise<void> {
    const line = this.input.value;
    const { command } = this;
    this.note.textContent = command ? `${command.form}: ${command.text}` : "";
    this.note.classList.remove("error");
    const isCommand = Boolean(command) || line.trimStart().startsWith("{");
    this.rows = isCommand ? await this.completions(line) : [...this.found(line), ...this.commandsLike(line)];
    this.chosen = isCommand ? -1 : 0;
    this.draw();
  }
  private found(line: string): Row[] {
    const actions = this.actions.list.filter(action => action.id !== "palette");
    const things = line.trim() ? this.store.sceneThings() : [];
    const items: (Action | (Thing & { kind: string }))[] = [...actions, ...things];
    return find(line, items, item => ("id" in item ? item.title : `${item.name} ${item.kind}`)).slice(0, most).map(item => ("id" in item ? this.actionRow(item) : this.thingRow(item)));
  }
  private actionRow({ id, title, group }: Action): Row {
    return { title, note: group, keys: this.actions.keysOf(id), choose: () => {
      this.dialog.close();
      this.actions.run(id);
      return false;
    } };
  }
  private thingRow({ sort, name, kind }: Thing & { kind: string }): Row {
    return { title: name, note: `select · ${words(kind)}`, keys: "", choose: () => {
      this.store.select({ sort, name });
      return false;
    } };
  }
  private commandsLike(line: string): Row[] {
    return find(line, this.commands, ({ name, text }) => `${name} ${text}`).map(({ name, form, text }) => ({ title: form, note: text, keys: "", choose: () => this.type(`${name} `) }));
  }
  private async completions(line: string): Promise<Row[]> {
    const asked = ++this.asked;
    const at = this.input.selectionStart ?? line.length;
    try {
      const { from, words: list } = await this.store.link.ask({ do: "complete", line, at });
      if (asked !== this.asked) return this.rows;
      return list.slice(0, most).map((word: string) => ({ title: word, note: "", keys: "Tab", choose: () => this.type(completed(line, from, at, word)) }));
    } catch {
      return [];
    }
  }
  private type(line: string): true {
    this.input.value = line;
    this.input.focus();
    void this.fill();
    return true;
  }

  private draw(): void {
    this.list.replaceChildren(
      ...this.rows.map((row, i) => {
        const element = make("div", { role: "option", id: `palette-${i}`, ariaSelected: String(i === this.chosen) }, make("span", { textContent: row.title }), make("small", { className: "muted", textContent: row.note }));
        if (row.keys) element.append(make("kbd", { textContent: row.keys }));
        element.onclick = () => this.take(i);
        return element;
      }),
    );
    if (this.chosen >= 0) this.input.setAttribute("aria-activedescendant", `palette-${this.chosen}`);
    else this.input.removeAttribute("aria-activedescendant");
    this.list.children[this.chosen]?.scrollIntoView({ block: "nearest" });
  }
  private take(i: number): void {
    if (!this.rows[i].choose()) this.dialog.close();
  }
  private move(by: number): void {
    const n = this.rows.length;
    if (n) this.chosen = (Math.max(this.chosen, by > 0 ? -1 : 0) + by + n) % n;
    this.draw();
  }
  private press(event: KeyboardEvent): void {
    const isEmpty = !this.input.value || this.past >= 0;
    if (event.key === "ArrowUp" && isEmpty && this.history.length) this.recallLine(1);
    else if (event.key === "ArrowDown" && this.past >= 0) this.recallLine(-1);
    else if (event.key === "ArrowDown") this.move(1);
    else if (event.key === "ArrowUp") this.move(-1);
    else if (event.key === "Tab" && !event.shiftKey && this.command && this.rows.length) this.take(Math.max(0, this.chosen));
    else if (event.key === "Enter") this.enter();
    else return;
    event.preventDefault();
  }
  private recallLine(by: 1 | -1): void {
    this.past = historyStep(this.past, by, this.history.length);
    this.input.value = this.past < 0 ? "" : this.history[this.past];
    void this.fill();
  }
  private enter(): void {
    if (this.chosen >= 0 && this.rows[this.chosen]) return this.take(this.chosen);
    void this.run(this.input.value.trim());
  }
  /** A command of the console; the palette stays open to tell what is wrong with it. */
  private async run(text: string): Promise<void> {
    if (!text) return;
    this.history = [text, ...this.history.filter(line => line !== text)].slice(0, 100);
    remember("history", this.history);
    try {
      await this.store.link.ask({ do: "edit", text });
      this.dialog.close();
      this.store.put("toast", { text, kind: "done", undo: true });
    } catch (refusal) {
      const { message, problems } = refusal as Refusal;
      this.note.textContent = problems?.length ? problems.join("\n") : message;
      this.note.classList.add("error");
    }
  }
}
