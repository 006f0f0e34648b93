// SPDX-License-Identifier: Apache-2.0
/** A number that a hand moves: all that happens from press to release is one entry of undo. */
import type { Store } from "../store";

type Command = { do: string } & Record<string, unknown>;

export class Gesture {
  private begun = false;
  private busy = false;
  private next?: Command;
  private over = false;

  constructor(
    private readonly store: Store,
    private readonly label: string,
    private readonly command: (value: number) => Command,
  ) {}

  /** The newest value is sent as soon as the one before it has been taken. */
  move(value: number): void {
    if (!this.begun) this.store.link.order({ do: "begin", label: this.label });
    this.begun = true;
    this.over = false;
    this.next = this.command(value);
    this.flush();
  }
  end(): void {
    this.over = true;
    this.flush();
  }
  /** One value at once, as one entry. */
  set(value: number): void {
    this.store.link.order({ label: this.label, ...this.command(value) });
  }

  private flush(): void {
    if (this.busy) return;
    if (this.next) {
      this.busy = true;
      const command = this.next;
      this.next = undefined;
      this.store.link.order(command).then(() => {
        this.busy = false;
        this.flush();
      });
    } else if (this.over && this.begun) {
      this.begun = this.over = false;
      this.store.link.order({ do: "end" });
    }
  }
}

/** Sets a number of a thing, or a parameter. */
export const setting =
  (name: string) =>
  (value: number): Command => ({ do: "edit", edit: { set: { [name]: value } } });
