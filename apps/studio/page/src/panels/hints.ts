// SPDX-License-Identifier: Apache-2.0
/** One hint at a time, until it is done or put away; never again after that. */
import type { Actions } from "../actions";
import { type Hint, hints, nextHint } from "../plain/hint_order";
import type { Store } from "../store";
import { $, button, make } from "../ui/dom";
import { recall, remember } from "../ui/memory";

/** Time to look at what was just done before the next hint comes. */
const pause = 1200;

export class Hints {
  private readonly done = new Set<string>(recall<string[]>("hints", []));
  private timer?: ReturnType<typeof setTimeout>;
  private shown?: Hint;

  constructor(
    private readonly store: Store,
    private readonly actions: Actions,
  ) {
    store.on("deed", deed => this.finish(deed));
    store.on("writer", () => this.show());
    store.on("selection", selection => {
      if (selection.some(thing => thing.sort === "constraint")) store.put("deed", "selected_joint");
    });
    actions.add({ id: "hints", title: "Show the hints of the first five minutes again", group: "Help", run: () => this.restart() });
    this.show();
  }
  private restart(): void {
    this.done.clear();
    remember("hints", []);
    this.show();
  }
  private finish(deed: string): void {
    if (this.done.has(deed)) return;
    this.done.add(deed);
    remember("hints", [...this.done]);
    if (this.shown?.deed !== deed) return;
    this.hide();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.show(), pause);
  }
  private hide(): void {
    $("hint").replaceChildren();
    this.shown = undefined;
  }
  private show(): void {
    this.hide();
    const hint = nextHint(this.done);
    if (!hint || !this.store.writer) return;
    this.shown = hint;
    const isTouch = matchMedia("(hover: none)").matches;
    const chip = make("div", { className: "panel hint", role: "note" }, make("span", { textContent: (isTouch && hint.touch) || hint.text }));
    const { offer } = hint;
    if (offer) chip.append(button({ label: offer.label, look: "small primary", press: () => this.actions.run(offer.action) }));
    chip.append(
      button({ label: "Next hint", text: "Next", look: "small quiet", press: () => this.finish(hint.deed) }),
      button({ label: "No more hints", icon: "close", look: "quiet", press: () => this.putAway() }),
    );
    $("hint").append(chip);
  }
  private putAway(): void {
    for (const { deed } of hints) this.done.add(deed);
    remember("hints", [...this.done]);
    this.hide();
  }
}
