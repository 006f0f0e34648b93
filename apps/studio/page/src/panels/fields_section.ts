// SPDX-License-Identifier: Apache-2.0
/** Numbers of a thing that can be set while it runs, on sliders; those of vectors are typed. */
import { edit } from "../commands";
import { title } from "../plain/format";
import { scaleFor } from "../plain/scale";
import { heading, make, tick } from "../ui/dom";
import { Gesture, setting } from "../ui/gesture";
import { guard } from "../ui/pen";
import { Slider } from "../ui/slider";
import type { Desk, Section } from "./inspector";
import { type Field, type Inspection, isBreakLimit, isOption, isSet, never, shortName, withoutUnit } from "./inspection";
import { type Triple, VectorField } from "./vector_field";

export function fieldsSection(desk: Desk, thing: Inspection): Section[] {
  const { triples, singles } = grouped(thing.fields);
  const sections: Section[] = [];
  const known = singles.filter(field => !isBreakLimit(field) && isSet(field));
  const [options, own] = [known.filter(isOption), known.filter(field => !isOption(field))];
  const pieces = [...triples.map(triple => vectorPiece(desk, thing, triple)), ...own.map(field => sliderPiece(desk, thing, field))];
  if (pieces.length) sections.push(collected("Properties", pieces));
  const limits = singles.filter(isBreakLimit).map(field => limitPiece(desk, thing, field));
  if (limits.length) sections.push(collected("Breaks", limits));
  if (options.length) sections.push(folded("How it closes", options.map(field => sliderPiece(desk, thing, field))));
  return sections;
}
const updateAll =
  (pieces: Section[]) =>
  (thing: Inspection): void =>
    pieces.forEach(piece => piece.update?.(thing));
function collected(name: string, pieces: Section[]): Section {
  return { element: make("section", {}, heading(name), ...pieces.map(piece => piece.element)), update: updateAll(pieces) };
}
function folded(name: string, pieces: Section[]): Section {
  return { element: make("details", {}, make("summary", { textContent: name }), ...pieces.map(piece => piece.element)), update: updateAll(pieces) };
}

interface TripleField {
  name: string;
  fields: [Field, Field, Field];
}
/** Fields .x, .y, .z in a row are a vector. */
export function grouped(fields: readonly Field[]): { triples: TripleField[]; singles: Field[] } {
  const triples: TripleField[] = [];
  const singles: Field[] = [];
  for (let i = 0; i < fields.length; ++i) {
    const stem = /^(.*)\.x$/.exec(fields[i].name)?.[1];
    const three = fields.slice(i, i + 3);
    if (stem !== undefined && three.length === 3 && three.every((field, k) => field.name === `${stem}.${"xyz"[k]}` && isSet(field))) {
      triples.push({ name: stem, fields: three as [Field, Field, Field] });
      i += 2;
    } else singles.push(fields[i]);
  }
  return { triples, singles };
}

const valueIn = (thing: Inspection, name: string): number | null => thing.fields.find(field => field.name === name)?.value ?? null;

function sliderPiece({ store, initial }: Desk, thing: Inspection, { name, value, unit, text }: Field): Section {
  const now = value as number;
  const gesture = new Gesture(store, `Set ${name}`, setting(name));
  const slider = new Slider({
    label: title(shortName(name, thing.name)), unit, note: withoutUnit(text), value: now, scale: scaleFor(now, unit), initial: initial.of(name, now),
    move: x => gesture.move(x), end: () => gesture.end(), set: x => gesture.set(x),
  });
  return { element: slider.element, update: is => {
    const x = valueIn(is, name);
    if (x !== null) slider.show(x);
  } };
}
function vectorPiece({ store }: Desk, thing: Inspection, { name, fields }: TripleField): Section {
  const values = fields.map(field => field.value) as Triple;
  const change = (to: Triple): void =>
    void store.link.order({ do: "edit", edit: { set: Object.fromEntries(fields.map((field, i) => [field.name, to[i]])) }, label: `Set ${name}` });
  const field = new VectorField(title(shortName(name, thing.name)), fields[0].unit, values, change);
  field.element.title = withoutUnit(fields[0].text);
  return { element: field.element, update: is => {
    const now = fields.map(one => valueIn(is, one.name));
    if (now.every(x => x !== null)) field.show(now as Triple);
  } };
}

/** A limit beyond which it breaks; none is set until the box is ticked. */
function limitPiece(desk: Desk, thing: Inspection, field: Field): Section {
  const isForce = field.name.endsWith("force");
  const label = isForce ? "Breaks by force" : "Breaks by torque";
  const reads = thing.readings.find(reading => reading.name === `${thing.name}.${isForce ? "force" : "torque"}`)?.value ?? 0;
  const first = Number((Math.max(10 * Math.abs(reads), 10)).toPrecision(1));
  const box = tick(label, isSet(field), on => void edit(desk.store, { set: { [field.name]: on ? first : never } }, on ? `${thing.name} breaks at ${first} ${field.unit}` : `${thing.name} does not break`));
  guard(box.querySelector("input") as HTMLInputElement);
  if (!isSet(field)) return { element: box };
  const slider = sliderPiece(desk, thing, field);
  return { element: make("div", {}, box, slider.element), update: slider.update };
}
