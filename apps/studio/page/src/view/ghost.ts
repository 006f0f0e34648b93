// SPDX-License-Identifier: Apache-2.0
/** What would be there: translucent shapes, of parts that are about to be made or of a motion that could be. */
import { type BufferGeometry, Color, DoubleSide, Group, Matrix4, Mesh, MeshBasicMaterial, Quaternion, Vector3 } from "three";
import { lookMatrix } from "../../../../player/src/measure";
import type { Body, Shape } from "../../../../player/src/recording";
import { detailFor, geometryOf } from "../../../../player/src/shapes";
import type { Theme } from "../../../../player/src/theme";

export interface GhostShape {
  shape: Shape;
  matrix: Matrix4;
  /** darker, as what matters now */
  strong?: boolean;
}

/** A cylinder, rod or capsule between two points. */
export function between(shape: Shape, a: Vector3, b: Vector3): GhostShape {
  const along = new Vector3().subVectors(b, a);
  const length = along.length();
  const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), length > 0 ? along.divideScalar(length) : new Vector3(0, 0, 1));
  const middle = new Vector3().addVectors(a, b).multiplyScalar(0.5);
  return { shape: { ...shape, length }, matrix: new Matrix4().compose(middle, turn, new Vector3(1, 1, 1)) };
}
export function at(shape: Shape, place: Vector3, axis = new Vector3(0, 0, 1)): GhostShape {
  const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), axis.clone().normalize());
  return { shape, matrix: new Matrix4().compose(place, turn, new Vector3(1, 1, 1)) };
}
/** A body as it would look at another pose. */
export function bodyAt({ looks }: Body, pose: Matrix4, ball: number): GhostShape[] {
  const shown: Shape[] = looks.length ? looks : [{ kind: "sphere", radius: ball }];
  return shown.map(look => ({ shape: look, matrix: pose.clone().multiply(lookMatrix(look)) }));
}

const detail = detailFor(1);
const most = 64;

export class Ghost {
  readonly group = new Group();
  private readonly faint = new MeshBasicMaterial({ transparent: true, opacity: 0.32, depthWrite: false, side: DoubleSide, toneMapped: false });
  private readonly strong = new MeshBasicMaterial({ transparent: true, opacity: 0.7, depthWrite: false, toneMapped: false });
  /** geometries in use and from before, by shape */
  private readonly made = new Map<string, BufferGeometry>();

  paint(theme: Theme): void {
    for (const material of [this.faint, this.strong]) material.color = new Color(theme.accent);
  }

  /** Shows these shapes, and no others. */
  show(shapes: GhostShape[], rod: number): void {
    while (this.group.children.length < shapes.length) {
      const mesh = new Mesh();
      mesh.matrixAutoUpdate = false;
      mesh.frustumCulled = false;
      mesh.renderOrder = 4;
      this.group.add(mesh);
    }
    const wanted = new Set<string>();
    (this.group.children as Mesh[]).forEach((mesh, i) => {
      mesh.visible = i < shapes.length;
      if (!mesh.visible) return;
      const { shape, matrix, strong } = shapes[i];
      mesh.geometry = this.geometry(shape, rod, wanted);
      mesh.material = strong ? this.strong : this.faint;
      mesh.matrix.copy(matrix);
    });
    this.forget(wanted);
  }

  private geometry({ at: _at, orientation: _orientation, ...shape }: Shape, rod: number, wanted: Set<string>): BufferGeometry {
    const key = JSON.stringify([shape, rod]);
    wanted.add(key);
    const known = this.made.get(key) ?? geometryOf(shape, rod, detail);
    this.made.set(key, known);
    return known;
  }
  /** Frees what is no longer drawn: while a size is dragged every picture has another shape. */
  private forget(wanted: Set<string>): void {
    if (this.made.size <= most) return;
    for (const [key, geometry] of this.made)
      if (!wanted.has(key)) {
        geometry.dispose();
        this.made.delete(key);
      }
  }
}
