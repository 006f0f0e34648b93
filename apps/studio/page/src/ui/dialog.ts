// SPDX-License-Identifier: Apache-2.0
/** What opens over the page: dialogs, which keep the focus, and small panels beside a button. */
import { button, make } from "./dom";

export class Dialog {
  readonly element: HTMLDialogElement;
  readonly body = make("div", { className: "dialog-body" });

  constructor(title: string, className = "") {
    const name = make("h2", { textContent: title, tabIndex: -1, autofocus: true });
    name.id = `dialog-${title.toLowerCase().replace(/\W+/g, "-")}`;
    this.element = make("dialog", { className });
    this.element.setAttribute("aria-labelledby", name.id);
    const head = make("header", {}, name, button({ label: "Close", icon: "close", look: "quiet", press: () => this.close() }));
    this.element.append(head, this.body);
    // A press beside the dialog closes it; one that began inside does not.
    this.element.onpointerdown = event => {
      if (event.target === this.element) this.close();
    };
    this.element.onclose = () => this.letGo();
    document.body.append(this.element);
  }
  /** Keys that come at once are not for what was pressed last in it: browsers move the focus on only with the next picture. */
  private letGo(): void {
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && this.element.contains(activeElement)) activeElement.blur();
  }
  get isOpen(): boolean {
    return this.element.open;
  }
  open(): void {
    if (!this.isOpen) this.element.showModal();
  }
  close(): void {
    if (!this.isOpen) return;
    this.element.close();
    this.letGo();
  }
}

/** A small panel that opens at a button and closes by a press elsewhere or Esc. It is filled when it opens. */
export function attachPopover(opener: HTMLButtonElement, label: string, fill: (panel: HTMLElement) => void): HTMLElement {
  const panel = make("div", { className: "popover panel", role: "dialog", ariaLabel: label });
  panel.popover = "auto";
  document.body.append(panel);
  opener.popoverTargetElement = panel;
  opener.ariaExpanded = "false";
  panel.addEventListener("beforetoggle", event => {
    const opens = (event as ToggleEvent).newState === "open";
    opener.ariaExpanded = String(opens);
    if (!opens) return;
    panel.replaceChildren();
    fill(panel);
  });
  // What it holds may come later, and make it larger.
  new ResizeObserver(() => panel.matches(":popover-open") && placeAt(panel, opener)).observe(panel);
  return panel;
}

/** Beside the opener, below it if there is more room there than above, and never outside of the window. */
function placeAt(panel: HTMLElement, opener: HTMLElement): void {
  const at = opener.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = panel;
  const gap = 8;
  const below = at.top + at.height / 2 < innerHeight / 2;
  const left = Math.max(gap, Math.min(innerWidth - width - gap, at.left + at.width / 2 < innerWidth / 2 ? at.left : at.right - width));
  const top = below ? Math.min(at.bottom + gap, innerHeight - height - gap) : at.top - height - gap;
  panel.style.left = `${left}px`;
  panel.style.top = `${Math.max(gap, top)}px`;
}
