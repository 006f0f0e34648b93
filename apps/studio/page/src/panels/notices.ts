// SPDX-License-Identifier: Apache-2.0
/** What people are told: lines that pass, and banners that stay as long as they are true. */
import type { Actions } from "../actions";
import * as commands from "../commands";
import { degrees } from "../plain/format";
import type { Store } from "../store";
import { $, button, make } from "../ui/dom";
import type { IconName } from "../ui/icons";
import { icon } from "../ui/icons";

interface Offer {
  label: string;
  pen?: boolean;
  primary?: boolean;
  press: () => void;
}

/** How long a line stays: time to read it. */
const patience = (text: string): number => 3000 + 60 * text.length;

export class Toasts {
  private readonly stack = make("div", { className: "toasts" });

  constructor(
    store: Store,
    private readonly actions: Actions,
  ) {
    $("notices").append(this.stack);
    store.on("toast", toast => this.add(toast.text, toast.kind, toast.undo ?? false));
    store.on("event", event => this.add(event.text, event.kind === "failed" || event.kind === "broken" ? "error" : "done", false));
  }
  private add(text: string, kind: "done" | "error", canUndo: boolean): void {
    // undo takes back the last deed, not one that was told of before it
    for (const old of [...this.stack.children] as HTMLElement[]) if (old.dataset.text === text || (kind === "done" && old.matches(".undoable"))) old.remove();
    while (this.stack.children.length >= 3) this.stack.firstElementChild?.remove();
    const toast = make("div", { className: `toast panel ${kind}${canUndo ? " undoable" : ""}` }, make("span", { textContent: text }));
    toast.dataset.text = text;
    if (canUndo) toast.append(button({ label: this.actions.label("undo"), text: "Undo", look: "small", pen: true, press: () => {
      toast.remove();
      this.actions.run("undo");
    } }));
    toast.append(button({ label: "Put away", icon: "close", look: "quiet", press: () => toast.remove() }));
    this.stack.append(toast);
    let timer = setTimeout(() => toast.remove(), patience(text));
    toast.onpointerenter = () => clearTimeout(timer);
    toast.onpointerleave = () => {
      timer = setTimeout(() => toast.remove(), 2000);
    };
  }
}

/** A banner of a kind; there is at most one of each. */
export class Banner {
  private readonly element = make("div", { className: "banner panel", role: "group", hidden: true });

  constructor(look: "conflict" | "failure" | "quiet", label: string) {
    this.element.classList.add(look);
    this.element.ariaLabel = label;
    $("notices").prepend(this.element);
  }
  get isShown(): boolean {
    return !this.element.hidden;
  }
  show(sign: IconName, text: string, more: string, offers: readonly Offer[]): void {
    const words = make("div", { className: "grow" }, make("strong", { textContent: text }));
    if (more) words.append(make("p", { className: "muted", textContent: more }));
    const buttons = offers.map(({ label, pen, primary, press }) => button({ label, look: primary ? "small primary" : "small", pen, press }));
    this.element.replaceChildren(icon(sign), words, make("div", { className: "row" }, ...buttons));
    this.element.hidden = false;
  }
  hide(): void {
    this.element.hidden = true;
  }
}

/** A step could not be made: time stands at the last good state. */
export function watchFailures(store: Store): void {
  const banner = new Banner("failure", "The simulation stopped");
  let told = "";
  store.on("status", ({ failed, undo }) => {
    if (!failed) {
      told = "";
      return banner.hide();
    }
    if (failed === told) return;
    told = failed;
    const culprits = store.sceneThings().filter(({ sort, name }) => sort !== "object" && mentions(failed, name));
    store.put("outlined", culprits.map(({ name }) => name));
    banner.show("warning", "It stopped at the last good moment", failed, [
      ...(undo ? [{ label: `Undo ${undo}`, pen: true, primary: true, press: () => void commands.undo(store) }] : []),
      ...culprits.slice(0, 2).map(({ name }) => ({ label: `Remove ${name}`, pen: true, press: () => void commands.remove(store, [name]) })),
      { label: "Back to the start", pen: true, press: () => void commands.reset(store) },
    ]);
  });
}
/** Whether a text speaks of a thing: its name stands there as a word. */
export function mentions(text: string, name: string): boolean {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(^|[^\\w#/])${escaped}($|[^\\w#/])`).test(text);
}

/** The connection, and who has the pen. */
export function watchConnection(store: Store): void {
  const banner = new Banner("quiet", "Connection");
  let wasConnected = false;
  const askForPen = async (): Promise<void> => {
    if (await store.link.order({ do: "become_writer" })) store.put("writer", true);
  };
  const update = (): void => {
    wasConnected ||= store.connected;
    if (!store.connected)
      banner.show("warning", wasConnected ? "The connection was lost" : "Connecting…", wasConnected ? "The simulation goes on without this page, and nothing is lost. Trying again…" : "", []);
    else if (store.welcome && !store.writer)
      banner.show("pen", "You are watching", "Somebody else has the pen. You can look around, inspect and plot.", [
        { label: "Ask for the pen", press: () => void askForPen() },
      ]);
    else banner.hide();
  };
  store.on("connected", update);
  store.on("writer", update);
  // A page that connects at once shows no banner.
  setTimeout(update, 800);
}

/** Tells screen readers what was done, and what it did to what is free. */
export function speak(store: Store): void {
  const region = $("say");
  let freedoms: number | null = null;
  let pending = "";
  const say = (text: string): void => {
    region.textContent = text;
  };
  store.on("toast", ({ text }) => {
    pending = text;
    say(text);
  });
  store.on("event", ({ text }) => say(text));
  store.on("status", status => {
    if (status.freedoms === null || status.freedoms === freedoms) return;
    freedoms = status.freedoms;
    say([pending, degrees(freedoms)].filter(Boolean).join("; "));
    pending = "";
  });
}
