// SPDX-License-Identifier: Apache-2.0
/** Where points have been: lines behind them, of bounded length, that follow time backwards too. */
import { Color, Group, type InterleavedBufferAttribute, Vector3 } from "three";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";
import { LineSegments2 } from "three/addons/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/addons/lines/LineSegmentsGeometry.js";
import type { Moment } from "../../../../player/src/moment";
import type { Theme } from "../../../../player/src/theme";
import type { Live } from "../live";
import { type Anchor, placeOf } from "../tools/snap";

const mostPieces = 2000;

/** Pieces of a line with their times; the oldest give way to the newest. */
export class Trail {
  private readonly pieces = new Float32Array(6 * mostPieces);
  private readonly times = new Float64Array(mostPieces);
  /** where the next piece goes, and how many there are */
  private head = 0;
  count = 0;
  private last?: { place: Vector3; time: number };

  /** The point is here now. `isNext` tells that it came here from where it was last, and was not put there. */
  follow(place: Vector3, time: number, isNext: boolean, least: number): boolean {
    const { last } = this;
    if (last && time < last.time) {
      this.forgetAfter(time);
      this.last = { place: place.clone(), time };
      return true;
    }
    if (last && isNext && place.distanceTo(last.place) < least) return false;
    if (last && isNext) this.add(last.place, place, time);
    this.last = { place: place.clone(), time };
    return last !== undefined && isNext;
  }
  private add(a: Vector3, b: Vector3, time: number): void {
    a.toArray(this.pieces, 6 * this.head);
    b.toArray(this.pieces, 6 * this.head + 3);
    this.times[this.head] = time;
    this.head = (this.head + 1) % mostPieces;
    this.count = Math.min(mostPieces, this.count + 1);
  }
  private forgetAfter(time: number): void {
    while (this.count && this.times[(this.head + mostPieces - 1) % mostPieces] > time) {
      this.head = (this.head + mostPieces - 1) % mostPieces;
      --this.count;
    }
  }
  /** Writes all pieces down, the oldest first. */
  write(out: Float32Array): void {
    const first = (this.head + mostPieces - this.count) % mostPieces;
    const straight = Math.min(this.count, mostPieces - first);
    out.set(this.pieces.subarray(6 * first, 6 * (first + straight)));
    out.set(this.pieces.subarray(0, 6 * (this.count - straight)), 6 * straight);
  }
}

/** Points that a scene itself wants to be followed: those whose places it plots against each other. */
export function tracedByScene({ recording }: Live): Anchor[] {
  const place = /^(.*)\.[xyz]$/;
  const names = recording.plots.flatMap(({ x, signals }) => {
    if (!x || !place.test(x)) return [];
    return signals.flatMap(signal => place.exec(signal)?.[1] ?? []);
  });
  const isObject = (name: string) => recording.objects.some(object => object.name === name);
  return [...new Set(names)].filter(isObject).map(object => ({ object, at: [0, 0, 0], label: object }));
}

interface Traced {
  anchor: Anchor;
  trail: Trail;
  lines: LineSegments2;
}

export class Trails {
  readonly group = new Group();
  private traced = new Map<string, Traced>();
  private theme?: Theme;

  /** Draws the paths of these points, and of no others. */
  trace(anchors: Anchor[]): void {
    const wanted = new Map(anchors.map(anchor => [JSON.stringify([anchor.object, anchor.at]), anchor]));
    for (const [key, traced] of this.traced) if (!wanted.has(key)) this.drop(key, traced);
    for (const [key, anchor] of wanted) if (!this.traced.has(key)) this.traced.set(key, this.begin(anchor));
    if (this.theme) this.paint(this.theme);
  }
  /** Forgets where points were. */
  clear(): void {
    const anchors = [...this.traced.values()].map(({ anchor }) => anchor);
    for (const [key, traced] of this.traced) this.drop(key, traced);
    this.trace(anchors);
  }

  private begin(anchor: Anchor): Traced {
    const trail = new Trail();
    const geometry = new LineSegmentsGeometry();
    geometry.setPositions(new Float32Array(6 * mostPieces));
    geometry.instanceCount = 0;
    const lines = new LineSegments2(geometry, new LineMaterial({ linewidth: 2, transparent: true, opacity: 0.75, toneMapped: false }));
    lines.frustumCulled = false;
    this.group.add(lines);
    return { anchor, trail, lines };
  }
  private drop(key: string, { lines }: Traced): void {
    this.traced.delete(key);
    this.group.remove(lines);
    lines.geometry.dispose();
    lines.material.dispose();
  }

  paint(theme: Theme): void {
    this.theme = theme;
    [...this.traced.values()].forEach(({ lines }, i) => lines.material.color.copy(new Color(theme.series[(i + 1) % theme.series.length])));
  }

  /** Follows the points to where they are now. */
  follow(live: Live, moment: Moment, isNext: boolean, least: number): void {
    for (const { anchor, trail, lines } of this.traced.values()) {
      const place = placeOf(anchor, live, moment);
      if (!place || !trail.follow(place, live.time, isNext, least)) continue;
      const { data } = lines.geometry.getAttribute("instanceStart") as InterleavedBufferAttribute;
      trail.write(data.array as Float32Array);
      data.needsUpdate = true;
      lines.geometry.instanceCount = trail.count;
    }
  }
}
