// SPDX-License-Identifier: Apache-2.0
/** The last steps of the signals that are watched. It is of a fixed length, so an hour of simulation takes no more memory than a minute. */

export class Tape {
  readonly times: Float64Array;
  private readonly columns = new Map<string, Float32Array>();
  private first = 0;
  /** how many steps were forgotten because they were too old */
  dropped = 0;
  /** how many steps there are */
  size = 0;

  constructor(readonly capacity = 1 << 16) {
    this.times = new Float64Array(capacity);
  }

  get names(): string[] {
    return [...this.columns.keys()];
  }
  /** Keeps columns of these signals, and forgets all others. One that is new is not known at earlier steps. */
  keep(names: readonly string[]): void {
    for (const name of this.columns.keys()) if (!names.includes(name)) this.columns.delete(name);
    for (const name of names) if (!this.columns.has(name)) this.columns.set(name, new Float32Array(this.capacity).fill(Number.NaN));
  }

  /** Adds steps, with the values of `names` time by time. If time has gone back, what came after is cut off first. */
  append(times: ArrayLike<number>, names: readonly string[], values: ArrayLike<number>): void {
    if (!times.length) return;
    if (this.size && times[0] <= this.time(this.size - 1)) this.cut(times[0]);
    const written = names.map(name => this.columns.get(name));
    const missing = [...this.columns].filter(([name]) => !names.includes(name)).map(([, column]) => column);
    for (let i = 0; i < times.length; ++i) {
      const place = this.place(this.size);
      this.times[place] = times[i];
      for (let j = 0; j < written.length; ++j) {
        const column = written[j];
        if (column) column[place] = values[i * names.length + j];
      }
      for (const column of missing) column[place] = Number.NaN;
      if (this.size < this.capacity) ++this.size;
      else {
        this.first = (this.first + 1) % this.capacity;
        ++this.dropped;
      }
    }
  }
  /** Forgets all from this time on. */
  cut(time: number): void {
    this.size = this.indexOf(time);
  }
  clear(): void {
    this.size = 0;
  }

  time(i: number): number {
    return this.times[this.place(i)];
  }
  value(name: string, i: number): number {
    return this.columns.get(name)?.[this.place(i)] ?? Number.NaN;
  }
  /** The first step at this time or later; `size` if there is none. */
  indexOf(time: number): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.time(middle) < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }
  /** The step that tells of a time: the first at that time or later, or else the newest; -1 if all are later. */
  stepAt(time: number): number {
    return this.size && time < this.time(0) ? -1 : Math.min(this.size - 1, this.indexOf(time));
  }
  private place(i: number): number {
    return (this.first + i) % this.capacity;
  }
}

/** Times, and a list of values for each name: what a chart wants. A value that is not known is null. */
export type Columns = [number[], ...(number | null)[][]];

/**
 * The steps from..to (not included) in at most about `points` points. Of every stretch of steps each signal keeps its least and its
 * largest value, in their order, so that no peak is lost.
 */
export function thinned(tape: Tape, names: readonly string[], from: number, to: number, points: number): Columns {
  const stretch = Math.max(1, Math.ceil((2 * (to - from)) / Math.max(2, points)));
  const times: number[] = [];
  const columns: (number | null)[][] = names.map(() => []);
  if (stretch < 3) {
    for (let i = from; i < to; ++i) times.push(tape.time(i));
    names.forEach((name, k) => {
      for (let i = from; i < to; ++i) columns[k].push(known(tape.value(name, i)));
    });
    return [times, ...columns];
  }
  // Stretches begin at multiples of their length, so that a peak does not flicker while the window moves on.
  for (let i = from, end: number; i < to; i = end) {
    end = Math.min(to, i + stretch - ((i + tape.dropped) % stretch));
    times.push(tape.time(i), tape.time(end - 1));
    names.forEach((name, k) => columns[k].push(...extremes(tape, name, i, end)));
  }
  return [times, ...columns];
}
const known = (x: number): number | null => (Number.isFinite(x) ? x : null);

function extremes(tape: Tape, name: string, from: number, to: number): [number | null, number | null] {
  let [low, high] = [-1, -1];
  for (let i = from; i < to; ++i) {
    const x = tape.value(name, i);
    if (!Number.isFinite(x)) continue;
    if (low < 0 || x < tape.value(name, low)) low = i;
    if (high < 0 || x > tape.value(name, high)) high = i;
  }
  if (low < 0) return [null, null];
  const [a, b] = low < high ? [low, high] : [high, low];
  return [tape.value(name, a), tape.value(name, b)];
}

/** All that is kept of some signals, for other programs. Units stand behind the names; what is not known is left empty, and steps at which nothing is known are left out. */
export function csvOf(tape: Tape, names: readonly string[], units: readonly string[]): string {
  const cell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = [["time [s]", ...names.map((name, i) => (units[i] ? `${name} [${units[i]}]` : name))].map(cell).join(",")];
  for (let i = 0; i < tape.size; ++i) {
    const values = names.map(name => tape.value(name, i));
    if (!values.some(Number.isFinite)) continue;
    lines.push([tape.time(i), ...values].map(x => (Number.isFinite(x) ? String(x) : "")).join(","));
  }
  return `${lines.join("\n")}\n`;
}
