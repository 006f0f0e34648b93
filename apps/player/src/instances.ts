// SPDX-License-Identifier: Apache-2.0
/** A geometry drawn many times, as many as each moment asks for. */
import { type BufferGeometry, type Color, InstancedMesh, type Material, type Matrix4, type Object3D } from "three";

export class Instances {
  private readonly mesh: InstancedMesh;
  private used = 0;

  constructor(
    parent: Object3D,
    geometry: BufferGeometry,
    material: Material,
    private readonly capacity: number,
    { shadow = false, order = 0 } = {},
  ) {
    this.mesh = new InstancedMesh(geometry, material, capacity);
    this.mesh.frustumCulled = false;
    this.mesh.castShadow = shadow;
    this.mesh.renderOrder = order;
    parent.add(this.mesh);
  }

  begin(): void {
    this.used = 0;
  }
  add(matrix: Matrix4, color?: Color): void {
    if (this.used === this.capacity) throw Error("more instances than there is room for");
    this.mesh.setMatrixAt(this.used, matrix);
    if (color) this.mesh.setColorAt(this.used, color);
    ++this.used;
  }
  end(): void {
    this.mesh.count = this.used;
    this.mesh.visible = this.used > 0;
    this.mesh.instanceMatrix.needsUpdate = true;
    if (this.mesh.instanceColor) this.mesh.instanceColor.needsUpdate = true;
  }
}
