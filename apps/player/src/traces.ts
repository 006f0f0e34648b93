// SPDX-License-Identifier: Apache-2.0
/** Where the middle of each object has been, up to now. */
import { Group, Mesh, MeshBasicMaterial, Vector3 } from "three";
import type { Bodies } from "./bodies";
import type { Measures } from "./measure";
import type { Moment } from "./moment";
import { isKnown } from "./numbers";
import type { Body, Recording } from "./recording";
import type { Theme } from "./theme";
import { TubeGeometry, thicken } from "./tubes";

const mostTraced = 16;
/** more than these are shown only on request */
const mostAtOnce = 6;
const indicesPerPiece = 7 * 6;

interface Trace {
  object: number;
  mesh: Mesh<TubeGeometry, MeshBasicMaterial>;
  /** the sample of each of its points */
  frames: number[];
}

function pointsOf({ poses, numbers }: Body, frames: number[]): Vector3[] {
  return frames.map(f => new Vector3().fromArray(poses, f * numbers));
}
function wayOf(points: Vector3[]): number {
  return points.reduce((sum, p, i) => sum + (i ? p.distanceTo(points[i - 1]) : 0), 0);
}

export class Traces {
  readonly group = new Group();
  private readonly traces: Trace[] = [];
  private readonly thick = { value: 1 };

  constructor(
    private readonly recording: Recording,
    private readonly measures: Measures,
  ) {
    for (let object = 0; object < recording.objects.length && this.traces.length < mostTraced; ++object) this.add(object);
    if (this.traces.length > mostAtOnce) this.keepPens();
    for (const { mesh } of this.traces) this.group.add(mesh);
    this.group.visible = this.traces.length <= mostAtOnce;
  }

  /** Traces an object if it moves. */
  private add(object: number): void {
    const { objects, times } = this.recording;
    const body = objects[object];
    const stride = Math.ceil(times.length / 1500);
    const frames = [...times.keys()].filter(f => f % stride === 0 && isKnown(body.poses[f * body.numbers]));
    const points = pointsOf(body, frames);
    if (points.length < 2 || wayOf(points) < 0.05 * this.measures.size) return;
    const tube = new TubeGeometry([points.length]);
    tube.lay(0, points, 0);
    const mesh = new Mesh(tube, new MeshBasicMaterial({ transparent: true, opacity: 0.5, toneMapped: false }));
    thicken(mesh.material, this.thick);
    mesh.frustumCulled = false;
    this.traces.push({ object, mesh, frames });
  }
  /** Where much moves, only points are traced, if they are few: pens and the like. */
  private keepPens(): void {
    const { objects } = this.recording;
    const points = [...objects.keys()].filter(i => objects[i].numbers === 3);
    if (!points.length || points.length > mostAtOnce) return;
    for (const { mesh } of this.traces.splice(0)) mesh.geometry.dispose();
    for (const object of points) this.add(object);
  }

  paint(theme: Theme, bodies: Bodies): void {
    for (const { object, mesh } of this.traces) mesh.material.color.copy(bodies.tint(object, theme));
  }

  /** `pixel` is how many metres a pixel is about where things are. */
  show(moment: Moment, pixel: number): void {
    this.thick.value = pixel;
    for (const { mesh, frames } of this.traces) {
      const passed = frames.findLastIndex(f => f <= moment.frame);
      mesh.geometry.setDrawRange(0, Math.max(0, passed) * indicesPerPiece);
    }
  }
}
