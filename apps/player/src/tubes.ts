// SPDX-License-Identifier: Apache-2.0
/** Round lines in space, many in one mesh: rails once, ropes and coils anew at every moment. */
import { BufferAttribute, BufferGeometry, type MeshBasicMaterial, Vector3 } from "three";
import { max } from "./numbers";

const sides = 7;

const along = new Vector3();
const across = new Vector3();
const other = new Vector3();

/** A mesh of tubes whose lines have a fixed number of points each. */
export class TubeGeometry extends BufferGeometry {
  private readonly positions: Float32Array;
  private readonly normals: Float32Array;
  private readonly starts: number[] = [];

  constructor(private readonly counts: number[]) {
    super();
    let points = 0;
    const index: number[] = [];
    for (const count of counts) {
      this.starts.push(points);
      for (let k = 0; k + 1 < count; ++k)
        for (let s = 0; s < sides; ++s) {
          const a = (points + k) * sides + s;
          const b = (points + k) * sides + ((s + 1) % sides);
          index.push(a, b, a + sides, b, b + sides, a + sides);
        }
      points += count;
    }
    this.positions = new Float32Array(3 * sides * points);
    this.normals = new Float32Array(3 * sides * points);
    this.setAttribute("position", new BufferAttribute(this.positions, 3));
    this.setAttribute("normal", new BufferAttribute(this.normals, 3));
    this.setIndex(index);
  }

  /** Lays tube `line` along its points; without points it vanishes. */
  lay(line: number, points: Vector3[] | undefined, radius: number): void {
    const count = this.counts[line];
    let at = 3 * sides * this.starts[line];
    if (!points) {
      this.positions.fill(0, at, at + 3 * sides * count);
      return;
    }
    across.set(0, 0, 0);
    for (let k = 0; k < count; ++k) {
      along.subVectors(points[Math.min(k + 1, count - 1)], points[Math.max(k - 1, 0)]).normalize();
      // the direction across is carried along the line, so that the tube does not twist
      across.addScaledVector(along, -across.dot(along));
      if (across.lengthSq() < 1e-12) {
        across.set(...leastAlong(along));
        across.addScaledVector(along, -across.dot(along));
      }
      across.normalize();
      other.crossVectors(along, across);
      for (let s = 0; s < sides; ++s) {
        const c = Math.cos((2 * Math.PI * s) / sides);
        const d = Math.sin((2 * Math.PI * s) / sides);
        const p = points[k];
        const nx = c * across.x + d * other.x;
        const ny = c * across.y + d * other.y;
        const nz = c * across.z + d * other.z;
        this.normals[at] = nx;
        this.positions[at++] = p.x + radius * nx;
        this.normals[at] = ny;
        this.positions[at++] = p.y + radius * ny;
        this.normals[at] = nz;
        this.positions[at++] = p.z + radius * nz;
      }
    }
  }

  /** The part of the index that draws tube `line`. */
  rangeOf(line: number): [number, number] {
    const before = this.counts.slice(0, line).reduce((n, count) => n + max(0, count - 1), 0);
    return [6 * sides * before, 6 * sides * (before + max(0, this.counts[line] - 1))];
  }

  changed(): void {
    this.getAttribute("position").needsUpdate = true;
    this.getAttribute("normal").needsUpdate = true;
  }
}

/** Gives what has no thickness of its own one along its normals [m]; `scale` is how much the shader stretches it afterwards. */
export function thicken(material: MeshBasicMaterial, thick: { value: number }, scale = "1.0"): void {
  material.onBeforeCompile = shader => {
    shader.uniforms.thick = thick;
    shader.vertexShader = shader.vertexShader
      .replace("#include <common>", "#include <common>\nuniform float thick;")
      .replace("#include <begin_vertex>", `vec3 transformed = position + normal * (thick / ${scale});`);
  };
}

/** The axis a direction is least along. */
function leastAlong(v: Vector3): [number, number, number] {
  const [x, y, z] = [Math.abs(v.x), Math.abs(v.y), Math.abs(v.z)];
  if (x <= y && x <= z) return [1, 0, 0];
  return y <= z ? [0, 1, 0] : [0, 0, 1];
}

/** Two directions across a third, right-handed. */
export function axesAcross(axis: Vector3): [Vector3, Vector3] {
  const a = new Vector3(...leastAlong(axis)).cross(axis).normalize();
  return [a, new Vector3().crossVectors(axis, a)];
}
