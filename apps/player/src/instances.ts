// SPDX-License-Identifier: Apache-2.0
/** A geometry drawn many times, as many as each moment asks for. */
import { type BufferGeometry, Color, DynamicDrawUsage, InstancedMesh, type Material, Matrix4, type Object3D } from "three";

const white = new Color(1, 1, 1);
const place = new Matrix4();

export class Instances {
  private mesh: InstancedMesh;
  private capacity = 16;
  private used = 0;
  /** whose each instance is, as told when it was added */
  private readonly owners: number[] = [];

  constructor(
    private readonly parent: Object3D,
    private shape: BufferGeometry,
    private readonly material: Material,
    private readonly options: { shadow?: boolean; order?: number } = {},
  ) {
    this.mesh = this.makeMesh();
  }

  private makeMesh(): InstancedMesh {
    const { shadow = false, order = 0 } = this.options;
    const mesh = new InstancedMesh(this.shape, this.material, this.capacity);
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    mesh.frustumCulled = false;
    mesh.castShadow = shadow;
    mesh.renderOrder = order;
    this.parent.add(mesh);
    return mesh;
  }
  /** Twice the room, with what is there already. */
  private grow(): void {
    const old = this.mesh;
    this.capacity *= 2;
    this.mesh = this.makeMesh();
    this.mesh.instanceMatrix.array.set(old.instanceMatrix.array);
    this.parent.remove(old);
    old.dispose();
    if (!old.instanceColor) return;
    this.mesh.setColorAt(0, white);
    this.mesh.instanceColor?.array.set(old.instanceColor.array);
  }

  /** Draws another geometry from now on. */
  take(geometry: BufferGeometry): void {
    this.shape = this.mesh.geometry = geometry;
  }

  get geometry(): BufferGeometry {
    return this.shape;
  }

  begin(): void {
    this.used = 0;
  }
  add(matrix: Matrix4, color?: Color, owner = -1): void {
    if (this.used === this.capacity) this.grow();
    this.mesh.setMatrixAt(this.used, matrix);
    if (color) this.mesh.setColorAt(this.used, color);
    this.owners[this.used++] = owner;
  }
  end(): void {
    this.mesh.count = this.used;
    this.mesh.visible = this.used > 0;
    for (const list of [this.mesh.instanceMatrix, this.mesh.instanceColor]) {
      if (!list) continue;
      list.clearUpdateRanges();
      list.addUpdateRange(0, list.itemSize * this.used);
      list.needsUpdate = true;
    }
  }

  /** Calls visit(owner, matrix) for each instance; the matrix is overwritten by the next. */
  forEach(visit: (owner: number, matrix: Matrix4) => void): void {
    for (let i = 0; i < this.used; ++i) {
      this.mesh.getMatrixAt(i, place);
      visit(this.owners[i], place);
    }
  }
}
