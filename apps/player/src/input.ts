// SPDX-License-Identifier: Apache-2.0
/** Pointer, wheel, touch and keys. */
import { $ } from "./dom";
import type { Eye } from "./camera";
import { clamp, hypot } from "./numbers";
import type { Transport } from "./transport";

/** One pointer orbits, or pans with shift or another button; two fingers pan and pinch. */
export function listenToPointers(eye: Eye, changed: () => void): void {
  const canvas = $("view");
  const down = new Map<number, [number, number]>();
  const between = (a: number[], b: number[]) => hypot(a[0] - b[0], a[1] - b[1]) || 1;
  canvas.onpointerdown = event => {
    canvas.setPointerCapture(event.pointerId);
    down.set(event.pointerId, [event.clientX, event.clientY]);
  };
  canvas.onpointermove = event => {
    const was = down.get(event.pointerId);
    if (!was) return;
    const now: [number, number] = [event.clientX, event.clientY];
    const [dx, dy] = [now[0] - was[0], now[1] - was[1]];
    const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
    down.set(event.pointerId, now);
    if (other) {
      eye.pan(dx / 2, dy / 2);
      eye.zoom(between(was, other) / between(now, other));
    } else if (event.shiftKey || event.buttons & 6) eye.pan(dx, dy);
    else eye.orbit(dx, dy);
    changed();
  };
  canvas.onpointerup = canvas.onpointercancel = event => down.delete(event.pointerId);
  canvas.oncontextmenu = event => event.preventDefault();
  canvas.onwheel = event => {
    event.preventDefault();
    eye.zoom(1.0015 ** clamp(event.deltaY, -200, 200));
    changed();
  };
}

/** Keys work where no control claims them. Shift with an arrow turns the view. */
export function listenToKeys(eye: Eye, transport: Transport, changed: () => void): void {
  const keys: Record<string, () => void> = {
    " ": () => transport.toggle(),
    f: () => eye.frame(),
    F: () => eye.frame(),
    "+": () => eye.zoom(0.87),
    "-": () => eye.zoom(1.15),
    Home: () => transport.seek(transport.first),
    End: () => transport.seek(transport.last),
    ArrowLeft: () => transport.step(-1),
    ArrowRight: () => transport.step(1),
    ShiftArrowLeft: () => eye.orbit(-12, 0),
    ShiftArrowRight: () => eye.orbit(12, 0),
    ShiftArrowUp: () => eye.orbit(0, 12),
    ShiftArrowDown: () => eye.orbit(0, -12),
  };
  document.onkeydown = event => {
    const { key } = event;
    const target = event.target as HTMLElement;
    const claimed = target.closest?.("input, select, button, #numbers") && (target !== $("slider") || key !== " ");
    const action = keys[(event.shiftKey && key.startsWith("Arrow") ? "Shift" : "") + key];
    if (claimed || !action || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    action();
    changed();
  };
}
