// SPDX-License-Identifier: Apache-2.0
/** How the scene is: what is free, its energy, how well constraints are met, how fast it runs. */
import { degrees, reading, roughly, withUnit } from "../plain/format";
import type { Store } from "../store";
import { attachPopover } from "../ui/dialog";
import { $, button, make, paced } from "../ui/dom";
import { enable } from "../ui/pen";
import { type Diagnosis, fillDoctor, wiggle } from "./doctor";

export class Chip {
  private readonly freedoms = button({ label: "What is free, and what is too many", text: "–", look: "quiet freedoms" });
  private readonly wiggle = button({ label: "Show how it could move", icon: "wiggle", text: "Wiggle", look: "small", press: () => this.showMotion() });
  private readonly energy = reading_("energy", "Energy: kinetic and potential");
  private readonly error = reading_("error", "The largest error of a constraint");
  private readonly rate = reading_("rate", "Simulated seconds per second, and time for a step");
  private motion = 0;

  constructor(private readonly store: Store) {
    attachPopover(this.freedoms, "What is free, and what is too many", panel => this.fillDoctor(panel));
    $("chip").append(make("div", { className: "panel row chip" }, this.freedoms, this.wiggle, this.energy, this.error, this.rate));
    store.on("status", () => this.showStatus());
    const follow = paced(200, () => this.follow());
    store.on("frame", follow);
    store.on("scene", () => (this.motion = 0));
    this.showStatus();
  }
  private showStatus(): void {
    const freedoms = this.store.status?.freedoms;
    const text = this.freedoms.querySelector("span") as HTMLElement;
    text.textContent = freedoms === null || freedoms === undefined ? "… degrees of freedom" : degrees(freedoms);
    this.freedoms.ariaLabel = `${text.textContent}: what is free, and what is too many`;
    enable(this.wiggle, freedoms !== 0);
  }
  private follow(): void {
    const { frame } = this.store;
    if (!frame) return;
    this.energy.textContent = withUnit(frame.kinetic + frame.potential, "J");
    this.energy.title = `Energy: kinetic ${withUnit(frame.kinetic, "J")}, potential ${withUnit(frame.potential, "J")}`;
    this.error.textContent = `err ${roughly(frame.error)}`;
    this.rate.textContent = frame.running ? `${frame.rate.toFixed(2)}×` : "paused";
    this.rate.title = `${reading(frame.rate)} simulated seconds per second; ${reading(frame.cost)} µs for a step`;
  }

  private async fillDoctor(panel: HTMLElement): Promise<void> {
    panel.append(make("p", { className: "muted", textContent: "Looking…" }));
    const diagnosis: Diagnosis | undefined = await this.store.link.order({ do: "diagnose" });
    panel.replaceChildren();
    if (diagnosis) fillDoctor(panel, this.store, diagnosis);
    else panel.hidePopover();
  }
  /** Each press shows the next motion. */
  private showMotion(): void {
    wiggle(this.store, this.motion++ % Math.max(1, this.store.status?.freedoms ?? 1));
  }
}

const reading_ = (name: string, title: string): HTMLElement => make("span", { className: `reading ${name}`, title });
