// SPDX-License-Identifier: Apache-2.0
/** Pointers, wheel and fingers: what belongs to the tool goes to the tool, the rest turns, shifts and zooms the view. */
import type { Eye } from "../../../../player/src/camera";
import { clamp } from "../../../../player/src/numbers";
import type { Navigation } from "../store";
import type { Bench, Pointer } from "./bench";
import type { Tool } from "./tool";

type Turn = "orbit" | "pan" | "zoom";

/** What a button does where no tool wants it: left, middle, right. No preset needs a button that a trackpad lacks. */
const buttons: Record<Navigation, [Turn, Turn, Turn]> = {
  default: ["orbit", "pan", "pan"],
  blender: ["orbit", "orbit", "pan"],
  cad: ["orbit", "orbit", "pan"],
  mujoco: ["orbit", "zoom", "pan"],
};

/** What goes on with a pointer that is down. */
interface Press {
  start: Pointer;
  last: Pointer;
  /** what its way does; nothing yet while it may still be a click */
  way: "tool" | Turn;
  moved: boolean;
}

const between = (a: Pointer, b: Pointer): number => Math.hypot(a.x - b.x, a.y - b.y) || 1;

export class Gestures {
  private readonly presses = new Map<number, Press>();
  /** where the pointer is, if it is over the view */
  pointer?: Pointer;
  private readonly eye: Eye;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly bench: Bench,
    private readonly tool: () => Tool,
  ) {
    this.eye = bench.eye;
    canvas.addEventListener("pointerdown", event => this.down(event));
    canvas.addEventListener("pointermove", event => this.move(event));
    canvas.addEventListener("pointerup", event => this.up(event));
    canvas.addEventListener("pointercancel", event => this.lose(event));
    canvas.addEventListener("pointerleave", () => this.leave());
    canvas.addEventListener("contextmenu", event => event.preventDefault());
    canvas.addEventListener("dblclick", event => this.frame(this.at(event)));
    canvas.addEventListener("wheel", event => this.wheel(event), { passive: false });
  }

  private at(event: MouseEvent): Pointer {
    const { left, top } = this.canvas.getBoundingClientRect();
    const touch = (event as PointerEvent).pointerType === "touch";
    return { x: event.clientX - left, y: event.clientY - top, touch, alt: event.altKey, shift: event.shiftKey };
  }

  private down(event: PointerEvent): void {
    const at = this.at(event);
    this.canvas.setPointerCapture(event.pointerId);
    if (this.presses.size) {
      // a second finger: both move the view now
      if (this.tool().cancel()) this.bench.changed();
      for (const press of this.presses.values()) Object.assign(press, { way: "pan", moved: true });
      this.presses.set(event.pointerId, { start: at, last: at, way: "pan", moved: true });
      return;
    }
    this.presses.set(event.pointerId, { start: at, last: at, way: this.wayOf(event, at), moved: false });
  }
  private wayOf(event: PointerEvent, at: Pointer): "tool" | Turn {
    const turns = buttons[this.bench.store.navigation];
    if (event.button !== 0) return event.shiftKey ? "pan" : turns[event.button === 1 ? 1 : 2];
    if (this.tool().press(at)) return "tool";
    return at.shift ? "pan" : turns[0];
  }

  private move(event: PointerEvent): void {
    const at = this.at(event);
    this.pointer = at;
    const press = this.presses.get(event.pointerId);
    if (!press) {
      this.canvas.style.cursor = this.tool().hover(at);
      return;
    }
    press.moved ||= between(at, press.start) > (at.touch ? 9 : 3);
    if (!press.moved) return;
    const other = [...this.presses].find(([id]) => id !== event.pointerId)?.[1];
    if (other) this.pinch(press.last, at, other.last);
    else this.go(press, at);
    press.last = at;
  }
  private go({ way, last }: Press, at: Pointer): void {
    const [dx, dy] = [at.x - last.x, at.y - last.y];
    this.canvas.style.cursor = "grabbing";
    if (way === "tool") this.tool().drag(at);
    else if (way === "orbit") this.eye.orbit(dx, dy);
    else if (way === "pan") this.eye.pan(dx, dy);
    else this.eye.zoom(1.01 ** dy);
    this.bench.changed();
  }
  /** Of two fingers each moves the view by half of its way; what they come apart zooms to the middle between them. */
  private pinch(was: Pointer, now: Pointer, other: Pointer): void {
    this.eye.pan((now.x - was.x) / 2, (now.y - was.y) / 2);
    this.zoom(between(was, other) / between(now, other), { ...now, x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
  }

  private up(event: PointerEvent): void {
    const press = this.presses.get(event.pointerId);
    this.presses.delete(event.pointerId);
    if (!press) return;
    const at = this.at(event);
    if (press.way === "tool" && press.moved) this.tool().release(at);
    else if (!press.moved && event.button === 0) this.tool().click(at);
    if (at.touch) this.leave();
    else this.canvas.style.cursor = this.tool().hover(at);
    this.bench.changed();
  }
  private lose(event: PointerEvent): void {
    this.presses.delete(event.pointerId);
    this.tool().cancel();
    this.bench.changed();
  }
  private leave(): void {
    if (this.presses.size) return;
    this.pointer = undefined;
    this.tool().hover();
    this.bench.changed();
  }
  /** Whether a pointer is down. */
  get isBusy(): boolean {
    return this.presses.size > 0;
  }

  // ---- zoom ----

  /** Notches of a wheel come as hundreds of pixels or as lines; the fingers of a trackpad that pinches as small steps with Ctrl. */
  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const pixels = event.deltaY * (event.deltaMode === 1 ? 33 : event.deltaMode === 2 ? 400 : 1);
    this.zoom((event.ctrlKey ? 1.01 : 1.0015) ** clamp(pixels, -250, 250), this.at(event));
  }
  /** Zooms so that what is under the pointer stays there. */
  private zoom(factor: number, at: Pointer): void {
    const { bench, eye } = this;
    const body = bench.live ? bench.picker.body(bench.projection, at.x, at.y, 0) : undefined;
    const ray = bench.ray(at);
    const deep = body ? body.distance : eye.distance / Math.max(0.2, ray.direction.dot(bench.look));
    eye.zoom(factor, ray.at(deep, ray.origin.clone()));
    bench.changed();
  }
  /** Brings what is under the pointer into the middle, or all. */
  private frame(at: Pointer): void {
    if (this.bench.store.tool !== "hand") return;
    const { body } = this.bench.under(at);
    if (body) this.bench.frame([body.object]);
    else this.bench.frame();
  }
}
