// SPDX-License-Identifier: Apache-2.0
/** Objects as shaded solids. Equal shapes are drawn together, so that ten thousand are no burden. */
import { Color, DynamicDrawUsage, Group, InstancedMesh, Matrix4, MeshStandardMaterial } from "three";
import { type Measures, lookMatrix } from "./measure";
import type { Moment } from "./moment";
import type { Recording, Shape } from "./recording";
import { detailFor, geometryOf } from "./shapes";
import type { Theme } from "./theme";

interface Instance {
  object: number;
  place: Matrix4;
}
/** All bodies of one look. */
export interface Batch {
  mesh: InstancedMesh;
  instances: Instance[];
}

/** Names that differ in digits only belong together and share a tint. */
const family = (name: string): string => name.replace(/\d+/g, "").replace(/^.*\//, "");

export class Bodies {
  readonly group = new Group();
  readonly batches: Batch[] = [];
  /** the tint of each family, and whether an object has the lighter shade of it */
  private readonly tints: Map<string, number>;
  private readonly isLighter: Map<string, boolean>;

  /** What was in `before` keeps its colour. */
  constructor(
    private readonly recording: Recording,
    measures: Measures,
    before?: Bodies,
  ) {
    this.tints = new Map(before?.tints);
    this.isLighter = new Map();
    recording.objects.forEach(({ name }, object) => {
      const key = family(name);
      if (!this.tints.has(key)) this.tints.set(key, this.tints.size);
      this.isLighter.set(name, before?.isLighter.get(name) ?? object % 2 === 1);
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
      mesh.instanceMatrix.setUsage(DynamicDrawUsage);
      mesh.castShadow = mesh.receiveShadow = true;
      mesh.frustumCulled = false;
      this.group.add(mesh);
      this.batches.push({ mesh, instances });
    }
  }

  tint(object: number, theme: Theme): Color {
    const { colour, name } = this.recording.objects[object];
    const tint = new Color(colour ?? theme.tints[(this.tints.get(family(name)) as number) % theme.tints.length]);
    // neighbours of a long row are told apart by a shade
    return colour ? tint : tint.offsetHSL(0, 0, this.isLighter.get(name) ? 0.02 : -0.02);
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
