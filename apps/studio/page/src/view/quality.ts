// SPDX-License-Identifier: Apache-2.0
/** How well things are drawn: as well as the machine can in time. Where pictures come too slowly, something is left out for good. */

export interface Looks {
  /** pixels of the picture per pixel of the page */
  ratio: number;
  shadows: boolean;
}

/** Pictures that come later than this after one another are too slow [ms]. */
const slow = 45;
/** They must be so many in a row, and take so long together [ms], before something is left out. */
const enough = { pictures: 4, time: 1500 };
/** The first pictures of a scene take long once: programs for the graphics card are made. */
const warmUp = 2;

/** From the best to the cheapest, on a screen with so many pixels per pixel of the page. */
function choices(ratio: number): Looks[] {
  const best = { ratio, shadows: true };
  const plain = { ratio: Math.min(1, ratio), shadows: false };
  const coarse = { ratio: 0.75 * plain.ratio, shadows: false };
  return ratio > 1 ? [best, { ratio: 1, shadows: true }, plain, coarse] : [best, plain, coarse];
}

export class Quality {
  private level = 0;
  private seen = 0;
  private late = { pictures: 0, time: 0 };

  /** For another scene all is tried again. */
  forget(): void {
    this.level = this.seen = 0;
    this.late = { pictures: 0, time: 0 };
  }
  /** How things are drawn now, on a screen of this ratio. */
  looks(ratio: number): Looks {
    const all = choices(ratio);
    return all[Math.min(this.level, all.length - 1)];
  }
  /** A picture came so long after the one before, and nothing was waited for. True if from now on less is drawn. */
  see(interval: number): boolean {
    if (++this.seen <= warmUp) return false;
    if (interval < slow) {
      this.late = { pictures: 0, time: 0 };
      return false;
    }
    this.late = { pictures: this.late.pictures + 1, time: this.late.time + interval };
    if (this.late.pictures < enough.pictures || this.late.time < enough.time) return false;
    this.late = { pictures: 0, time: 0 };
    this.seen = 0;
    ++this.level;
    return true;
  }
}
