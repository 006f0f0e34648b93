// SPDX-License-Identifier: Apache-2.0
/** The top: what is open, and what can be done with all of it. */
import type { Actions } from "../actions";
import type { Store } from "../store";
import { actionButton } from "../ui/action_button";
import { attachPopover } from "../ui/dialog";
import { $, button, make, relabel } from "../ui/dom";
import type { IconName } from "../ui/icons";
import { enable } from "../ui/pen";
import { fillViewOptions } from "./view_options";

export class Bar {
  private readonly title = make("strong", { className: "scene-title" });
  private readonly saved = make("span", { className: "saved" });
  private readonly undo: HTMLButtonElement;
  private readonly redo: HTMLButtonElement;
  private readonly theme: HTMLButtonElement;

  constructor(
    private readonly store: Store,
    private readonly actions: Actions,
  ) {
    this.undo = actionButton(actions, "undo", "undo");
    this.redo = actionButton(actions, "redo", "redo");
    this.theme = actionButton(actions, "theme", "light");
    const named = (id: string, sign: IconName, text: string): HTMLButtonElement => actionButton(actions, id, sign, "quiet wide", text);
    const view = button({ label: "What is drawn, and how", icon: "eye", text: "View", look: "quiet wide" });
    attachPopover(view, "What is drawn, and how", panel => fillViewOptions(panel, store));
    const left = make("div", { className: "panel row scene-name" }, make("span", { className: "mark", textContent: "Holon", ariaHidden: "true" }), this.title, this.saved);
    const files = make("div", { className: "panel row" }, named("gallery", "gallery", "Gallery"), named("open", "open", "Open"), named("save", "save", "Save"), named("share", "share", "Share"));
    const right = make("div", { className: "panel row" }, this.undo, this.redo, make("i", { className: "rule" }), actionButton(actions, "frame", "frame"), view, this.theme, actionButton(actions, "palette", "command"), actionButton(actions, "help", "help"));
    $("bar").append(left, files, make("div", { className: "spring" }), right);
    store.on("scene", () => this.showScene());
    store.on("status", () => this.showStatus());
    store.on("theme", () => this.showTheme());
    this.showTheme();
    this.showStatus();
  }

  private showScene(): void {
    const { scene } = this.store;
    if (!scene) return;
    const { title: own = "" } = scene.recording as { title?: string };
    const title = own && own !== "Untitled" ? own : scene.file.replace(/\.\w+$/, "") || "Untitled";
    this.title.textContent = title;
    this.title.title = scene.file || "Not saved to a file yet";
    document.title = `${title} · Holon studio`;
  }
  private showStatus(): void {
    const { status } = this.store;
    const show = (element: HTMLButtonElement, id: string, label: string | null | undefined): void => {
      enable(element, Boolean(label));
      element.ariaLabel = label ? `${this.actions.label(id)}: ${label}` : this.actions.label(id);
      if (!element.disabled) element.title = element.ariaLabel;
    };
    show(this.undo, "undo", status?.undo);
    show(this.redo, "redo", status?.redo);
    const kept = status?.saved ?? true;
    this.saved.textContent = kept ? "autosaved" : "saving…";
    this.saved.title = kept ? "All of it survives a crash of the program or the browser" : "The newest changes are on their way to the disk";
    this.saved.classList.toggle("busy", !kept);
  }
  private showTheme(): void {
    const isDark = this.store.theme === "dark";
    relabel(this.theme, isDark ? "light" : "dark", isDark ? "Light colours" : "Dark colours");
  }
}
