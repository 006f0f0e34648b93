// SPDX-License-Identifier: Apache-2.0
/** What is under the pointer. Bodies are met by a ray; marks, links and arrows, which are thin, by their distance on the picture. */
import { Matrix4, Mesh, type Object3D, type PerspectiveCamera, Raycaster, Sphere, Vector2, Vector3 } from "three";
import { type Arrow, ArrowKind, isContact } from "../../../../player/src/moment";
import type { Stage } from "../../../../player/src/stage";

export interface BodyHit {
  object: number;
  point: Vector3;
  /** how far from the eye */
  distance: number;
}
export interface HolderHit {
  /** of a constraint, or of a force behind all constraints */
  owner: number;
  point: Vector3;
}
export interface Picked {
  body?: BodyHit;
  holder?: HolderHit;
}

export interface Size {
  width: number;
  height: number;
}

/** Points of space on the picture, in pixels from its top left. */
export class Projection {
  private readonly matrix = new Matrix4();
  constructor(
    readonly camera: PerspectiveCamera,
    readonly size: Size,
  ) {
    this.matrix.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
  }
  /** x and y in pixels, and how deep in the picture in metres; nothing for what is behind the eye. */
  of(p: Vector3): Vector3 | undefined {
    const deep = -new Vector3().copy(p).applyMatrix4(this.camera.matrixWorldInverse).z;
    if (deep < this.camera.near) return undefined;
    const q = p.clone().applyMatrix4(this.matrix);
    return new Vector3(((q.x + 1) / 2) * this.size.width, ((1 - q.y) / 2) * this.size.height, deep);
  }
  /** The ray under a pixel. */
  aim(ray: Raycaster, x: number, y: number): Raycaster {
    ray.setFromCamera(new Vector2((2 * x) / this.size.width - 1, 1 - (2 * y) / this.size.height), this.camera);
    return ray;
  }
}

/** How far a pixel is from a line between two others, and how far along it the nearest point is. */
export function distanceToLine(x: number, y: number, a: { x: number; y: number }, b: { x: number; y: number }): { distance: number; along: number } {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = dx * dx + dy * dy;
  const along = length > 0 ? Math.min(1, Math.max(0, ((x - a.x) * dx + (y - a.y) * dy) / length)) : 0;
  return { distance: Math.hypot(x - a.x - along * dx, y - a.y - along * dy), along };
}

export class Picker {
  private readonly ray = new Raycaster();
  private readonly probe = new Mesh();
  private readonly sphere = new Sphere();

  constructor(private readonly stage: Stage) {}

  /** The nearest body under a pixel; if there is none, one within so many pixels, for thin ones are hard to hit. */
  body(projection: Projection, x: number, y: number, slack: number): BodyHit | undefined {
    const direct = this.along(projection.aim(this.ray, x, y));
    if (direct) return direct;
    for (const radius of [0.5 * slack, slack])
      for (let k = 0; k < 8; ++k) {
        const angle = (Math.PI * k) / 4;
        const hit = this.along(projection.aim(this.ray, x + radius * Math.cos(angle), y + radius * Math.sin(angle)));
        if (hit) return hit;
      }
    return undefined;
  }

  private along(ray: Raycaster): BodyHit | undefined {
    let best: BodyHit | undefined;
    const { bodies, moment } = this.stage;
    for (const { mesh, instances } of bodies.batches) {
      if (!mesh.geometry.boundingSphere) mesh.geometry.computeBoundingSphere();
      this.probe.geometry = mesh.geometry;
      this.probe.material = mesh.material;
      instances.forEach(({ object }, i) => {
        if (!moment.isThere[object]) return;
        mesh.getMatrixAt(i, this.probe.matrixWorld);
        this.sphere.copy(mesh.geometry.boundingSphere as Sphere).applyMatrix4(this.probe.matrixWorld);
        if (!ray.ray.intersectsSphere(this.sphere)) return;
        const hit = this.nearest(ray, this.probe);
        if (hit && (!best || hit.distance < best.distance)) best = { object, ...hit };
      });
    }
    return best;
  }
  private nearest(ray: Raycaster, thing: Object3D): { point: Vector3; distance: number } | undefined {
    const found: ReturnType<Raycaster["intersectObject"]> = [];
    thing.raycast(ray, found);
    if (!found.length) return undefined;
    const { point, distance } = found.reduce((a, b) => (b.distance < a.distance ? b : a));
    return { point, distance };
  }

  /**
   * The constraint or force whose mark, link, arrow or curve is nearest, within so many pixels; else the one whose surface is met.
   * What is deeper in the picture than `hidden` stands behind something.
   */
  holder(projection: Projection, x: number, y: number, slack: number, arrows: Arrow[], hidden: number): HolderHit | undefined {
    const nearest = new Nearest(projection, x, y, hidden);
    const { joints, links, moment } = this.stage;
    if (joints.group.visible) joints.forEachMark((owner, matrix) => nearest.point(owner, new Vector3().setFromMatrixPosition(matrix), slack));
    // a joint is chosen before what runs past it
    const past = 0.4 * slack;
    links.forEach(moment, (owner, points) => nearest.line(owner, points, 0.75 * slack, past));
    for (const { owner, kind, point, vector } of arrows)
      if (!isContact(owner) && (kind === ArrowKind.force || kind === ArrowKind.impulse))
        nearest.line(owner, [point, point.clone().addScaledVector(vector, this.stage.arrows.metres(kind))], 0.5 * slack, past);
    this.forEachTrack((owner, mesh, line) => {
      if (line) nearest.line(owner, pointsOf(line, mesh.matrix), 0.5 * slack, past);
    });
    return nearest.best ?? this.surface(projection, x, y);
  }

  private surface(projection: Projection, x: number, y: number): HolderHit | undefined {
    let best: (HolderHit & { distance: number }) | undefined;
    projection.aim(this.ray, x, y);
    this.forEachTrack((owner, mesh, line) => {
      mesh.matrixWorld.copy(mesh.matrix);
      const hit = line ? undefined : this.nearest(this.ray, mesh);
      if (hit && (!best || hit.distance < best.distance)) best = { owner, ...hit };
    });
    return best;
  }

  /** Calls visit for each curve and surface that is seen, with the first constraint that uses it. */
  private forEachTrack(visit: (owner: number, mesh: Mesh, line?: Float32Array) => void): void {
    const { constraints, tracks } = this.stage.moment.recording;
    for (const { mesh, track } of this.stage.tracks.meshes) {
      const index = tracks.indexOf(track);
      const owner = constraints.findIndex(c => c.tracks.includes(index));
      if (owner >= 0 && mesh.visible) visit(owner, mesh, track.line);
    }
  }
}

/** The points of a line that something carries. */
export function pointsOf(line: Float32Array, place: Matrix4): Vector3[] {
  return Array.from({ length: line.length / 3 }, (_, i) => new Vector3().fromArray(line, 3 * i).applyMatrix4(place));
}

/** What is offered nearest to a pixel. */
class Nearest {
  best?: HolderHit;
  private distance = Number.POSITIVE_INFINITY;

  constructor(
    private readonly projection: Projection,
    private readonly x: number,
    private readonly y: number,
    private readonly hidden: number,
  ) {}

  private offer(owner: number, point: Vector3, distance: number, deep: number): void {
    if (distance >= this.distance || deep > this.hidden) return;
    this.distance = distance;
    this.best = { owner, point };
  }
  point(owner: number, point: Vector3, within: number): void {
    const at = this.projection.of(point);
    const distance = at ? Math.hypot(at.x - this.x, at.y - this.y) : Number.POSITIVE_INFINITY;
    if (at && distance <= within) this.offer(owner, point, distance, at.z);
  }
  /** A line counts as if it were farther away by `behind` pixels. */
  line(owner: number, points: Vector3[], within: number, behind: number): void {
    for (let k = 1; k < points.length; ++k) {
      const [a, b] = [this.projection.of(points[k - 1]), this.projection.of(points[k])];
      if (!a || !b) continue;
      const { distance, along } = distanceToLine(this.x, this.y, a, b);
      if (distance <= within) this.offer(owner, new Vector3().lerpVectors(points[k - 1], points[k], along), distance + behind, a.z + along * (b.z - a.z));
    }
  }
}
