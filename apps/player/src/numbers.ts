// SPDX-License-Identifier: Apache-2.0
/** Numbers, and how they are written. */

export const { abs, ceil, cos, floor, hypot, log10, max, min, round, sin, PI } = Math;

export const isKnown = Number.isFinite;
export const clamp = (x: number, low: number, high: number): number => min(high, max(low, x));

export function quantile(list: number[], share: number): number {
  return list.sort((a, b) => a - b)[floor(share * (list.length - 1))] ?? 0;
}
export function peak(values: ArrayLike<number>): number {
  let most = 0;
  for (let i = 0; i < values.length; ++i) if (abs(values[i]) > most) most = abs(values[i]);
  return most;
}
export function range(values: ArrayLike<number>): { low: number; high: number } {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < values.length; ++i) {
    if (values[i] < low) low = values[i];
    if (values[i] > high) high = values[i];
  }
  return { low, high };
}

/** The largest of 1, 2, 5 × 10ⁿ that is not above x. */
export function roundDown(x: number): number {
  const decade = 10 ** floor(log10(x) + 1e-9);
  return decade * ([5, 2, 1].find(k => k * decade <= x * 1.001) ?? 1);
}

/** The smallest of 1, 2, 5 × 10ⁿ that is not below x. */
export function roundUp(x: number): number {
  const decade = 10 ** floor(log10(x) + 1e-9);
  return decade * ([1, 2, 5].find(k => k * decade >= x * 0.999) ?? 10);
}

const minus = (text: string): string => text.replace(/-/g, "−");
export const brief = (x: number): string => minus(String(Number(x.toPrecision(3))));
export const powerOfTen = (n: number): string =>
  `10${String(n).replace(/./g, c => (c === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(c)]))}`;
export const tiny = (x: number): string => (isKnown(x) ? minus(x ? x.toExponential(1) : "0") : "–");
export const decimalsFor = (size: number, digits: number): number =>
  clamp(digits - 1 - floor(log10(size || 1) + 1e-9), 0, 9);

/** A number with the decimals that suit a quantity of this size. */
export function fixed(x: number, size: number): string {
  if (!isKnown(x) || size >= 1e6 || (size && size < 1e-3)) return tiny(x);
  return minus(x.toFixed(decimalsFor(size, 4)).replace(/^-(0\.?0*)$/, "$1"));
}
export const withDecimals = (x: number, decimals: number): string => minus(x.toFixed(decimals));
