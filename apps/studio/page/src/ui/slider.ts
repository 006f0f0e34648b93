// SPDX-License-Identifier: Apache-2.0
/** A number on a slider, with its value to type, its unit, and a dot that puts it back. */
import { readNumber, typed, unitText } from "../plain/format";
import { placeOf, type Scale, valueAt, widened } from "../plain/scale";
import { make } from "./dom";
import { enable, guard } from "./pen";

const grains = 1000;

export interface SliderLook {
  label: string;
  unit: string;
  value: number;
  scale: Scale;
  /** what it is, for people who wait */
  note?: string;
  /** what the dot puts it back to */
  initial?: number;
  /** it changes the scene; true if not said */
  pen?: boolean;
  /** from press to release */
  move: (value: number) => void;
  end: () => void;
  /** typed, or put back */
  set: (value: number) => void;
}

let nextId = 0;

export class Slider {
  readonly element: HTMLElement;
  readonly dot: HTMLButtonElement;
  private readonly range: HTMLInputElement;
  private readonly number: HTMLInputElement;
  private scale: Scale;
  private value: number;
  private held = false;

  constructor(private readonly look: SliderLook) {
    const { label, unit, note = "", value, scale } = look;
    this.value = value;
    this.scale = widened(scale, value);
    const id = `slider-${nextId++}`;
    this.range = make("input", { type: "range", id, min: "0", max: String(grains), step: "1", title: note });
    this.number = make("input", { type: "text", inputMode: "decimal", className: "number", ariaLabel: `${label}${unit ? ` in ${unit}` : ""}`, autocomplete: "off" });
    this.dot = make("button", { type: "button", className: "dot" });
    this.element = make(
      "div",
      { className: "slider" },
      make("label", { htmlFor: id, textContent: label, title: note }),
      this.dot,
      this.number,
      make("span", { className: "unit", textContent: unitText(unit) }),
      this.range,
    );
    if (look.pen ?? true) for (const control of [this.range, this.number, this.dot]) guard(control);
    this.listen();
    this.draw();
  }

  /** Shows a value that came from elsewhere, unless a hand is on the slider. */
  show(value: number, initial = this.look.initial): void {
    this.look.initial = initial;
    if (this.held || document.activeElement === this.number) return;
    this.value = value;
    this.scale = widened(this.scale, value);
    this.draw();
  }

  private listen(): void {
    this.range.oninput = () => {
      this.held = true;
      this.value = valueAt(this.scale, Number(this.range.value) / grains);
      this.draw();
      this.look.move(this.value);
    };
    this.range.onchange = () => {
      this.held = false;
      this.look.end();
    };
    this.number.onchange = () => this.type(this.number.value);
    this.number.onkeydown = event => {
      if (event.key === "Enter") this.number.select();
      if (event.key === "Escape") this.draw();
      if (event.key === "Enter" || event.key === "Escape") event.stopPropagation();
    };
    this.number.onfocus = () => this.number.select();
    this.dot.onclick = () => this.give(this.look.initial as number);
  }
  private type(text: string): void {
    const value = readNumber(text);
    if (value === undefined) return this.draw();
    this.give(value);
  }
  private give(value: number): void {
    this.value = value;
    this.scale = widened(this.scale, value);
    this.draw();
    this.look.set(value);
  }
  private draw(): void {
    const { value, scale, range, number, dot, look } = this;
    const place = placeOf(scale, value);
    range.value = String(Math.round(place * grains));
    range.style.setProperty("--share", String(place));
    range.ariaValueText = `${typed(value)} ${look.unit}`;
    number.value = typed(value);
    const isChanged = look.initial !== undefined && Math.abs(value - look.initial) > 1e-9 * Math.max(1e-9, Math.abs(look.initial));
    dot.ariaLabel = isChanged ? `Put ${look.label} back to ${typed(look.initial as number)} ${look.unit}` : "As it was";
    dot.title = dot.ariaLabel;
    enable(dot, isChanged);
  }
}
