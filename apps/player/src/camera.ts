// SPDX-License-Identifier: Apache-2.0
/** The eye: turns about a point, z is up. It frames the whole run, or takes a named view. */
import { PerspectiveCamera, Vector3 } from "three";
import type { Measures } from "./measure";
import { PI, abs, clamp, max, min } from "./numbers";
import type { View } from "./recording";

const standard: Record<string, [number, number]> = {
  front: [-PI / 2, 0],
  side: [0, 0],
  top: [-PI / 2, PI / 2 - 1e-4],
};

/** How many pixels are covered at each side of the picture. */
export interface Insets {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export class Eye {
  readonly camera = new PerspectiveCamera(30, 1, 0.01, 1000);
  readonly target = new Vector3();
  yaw = 0;
  pitch = 0;
  distance = 1;
  /** what part of the framed picture a view shows: 1 unless it is a close one */
  closeness = 1;
  /** the object that a view follows, and how far the eye has gone along with it */
  follows?: number;
  private readonly gone = new Vector3();
  /** what is framed keeps clear of these */
  insets: Insets = { left: 0, right: 0, top: 0, bottom: 0 };
  private width = 1;
  private height = 1;
  private up = new Vector3(0, 0, 1);
  /** where the point looked at is on the picture, from its middle, in pixels */
  private readonly shift = { x: 0, y: 0 };

  constructor(
    public measures: Measures,
    public views: View[],
  ) {
    this.lookAcross();
  }

  /** First look across the wide side, a little from above; flat scenes from high above. */
  lookAcross(): void {
    const { x, y, z } = this.measures.box.getSize(new Vector3());
    const flat = z < 0.1 * min(x, y);
    this.yaw = flat ? -PI / 2 : x >= y ? -1.22 : -0.35;
    this.pitch = flat ? 1.05 : 0.3;
  }

  resize(width: number, height: number): void {
    this.width = max(1, width);
    this.height = max(1, height);
    this.camera.aspect = this.width / this.height;
  }

  /** Metres per pixel at the point looked at. */
  get pixel(): number {
    return (2 * Math.tan((this.camera.fov * PI) / 360) * this.distance) / this.height;
  }

  aim(): PerspectiveCamera {
    const { camera, yaw, pitch, distance } = this;
    const back = new Vector3(Math.cos(pitch) * Math.cos(yaw), Math.cos(pitch) * Math.sin(yaw), Math.sin(pitch));
    camera.position.copy(this.target).addScaledVector(back, distance);
    camera.up.copy(this.up);
    camera.near = max(0.002 * distance, distance - 6 * this.measures.size);
    camera.far = distance + 8 * this.measures.size;
    camera.lookAt(this.target);
    if (this.shift.x || this.shift.y) camera.setViewOffset(this.width, this.height, -this.shift.x, -this.shift.y, this.width, this.height);
    else camera.clearViewOffset();
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
    return camera;
  }

  orbit(dx: number, dy: number): void {
    this.up.set(0, 0, 1);
    this.yaw -= 0.008 * dx;
    this.pitch = clamp(this.pitch + 0.008 * dy, -PI / 2 + 1e-4, PI / 2 - 1e-4);
  }
  pan(dx: number, dy: number): void {
    const { camera, pixel } = this;
    const x = new Vector3().setFromMatrixColumn(camera.matrixWorld, 0);
    const y = new Vector3().setFromMatrixColumn(camera.matrixWorld, 1);
    this.target.addScaledVector(x, -dx * pixel).addScaledVector(y, dy * pixel);
  }
  /** Comes nearer or goes farther; a point that is given stays where it is on the picture. */
  zoom(factor: number, at = this.target.clone()): void {
    const distance = clamp(this.distance * factor, 0.02 * this.measures.size, 60 * this.measures.size);
    this.target.sub(at).multiplyScalar(distance / this.distance).add(at);
    this.distance = distance;
  }

  /** Goes along with what the view follows, which has come so far. */
  goAlong(way: Vector3 | undefined): void {
    if (!way) return;
    this.target.add(way).sub(this.gone);
    this.gone.copy(way);
  }

  /** Of what is not covered. */
  private get freeWidth(): number {
    return max(1, this.width - this.insets.left - this.insets.right);
  }
  private get freeHeight(): number {
    return max(1, this.height - this.insets.top - this.insets.bottom);
  }
  /** The middle of what is not covered is where the point looked at is. */
  private centre(): void {
    const { left, right, top, bottom } = this.insets;
    Object.assign(this.shift, { x: (left - right) / 2, y: (top - bottom) / 2 });
  }
  /** Something else is covered now: the picture is as much smaller or larger as what is free. */
  makeRoom(insets: Insets): void {
    const room = (): number => min(this.freeWidth, 1.3 * this.freeHeight);
    const before = room();
    this.insets = insets;
    this.distance *= before / room();
    this.centre();
  }
  /** Moves so that all the points just fit, seen from the same side. */
  frame(points = this.measures.points, nearest = 1.1 * this.measures.size): void {
    this.follows = undefined;
    this.centre();
    const camera = this.aim();
    const right = new Vector3().setFromMatrixColumn(camera.matrixWorld, 0);
    const up = new Vector3().setFromMatrixColumn(camera.matrixWorld, 1);
    const back = new Vector3().setFromMatrixColumn(camera.matrixWorld, 2);
    const slopeY = (0.84 * Math.tan((camera.fov * PI) / 360) * this.freeHeight) / this.height;
    const slopeX = (slopeY * this.freeWidth) / this.freeHeight;
    const inView = points.map(p => [p.dot(right), p.dot(up), p.dot(back)]);
    const middle = [0, 1, 2].map(k => {
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      for (const p of inView) {
        low = min(low, p[k]);
        high = max(high, p[k]);
      }
      return (low + high) / 2;
    });
    this.target.set(0, 0, 0).addScaledVector(right, middle[0]).addScaledVector(up, middle[1]).addScaledVector(back, middle[2]);
    let needed = nearest;
    for (const [x, y, z] of inView) needed = max(needed, z - middle[2] + max(abs(x - middle[0]) / slopeX, abs(y - middle[1]) / slopeY));
    this.distance = needed;
    this.closeness = 1;
  }

  /** Takes a view of the scene or one of front, side and top; false if there is none of that name. */
  take(name: string): boolean {
    const view = this.views.find(v => v.name === name);
    if (view) this.takeView(view);
    else if (standard[name]) {
      [this.yaw, this.pitch] = standard[name];
      this.up.set(0, 0, 1);
      this.frame();
    } else return false;
    return true;
  }
  /** Takes the first view of the scene; frames everything if it has none. */
  takeFirst(): void {
    this.frame();
    if (this.views.length) this.takeView(this.views[0]);
  }
  private takeView({ from, to, up, height, follow }: View): void {
    this.follows = follow;
    this.gone.set(0, 0, 0);
    const back = new Vector3().fromArray(from).sub(new Vector3().fromArray(to));
    this.target.fromArray(to);
    // the eye keeps its lens: it comes nearer or goes farther so that the picture shows as much
    const shown = height || 2 * Math.tan((35 * PI) / 360) * back.length();
    this.distance = ((shown / (2 * Math.tan((this.camera.fov * PI) / 360))) * this.height) / this.freeHeight;
    this.closeness = clamp(shown / (0.7 * this.measures.size), 0.01, 1);
    this.yaw = Math.atan2(back.y, back.x);
    this.pitch = clamp(Math.asin(back.z / back.length()), -PI / 2 + 1e-4, PI / 2 - 1e-4);
    this.up.fromArray(up ?? [0, 0, 1]);
  }
}
