// SPDX-License-Identifier: Apache-2.0
/** Curves as thin rails and surfaces as sheets with a faint net, each moved by what carries it. */
import { BufferAttribute, BufferGeometry, Color, DoubleSide, Group, Matrix4, Mesh, MeshStandardMaterial, Vector3 } from "three";
import { type Measures, groundOf } from "./measure";
import type { Moment } from "./moment";
import { roundDown } from "./numbers";
import type { Recording, Track } from "./recording";
import type { Theme } from "./theme";
import { TubeGeometry } from "./tubes";

function railOf(line: Float32Array, radius: number): BufferGeometry {
  const points = Array.from({ length: line.length / 3 }, (_, i) => new Vector3().fromArray(line, 3 * i));
  const tube = new TubeGeometry([points.length]);
  tube.lay(0, points, radius);
  return tube;
}
function sheetOf({ points, normals, triangles }: Track): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(points as Float32Array, 3));
  geometry.setAttribute("normal", new BufferAttribute(normals as Float32Array, 3));
  geometry.setIndex(new BufferAttribute(triangles as Uint32Array, 1));
  return geometry;
}

/** Lines at even distances of x, y and z in the axes of the sheet, as wide as a pixel or so. */
function addNet(material: MeshStandardMaterial, step: number, color: { value: Color }): void {
  material.onBeforeCompile = shader => {
    shader.uniforms.netColor = color;
    shader.uniforms.netStep = { value: step };
    shader.vertexShader = shader.vertexShader
      .replace("#include <common>", "#include <common>\nvarying vec3 vNet; varying vec3 vNetNormal;")
      .replace("#include <begin_vertex>", "#include <begin_vertex>\nvNet = position; vNetNormal = normal;");
    shader.fragmentShader = shader.fragmentShader
      .replace(
        "#include <common>",
        `#include <common>
        varying vec3 vNet; varying vec3 vNetNormal; uniform vec3 netColor; uniform float netStep;
        float netLine(float x) {
          float s = x / netStep;
          float w = max(fwidth(s), 1e-6);
          return (1.0 - smoothstep(0.0, 1.1, abs(fract(s - 0.5) - 0.5) / w)) * clamp(0.35 / w, 0.0, 1.0);
        }`,
      )
      .replace(
        "#include <color_fragment>",
        `#include <color_fragment>
        vec3 facing = abs(normalize(vNetNormal));
        float net = 0.0;
        if (facing.x < 0.9) net = max(net, netLine(vNet.x));
        if (facing.y < 0.9) net = max(net, netLine(vNet.y));
        if (facing.z < 0.6) net = max(net, netLine(vNet.z));
        diffuseColor.rgb = mix(diffuseColor.rgb, netColor, 0.4 * net);
        diffuseColor.a = min(1.0, diffuseColor.a + 0.3 * net);`,
      );
  };
}

export class Tracks {
  readonly group = new Group();
  readonly meshes: { mesh: Mesh; track: Track }[];
  private readonly rail = new MeshStandardMaterial({ roughness: 0.38, metalness: 0.3 });
  private readonly sheet = new MeshStandardMaterial({ roughness: 0.85, side: DoubleSide, transparent: true, opacity: 0.55, depthWrite: false });
  private readonly netColor = { value: new Color() };

  constructor(recording: Recording, measures: Measures) {
    addNet(this.sheet, roundDown(measures.size / 5) / 2, this.netColor);
    const ground = groundOf(recording);
    this.meshes = recording.tracks.filter(t => t !== ground).map(track => {
      const mesh = track.line
        ? new Mesh(railOf(track.line, 0.55 * measures.rod), this.rail)
        : new Mesh(sheetOf(track), this.sheet);
      mesh.castShadow = !!track.line; // what one looks through casts none
      mesh.receiveShadow = true;
      mesh.frustumCulled = false;
      mesh.matrixAutoUpdate = false;
      this.group.add(mesh);
      return { mesh, track };
    });
  }

  paint(theme: Theme): void {
    this.rail.color.set(theme.rail);
    this.sheet.color.set(theme.sheet);
    this.netColor.value.set(theme.muted);
  }

  show(moment: Moment): void {
    const frame = new Matrix4();
    for (const { mesh, track } of this.meshes) {
      mesh.visible = moment.frameOf(track, frame);
      mesh.matrix.copy(frame);
    }
  }
}
