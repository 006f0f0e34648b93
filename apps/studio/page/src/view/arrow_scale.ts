// SPDX-License-Identifier: Apache-2.0
/** How long arrows are: by steps of 1, 2, 5 that suit the forces of the last seconds, so that they seldom change; or locked. */
import type { Measures } from "../../../../player/src/measure";
import { ArrowKind, isHeldBy } from "../../../../player/src/moment";
import { quantile, roundUp } from "../../../../player/src/numbers";
import type { Recording } from "../../../../player/src/recording";

/** The size of a strong one: of many not the strongest, which may be a blow. */
export const strong = (sizes: number[]): number => quantile(sizes, sizes.length < 10 ? 1 : 0.9);
const mostLookedAt = 200;

/** Sizes of what acts on objects, of each kind: by constraints and contacts, and by forces. */
function sizesOf(recording: Recording): { held: number[][]; applied: number[][] } {
  const held: number[][] = [[], [], [], []];
  const applied: number[][] = [[], [], [], []];
  const { owner, flags, numbers } = recording.arrows;
  const stride = Math.ceil(owner.length / mostLookedAt);
  for (let i = 0; i < owner.length; i += stride) {
    if (!(flags[i] & 4)) continue;
    const size = Math.hypot(numbers[6 * i + 3], numbers[6 * i + 4], numbers[6 * i + 5]);
    if (size > 1e-9) (isHeldBy(recording, owner[i]) ? held : applied)[flags[i] & 3].push(size);
  }
  return { held, applied };
}

/** What one kind of arrow is drawn at: a typical size that follows the sizes of now, but not every one of them. */
export class Typical {
  value = 0;
  /** since when another size has been asked for */
  private since = Number.POSITIVE_INFINITY;

  /** How long another size must be asked for before it is taken [ms]: shorter for larger ones, for those are in the way. */
  private static readonly patience = { larger: 300, smaller: 1500 };

  see(size: number, now: number): void {
    if (!(size > 0)) return;
    const wanted = roundUp(size);
    if (!this.value) this.value = wanted;
    const isLarger = size > 1.3 * this.value;
    if (!isLarger && size >= 0.35 * this.value) {
      this.since = Number.POSITIVE_INFINITY;
      return;
    }
    this.since = Math.min(this.since, now);
    if (now - this.since < (isLarger ? Typical.patience.larger : Typical.patience.smaller)) return;
    this.value = wanted;
    this.since = Number.POSITIVE_INFINITY;
  }
}

export class ArrowScale {
  private typical = [new Typical(), new Typical(), new Typical(), new Typical()];

  /** Forgets the forces of an earlier scene. */
  forget(): void {
    this.typical = this.typical.map(() => new Typical());
  }
  /** Looks at the arrows of now. While they are locked, `locked` is metres per newton as a power of ten. */
  follow(recording: Recording, measures: Measures, locked: number | null): void {
    const { held, applied } = sizesOf(recording);
    const size = (kind: ArrowKind) => {
      if (kind >= ArrowKind.impulse) return quantile(applied[kind], 1);
      // the torques of motors are far greater than what joints bear across a plane
      if (kind === ArrowKind.torque) return Math.max(strong(held[kind]), strong(applied[kind]));
      return strong(held[kind]) || strong(applied[kind]);
    };
    // torques that forces would make at a hair's breadth are none
    const noise = 1e-6 * measures.size * size(ArrowKind.force);
    this.typical.forEach((typical, kind) => {
      const seen = kind === ArrowKind.torque && size(kind) < noise ? 0 : size(kind);
      if (locked === null || !typical.value) typical.see(seen, performance.now());
    });
    const [force, torque, impulse, spin] = this.typical.map(({ value }) => value);
    Object.assign(measures, { force, torque, heldForce: held[ArrowKind.force].length > 0, heldTorque: torque > 0 && held[ArrowKind.torque].length > 0 });
    measures.perNewton = locked === null ? measures.arrow / (force || 1) : 10 ** locked;
    measures.perNewtonMetre = measures.turn / (torque || 1);
    measures.perNewtonSecond = measures.arrow / (impulse || 1);
    measures.perNewtonMetreSecond = measures.turn / (spin || 1);
  }
}
