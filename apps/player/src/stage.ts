// SPDX-License-Identifier: Apache-2.0
/** The picture: lights, floor, everything that is drawn in space, and the renderer. */
import {
  Color,
  DirectionalLight,
  DoubleSide,
  Group,
  HemisphereLight,
  InstancedMesh,
  Mesh,
  type Object3D,
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
import { roundDown } from "./numbers";
import type { Recording } from "./recording";
import { Sight } from "./sight";
import type { Theme } from "./theme";
import { Traces } from "./traces";
import { Tracks } from "./tracks";

/** A net of thin lines in a plane of the world that fades with the distance from the middle. */
export class Net {
  readonly mesh: Mesh<PlaneGeometry, ShaderMaterial>;

  constructor() {
    const uniforms = {
      color: { value: new Color() },
      opacity: { value: 0.3 },
      centre: { value: new Vector3() },
      across: { value: new Vector3(1, 0, 0) },
      up: { value: new Vector3(0, 1, 0) },
      step: { value: 1 },
      reach: { value: 1 },
    };
    const material = new ShaderMaterial({
      transparent: true,
      depthWrite: false,
      side: DoubleSide,
      uniforms,
      vertexShader: `
        varying vec2 at; varying vec2 away;
        uniform vec3 centre, across, up; uniform float reach;
        void main() {
          vec3 p = centre + reach * (position.x * across + position.y * up);
          at = vec2(dot(p, across), dot(p, up));
          away = position.xy;
          gl_Position = projectionMatrix * viewMatrix * vec4(p, 1.0);
        }`,
      fragmentShader: `
        varying vec2 at; varying vec2 away;
        uniform vec3 color; uniform float opacity, step;
        float net(float wide) {
          vec2 s = at / wide, w = max(fwidth(s), vec2(1e-6));
          vec2 line = (1.0 - smoothstep(vec2(0.0), vec2(1.2), abs(fract(s - 0.5) - 0.5) / w)) * clamp(0.4 / w, 0.0, 1.0);
          return max(line.x, line.y);
        }
        void main() {
          float fade = 1.0 - smoothstep(0.15, 1.0, length(away));
          float line = max(0.5 * net(step), net(5.0 * step));
          gl_FragColor = vec4(color, opacity * line * fade * fade);
          #include <colorspace_fragment>
        }`,
    });
    this.mesh = new Mesh(new PlaneGeometry(2, 2), material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = -1;
  }

  /** Lays the net around a point, along two directions. */
  lay(centre: Vector3, across: Vector3, up: Vector3, step: number, reach: number): void {
    const { uniforms } = this.mesh.material;
    uniforms.centre.value.copy(centre);
    uniforms.across.value.copy(across);
    uniforms.up.value.copy(up);
    uniforms.step.value = step;
    uniforms.reach.value = reach;
  }
  paint(color: string, opacity: number): void {
    this.mesh.material.uniforms.color.value.set(color);
    this.mesh.material.uniforms.opacity.value = opacity;
  }
}

/** Frees what things drawn in space hold of the graphics card. */
export function dispose(things: Object3D): void {
  things.removeFromParent();
  things.traverse(thing => {
    if (!(thing instanceof Mesh)) return;
    thing.geometry.dispose();
    for (const material of [thing.material].flat()) material.dispose();
    if (thing instanceof InstancedMesh) thing.dispose();
  });
}

export class Stage {
  readonly renderer: WebGLRenderer;
  readonly scene = new Scene();
  measures!: Measures;
  moment!: Moment;
  bodies!: Bodies;
  joints!: Joints;
  arrows!: Arrows;
  traces!: Traces;
  links!: Links;
  tracks!: Tracks;
  /** grid and shadows */
  readonly floor = new Group();
  private parts = new Group();
  /** what was drawn of earlier recordings: freed when the next one has been drawn, for both use the same programs */
  private retired: Group[] = [];
  private readonly sun = new DirectionalLight();
  private readonly fill = new HemisphereLight();
  /** from the other side, so that what is in the shade keeps its shape */
  private readonly rim = new DirectionalLight();
  private readonly grid = new Net();
  private readonly shade = new Mesh(new PlaneGeometry(8, 8), new ShadowMaterial({ depthWrite: false }));
  private theme?: Theme;
  /** between the lines of the floor [m] */
  gridStep = 1;

  constructor(canvas: HTMLCanvasElement, recording: Recording, measures: Measures) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true, powerPreference: "high-performance" });
    this.renderer.shadowMap.type = PCFShadowMap;
    // to ask for errors is to wait for each program; the browser tells of a faulty one all the same
    this.renderer.debug.checkShaderErrors = false;
    this.shade.receiveShadow = true;
    this.floor.add(this.shade, this.grid.mesh);
    this.scene.add(this.floor, this.fill, this.rim, this.sun, this.sun.target);
    this.sun.castShadow = true;
    Object.assign(this.sun.shadow, { radius: 5, bias: -0.0004 });
    this.sun.shadow.mapSize.set(2048, 2048);
    this.fill.position.set(0, 0, 1);
    this.rim.position.set(0.8, 0.1, 0.25);
    this.take(recording, measures);
  }

  /** Draws another recording from now on. What it shares with the last one keeps its looks. */
  take(recording: Recording, measures: Measures): void {
    this.measures = measures;
    // thousands of small things cast no shadow that could be told apart, and drawing it would double the work
    this.renderer.shadowMap.enabled = recording.objects.length <= 3000;
    this.moment = new Moment(recording);
    this.moment.go(recording.times[0]);
    this.bodies = new Bodies(recording, measures, this.bodies);
    this.tracks = new Tracks(recording, measures);
    this.links = new Links(recording, measures, this.moment, this.links);
    this.joints = new Joints(recording, measures, this.joints);
    this.traces = new Traces(recording, measures);
    this.arrows = new Arrows(recording, measures, this.arrows);
    this.retired.push(this.parts);
    this.parts.visible = false;
    this.parts = new Group().add(...[this.tracks, this.bodies, this.links, this.joints, this.traces, this.arrows].map(p => p.group));
    this.scene.add(this.parts);
    this.shade.scale.set(measures.size, measures.size, 1);
    if (this.theme) this.paint(this.theme);
  }

  set castsShadows(on: boolean) {
    this.sun.castShadow = on;
  }

  /** Floor and shadows are where the eye looks, and suit how much it sees: at most the whole run. */
  private follow(target: Vector3, seen: number): void {
    const { size, floor } = this.measures;
    const scope = Math.min(size, 1.4 * seen);
    this.gridStep = roundDown(scope / 5);
    const below = new Vector3(target.x, target.y, floor);
    this.grid.lay(below, new Vector3(1, 0, 0), new Vector3(0, 1, 0), this.gridStep, 2.6 * scope);
    this.shade.position.copy(below);
    // the sun stands high, to the left and behind the eye
    const middle = new Vector3(target.x, target.y, (target.z + floor) / 2);
    this.sun.target.position.copy(middle);
    this.sun.position.copy(middle).add(new Vector3(-0.55, -0.75, 1.6).multiplyScalar(size));
    const { shadow } = this.sun;
    const wide = 0.9 * scope;
    Object.assign(shadow.camera, { left: -wide, right: wide, top: wide, bottom: -wide, near: 0.2 * size, far: 4 * size });
    shadow.camera.updateProjectionMatrix();
    shadow.normalBias = 0.0025 * scope;
  }

  paint(theme: Theme): void {
    this.theme = theme;
    this.bodies.paint(theme);
    this.tracks.paint(theme);
    this.links.paint(theme);
    this.joints.paint(theme);
    this.traces.paint(theme, this.bodies);
    this.arrows.paint(theme);
    this.grid.paint(theme.grid, theme.gridOpacity);
    this.shade.material.opacity = theme.shadow;
    this.sun.intensity = theme.sun;
    this.fill.intensity = theme.fill;
    this.rim.intensity = 0.3 * theme.sun;
    this.fill.color.set(theme.name === "light" ? "#FFFFFF" : "#DDE6F0");
    this.fill.groundColor.set(theme.name === "light" ? "#B8BEC6" : "#4A525B");
  }

  /** Has the graphics card make all programs at once; drawing would ask for one after the other, and wait for each. */
  prepare(camera: PerspectiveCamera): void {
    this.renderer.compile(this.scene, camera);
  }

  /** Draws a moment for an eye that looks at a point, and returns the arrows that were drawn. */
  draw(time: number, camera: PerspectiveCamera, pixel: number, target: Vector3): Arrow[] {
    this.moment.go(time);
    this.follow(target, 2 * Math.tan((camera.fov * Math.PI) / 360) * camera.position.distanceTo(target));
    const sight = new Sight(this.moment, camera.position, target, pixel);
    for (const part of [this.bodies, this.tracks, this.links, this.joints]) part.show(this.moment, sight);
    this.traces.show(this.moment, pixel);
    const arrows = this.arrows.show(this.moment, pixel);
    // from below one looks through the floor
    this.shade.visible = camera.position.z > this.measures.floor;
    this.renderer.render(this.scene, camera);
    for (const parts of this.retired) dispose(parts);
    this.retired = [];
    return arrows;
  }
}
