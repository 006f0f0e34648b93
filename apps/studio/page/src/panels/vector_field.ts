// SPDX-License-Identifier: Apache-2.0
/** Three numbers to type. */
import { readNumber, typed, unitText } from "../plain/format";
import { make } from "../ui/dom";
import { guard } from "../ui/pen";

export type Triple = [number, number, number];

export class VectorField {
  readonly element: HTMLElement;
  private readonly inputs: HTMLInputElement[];
  value: Triple;

  constructor(label: string, unit: string, value: Triple, private readonly change?: (value: Triple) => void, pen = true) {
    this.value = value;
    this.inputs = ["x", "y", "z"].map((axis, i) => {
      const input = make("input", { type: "text", inputMode: "decimal", className: "number", ariaLabel: `${label} ${axis}${unit ? ` in ${unit}` : ""}`, autocomplete: "off" });
      input.onchange = () => this.take(i, input.value);
      input.onfocus = () => input.select();
      if (pen) guard(input);
      return input;
    });
    const boxes = this.inputs.map((input, i) => make("label", { className: `axis ${"xyz"[i]}` }, make("span", { textContent: "xyz"[i], ariaHidden: "true" }), input));
    this.element = make("div", { className: "vector" }, make("span", { className: "name", textContent: label }), make("span", { className: "unit", textContent: unitText(unit) }), ...boxes);
    this.draw();
  }
  show(value: Triple): void {
    if (this.inputs.includes(document.activeElement as HTMLInputElement)) return;
    this.value = value;
    this.draw();
  }
  private take(i: number, text: string): void {
    const x = readNumber(text);
    if (x === undefined) return this.draw();
    this.value = this.value.with(i, x) as Triple;
    this.draw();
    this.change?.(this.value);
  }
  private draw(): void {
    this.inputs.forEach((input, i) => {
      input.value = typed(this.value[i]);
    });
  }
}
