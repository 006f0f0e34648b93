// SPDX-License-Identifier: Apache-2.0
/** A joint: what it is, its motor and its end stops. All is changed in place, while it runs. */
import { title, words } from "../plain/format";
import { scaleFor, symmetric } from "../plain/scale";
import { button, choice, heading, make, select, tick } from "../ui/dom";
import { Gesture, setting } from "../ui/gesture";
import { guard } from "../ui/pen";
import { Slider } from "../ui/slider";
import type { Desk, Section } from "./inspector";
import type { Inspection } from "./inspection";

export function jointSection(desk: Desk, thing: Inspection): Section[] {
  const sections: Section[] = [];
  if (thing.joint && thing.joints && thing.joints.length > 1) sections.push(kindSection(desk, thing));
  // What turns or slides may have a motor and end stops.
  if (thing.joint && (/\.(angle|travel)$/.test(thing.angle ?? "") || thing.motor || thing.limit)) sections.push(motorSection(desk, thing), limitSection(desk, thing));
  return sections;
}

function kindSection({ store }: Desk, { name, joint, joints = [] }: Inspection): Section {
  const options = [...new Set([joint as string, ...joints])].sort().map(kind => [kind, title(words(kind))] as const);
  const change = async (kind: string): Promise<void> => {
    const answer = await store.link.order({ do: "change_joint", name, kind });
    if (!answer) return;
    store.select({ sort: "constraint", name: answer.name });
    store.put("toast", { text: `${title(words(kind))} instead of ${words(joint as string)}`, kind: "done", undo: true });
  };
  const chooser = options.length <= 4 ? choice("Kind of joint", options, joint as string, change, true) : select("Kind of joint", options, joint as string, change, true);
  chooser.classList.add("full");
  return { element: make("section", {}, heading("Joint"), chooser) };
}

/** Ends that read well, on both sides of where it is. */
const around = (now: number, reach: number): [number, number] => [Math.floor(10 * (now - reach)) / 10, Math.ceil(10 * (now + reach)) / 10];

/** Speeds that motors are usually given: rad/s or m/s. */
const topSpeed = 20;

function motorSection({ store }: Desk, thing: Inspection): Section {
  const { name, motor, readings, angle } = thing;
  const unit = readings.find(reading => reading.name === angle)?.unit === "m" ? "m/s" : "rad/s";
  const box = tick("Motor", Boolean(motor), () => store.put("wish", { kind: "motor", joint: name }));
  guard(box.querySelector("input") as HTMLInputElement);
  const section = make("section", { className: "motor" }, make("div", { className: "heading" }, box));
  if (!motor) return { element: section };
  const inspect = button({ label: `Inspect ${motor.name}`, look: "small", text: "Inspect it", press: () => store.select(whereIs(store, motor.name)) });
  const { speed } = motor;
  if (speed === null) {
    section.append(make("p", { className: "muted", textContent: "Its speed is a function of time." }), inspect);
    return { element: section };
  }
  const gesture = new Gesture(store, `Set the speed of ${motor.name}`, setting(motor.field));
  const slider = new Slider({
    label: "Speed", unit, value: speed, scale: symmetric(topSpeed), note: "How fast the motor drives the joint",
    move: x => gesture.move(x), end: () => gesture.end(), set: x => gesture.set(x),
  });
  let now = speed;
  const turn = button({ label: "Turn the other way", look: "small", text: "Other way", pen: true, press: () => gesture.set(-now) });
  const stop = button({ label: "Stop it", look: "small", text: "Stop", pen: true, press: () => gesture.set(0) });
  section.append(slider.element, make("div", { className: "row wrap" }, turn, stop, inspect));
  return {
    element: section,
    update: ({ motor: is }) => {
      now = is?.speed ?? now;
      slider.show(now);
    },
  };
}
/** A motor may be a constraint or a force. */
const whereIs = (store: Desk["store"], name: string) => {
  const found = store.sceneThings().find(thing => thing.name === name);
  return { sort: found?.sort ?? ("constraint" as const), name };
};

function limitSection({ store }: Desk, thing: Inspection): Section {
  const { name, limit, readings, angle } = thing;
  const motion = readings.find(reading => reading.name === angle);
  const unit = motion?.unit ?? "rad";
  const now = motion?.value ?? 0;
  const order = (min: number | null, max: number | null): void => void store.link.order({ do: "limit", joint: name, min, max });
  const reach = unit === "m" ? 0.5 : 1;
  const box = tick("End stops", Boolean(limit), on => (on ? order(...around(now, reach)) : order(null, null)));
  guard(box.querySelector("input") as HTMLInputElement);
  const section = make("section", {}, make("div", { className: "heading" }, box));
  if (!limit) return { element: section };
  const ends = { min: limit.min, max: limit.max };
  const sliders = (["min", "max"] as const).map(end => {
    const gesture = new Gesture(store, `Set the end stops of ${name}`, value => {
      ends[end] = value;
      return { do: "limit", joint: name, ...ends };
    });
    return new Slider({
      label: end === "min" ? "From" : "To", unit, value: limit[end] ?? 0, scale: scaleFor(limit[end] ?? 0, unit), note: "Where the motion ends",
      move: x => gesture.move(x), end: () => gesture.end(), set: x => gesture.set(x),
    });
  });
  section.append(...sliders.map(slider => slider.element));
  return {
    element: section,
    update: ({ limit: is }) => {
      if (!is) return;
      sliders[0].show(is.min ?? 0);
      sliders[1].show(is.max ?? 0);
    },
  };
}
