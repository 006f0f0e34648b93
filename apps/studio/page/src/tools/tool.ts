// SPDX-License-Identifier: Apache-2.0
import type { Marks } from "../view/marks";
import type { Pointer } from "./bench";

/** What the pointer does in the view while a tool is chosen. */
export interface Tool {
  /** Whether the plane it draws in is shown as a net. */
  readonly showsPlane: boolean;
  /** The pointer moves with no button down, or has left; returns the cursor to show. */
  hover(at?: Pointer): string;
  /** The pointer goes down; true if a drag from here belongs to the tool and does not turn the view. */
  press(at: Pointer): boolean;
  /** It was pressed, and moves. */
  drag(at: Pointer): void;
  /** It goes up after a drag. */
  release(at: Pointer): void;
  /** It went up where it had gone down. */
  click(at: Pointer): void;
  /** Gives up what was begun; false if there was nothing. */
  cancel(): boolean;
  /** Ends what was begun, as Enter does; false if there was nothing. */
  finish(): boolean;
  /** Called before every picture, when everything is where it is now. */
  step(): void;
  /** Draws over the picture. */
  draw(marks: Marks): void;
}

/** A tool that has nothing to say. */
export abstract class QuietTool implements Tool {
  readonly showsPlane: boolean = false;
  abstract hover(at?: Pointer): string;
  abstract click(at: Pointer): void;
  press(_at: Pointer): boolean {
    return false;
  }
  drag(_at: Pointer): void {}
  release(_at: Pointer): void {}
  cancel(): boolean {
    return false;
  }
  finish(): boolean {
    return false;
  }
  step(): void {}
  draw(_marks: Marks): void {}
}
