// SPDX-License-Identifier: Apache-2.0
/** Objects as shaded solids. Equal shapes are drawn together, so that ten thousand are no burden. */
import { Color, DynamicDrawUsage, Group, InstancedMesh, Matrix4, MeshStandardMaterial } from "three";
import { type Measures, lookMatrix } from "./measure";
import type { Moment } from "./moment";
import type { Recording, Shape } from "./recording";
import { type Detail, coarser, detailFor, geometryOf, roundnessOf } from "./shapes";
import { type Sight, divide } from "./sight";
import type { Theme } from "./theme";

interface Instance {
  object: number;
  place: Matrix4;
}
/** All bodies of one look. */
export interface Batch {
  mesh: InstancedMesh;
  instances: Instance[];
  shape: Shape;
  /** into how many pieces it is divided, around */
  around: number;
}

const coarsest = 6;

/** Names that differ in digits only belong together and share a tint. */
const family = (name: string): string => name.replace(/\d+/g, "").replace(/^.*\//, "");

export class Bodies {
  readonly group = new Group();
  readonly batches: Batch[] = [];
  /** the tint of each family, and whether an object has the lighter shade of it */
  private readonly tints: Map<string, number>;
  private readonly isLighter: Map<string, boolean>;
  private finest: Detail = detailFor(0);

  /** What was in `before` keeps its colour. */
  constructor(
    private readonly recording: Recording,
    private readonly measures: Measures,
    before?: Bodies,
  ) {
    this.tints = new Map(before?.tints);
    this.isLighter = new Map();
    recording.objects.forEach(({ name }, object) => {
      const key = family(name);
      if (!this.tints.has(key)) this.tints.set(key, this.tints.size);
      this.isLighter.set(name, before?.isLighter.get(name) ?? object % 2 === 1);
    });
    this.build();
  }

  private build(): void {
    const { ball, rod } = this.measures;
    const groups = new Map<string, { shape: Shape; instances: Instance[] }>();
    this.recording.objects.forEach(({ looks }, object) => {
      const shown: Shape[] = looks.length ? looks : [{ kind: "sphere", radius: ball }];
      for (const look of shown) {
        const { at: _at, orientation: _orientation, ...shape } = look;
        const key = JSON.stringify(shape);
        if (!groups.has(key)) groups.set(key, { shape, instances: [] });
        groups.get(key)?.instances.push({ object, place: lookMatrix(look) });
      }
    });
    const count = [...groups.values()].reduce((n, g) => n + g.instances.length, 0);
    this.finest = detailFor(count);
    for (const { shape, instances } of groups.values()) {
      const material = new MeshStandardMaterial({ roughness: 0.62, metalness: 0.04 });
      const mesh = new InstancedMesh(geometryOf(shape, rod, coarser(this.finest, coarsest)), material, instances.length);
      mesh.instanceMatrix.setUsage(DynamicDrawUsage);
      mesh.castShadow = mesh.receiveShadow = true;
      mesh.frustumCulled = false;
      this.group.add(mesh);
      this.batches.push({ mesh, instances, shape, around: coarsest });
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

  /** Divides what is round as finely as is seen from here. */
  private refine(batch: Batch, sight: Sight): void {
    const { mesh, instances, shape } = batch;
    const { rod } = this.measures;
    const radius = roundnessOf(shape, rod);
    if (radius === undefined) return;
    const pixels = sight.pixels(radius, instances);
    const around = divide(pixels, this.finest.around, batch.around);
    if (around === batch.around) return;
    batch.around = around;
    mesh.geometry.dispose();
    mesh.geometry = geometryOf(shape, rod, coarser(this.finest, around));
  }

  show(moment: Moment, sight: Sight): void {
    for (const batch of this.batches) this.refine(batch, sight);
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
