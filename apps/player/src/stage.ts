// SPDX-License-Identifier: Apache-2.0
/** The picture: lights, floor, everything that is drawn in space, and the renderer. */
import {
  Color,
  DirectionalLight,
  Group,
  HemisphereLight,
  Mesh,
  type PerspectiveCamera,
  PCFShadowMap,
  PlaneGeometry,
  Scene,
  ShaderMaterial,
  ShadowMaterial,
  Vector3,
  WebGLRenderer,
} from "three";
import { type Arrow } from "./moment";
import { Arrows } from "./arrows";
import { Bodies } from "./bodies";
import { Joints } from "./joints";
import { Links } from "./links";
import type { Measures } from "./measure";
import { Moment } from "./moment";
import type { Recording } from "./recording";
import type { Theme } from "./theme";
import { Traces } from "./traces";
import { Tracks } from "./tracks";

/** A net of thin lines that fades with the distance from the middle. */
function makeGrid({ gridStep, size, box, floor }: Measures): Mesh<PlaneGeometry, ShaderMaterial> {
  const reach = 2.6 * size;
  const middle = box.getCenter(new Vector3());
  const material = new ShaderMaterial({
    transparent: true,
    depthWrite: false,
    uniforms: { color: { value: new Color() }, opacity: { value: 0.3 }, centre: { value: middle } },
    vertexShader: `
      varying vec2 at;
      void main() {
        vec4 p = modelMatrix * vec4(position, 1.0);
        at = p.xy;
        gl_Position = projectionMatrix * viewMatrix * p;
      }`,
    fragmentShader: `
      varying vec2 at;
      uniform vec3 color; uniform float opacity; uniform vec3 centre;
      float net(float step) {
        vec2 s = at / step, w = max(fwidth(s), vec2(1e-6));
        vec2 line = (1.0 - smoothstep(vec2(0.0), vec2(1.2), abs(fract(s - 0.5) - 0.5) / w)) * clamp(0.4 / w, 0.0, 1.0);
        return max(line.x, line.y);
      }
      void main() {
        float fade = 1.0 - smoothstep(0.15, 1.0, length(at - centre.xy) / ${reach.toExponential()});
        float line = max(0.5 * net(${gridStep.toExponential()}), net(${(5 * gridStep).toExponential()}));
        gl_FragColor = vec4(color, opacity * line * fade * fade);
        #include <colorspace_fragment>
      }`,
  });
  const mesh = new Mesh(new PlaneGeometry(2 * reach, 2 * reach), material);
  mesh.position.set(middle.x, middle.y, floor);
  mesh.renderOrder = -1;
  return mesh;
}

export class Stage {
  readonly renderer: WebGLRenderer;
  readonly moment: Moment;
  readonly bodies: Bodies;
  readonly joints: Joints;
  readonly arrows: Arrows;
  readonly traces: Traces;
  private readonly links: Links;
  private readonly tracks: Tracks;
  private readonly scene = new Scene();
  private readonly sun = new DirectionalLight();
  private readonly fill = new HemisphereLight();
  /** from the other side, so that what is in the shade keeps its shape */
  private readonly rim = new DirectionalLight();
  private readonly grid: Mesh<PlaneGeometry, ShaderMaterial>;
  private readonly shade: Mesh<PlaneGeometry, ShadowMaterial>;

  constructor(
    canvas: HTMLCanvasElement,
    recording: Recording,
    readonly measures: Measures,
  ) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true, powerPreference: "high-performance" });
    // thousands of small things cast no shadow that could be told apart, and drawing it would double the work
    this.renderer.shadowMap.enabled = recording.objects.length <= 3000;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.moment = new Moment(recording);
    this.moment.go(recording.times[0]);
    this.bodies = new Bodies(recording, measures);
    this.tracks = new Tracks(recording, measures);
    this.links = new Links(recording, measures, this.moment);
    this.joints = new Joints(recording, measures);
    this.traces = new Traces(recording, measures);
    this.arrows = new Arrows(recording, measures);
    this.grid = makeGrid(measures);
    this.shade = new Mesh(new PlaneGeometry(8 * measures.size, 8 * measures.size), new ShadowMaterial({ depthWrite: false }));
    this.shade.position.copy(this.grid.position);
    this.shade.receiveShadow = true;
    const parts = [this.tracks, this.bodies, this.links, this.joints, this.traces, this.arrows].map(p => p.group);
    this.scene.add(this.shade, this.grid, this.fill, this.rim, this.sun, this.sun.target, new Group().add(...parts));
    this.placeSun();
  }

  /** The sun stands high, to the left and behind the eye; its shadows cover the whole run. */
  private placeSun(): void {
    const { box, size, floor } = this.measures;
    const middle = box.getCenter(new Vector3());
    middle.z = (middle.z + floor) / 2;
    this.sun.target.position.copy(middle);
    this.sun.position.copy(middle).add(new Vector3(-0.55, -0.75, 1.6).multiplyScalar(size));
    this.sun.castShadow = true;
    const { shadow } = this.sun;
    const reach = 0.85 * size;
    Object.assign(shadow.camera, { left: -reach, right: reach, top: reach, bottom: -reach, near: 0.2 * size, far: 4 * size });
    shadow.mapSize.set(2048, 2048);
    shadow.radius = 5;
    shadow.bias = -0.0004;
    shadow.normalBias = 0.0025 * size;
    this.fill.position.set(0, 0, 1);
    this.rim.position.set(0.8, 0.1, 0.25);
  }

  paint(theme: Theme): void {
    this.bodies.paint(theme);
    this.tracks.paint(theme);
    this.links.paint(theme);
    this.joints.paint(theme);
    this.traces.paint(theme, this.bodies);
    this.arrows.paint(theme);
    this.grid.material.uniforms.color.value.set(theme.grid);
    this.grid.material.uniforms.opacity.value = theme.gridOpacity;
    this.shade.material.opacity = theme.shadow;
    this.sun.intensity = theme.sun;
    this.fill.intensity = theme.fill;
    this.rim.intensity = 0.3 * theme.sun;
    this.fill.color.set(theme.name === "light" ? "#FFFFFF" : "#DDE6F0");
    this.fill.groundColor.set(theme.name === "light" ? "#B8BEC6" : "#4A525B");
  }

  /** Draws a moment and returns the arrows that were drawn. */
  draw(time: number, camera: PerspectiveCamera, pixel: number): Arrow[] {
    this.moment.go(time);
    for (const part of [this.bodies, this.tracks, this.links, this.joints, this.traces]) part.show(this.moment);
    const arrows = this.arrows.show(this.moment, pixel);
    // from below one looks through the floor
    this.shade.visible = camera.position.z > this.measures.floor;
    this.renderer.render(this.scene, camera);
    return arrows;
  }
}
