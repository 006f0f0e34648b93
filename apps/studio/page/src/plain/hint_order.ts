// SPDX-License-Identifier: Apache-2.0
/** The hints of the first five minutes: which comes next. */
import type { Deed } from "../store";

export interface Hint {
  /** what makes it needless */
  deed: Deed;
  text: string;
  /** where there is no mouse and no keyboard */
  touch?: string;
  /** a button that does it for people */
  offer?: { label: string; action: string };
}

export const hints: readonly Hint[] = [
  { deed: "dragged", text: "Drag anything. Press Space to pause.", touch: "Drag anything with a finger." },
  { deed: "joined", text: "Drop one part on another: they snap together." },
  { deed: "undone", text: "Ctrl+Z takes it back, to just before.", touch: "The arrow at the top takes it back." },
  { deed: "selected_joint", text: "Click a joint to see its forces, and give it a motor.", touch: "Tap a joint to see its forces." },
  { deed: "plotted", text: "Press the chart sign beside a reading to plot it." },
  {
    deed: "conflict",
    text: "Try to break it: nail a part that must move.",
    offer: { label: "Nail it for me", action: "break" },
  },
  { deed: "scrubbed", text: "Drag the timeline back: nothing is lost." },
  { deed: "resumed", text: "Press Shift+Space to go on from there.", touch: "Press play to go on from there." },
  { deed: "made", text: "Press R and click, click, click: rods that hang together.", touch: "Choose Rod and tap where its ends should be." },
  { deed: "shared", text: "Share it as a page that anybody can open.", offer: { label: "Share", action: "share" } },
];

/** The first hint that is neither done nor put away. */
export function nextHint(done: ReadonlySet<string>, all: readonly Hint[] = hints): Hint | undefined {
  return all.find(hint => !done.has(hint.deed));
}
