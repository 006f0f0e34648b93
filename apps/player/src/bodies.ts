// SPDX-License-Identifier: Apache-2.0
/** Objects as shaded solids. Equal shapes are drawn together, so that ten thousand are no burden. */
import { Color, Group, InstancedMesh, Matrix4, MeshStandardMaterial } from "three";
import { type Measures, lookMatrix } from "./measure";
import type { Moment } from "./moment";
import type { Recording, Shape } from "./recording";
import { detailFor, geometryOf } from "./shapes";
import type { Theme } from "./theme";

interface Instance {
  object: number;
  place: Matrix4;
}
interface Batch {
  mesh: InstancedMesh;
  instances: Instance[];
}

/** Names that differ in digits only belong together and share a tint. */
const family = (name: string): string => name.replace(/\d+/g, "").replace(/^.*\//, "");

export class Bodies {
  readonly group = new Group();
  private readonly batches: Batch[] = [];
  private readonly tintOf: number[];

  constructor(
    private readonly recording: Recording,
    measures: Measures,
  ) {
    const families = new Map<string, number>();
    this.tintOf = recording.objects.map(({ name }) => {
      const key = family(name);
      if (!families.has(key)) families.set(key, families.size);
      return families.get(key) as number;
    });
    this.build(measures);
  }

  private build(measures: Measures): void {
    const groups = new Map<string, { shape: Shape; instances: Instance[] }>();
    this.recording.objects.forEach(({ looks }, object) => {
      const shown: Shape[] = looks.length ? looks : [{ kind: "sphere", radius: measures.ball }];
      for (const look of shown) {
        const { at: _at, orientation: _orientation, ...shape } = look;
        const key = JSON.stringify(shape);
        if (!groups.has(key)) groups.set(key, { shape, instances: [] });
        groups.get(key)?.instances.push({ object, place: lookMatrix(look) });
      }
    });
    const count = [...groups.values()].reduce((n, g) => n + g.instances.length, 0);
    const detail = detailFor(count);
    for (const { shape, instances } of groups.values()) {
      const material = new MeshStandardMaterial({ roughness: 0.62, metalness: 0.04 });
      const mesh = new InstancedMesh(geometryOf(shape, measures.rod, detail), material, instances.length);
      mesh.castShadow = mesh.receiveShadow = true;
      mesh.frustumCulled = false;
      this.group.add(mesh);
      this.batches.push({ mesh, instances });
    }
  }

  tint(object: number, theme: Theme): Color {
    const { colour } = this.recording.objects[object];
    const tint = new Color(colour ?? theme.tints[this.tintOf[object] % theme.tints.length]);
    // neighbours of a long row are told apart by a shade
    return colour ? tint : tint.offsetHSL(0, 0, object % 2 ? 0.02 : -0.02);
  }

  paint(theme: Theme): void {
    for (const { mesh, instances } of this.batches) {
      instances.forEach(({ object }, i) => mesh.setColorAt(i, this.tint(object, theme)));
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
    }
  }

  show(moment: Moment): void {
    const out = new Matrix4();
    const nothing = new Matrix4().makeScale(0, 0, 0);
    for (const { mesh, instances } of this.batches) {
      instances.forEach(({ object, place }, i) => {
        mesh.setMatrixAt(i, moment.isThere[object] ? out.multiplyMatrices(moment.poses[object], place) : nothing);
      });
      mesh.instanceMatrix.needsUpdate = true;
    }
  }
}
