// SPDX-License-Identifier: Apache-2.0
/** What is drawn over the picture while people work: pulls, snaps, words beside the pointer, badges. */
import type { PerspectiveCamera, Vector3 } from "three";
import type { Overlay } from "../../../../player/src/overlay";
import type { Theme } from "../../../../player/src/theme";

type Pixel = [number, number];

export class Marks {
  theme!: Theme;
  private camera!: PerspectiveCamera;

  constructor(private readonly overlay: Overlay) {}

  begin(camera: PerspectiveCamera, theme: Theme): void {
    this.camera = camera;
    this.theme = theme;
  }
  private get pen(): CanvasRenderingContext2D {
    return this.overlay.pen;
  }
  at(p: Vector3): Pixel | undefined {
    return this.overlay.project(p, this.camera);
  }

  private stroke(points: Pixel[], color: string, width: number, dash: number[] = []): void {
    const { pen } = this;
    pen.beginPath();
    for (const [x, y] of points) pen.lineTo(x, y);
    Object.assign(pen, { strokeStyle: color, lineWidth: width });
    pen.setLineDash(dash);
    pen.stroke();
    pen.setLineDash([]);
  }
  private circle([x, y]: Pixel, radius: number): void {
    this.pen.beginPath();
    this.pen.arc(x, y, radius, 0, 2 * Math.PI);
  }
  dot(at: Pixel, radius: number, color: string): void {
    this.circle(at, radius);
    this.pen.fillStyle = color;
    this.pen.fill();
  }
  ring(at: Pixel, radius: number, color: string, width = 2): void {
    this.circle(at, radius);
    Object.assign(this.pen, { strokeStyle: color, lineWidth: width });
    this.pen.stroke();
  }

  /** A pull: from what is held a dashed line to the hand, which is a dot. */
  pull(held: Vector3, hand: Vector3): void {
    const [a, b] = [this.at(held), this.at(hand)];
    if (!a || !b) return;
    this.stroke([a, b], this.theme.ground, 5);
    this.stroke([a, b], this.theme.pull, 2.5, [7, 5]);
    this.ring(a, 5, this.theme.pull);
    this.dot(b, 6, this.theme.pull);
  }
  /** A line to be, with a dot at each of its points. */
  line(points: Vector3[], color = this.theme.accent): void {
    const seen = points.map(p => this.at(p)).filter(p => p !== undefined);
    this.stroke(seen, color, 2, [4, 4]);
  }
  /** A point to be joined, and how. */
  snap(place: Vector3, text: string): void {
    const at = this.at(place);
    if (!at) return;
    this.ring(at, 11, this.theme.ground, 5);
    this.ring(at, 11, this.theme.accent, 2.5);
    this.dot(at, 3, this.theme.accent);
    if (text) this.words(text, [at[0], at[1] - 26]);
  }
  /** A small point that could be chosen. */
  point(place: Vector3, isNear: boolean): void {
    const at = this.at(place);
    if (!at) return;
    this.dot(at, isNear ? 5 : 3, this.theme.ground);
    this.dot(at, isNear ? 4 : 2, isNear ? this.theme.accent : this.theme.muted);
  }

  /** Words on a plate, with their middle at a pixel, kept inside of the picture. */
  words(text: string, [x, y]: Pixel, color = this.theme.text): void {
    const { pen } = this;
    const { clientWidth: width, clientHeight: height } = pen.canvas;
    this.overlay.font("500 12.5px");
    const half = pen.measureText(text).width / 2 + 8;
    const middle = Math.min(width - half - 4, Math.max(half + 4, x));
    const line = Math.min(height - 16, Math.max(16, y));
    pen.beginPath();
    pen.roundRect(middle - half, line - 12, 2 * half, 24, 6);
    pen.globalAlpha = 0.88;
    pen.fillStyle = this.theme.ground;
    pen.fill();
    pen.globalAlpha = 1;
    Object.assign(pen, { textAlign: "center", textBaseline: "middle", fillStyle: color });
    pen.fillText(text, middle, line + 0.5);
    pen.textAlign = "left";
  }

  /** A pin with a round head, stuck into the point that it holds where it is. */
  nail(place: Vector3): void {
    const at = this.at(place);
    if (!at) return;
    const head: Pixel = [at[0] + 8, at[1] - 13];
    for (const [color, more] of [[this.theme.ground, 3], [this.theme.text, 0]] as const) {
      this.stroke([at, head], color, 1.6 + more);
      this.dot(head, 4 + more / 2, color);
    }
  }
  /** Two places that should be one: a line between them and a sign, for those who do not see its colour. */
  gap(a: Vector3, b: Vector3): void {
    const [p, q] = [this.at(a), this.at(b)];
    if (!p || !q || Math.hypot(p[0] - q[0], p[1] - q[1]) < 5) return;
    this.stroke([p, q], this.theme.violation, 2.5, [3, 3]);
    this.warning([(p[0] + q[0]) / 2, (p[1] + q[1]) / 2]);
  }
  private warning([x, y]: Pixel): void {
    const { pen } = this;
    pen.beginPath();
    pen.moveTo(x, y - 9);
    pen.lineTo(x + 9, y + 7);
    pen.lineTo(x - 9, y + 7);
    pen.closePath();
    pen.fillStyle = this.theme.violation;
    pen.fill();
    Object.assign(pen, { fillStyle: this.theme.ground, textAlign: "center", textBaseline: "middle" });
    this.overlay.font("700 12px");
    pen.textAlign = "center";
    pen.fillText("!", x, y + 1.5);
    pen.textAlign = "left";
  }
  /** Where the keyboard points. */
  cross([x, y]: Pixel): void {
    for (const [color, width] of [[this.theme.ground, 4.5], [this.theme.text, 2]] as const) {
      this.stroke([[x - 12, y], [x - 4, y]], color, width);
      this.stroke([[x + 4, y], [x + 12, y]], color, width);
      this.stroke([[x, y - 12], [x, y - 4]], color, width);
      this.stroke([[x, y + 4], [x, y + 12]], color, width);
    }
  }
}
