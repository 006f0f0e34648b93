// SPDX-License-Identifier: Apache-2.0
/** The geometry of shapes. Axes of revolution are along z, as in scenes. */
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  ConeGeometry,
  CylinderGeometry,
  SphereGeometry,
  TorusGeometry,
} from "three";
import { RoundedBoxGeometry } from "three/addons/geometries/RoundedBoxGeometry.js";
import { ceil, max, min } from "./numbers";
import { type Shape, floats, integers } from "./recording";

/** How finely round things are divided, and whether edges are rounded. */
export interface Detail {
  around: number;
  rounded: boolean;
}
/** The finest that so many things may have. */
export const detailFor = (count: number): Detail =>
  count > 3000 ? { around: 6, rounded: false } : count > 400 ? { around: 16, rounded: false } : { around: 40, rounded: true };
/** Edges that are hardly rounded need not be, where things are this coarse. */
const leastRounded = 16;
export const coarser = ({ rounded }: Detail, around: number): Detail => ({ around, rounded: rounded && around >= leastRounded });

/** The radius by which it is seen how finely a shape is divided; nothing for one that has no round sides. */
export function roundnessOf({ kind, radius, radii, size, ring_radius = 0, tube_radius = 0 }: Shape, rodRadius: number): number | undefined {
  switch (kind) {
    case "mesh":
      return undefined;
    case "box":
      return min(...(size as number[])) / 2;
    case "rod":
      return rodRadius;
    case "torus":
      return ring_radius + tube_radius;
    case "ellipsoid":
      return max(...(radii as number[]));
    default:
      return radius;
  }
}

/** What three draws along y, along z. */
const upright = (geometry: BufferGeometry): BufferGeometry => geometry.rotateX(Math.PI / 2);

function cylinder(radius: number, length: number, { around, rounded }: Detail): BufferGeometry {
  const bevel = rounded ? 0.08 * min(radius, length / 2) : 0;
  if (!bevel) return upright(new CylinderGeometry(radius, radius, length, around));
  return lathe(
    [
      [0, -length / 2],
      [radius - bevel, -length / 2],
      [radius, -length / 2 + bevel],
      [radius, length / 2 - bevel],
      [radius - bevel, length / 2],
      [0, length / 2],
    ],
    around,
  );
}

/** A profile of straight lines turned about z, with an edge at each of its points. */
function lathe(profile: [number, number][], around: number): BufferGeometry {
  const positions: number[] = [];
  const normals: number[] = [];
  const index: number[] = [];
  for (let k = 1; k < profile.length; ++k) {
    const [r0, z0] = profile[k - 1];
    const [r1, z1] = profile[k];
    const length = Math.hypot(r1 - r0, z1 - z0);
    const nr = (z1 - z0) / length;
    const nz = (r0 - r1) / length;
    const first = positions.length / 3;
    for (let i = 0; i <= around; ++i) {
      const c = Math.cos((2 * Math.PI * i) / around);
      const s = Math.sin((2 * Math.PI * i) / around);
      positions.push(r0 * c, r0 * s, z0, r1 * c, r1 * s, z1);
      normals.push(nr * c, nr * s, nz, nr * c, nr * s, nz);
      const a = first + 2 * i;
      if (i < around) index.push(a, a + 2, a + 1, a + 1, a + 2, a + 3);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(positions), 3));
  geometry.setAttribute("normal", new BufferAttribute(new Float32Array(normals), 3));
  geometry.setIndex(index);
  return geometry;
}

function mesh(shape: Shape): BufferGeometry {
  const indexed = new BufferGeometry();
  indexed.setAttribute("position", new BufferAttribute(floats(shape.vertices as string), 3));
  indexed.setIndex(new BufferAttribute(integers(shape.triangles as string), 1));
  // which edges are sharp a mesh does not say: it is drawn as flat pieces
  const flat = indexed.toNonIndexed();
  flat.computeVertexNormals();
  return flat;
}

function box(size: number[], { rounded }: Detail): BufferGeometry {
  const [x, y, z] = size;
  const radius = 0.06 * min(x, y, z);
  return rounded && radius > 0 ? new RoundedBoxGeometry(x, y, z, 3, radius) : new BoxGeometry(x, y, z);
}

export function geometryOf(shape: Shape, rodRadius: number, detail: Detail): BufferGeometry {
  const { around } = detail;
  const radius = shape.radius as number;
  const length = shape.length as number;
  switch (shape.kind) {
    case "box":
      return box(shape.size as number[], detail);
    case "cylinder":
      return cylinder(radius, length, detail);
    case "rod":
      return upright(new CapsuleGeometry(rodRadius, length, ceil(around / 4), around));
    case "capsule":
      return upright(new CapsuleGeometry(radius, length, ceil(around / 4), around));
    case "torus":
      return new TorusGeometry(shape.ring_radius, shape.tube_radius, around / 2, 2 * around);
    case "cone": {
      const height = shape.height as number;
      return upright(new ConeGeometry(radius, height, around)).translate(0, 0, height / 2);
    }
    case "ellipsoid":
      return upright(new SphereGeometry(1, around, around / 2)).scale(...(shape.radii as [number, number, number]));
    case "mesh":
      return mesh(shape);
    default:
      return upright(new SphereGeometry(radius, around, around / 2));
  }
}
