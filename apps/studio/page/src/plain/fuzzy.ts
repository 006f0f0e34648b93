// SPDX-License-Identifier: Apache-2.0
/** Finding by a few letters. */

/** How well letters, in their order, fit a text; nothing if they do not. Beginnings of words and letters in a row count more. */
export function fit(letters: string, text: string): number | undefined {
  const wanted = letters.toLowerCase().replace(/\s+/g, "");
  const have = text.toLowerCase();
  let score = 0;
  let at = -1;
  for (const letter of wanted) {
    const next = have.indexOf(letter, at + 1);
    if (next < 0) return undefined;
    const begins = next === 0 || /[\s._\-/:]/.test(have[next - 1]);
    score += next === at + 1 && at >= 0 ? 3 : begins ? 2 : 0;
    score -= (next - at - 1) * 0.02;
    at = next;
  }
  if (have.startsWith(wanted)) score += 4;
  return score - have.length * 0.005;
}

/** The items that fit, best first; all, in their order, if nothing is typed. */
export function find<T>(letters: string, items: readonly T[], textOf: (item: T) => string): T[] {
  if (!letters.trim()) return [...items];
  return items
    .map(item => ({ item, score: fit(letters, textOf(item)) }))
    .filter((found): found is { item: T; score: number } => found.score !== undefined)
    .sort((a, b) => b.score - a.score)
    .map(({ item }) => item);
}
