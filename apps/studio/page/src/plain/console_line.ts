// SPDX-License-Identifier: Apache-2.0
/** Lines of the console while they are typed. */

/** The line with a word in the place of what stood from there to the cursor. A name that ends a word gets a space behind it. */
export function completed(line: string, from: number, at: number, word: string): string {
  const rest = line.slice(at);
  const space = /[=(./]$/.test(word) || rest.startsWith(" ") ? "" : " ";
  return line.slice(0, from) + word + space + rest;
}

/** Which line of the history comes next: 0 is the newest, −1 the line that is being typed. */
export const historyStep = (now: number, by: 1 | -1, size: number): number => Math.min(size - 1, Math.max(-1, now + by));
