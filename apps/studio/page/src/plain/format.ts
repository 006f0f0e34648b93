// SPDX-License-Identifier: Apache-2.0
/** Numbers as people read them. */
import { abs, clamp, floor, isKnown, log10 } from "../../../../player/src/numbers";

const minus = (text: string): string => text.replace(/-/g, "−");

/** Smaller numbers are what rounding leaves of nothing. */
const nothing = 1e-15;

/** Four digits, at most three of them behind the point; a power of ten where these do not do. */
export function reading(x: number | null | undefined): string {
  if (x === null || x === undefined || !isKnown(x)) return "–";
  const size = abs(x);
  if (size < nothing) return "0";
  if (size < 1e-3 || size >= 1e6) return minus(x.toExponential(2).replace("e+", "e"));
  return minus(x.toFixed(clamp(3 - floor(log10(size)), 0, 3)));
}
/** One digit and its power of ten: what one wants to know of an error. */
export function roughly(x: number): string {
  if (!isKnown(x)) return "–";
  return abs(x) < nothing ? "0" : minus(x.toExponential(0).replace("e+", "e"));
}
/** All digits that there are, for who wants to know exactly; of an angle also in degrees. */
export function exactly(x: number | null, unit: string): string {
  if (x === null || !isKnown(x)) return "";
  return `${minus(String(x))} ${unitText(unit)}`.trim() + (unit === "rad" ? `, ${reading((x * 180) / Math.PI)}°` : "");
}
/** m/s^2 → m/s² */
export const unitText = (unit: string): string => unit.replace(/\^(-?\d)/g, (_, n: string) => n.replace(/./g, c => (c === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(c)])));
export const withUnit = (x: number | null | undefined, unit: string): string => (unit ? `${reading(x)} ${unitText(unit)}` : reading(x));

/** What an input field shows: short, but enough to read the number back. */
export function typed(x: number): string {
  if (!isKnown(x)) return "";
  return String(Number(x.toPrecision(6)));
}
/** What was typed into a field, or nothing if it is no number. Commas and the typographic minus do too. */
export function readNumber(text: string): number | undefined {
  const plain = text.trim().replace(",", ".").replace("−", "-");
  const x = Number(plain);
  return plain && isKnown(x) ? x : undefined;
}

/** Simulated seconds, with as many decimals as a step needs. */
export function clock(seconds: number, decimals = 2): string {
  if (!isKnown(seconds)) return "–";
  const minutes = floor(seconds / 60);
  if (seconds < 60) return `${minus(seconds.toFixed(decimals))} s`;
  return `${minutes}:${(seconds - 60 * minutes).toFixed(decimals).padStart(decimals ? decimals + 3 : 2, "0")}`;
}

export const length = (v: readonly number[]): number => Math.hypot(...v);
/** What rounding leaves of a vector's components beside the large ones is zero. */
export function vector(v: readonly number[]): string {
  const least = 1e-9 * length(v);
  return `(${v.map(x => reading(abs(x) < least ? 0 : x)).join("\u2002")})`;
}
/** "a", "a and b", "a, b and c" */
export const listed = (names: readonly string[]): string => (names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`);

/** "1 degree of freedom", "2 joints" */
export const count = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;
export const degrees = (n: number): string => count(n, "degree of freedom", "degrees of freedom");

/** line_hinge → line hinge; the first letter large if wanted */
export const words = (kind: string): string => kind.replaceAll("_", " ");
export const title = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
