// SPDX-License-Identifier: Apache-2.0
/** The scene when nothing is selected: its parameters, gravity, how time is stepped, what is worth plotting. */
import { count } from "../plain/format";
import { scaleFor } from "../plain/scale";
import type { Parameter } from "../protocol";
import type { Store } from "../store";
import { button, choice, heading, make, select, tick } from "../ui/dom";
import { Gesture, setting } from "../ui/gesture";
import { enable, guard } from "../ui/pen";
import { Slider } from "../ui/slider";
import { InitialValues } from "./initial_values";
import type { PlotDeck } from "./plots";
import { VectorField } from "./vector_field";

/** Ways of stepping that people choose between; the first is the usual one. */
const steppers = [
  ["projected", "projected: for nearly everything"],
  ["rk4", "rk4: accurate short runs"],
  ["dormand_prince", "dormand_prince: to a tolerance"],
  ["correction", "correction"],
  ["euler", "euler: for comparison"],
  ["first_order", "first_order: things stop when forces stop"],
] as const;

interface PlotSpec {
  title: string;
  signals: string[];
  x?: string;
}

export class SceneInspector {
  readonly element = make("div", { className: "inspector" });
  private readonly about = make("div", { className: "about" });
  private readonly parameters = make("section");
  private readonly plots = make("section");
  private readonly sliders = new Map<string, Slider>();
  private readonly initial: InitialValues;
  private readonly gravity: VectorField;
  private readonly gravityTick: HTMLLabelElement;
  private readonly order: HTMLElement;
  private readonly stepper: HTMLSelectElement;
  private readonly step: Slider;
  /** the way of stepping to go back to from first order */
  private usual = "projected";
  private built = "";

  constructor(
    private readonly store: Store,
    private readonly deck: PlotDeck,
  ) {
    this.initial = new InitialValues(store);
    this.gravity = new VectorField("Gravity", "m/s²", [0, 0, -9.81], ([x, y, z]) => this.command(`gravity (${x} ${y} ${z})`, "Set gravity"));
    this.gravityTick = tick("Gravity", true, on => this.command(`gravity ${on ? "on" : "off"}`, on ? "Gravity on" : "Gravity off"));
    guard(this.gravityTick.querySelector("input") as HTMLInputElement);
    this.order = choice("How things move", [["2", "Second order"], ["1", "First order"]], "2", value => this.setOrder(value), true);
    this.order.title = "Second order: forces accelerate. First order: forces move, and things stop when forces stop.";
    this.stepper = select("Way of stepping", steppers, "projected", value => this.command(`stepper ${value}`, `Step by ${value}`), true);
    const gesture = new Gesture(store, "Set the step", dt => ({ do: "edit", edit: { dt } }));
    this.step = new Slider({
      label: "Step", unit: "s", value: 0.002, scale: { min: 1e-5, max: 0.1, logarithmic: true }, note: "Simulated time of one step",
      move: x => gesture.move(x), end: () => gesture.end(), set: x => gesture.set(x),
    });
    this.element.append(
      this.about,
      this.parameters,
      make("section", {}, heading("World"), this.gravityTick, this.gravity.element),
      make("section", {}, heading("Motion"), this.order, this.step.element, make("span", { textContent: "Way of stepping" }), this.stepper),
      this.plots,
    );
    store.on("scene", () => this.show());
    store.on("status", () => this.showStatus());
    this.show();
  }
  private command(text: string, label: string): void {
    this.store.link.order({ do: "edit", text, label });
  }
  private setOrder(value: "1" | "2"): void {
    const { status } = this.store;
    if (status && status.stepper !== "first_order") this.usual = status.stepper;
    this.command(`stepper ${value === "1" ? "first_order" : this.usual}`, value === "1" ? "First order" : "Second order");
  }

  private show(): void {
    const { scene } = this.store;
    if (!scene) return;
    const { title, note, plots = [] } = scene.recording as { title: string; note: string; plots?: PlotSpec[] };
    const things = this.store.sceneThings();
    const number = (sort: string): number => things.filter(thing => thing.sort === sort).length;
    this.about.replaceChildren(
      make("h2", { textContent: title || "Untitled" }),
      make("p", { textContent: note }),
      make("p", { className: "muted", textContent: `${count(number("object"), "part")}, ${count(number("constraint"), "constraint")}, ${count(number("force"), "force")}` }),
    );
    this.showParameters(scene.parameters);
    this.showPlots(plots);
    const box = this.gravityTick.querySelector("input") as HTMLInputElement;
    box.checked = scene.gravity;
    this.gravity.element.hidden = !scene.gravity;
    if (scene.gravity) void this.readGravity();
  }
  private showParameters(list: Parameter[]): void {
    const names = JSON.stringify(list.map(({ name, min, max }) => [name, min, max]));
    if (names !== this.built) {
      this.built = names;
      this.sliders.clear();
      this.fillParameters(list);
    }
    for (const { name, value } of list) this.sliders.get(name)?.show(value, this.initial.of(name, value));
  }
  /** Those that nobody said anything about help to compute others; they are folded away. */
  private fillParameters(list: Parameter[]): void {
    const isExplained = ({ min, max, unit, note }: Parameter): boolean => Boolean(unit || note) || (min !== undefined && max !== undefined);
    const [own, helpers] = [list.filter(isExplained), list.filter(parameter => !isExplained(parameter))];
    const sliders = (some: Parameter[]): HTMLElement[] => some.map(parameter => this.parameterSlider(parameter).element);
    this.parameters.replaceChildren(...(list.length ? [heading("Parameters")] : []), ...sliders(own));
    if (helpers.length) this.parameters.append(make("details", {}, make("summary", { textContent: `${helpers.length} more` }), ...sliders(helpers)));
  }
  private parameterSlider({ name, value, unit, min, max, note }: Parameter): Slider {
    const gesture = new Gesture(this.store, `Set ${name}`, setting(name));
    const slider = new Slider({
      label: name, unit, note, value, scale: scaleFor(value, unit, min, max), initial: this.initial.of(name, value),
      move: x => gesture.move(x), end: () => gesture.end(), set: x => gesture.set(x),
    });
    this.sliders.set(name, slider);
    return slider;
  }
  private showPlots(plots: PlotSpec[]): void {
    this.plots.replaceChildren();
    if (!plots.length) return;
    this.plots.append(heading("Worth plotting"));
    for (const { title, signals, x } of plots)
      this.plots.append(button({ label: title || signals.join(", "), icon: "plot", text: title || signals.join(", "), look: "quiet left", press: () => this.deck.add({ title, signals, x }) }));
  }
  private showStatus(): void {
    const { status } = this.store;
    if (!status) return;
    const radio = this.order.querySelector<HTMLInputElement>(`input[value="${status.order}"]`);
    if (radio) radio.checked = true;
    if (![...this.stepper.options].some(option => option.value === status.stepper)) this.stepper.add(new Option(status.stepper, status.stepper));
    this.stepper.value = status.stepper;
    this.step.show(status.dt, this.initial.of("the step", status.dt));
    enable(this.stepper, status.order === 2);
  }
  /** The vector is a field of the force, wherever it is named. */
  private async readGravity(): Promise<void> {
    const force = this.store.sceneThings().find(({ sort, kind }) => sort === "force" && kind === "gravity");
    if (!force) return;
    try {
      const { fields } = await this.store.link.ask({ do: "inspect", name: force.name });
      const g = ["x", "y", "z"].map(axis => fields.find((field: { name: string }) => field.name.endsWith(`.g.${axis}`))?.value);
      if (g.every(Number.isFinite)) this.gravity.show(g as [number, number, number]);
    } catch {
      // It has gone in the meantime: the next scene tells.
    }
  }
}
