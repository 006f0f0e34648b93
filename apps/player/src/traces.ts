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

  constructor(recording: Recording, measures: Measures) {
    const stride = Math.ceil(recording.times.length / 1500);
    recording.objects.forEach((body, object) => {
      const frames = [...recording.times.keys()].filter(f => f % stride === 0 && isKnown(body.poses[f * body.numbers]));
      const points = pointsOf(body, frames);
      if (this.traces.length >= mostTraced || points.length < 2 || wayOf(points) < 0.05 * measures.size) return;
      const tube = new TubeGeometry([points.length]);
      tube.lay(0, points, 0);
      const mesh = new Mesh(tube, new MeshBasicMaterial({ transparent: true, opacity: 0.5, toneMapped: false }));
      thicken(mesh.material, this.thick);
      mesh.frustumCulled = false;
      this.group.add(mesh);
      this.traces.push({ object, mesh, frames });
    });
    this.group.visible = this.traces.length <= 6;
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
