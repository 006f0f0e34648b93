// SPDX-License-Identifier: Apache-2.0
/** What is written over the picture: names, the axes, what lengths of arrows mean. */
import { type PerspectiveCamera, Vector3 } from "three";
import type { Insets } from "./camera";
import { type Arrow, ArrowKind } from "./moment";
import { brief, cos, hypot, roundDown, sin } from "./numbers";
import type { Stage } from "./stage";
import type { Theme } from "./theme";

type Point = [number, number];

export interface Captions {
  names: boolean;
  title: string;
}

/** The height of a picture that has room for what lengths mean. */
const roomForScales = 240;

export class Overlay {
  readonly pen: CanvasRenderingContext2D;
  /** what is covered stays free of texts */
  insets: Insets = { left: 0, right: 0, top: 0, bottom: 0 };
  private width = 1;
  private height = 1;
  /** sizes of texts and lines are for pictures of this many pixels' height per unit */
  private unit = 1;

  constructor(
    readonly canvas: HTMLCanvasElement,
    private readonly stage: Stage,
  ) {
    this.pen = canvas.getContext("2d") as CanvasRenderingContext2D;
  }

  resize(width: number, height: number, ratio: number, unit = 1): void {
    this.width = width / unit;
    this.height = height / unit;
    this.unit = unit;
    Object.assign(this.canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
    this.pen.setTransform(ratio * unit, 0, 0, ratio * unit, 0, 0);
  }

  draw(camera: PerspectiveCamera, arrows: Arrow[], theme: Theme, captions: Captions, pixel: number): void {
    this.pen.clearRect(0, 0, this.width, this.height);
    Object.assign(this.pen, { lineCap: "round", lineJoin: "round" });
    if (captions.names) this.names(camera, arrows, theme);
    this.axes(camera, theme);
    this.scales(theme, pixel * this.unit);
    if (captions.title) {
      this.font("600 17px");
      this.write(captions.title, 20, 28, theme.text, theme);
    }
  }

  font(style: string): void {
    this.pen.font = `${style} system-ui, "DejaVu Sans", sans-serif`;
    this.pen.textAlign = "left";
  }
  write(text: string, x: number, y: number, color: string, theme: Theme): void {
    const { pen } = this;
    Object.assign(pen, { fillStyle: color, strokeStyle: theme.ground, lineWidth: 4, textBaseline: "middle", globalAlpha: 0.92 });
    pen.strokeText(text, x, y);
    pen.globalAlpha = 1;
    pen.fillText(text, x, y);
  }

  /** A point of space on the picture; nothing if it is behind the eye. */
  project(p: Vector3, camera: PerspectiveCamera): Point | undefined {
    const q = p.clone().project(camera);
    if (q.z > 1 || q.z < -1) return undefined;
    return [((q.x + 1) / 2) * this.width, ((1 - q.y) / 2) * this.height];
  }

  private names(camera: PerspectiveCamera, arrows: Arrow[], theme: Theme): void {
    const { moment, bodies } = this.stage;
    const { objects, constraints } = moment.recording;
    const taken: { left: number; right: number; middle: number }[] = [];
    this.font("500 12px");
    const most = 60;
    objects.slice(0, most).forEach(({ name }, i) => {
      const at = new Vector3().setFromMatrixPosition(moment.poses[i]);
      const tint = bodies.tint(i, theme).offsetHSL(0, 0.05, theme.name === "light" ? -0.18 : 0.08);
      if (moment.isThere[i]) this.label(name, this.project(at, camera), `#${tint.getHexString()}`, theme, taken);
    });
    const named = new Set<number>();
    for (const { owner, point } of arrows) {
      if (owner >= constraints.length || named.has(owner) || named.size > most) continue;
      named.add(owner);
      this.label(constraints[owner].name, this.project(point, camera), theme.muted, theme, taken);
    }
  }
  /** Text beside a point, where none stands yet. */
  private label(
    text: string,
    at: Point | undefined,
    color: string,
    theme: Theme,
    taken: { left: number; right: number; middle: number }[],
  ): void {
    if (!at) return;
    const width = this.pen.measureText(text).width;
    for (const [dx, dy] of [[13, -13], [13, 15], [-13 - width, -13], [-13 - width, 15]]) {
      const left = at[0] + dx;
      const right = left + width;
      const middle = at[1] + dy;
      if (taken.some(t => left < t.right && right > t.left && Math.abs(middle - t.middle) < 16)) continue;
      taken.push({ left, right, middle });
      this.write(text, left, middle, color, theme);
      return;
    }
  }

  private axes(camera: PerspectiveCamera, theme: Theme): void {
    const { pen } = this;
    const [x, y] = [this.width - this.insets.right - 46, this.insets.top + 52];
    this.font("600 11px");
    pen.textAlign = "center";
    const right = new Vector3().setFromMatrixColumn(camera.matrixWorld, 0);
    const up = new Vector3().setFromMatrixColumn(camera.matrixWorld, 1);
    const back = new Vector3().setFromMatrixColumn(camera.matrixWorld, 2);
    const order = [0, 1, 2].sort((a, b) => back.getComponent(a) - back.getComponent(b));
    for (const i of order) {
      const [dx, dy] = [right.getComponent(i) * 26, -up.getComponent(i) * 26];
      pen.beginPath();
      pen.moveTo(x, y);
      pen.lineTo(x + dx, y + dy);
      Object.assign(pen, { strokeStyle: theme.axes[i], lineWidth: 2.2 });
      pen.stroke();
      if (hypot(dx, dy) > 6) this.write("xyz"[i], x + 1.42 * dx, y + 1.42 * dy, theme.axes[i], theme);
    }
  }

  /** What lengths mean: a sample of each arrow, and the grid. `pixel` is in metres. */
  private scales(theme: Theme, pixel: number): void {
    const { measures, arrows } = this.stage;
    const { shown } = arrows;
    if (this.height - this.insets.top - this.insets.bottom < roomForScales) return;
    const x = this.insets.left + 20;
    let y = this.height - this.insets.bottom - 20;
    this.font("12px");
    const floor = measures.floor ? `, at z = ${brief(measures.floor)} m` : "";
    if (this.stage.floor.visible) this.write(`grid ${brief(this.stage.gridStep)} m${floor}`, x, y, theme.muted, theme);
    if (shown.torques && measures.torque && (shown.applied || measures.heldTorque)) {
      const torque = roundDown((17 * pixel) / arrows.metres(ArrowKind.torque));
      const radius = (torque * arrows.metres(ArrowKind.torque)) / pixel;
      y -= 22 + radius;
      const turn = Array.from({ length: 40 }, (_, k): Point => [x + radius + radius * cos(k * 0.12), y - radius * sin(k * 0.12)]);
      this.arrow(turn, theme.torque);
      this.write(`${brief(torque)} N m`, x + 2 * radius + 14, y, theme.torque, theme);
      y -= radius;
    }
    if (shown.forces && measures.force && (shown.applied || measures.heldForce)) {
      const force = roundDown((90 * pixel) / arrows.metres(ArrowKind.force));
      const length = (force * arrows.metres(ArrowKind.force)) / pixel;
      y -= 22;
      this.arrow([[x, y], [x + length, y]], theme.force);
      const some = arrows.every > 1 ? `, of one in ${arrows.every}` : "";
      const rate = `${brief(1 / arrows.metres(ArrowKind.force))} N per m${some}`;
      this.write(`${brief(force)} N`, x + length + 12, y, theme.force, theme);
      this.write(rate, x + length + 24 + this.pen.measureText(`${brief(force)} N`).width, y, theme.muted, theme);
    }
  }
  private arrow(points: Point[], color: string): void {
    const { pen } = this;
    const tip = points[points.length - 1];
    const before = points.length === 2 ? points[0] : points[points.length - 4];
    const [dx, dy] = [tip[0] - before[0], tip[1] - before[1]];
    const length = hypot(dx, dy) || 1;
    const head = Math.min(10, 0.6 * hypot(tip[0] - points[0][0], tip[1] - points[0][1]) || 10);
    const [u, v] = [(dx / length) * head, (dy / length) * head];
    pen.beginPath();
    for (const [x, y] of points.slice(0, points.length === 2 ? 1 : -3)) pen.lineTo(x, y);
    pen.lineTo(tip[0] - u, tip[1] - v);
    Object.assign(pen, { strokeStyle: color, fillStyle: color, lineWidth: 2.4 });
    pen.stroke();
    pen.beginPath();
    pen.moveTo(...tip);
    pen.lineTo(tip[0] - u - 0.4 * v, tip[1] - v + 0.4 * u);
    pen.lineTo(tip[0] - u + 0.4 * v, tip[1] - v - 0.4 * u);
    pen.fill();
  }
}
