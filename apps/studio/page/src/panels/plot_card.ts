// SPDX-License-Identifier: Apache-2.0
/** One plot: signals over time, or over another signal. */
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { themes } from "../../../../player/src/theme";
import * as commands from "../commands";
import { reading, withUnit } from "../plain/format";
import { thinned } from "../plain/tape";
import { button, make } from "../ui/dom";
import type { PlotDeck, PlotSpec } from "./plots";

const font = "11px system-ui, sans-serif";

export class PlotCard {
  readonly element: HTMLElement;
  private readonly canvas = make("div", { className: "plot-canvas" });
  private readonly legend = make("div", { className: "plot-legend" });
  private values: HTMLElement[] = [];
  private chart?: uPlot;
  /** extents of what is drawn over another signal */
  private extent = { x: [0, 1] as [number, number], y: [0, 1] as [number, number] };
  private curve: { x: number[]; y: (number | null)[][] } = { x: [], y: [] };

  constructor(
    private readonly deck: PlotDeck,
    readonly spec: PlotSpec,
  ) {
    const close = button({ label: "Close this plot", icon: "close", look: "quiet", press: () => deck.remove(this) });
    this.element = make("figure", { className: "panel plot-card" }, make("figcaption", {}, this.legend, close), this.canvas);
    this.listen();
  }

  /** The next drawing begins anew: other signals, another theme, another size. */
  forget(): void {
    this.chart?.destroy();
    this.chart = undefined;
  }

  draw(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width < 10 || height < 10) return;
    if (this.chart && (this.chart.width !== width || this.chart.height !== height)) this.chart.setSize({ width, height });
    if (this.spec.x) this.drawOverSignal(width, height);
    else this.drawOverTime(width, height);
    this.showValues();
  }
  private get window(): [number, number] {
    const { tape, span, store } = this.deck;
    const newest = Math.max(tape.size ? tape.time(tape.size - 1) : 0, store.status?.to ?? 0);
    const shown = store.frame?.time ?? newest;
    const end = shown < newest - span ? shown + span / 2 : newest;
    // A young run begins at the left.
    const from = Math.max(end - span, Math.min(store.status?.from ?? 0, end));
    return [from, from + span];
  }
  private drawOverTime(width: number, height: number): void {
    const { tape } = this.deck;
    const [from, to] = this.window;
    const first = Math.max(0, tape.indexOf(from) - 1);
    const end = Math.min(tape.size, tape.indexOf(to) + 1);
    const data = thinned(tape, this.spec.signals, first, end, 2 * width) as uPlot.AlignedData;
    this.chart ??= this.make(width, height);
    this.chart.batch(() => {
      this.chart?.setData(data, false);
      this.chart?.setScale("x", { min: from, max: to });
    });
  }
  private drawOverSignal(width: number, height: number): void {
    const { tape } = this.deck;
    const [from, to] = this.window;
    const end = Math.min(tape.size, tape.indexOf(to) + 1);
    const first = tape.indexOf(from);
    const stride = Math.max(1, Math.ceil((end - first) / 2000));
    const steps = Array.from({ length: Math.ceil((end - first) / stride) }, (_, i) => end - 1 - i * stride).reverse();
    const column = (name: string): number[] => steps.map(i => tape.value(name, i));
    this.curve = { x: column(this.spec.x as string), y: this.spec.signals.map(column) };
    this.extent = { x: extentOf([this.curve.x]), y: extentOf(this.curve.y) };
    this.chart ??= this.make(width, height);
    this.chart.setData([this.extent.x, ...this.spec.signals.map(() => [null, null])]);
  }

  private make(width: number, height: number): uPlot {
    const theme = themes[this.deck.store.theme];
    const { signals, x } = this.spec;
    this.fillLegend(theme.series);
    const units = [...new Set(signals.map(name => this.deck.unit(name)))];
    const scaleOf = (name: string): string => (x ? "y" : `y${Math.min(1, units.indexOf(this.deck.unit(name)))}`);
    const axis = { stroke: theme.muted, font, ticks: { show: false }, grid: { stroke: `${theme.grid}33`, width: 1 } };
    const written = (_: uPlot, values: number[]): string[] => values.map(value => String(Number(value.toPrecision(4))).replace("-", "−"));
    const shared = { ...axis, size: 48, values: written, space: 24 };
    const axes: uPlot.Axis[] = [
      { ...axis, size: 24, values: written, space: 48 },
      { ...shared, scale: x ? "y" : "y0" },
    ];
    if (!x && units.length > 1) axes.push({ ...shared, scale: "y1", side: 1, grid: { show: false } });
    this.canvas.setAttribute("role", "img");
    this.canvas.ariaLabel = `Plot of ${signals.join(", ")} over ${x ?? "time"}`;
    return new uPlot(
      {
        width, height, axes,
        legend: { show: false },
        cursor: { show: false },
        padding: [8, units.length > 1 && !x ? 0 : 12, 0, 0],
        scales: x ? { x: { time: false, range: () => this.extent.x }, y: { range: () => this.extent.y } } : { x: { time: false } },
        series: [{}, ...signals.map((name, i) => ({ scale: scaleOf(name), stroke: theme.series[i % theme.series.length], width: 1.5, points: { show: false }, spanGaps: false }))],
        hooks: { draw: [chart => this.drawMarks(chart)] },
      },
      [[0, 1], ...signals.map(() => [null, null])],
      this.canvas,
    );
  }
  /** The curve over another signal, and the moment that is shown or pointed at. */
  private drawMarks(chart: uPlot): void {
    const { ctx, bbox } = chart;
    const theme = themes[this.deck.store.theme];
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    ctx.lineWidth = 1.5 * devicePixelRatio;
    if (this.spec.x) this.drawCurves(chart, theme.series);
    else {
      ctx.strokeStyle = theme.text;
      ctx.globalAlpha = 0.5;
      ctx.lineWidth = devicePixelRatio;
      const { hovered, store } = this.deck;
      const times = [hovered, store.status?.rewound ? (store.frame?.time ?? null) : null];
      for (const time of times.filter(t => t !== null)) {
        const at = Math.round(chart.valToPos(time as number, "x", true)) + 0.5;
        ctx.beginPath();
        ctx.moveTo(at, bbox.top);
        ctx.lineTo(at, bbox.top + bbox.height);
        ctx.stroke();
      }
    }
    ctx.restore();
  }
  private drawCurves(chart: uPlot, colours: string[]): void {
    const { ctx } = chart;
    const { x, y } = this.curve;
    y.forEach((column, k) => {
      ctx.strokeStyle = colours[k % colours.length];
      ctx.fillStyle = ctx.strokeStyle;
      ctx.beginPath();
      let isDown = false;
      let last: [number, number] | undefined;
      column.forEach((value, i) => {
        if (!Number.isFinite(x[i]) || value === null || !Number.isFinite(value)) {
          isDown = false;
          return;
        }
        last = [chart.valToPos(x[i], "x", true), chart.valToPos(value, "y", true)];
        if (isDown) ctx.lineTo(...last);
        else ctx.moveTo(...last);
        isDown = true;
      });
      ctx.stroke();
      if (!last) return;
      ctx.beginPath();
      ctx.arc(...last, 3 * devicePixelRatio, 0, 7);
      ctx.fill();
    });
  }

  private fillLegend(colours: string[]): void {
    const { title, signals, x } = this.spec;
    this.values = signals.map(() => make("output"));
    const entries = signals.map((name, i) => {
      const swatch = make("i", { className: "swatch", ariaHidden: "true" });
      swatch.style.background = colours[i % colours.length];
      return make("span", { className: "entry", title: name }, swatch, make("span", { textContent: name }), this.values[i]);
    });
    const head = [title, x && `over ${x}`].filter(Boolean).join(" ");
    this.legend.replaceChildren(...(head ? [make("strong", { textContent: head })] : []), ...entries);
  }
  /** The values under the pointer, at the moment that is shown, or the newest. */
  private showValues(): void {
    const { tape, hovered, store } = this.deck;
    const time = hovered ?? (store.status?.rewound ? (store.frame?.time ?? null) : null);
    const at = time === null ? tape.size - 1 : tape.stepAt(time);
    this.spec.signals.forEach((name, i) => {
      if (this.values[i]) this.values[i].textContent = at < 0 ? "–" : withUnit(tape.value(name, at), this.deck.unit(name));
    });
    this.canvas.title = hovered === null || this.spec.x ? "" : `${reading(hovered)} s: press to go there`;
  }

  /** Pointing shows the values of that time; pressing goes there. */
  private listen(): void {
    const timeAt = (event: PointerEvent): number | null => {
      const { chart } = this;
      if (!chart || this.spec.x) return null;
      return chart.posToVal(event.clientX - chart.over.getBoundingClientRect().left, "x");
    };
    this.canvas.onpointermove = event => {
      const time = timeAt(event);
      this.deck.hover(time);
      if (event.buttons && time !== null) commands.scrub(this.deck.store, time);
    };
    this.canvas.onpointerdown = event => {
      const time = timeAt(event);
      if (time === null || event.button) return;
      this.canvas.setPointerCapture(event.pointerId);
      commands.scrub(this.deck.store, time);
    };
    this.canvas.onpointerleave = () => this.deck.hover(null);
  }
}

function extentOf(columns: ArrayLike<number | null>[]): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const column of columns)
    for (let i = 0; i < column.length; ++i) {
      const x = column[i];
      if (x === null || !Number.isFinite(x)) continue;
      low = Math.min(low, x);
      high = Math.max(high, x);
    }
  if (low > high) return [0, 1];
  const pad = (high - low) * 0.06 || Math.abs(high) * 0.1 || 1;
  return [low - pad, high + pad];
}
