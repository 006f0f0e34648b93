// SPDX-License-Identifier: Apache-2.0
/**
 * Outlines of what is chosen, pointed at, or to blame. Those things are drawn once more as flat silhouettes, a colour channel for
 * each reason; where a silhouette ends, its outline is. It is seen through whatever stands before it.
 */
import {
  Box3,
  type BufferGeometry,
  Color,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  OrthographicCamera,
  type PerspectiveCamera,
  PlaneGeometry,
  Scene,
  ShaderMaterial,
  Vector2,
  Vector3,
  WebGLRenderTarget,
} from "three";
import type { Stage } from "../../../../player/src/stage";
import type { Theme } from "../../../../player/src/theme";

export type Reason = "chosen" | "hovered" | "blamed";

/** The box around a geometry that keeps its form. */
function boxOf(geometry: BufferGeometry): Box3 {
  if (!geometry.boundingBox) geometry.computeBoundingBox();
  return geometry.boundingBox as Box3;
}

/** What has an outline, and why: objects by index, constraints and forces by owner. */
export interface Outlined {
  objects: Map<number, Reason>;
  owners: Map<number, Reason>;
}

const channel: Record<Reason, Color> = { chosen: new Color(1, 0, 0), hovered: new Color(0, 1, 0), blamed: new Color(0, 0, 1) };

const outline = {
  vertexShader: `
    varying vec2 at;
    void main() { at = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }`,
  fragmentShader: `
    varying vec2 at;
    uniform sampler2D mask; uniform vec2 pixel; uniform float ratio;
    uniform vec3 chosen, hovered, blamed;
    void main() {
      vec3 here = texture2D(mask, at).rgb;
      vec3 near = here, close = here;
      for (int k = 0; k < 12; ++k) {
        float angle = 0.5235988 * float(k);
        vec2 way = vec2(cos(angle), sin(angle)) * pixel * ratio;
        near = max(near, texture2D(mask, at + 2.4 * way).rgb);
        close = max(close, texture2D(mask, at + 1.2 * way).rgb);
      }
      vec3 edge = 0.6 * (near - here) + 0.4 * (close - here);
      // what is to blame is hatched, for those who do not see the colour
      float stripe = step(0.5, fract((gl_FragCoord.x + gl_FragCoord.y) / (8.0 * ratio)));
      vec4 color = vec4(blamed, max(edge.b, here.b * (0.12 + 0.4 * stripe)));
      color = mix(color, vec4(hovered, max(0.7 * edge.g, 0.1 * here.g)), step(color.a, max(0.7 * edge.g, 0.1 * here.g)));
      color = mix(color, vec4(chosen, max(edge.r, 0.1 * here.r)), step(color.a, max(edge.r, 0.1 * here.r)));
      if (color.a < 0.01) discard;
      gl_FragColor = color;
      #include <colorspace_fragment>
    }`,
};

export class Highlight {
  private readonly silhouettes = new Scene();
  private readonly pool: Mesh[] = [];
  /** the box around each silhouette, in its axes */
  private readonly boxes: Box3[] = [];
  private used = 0;
  private readonly materials: Record<Reason, MeshBasicMaterial>;
  private readonly target = new WebGLRenderTarget(1, 1, { depthBuffer: false });
  private readonly quad: Mesh<PlaneGeometry, ShaderMaterial>;
  private readonly lens = new OrthographicCamera(-1, 1, 1, -1, 0, 1);

  constructor() {
    const flat = (reason: Reason) => new MeshBasicMaterial({ color: channel[reason], depthTest: false, depthWrite: false, toneMapped: false });
    this.materials = { chosen: flat("chosen"), hovered: flat("hovered"), blamed: flat("blamed") };
    const uniforms = {
      mask: { value: this.target.texture },
      pixel: { value: new Vector2() },
      ratio: { value: 1 },
      chosen: { value: new Color() },
      hovered: { value: new Color() },
      blamed: { value: new Color() },
    };
    this.quad = new Mesh(new PlaneGeometry(2, 2), new ShaderMaterial({ ...outline, uniforms, transparent: true, depthTest: false, depthWrite: false }));
    this.quad.frustumCulled = false;
  }

  paint(theme: Theme): void {
    const { uniforms } = this.quad.material;
    uniforms.chosen.value.set(theme.accent);
    uniforms.hovered.value.set(theme.text);
    uniforms.blamed.value.set(theme.violation);
  }

  /** Draws the outlines over the picture that has just been drawn. */
  draw(stage: Stage, { objects, owners }: Outlined, camera: PerspectiveCamera): void {
    this.used = 0;
    const matrix = new Matrix4();
    for (const { mesh, instances } of objects.size ? stage.bodies.batches : [])
      instances.forEach(({ object }, i) => {
        const reason = objects.get(object);
        if (!reason || !stage.moment.isThere[object]) return;
        mesh.getMatrixAt(i, matrix);
        this.add(mesh.geometry, reason, matrix);
      });
    if (owners.size) this.addHolders(stage, owners);
    if (this.used) this.render(stage, camera);
  }

  private add(geometry: BufferGeometry, reason: Reason, matrix: Matrix4, box = boxOf(geometry)): Mesh {
    const mesh = this.pool[this.used] ?? new Mesh();
    if (this.used === this.pool.length) {
      mesh.matrixAutoUpdate = false;
      mesh.frustumCulled = false;
      this.pool.push(mesh);
    }
    this.boxes[this.used++] = box;
    mesh.geometry = geometry;
    mesh.material = this.materials[reason];
    mesh.onBeforeRender = mesh.onAfterRender = () => {};
    mesh.matrix.copy(matrix);
    return mesh;
  }

  private addHolders({ joints, links, tracks, moment }: Stage, owners: Map<number, Reason>): void {
    for (const drawn of joints.group.visible ? joints.drawn : [])
      drawn.forEach((owner, matrix) => {
        const reason = owners.get(owner);
        if (reason) this.add(drawn.geometry, reason, matrix);
      });
    links.forEach(moment, (owner, points, [first, last]) => {
      const reason = owners.get(owner);
      if (!reason) return;
      const box = new Box3().setFromPoints(points);
      // room for the coils of a spring, and for the sag of a rope
      const mesh = this.add(links.tubes, reason, new Matrix4(), box.expandByScalar(0.3 * box.getSize(new Vector3()).length()));
      const [from, to] = [links.tubes.rangeOf(first)[0], links.tubes.rangeOf(last)[1]];
      mesh.onBeforeRender = () => links.tubes.setDrawRange(from, to - from);
      mesh.onAfterRender = () => links.tubes.setDrawRange(0, Number.POSITIVE_INFINITY);
    });
    const { constraints } = moment.recording;
    for (const { mesh, track } of tracks.meshes) {
      const index = moment.recording.tracks.indexOf(track);
      for (const [owner, reason] of owners) if (constraints[owner]?.tracks.includes(index)) this.add(mesh.geometry, reason, mesh.matrix);
    }
  }

  private render({ renderer }: Stage, camera: PerspectiveCamera): void {
    const size = renderer.getDrawingBufferSize(new Vector2());
    if (this.target.width !== size.x || this.target.height !== size.y) this.target.setSize(size.x, size.y);
    this.silhouettes.children = this.pool.slice(0, this.used);
    const { uniforms } = this.quad.material;
    uniforms.pixel.value.set(1 / size.x, 1 / size.y);
    uniforms.ratio.value = renderer.getPixelRatio();
    renderer.setRenderTarget(this.target);
    renderer.clear();
    renderer.render(this.silhouettes, camera);
    renderer.setRenderTarget(null);
    renderer.autoClear = false;
    renderer.setScissorTest(true);
    const box = this.onPicture(camera, size.divideScalar(uniforms.ratio.value));
    renderer.setScissor(...box);
    renderer.render(this.quad, this.lens);
    renderer.setScissorTest(false);
    renderer.autoClear = true;
  }

  /** The part of the picture that the silhouettes cover, in pixels: left, bottom, width, height. */
  private onPicture(camera: PerspectiveCamera, { x: width, y: height }: Vector2): [number, number, number, number] {
    const low = new Vector2(width, height);
    const high = new Vector2(0, 0);
    const p = new Vector3();
    const margin = 6;
    for (let i = 0; i < this.used; ++i) {
      const { matrix } = this.pool[i];
      const { min, max } = this.boxes[i];
      for (let corner = 0; corner < 8; ++corner) {
        p.set(corner & 1 ? max.x : min.x, corner & 2 ? max.y : min.y, corner & 4 ? max.z : min.z).applyMatrix4(matrix).applyMatrix4(camera.matrixWorldInverse);
        // what reaches behind the eye may be anywhere
        if (p.z > -camera.near) return [0, 0, width, height];
        p.applyMatrix4(camera.projectionMatrix);
        const at = new Vector2(((p.x + 1) / 2) * width, ((p.y + 1) / 2) * height);
        low.min(at.subScalar(margin));
        high.max(at.addScalar(2 * margin));
      }
    }
    low.max(new Vector2(0, 0));
    high.min(new Vector2(width, height));
    return [low.x, low.y, Math.max(0, high.x - low.x), Math.max(0, high.y - low.y)];
  }
}
