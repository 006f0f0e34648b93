// SPDX-License-Identifier: Apache-2.0
/** Plots of signals while they are made: they remember a bounded number of steps, and give them away as a table. */
import type { Store } from "../store";
import { csvOf, Tape } from "../plain/tape";
import { $, button, make, paced, saveAs, select } from "../ui/dom";
import { PlotCard } from "./plot_card";

export interface PlotSpec {
  title: string;
  signals: string[];
  /** another signal to plot over; time if there is none */
  x?: string;
}

const spans = [
  ["2", "2 s"],
  ["5", "5 s"],
  ["10", "10 s"],
  ["30", "30 s"],
  ["60", "1 min"],
  ["600", "10 min"],
] as const;

export class PlotDeck {
  readonly tape = new Tape();
  /** seconds that are shown */
  span = 10;
  /** the time under the pointer, in whichever plot it is */
  hovered: number | null = null;
  private cards: PlotCard[] = [];
  private readonly row = make("div", { className: "plot-row" });
  private readonly units = new Map<string, string>();
  private file?: string;
  private readonly redraw = paced(33, () => requestAnimationFrame(() => this.draw()));

  constructor(readonly store: Store) {
    const tools = make(
      "div",
      { className: "plot-tools row" },
      select("Seconds that are shown", spans, "10", value => {
        this.span = Number(value);
        this.redraw();
      }),
      button({ label: "All plotted signals as a table (CSV)", icon: "download", text: "CSV", look: "small", press: () => this.export() }),
      button({ label: "Close all plots", icon: "close", look: "quiet", press: () => this.clear() }),
    );
    $("plots").append(tools, this.row);
    $("plots").hidden = true;
    new ResizeObserver(() => this.redraw()).observe(this.row);
    store.on("samples", ({ times, values }) =>
      this.tape.append(times, store.watching.names, values.map(x => x ?? Number.NaN)),
    );
    store.on("frame", () => {
      if (this.cards.length) this.redraw();
    });
    store.on("watching", ({ names, units }) => names.forEach((name, i) => this.units.set(name, units[i])));
    store.on("status", ({ to, dt }) => this.tape.cut(to + dt / 2));
    store.on("scene", ({ file }) => {
      if (this.file !== undefined && file !== this.file) this.clear();
      this.file = file;
      // What had gone may be back, by undo.
      if (this.signals.some(name => !store.watching.names.includes(name))) void this.watch();
    });
    store.on("welcome", () => void this.watch());
    store.on("theme", () => {
      for (const card of this.cards) card.forget();
      this.redraw();
    });
  }

  unit(name: string): string {
    return this.units.get(name) ?? "";
  }
  has(name: string): boolean {
    return this.cards.some(card => !card.spec.x && card.spec.signals.includes(name));
  }
  add(spec: PlotSpec): void {
    const isOverTime = !spec.x || spec.x === "time";
    const card = new PlotCard(this, { ...spec, x: isOverTime ? undefined : spec.x });
    this.cards.push(card);
    this.row.append(card.element);
    this.changed();
    this.store.put("deed", "plotted");
    card.element.scrollIntoView({ inline: "nearest", block: "nearest" });
  }
  /** Plots a signal over time, with others of its unit, or stops that. */
  async toggle(name: string): Promise<void> {
    const card = this.cards.find(one => !one.spec.x && one.spec.signals.includes(name));
    if (card) return this.drop(card, name);
    const unit = (await this.unitOf(name)) ?? "";
    this.units.set(name, unit);
    const like = this.cards.find(one => !one.spec.x && !one.spec.title && one.spec.signals.every(signal => this.unit(signal) === unit) && one.spec.signals.length < 6);
    if (!like) return this.add({ title: "", signals: [name] });
    like.spec.signals.push(name);
    like.forget();
    this.changed();
    this.store.put("deed", "plotted");
  }
  private async unitOf(name: string): Promise<string | undefined> {
    const answer = await this.store.link.order({ do: "signals", pattern: name });
    return answer?.signals.find((signal: { name: string }) => signal.name === name)?.unit;
  }
  drop(card: PlotCard, name: string): void {
    card.spec.signals = card.spec.signals.filter(signal => signal !== name);
    if (!card.spec.signals.length) return this.remove(card);
    card.forget();
    this.changed();
  }
  remove(card: PlotCard): void {
    card.element.remove();
    this.cards = this.cards.filter(one => one !== card);
    this.changed();
  }
  private clear(): void {
    for (const card of this.cards) card.element.remove();
    this.cards = [];
    this.changed();
  }
  hover(time: number | null): void {
    this.hovered = time;
    this.redraw();
  }

  private get signals(): string[] {
    return [...new Set(this.cards.flatMap(({ spec }) => [...spec.signals, ...(spec.x ? [spec.x] : [])]))];
  }
  private changed(): void {
    $("plots").hidden = !this.cards.length;
    dispatchEvent(new Event("layout"));
    void this.watch();
    this.redraw();
  }
  private async watch(): Promise<void> {
    const { signals, tape, store } = this;
    tape.keep(signals);
    if (!store.connected || (!signals.length && !store.watching.names.length)) return;
    try {
      await store.link.ask({ do: "watch", names: signals });
    } catch {
      // The connection was lost; it is asked for again when it is back.
    }
  }
  private export(): void {
    const { signals, tape } = this;
    saveAs("signals.csv", csvOf(tape, signals, signals.map(name => this.unit(name))), "text/csv");
  }
  private draw(): void {
    for (const card of this.cards) card.draw();
  }
}
