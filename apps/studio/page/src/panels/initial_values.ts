// SPDX-License-Identifier: Apache-2.0
/** What numbers were when they were first seen in this scene: where the dots of sliders put them back to. */
import type { Store } from "../store";

export class InitialValues {
  private readonly values = new Map<string, number>();
  private file?: string;

  constructor(store: Store) {
    store.on("scene", ({ file }) => {
      if (file !== this.file) this.values.clear();
      this.file = file;
    });
  }
  /** The value of the first time that it was asked for. */
  of(name: string, value: number): number {
    if (!this.values.has(name)) this.values.set(name, value);
    return this.values.get(name) as number;
  }
}
