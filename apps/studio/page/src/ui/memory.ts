// SPDX-License-Identifier: Apache-2.0
/** What the browser remembers for us; all works without it. */

const prefix = "holon.studio.";

export function recall<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(prefix + key);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}
export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(prefix + key, JSON.stringify(value));
  } catch {
    // Private windows and full disks: it is forgotten with the page.
  }
}
