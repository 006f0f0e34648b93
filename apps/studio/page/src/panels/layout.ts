// SPDX-License-Identifier: Apache-2.0
/** Tells the view how much of it panels cover, so that what it frames can be seen. */
import type { Insets, Store } from "../store";
import { $, paced } from "../ui/dom";

/** A panel that covers most of the width is at the top or bottom; others are at the sides. */
function measure(): Insets {
  const insets: Insets = { left: 0, right: 0, top: 0, bottom: 0 };
  const boxes = ["bar", "bin", "side", "plots", "chip", "transport"].map($).map(panel => panel.getBoundingClientRect()).filter(({ width, height }) => width > 0 && height > 0);
  for (const { left, right, top, bottom, width } of boxes) {
    const isWide = width > innerWidth * 0.6;
    if (bottom < innerHeight * 0.3 && isWide) insets.top = Math.max(insets.top, bottom);
    else if (top > innerHeight * 0.4) insets.bottom = Math.max(insets.bottom, innerHeight - top);
    else if (right < innerWidth / 2) insets.left = Math.max(insets.left, right);
    else if (left > innerWidth / 2) insets.right = Math.max(insets.right, innerWidth - left);
  }
  return { ...insets, top: Math.max(insets.top, reachOfBanners()) };
}
/** How far down the banners reach that are shown. */
const reachOfBanners = (): number => Math.max(0, ...[...document.querySelectorAll(".banner")].map(banner => banner.getBoundingClientRect().bottom));

/** The height of the view that a hint may take a part of: where there is less, it gives way. */
const roomForHint = 240;

/** The hint stands above the panels at the bottom, and what is written over the view above the hint. */
function aboveHint(insets: Insets): Insets {
  const hint = $("hint");
  hint.hidden = innerHeight - insets.top - insets.bottom < roomForHint;
  const { height } = hint.getBoundingClientRect();
  return { ...insets, bottom: insets.bottom + (height > 0 ? height + 8 : 0) };
}

export function followLayout(store: Store): void {
  const update = paced(100, () => {
    const insets = measure();
    document.documentElement.style.setProperty("--covered-left", `${insets.left}px`);
    document.documentElement.style.setProperty("--covered-right", `${insets.right}px`);
    document.documentElement.style.setProperty("--covered-bottom", `${insets.bottom}px`);
    if (JSON.stringify(insets) !== JSON.stringify(store.insets)) store.put("insets", insets);
    store.put("captionInsets", aboveHint(insets));
  });
  const observer = new ResizeObserver(update);
  for (const id of ["bar", "bin", "side", "plots", "notices", "transport", "hint"]) observer.observe($(id));
  addEventListener("resize", update);
  addEventListener("layout", update);
  update();
}
