// SPDX-License-Identifier: Apache-2.0
/** Signals over time, or over another signal, with a cursor at the present moment. */
import { $, make } from "./dom";
import { nearestFrame } from "./moment";
import { ceil, clamp, decimalsFor, fixed, floor, isKnown, log10, max, min, peak, powerOfTen, quantile, range, round, roundDown, tiny, withDecimals } from "./numbers";
import type { Recording, Signal } from "./recording";
import type { Theme } from "./theme";
import type { Transport } from "./transport";

interface Line {
  name: string;
  color: number;
  values: ArrayLike<number>;
}
interface Spec {
  title: string;
  unit: string;
  log?: boolean;
  lines: Line[];
  /** what is along the bottom, if not time */
  x?: Signal;
}

const faintest = 1e-16; // smaller errors are drawn here
const margin = { left: 44, right: 10, top: 6, bottom: 18 };
const mostLines = 24;
const mostNamed = 6;
const isUsed = (values: ArrayLike<number>): boolean => peak(values) > 1e-9;

/** The strongest of many, in their old order. */
function strongest(lines: Line[]): Line[] {
  if (lines.length <= mostLines) return lines;
  const least = quantile(lines.map(l => peak(l.values)), 1 - mostLines / lines.length);
  return lines.filter(l => peak(l.values) >= least).slice(0, mostLines);
}

/** Plots that the scene asks for; errors, forces and torques of the constraints; other signals by family and unit. */
function specsOf({ constraints, signals, plots }: Recording): Spec[] {
  const lines = (key: "error" | "force" | "torque") => constraints.map((c, color) => ({ name: c.name, color, values: c[key] }));
  const used = (key: "force" | "torque") => strongest(lines(key).filter(line => isUsed(line.values)));
  const wanted: Spec[] = plots.map(({ title, signals: names, x }) => {
    const chosen = signals.filter(s => names.includes(s.name));
    return {
      title,
      unit: [...new Set(chosen.map(s => s.unit))].join(", "),
      lines: chosen.map(({ name, values }, color) => ({ name, color, values })),
      x: signals.find(s => s.name === x),
    };
  });
  const units = [...new Set(constraints.map(c => c.unit))].join(", ");
  const specs: Spec[] = [
    ...wanted,
    { title: "Constraint force", unit: "N", lines: used("force") },
    { title: "Constraint torque", unit: "N m", lines: used("torque") },
    { title: "Constraint error", unit: units, log: true, lines: strongest(lines("error")) },
  ];
  const shown = new Set(plots.flatMap(p => p.signals));
  for (const { name, unit, values } of signals.filter(s => !shown.has(s.name))) {
    const [, family, member] = /^(?:(.*)\.)?(.*)$/.exec(name) as RegExpExecArray;
    const title = (family ?? name).replace(/^./, c => c.toUpperCase());
    let spec = specs.find(s => s.title === title && s.unit === unit);
    if (!spec) specs.push((spec = { title, unit, lines: [] }));
    spec.lines.push({ name: member, color: spec.lines.length, values });
  }
  return specs.filter(spec => spec.lines.length);
}

/** Whole decades; or all, unless a lone spike would flatten the rest. */
function rangeOf(all: number[], log: boolean): { low: number; high: number; cut: boolean } {
  const { low: least, high: most } = range(all);
  if (log) return { low: floor(min(least, -14)), high: ceil(max(most, -12)), cut: false };
  const low = min(least, 0);
  const top = max(most, 0);
  const usual = quantile(all, 0.985);
  const cut = usual > 0 && top > 8 * usual;
  const high = cut ? 1.5 * usual : top;
  const space = 0.06 * (high - low) || 1;
  return { low: low && low - space, high: high + space, cut };
}

function ticksOf(low: number, high: number, most: number, log = false): [number, string][] {
  let step = roundDown((high - low || 1) / most);
  while ((high - low) / step > most || (log && step < 1)) step = roundDown(2.5 * step);
  const text = (x: number) => (log ? powerOfTen(round(x)) : step >= 1e5 ? tiny(x) : withDecimals(x, decimalsFor(step, 1)));
  const ticks: [number, string][] = [];
  for (let k = ceil(low / step - 1e-9); k * step <= high; ++k) ticks.push([k * step, text(k * step)]);
  return ticks;
}

/** A coloured mark beside a name. */
export function swatch(index: number): HTMLElement {
  const mark = make("i", { className: "swatch" });
  mark.dataset.series = String(index);
  return mark;
}
export function paintSwatches(theme: Theme): void {
  for (const mark of document.querySelectorAll<HTMLElement>("[data-series]"))
    mark.style.background = theme.series[Number(mark.dataset.series) % theme.series.length];
}

class Plot {
  stale = true;
  private readonly canvas = make("canvas", { role: "img" });
  private readonly cursors = [make("i"), make("i")];
  private readonly readouts: { values: ArrayLike<number>; size: number; text: HTMLElement }[];
  private readonly heights: number[][];
  private readonly vertical: { low: number; high: number; cut: boolean };
  private readonly horizontal: { low: number; high: number };
  private readonly bottom: ArrayLike<number>;
  private width = 0;
  private height = 0;

  constructor(
    private readonly spec: Spec,
    private readonly times: number[],
    private readonly owner: Plots,
  ) {
    const { title, unit, log = false, lines, x } = spec;
    this.heights = lines.map(({ values }) => Array.from(values, v => (log ? log10(max(v, faintest)) : v)));
    this.vertical = rangeOf(this.heights.flat().filter(isKnown), log);
    this.bottom = x?.values ?? times;
    this.horizontal = range(this.bottom);
    this.canvas.ariaLabel = `${title} over ${x?.name ?? "time"}`;
    this.readouts = lines.slice(0, mostNamed).map(({ values }) => ({ values, size: peak(values), text: make("span") }));
    const muted = (textContent: string) => make("span", { className: "muted", textContent });
    const remark = unit + (log ? ", log scale" : "") + (this.vertical.cut ? ", peak off scale" : "") + (x ? `, over ${x.name}` : "");
    const names = this.readouts.map(({ text }, i) => make("span", {}, swatch(lines[i].color), `${lines[i].name} `, text));
    const rest = lines.length > mostNamed ? [muted(`and ${lines.length - mostNamed} more`)] : [];
    const caption = make("figcaption", {}, make("h2", { textContent: title }), muted(remark), ...names, ...rest);
    $("plots").append(make("figure", {}, caption, make("div", { className: "plot" }, this.canvas, ...this.cursors)));
    if (!x) this.listen();
  }

  private listen(): void {
    const { canvas } = this;
    const timeOf = (event: PointerEvent) => {
      const { left, width } = canvas.getBoundingClientRect();
      const share = clamp((event.clientX - left - margin.left) / (width - margin.left - margin.right), 0, 1);
      return this.horizontal.low + share * (this.horizontal.high - this.horizontal.low);
    };
    canvas.onpointerdown = canvas.onpointermove = event => {
      this.owner.hover = event.pointerType === "mouse" ? timeOf(event) : undefined;
      if (event.buttons) this.owner.transport.seek(timeOf(event));
      this.owner.changed();
    };
    canvas.onpointerleave = () => {
      this.owner.hover = undefined;
      this.owner.changed();
    };
  }

  private x(value: number): number {
    const { low, high } = this.horizontal;
    return margin.left + ((value - low) / (high - low || 1)) * (this.width - margin.left - margin.right);
  }
  private y(value: number): number {
    const { low, high } = this.vertical;
    const bottom = this.height - margin.bottom;
    return bottom - clamp((value - low) / (high - low), -0.02, 1.02) * (bottom - margin.top);
  }

  private draw(theme: Theme): void {
    const { canvas } = this;
    const ratio = window.devicePixelRatio;
    this.width = canvas.clientWidth;
    this.height = canvas.clientHeight;
    Object.assign(canvas, { width: round(this.width * ratio), height: round(this.height * ratio) });
    const pen = canvas.getContext("2d") as CanvasRenderingContext2D;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.lineJoin = "round";
    this.ticks(pen, theme);
    this.heights.forEach((values, i) => {
      pen.beginPath();
      values.forEach((v, k) => {
        if (isKnown(v)) pen[isKnown(values[k - 1]) ? "lineTo" : "moveTo"](this.x(this.bottom[k]), this.y(v));
      });
      Object.assign(pen, { strokeStyle: theme.series[this.spec.lines[i].color % theme.series.length], lineWidth: 1.5 });
      pen.stroke();
    });
    this.stale = false;
  }
  private ticks(pen: CanvasRenderingContext2D, theme: Theme): void {
    const right = this.width - margin.right;
    const bottom = this.height - margin.bottom;
    const style = getComputedStyle(document.body);
    Object.assign(pen, { font: `11px ${style.fontFamily}`, fillStyle: theme.muted, strokeStyle: style.getPropertyValue("--line"), lineWidth: 1, textAlign: "right", textBaseline: "middle" });
    const rule = (x0: number, y0: number, x1: number, y1: number) => {
      pen.beginPath();
      pen.moveTo(x0, y0);
      pen.lineTo(x1, y1);
      pen.stroke();
    };
    for (const [value, text] of ticksOf(this.vertical.low, this.vertical.high, max(2, this.height / 26), this.spec.log)) {
      const y = round(this.y(value)) + 0.5;
      rule(margin.left, y, right, y);
      pen.fillText(text, margin.left - 6, y);
    }
    pen.textAlign = "center";
    const unit = this.spec.x ? this.spec.x.unit : "s";
    for (const [value, text] of ticksOf(this.horizontal.low, this.horizontal.high, this.width / 56)) {
      const x = this.x(value);
      rule(x, bottom, x, bottom + 3);
      pen.fillText(`${text} ${unit}`, min(x, right - 8), bottom + 11);
    }
  }

  /** Lines are drawn anew only when size or colours change. */
  show(theme: Theme, time: number, hover: number | undefined): void {
    if (this.stale) this.draw(theme);
    const frame = nearestFrame(this.times, hover ?? time);
    const at = (t: number) => (this.spec.x ? this.bottom[nearestFrame(this.times, t)] : t);
    this.cursors[0].style.left = `${this.x(at(time))}px`;
    this.cursors[1].style.left = `${this.x(at(hover ?? time))}px`;
    for (const { values, size, text } of this.readouts) text.textContent = this.spec.log ? tiny(values[frame]) : fixed(values[frame], size);
  }
}

export class Plots {
  hover: number | undefined;
  private readonly plots: Plot[];

  constructor(
    recording: Recording,
    readonly transport: Transport,
    readonly changed: () => void,
  ) {
    this.plots = specsOf(recording).map(spec => new Plot(spec, recording.times, this));
  }
  forget(): void {
    for (const plot of this.plots) plot.stale = true;
  }
  show(theme: Theme): void {
    for (const plot of this.plots) plot.show(theme, this.transport.time, this.hover);
  }
}
