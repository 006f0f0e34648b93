// SPDX-License-Identifier: Apache-2.0
/** How a slider's place, from 0 to 1, and its value belong together. */
import { abs, clamp, isKnown, log10, max, PI, roundDown } from "../../../../player/src/numbers";

export interface Scale {
  min: number;
  max: number;
  logarithmic: boolean;
}

/** The smallest of 1, 2, 5 × 10ⁿ that is not below x. */
const roundUp = (x: number): number => Number((1 / roundDown(1 / x)).toPrecision(1));

/** Beyond this ratio of the ends small values could not be set on a linear slider. */
const wide = 100;

/** A range that suits a number: its own, if it has one, or one around its value. */
export function scaleFor(value: number, unit: string, min?: number | null, top?: number | null): Scale {
  if (isKnown(min) && isKnown(top) && (min as number) < (top as number)) {
    const [low, high] = [min as number, top as number];
    return { min: low, max: high, logarithmic: low > 0 && high / low >= wide };
  }
  if (unit === "rad") return { min: -PI, max: PI, logarithmic: false };
  if (value > 0) return { min: roundDown(value / wide), max: roundUp(value * wide), logarithmic: true };
  const reach = value === 0 ? 1 : roundUp(2 * abs(value));
  return { min: -reach, max: reach, logarithmic: false };
}
/** A slider about zero whose ends can be reached and whose middle is fine: speeds of motors. */
export const symmetric = (reach: number): Scale => ({ min: -reach, max: reach, logarithmic: false });

/** The scale, widened if need be so that the value lies on it. */
export function widened(scale: Scale, value: number): Scale {
  if (value >= scale.min && value <= scale.max) return scale;
  if (scale.logarithmic && value <= 0) return scale;
  const reach = roundUp(max(abs(value), 1e-300));
  return value > scale.max ? { ...scale, max: reach } : { ...scale, min: scale.logarithmic ? roundDown(value) : -reach };
}

export function placeOf({ min, max: top, logarithmic }: Scale, value: number): number {
  const share = logarithmic ? log10(value / min) / log10(top / min) : (value - min) / (top - min);
  return isKnown(share) ? clamp(share, 0, 1) : 0;
}
/** Rounded so that what a hand sets reads well: to three digits, or to a thousandth of the range. */
export function valueAt({ min, max: top, logarithmic }: Scale, place: number): number {
  if (place <= 0) return min;
  if (place >= 1) return top;
  if (logarithmic) return Number((min * (top / min) ** place).toPrecision(3));
  const grain = roundDown((top - min) / 1000);
  const value = Math.round((min + place * (top - min)) / grain) * grain;
  return Number(value.toPrecision(12));
}
