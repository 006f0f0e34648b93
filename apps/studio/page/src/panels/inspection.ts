// SPDX-License-Identifier: Apache-2.0
/** The answer of `inspect`: what a thing is, as ../../PROTOCOL.md says. */
import type { Sort } from "../store";
import type { Triple } from "./vector_field";

export interface Field {
  name: string;
  value: number | null;
  text: string;
  unit: string;
}
export interface Reading {
  name: string;
  unit: string;
  value: number | null;
}
export interface Load {
  on: string;
  /** of what acts on an object: who does it */
  by?: string;
  at: Triple;
  force: Triple;
  torque: Triple;
}
export interface Inspection {
  name: string;
  sort: Sort;
  kind: string;
  summary: string;
  active: boolean;
  fields: Field[];
  readings: Reading[];
  loads: Load[];
  objects: string[];
  things: { name: string; sort: Sort; kind: string }[];
  joint?: string | null;
  joints?: string[];
  /** the speed is not known if it is a function of time; the field takes another one */
  motor?: { name: string; speed: number | null; torque: number | null; field: string } | null;
  limit?: { name: string; min: number | null; max: number | null } | null;
  angle?: string | null;
}

/** All but the numbers: while this stays, what is shown stays, and only numbers change. */
export function shapeOf(thing: Inspection): string {
  const { name, sort, kind, active, fields, readings, objects, things, joint, joints, motor, limit, angle, loads } = thing;
  const names = (list: { name: string }[]): string[] => list.map(one => one.name);
  return JSON.stringify([
    name, sort, kind, active, names(fields), fields.map(isSet), names(readings), objects, names(things), joint, joints,
    motor && [motor.name, motor.speed === null], Boolean(limit), angle, loads.map(load => [load.on, load.by]),
  ]);
}

/** The last part of a name: of "hinge.break_force" it is "break force", of "hinge.angle_dot" it is "angle rate". */
export const shortName = (name: string, owner: string): string =>
  (name.startsWith(`${owner}.`) ? name.slice(owner.length + 1) : name).replace(/_dot$/, " rate").replaceAll("_", " ");
/** The text of a field without the unit that stands behind it. */
export const withoutUnit = (text: string): string => text.replace(/\s*\[[^\]]*\]\s*$/, "");

const limits = /\.break_(force|torque)$/;
export const isBreakLimit = ({ name }: Field): boolean => limits.test(name);
/** What every constraint has, and few people want to change. */
export const isOption = ({ name }: Field): boolean => /\.(tau|weight|assembly_force|max_force)$/.test(name);
/** A limit that is as good as none. */
export const never = 1e300;
export const isSet = ({ value }: Field): boolean => value !== null && Math.abs(value) < 1e100;
