// SPDX-License-Identifier: Apache-2.0
/** What a part that is dragged would be joined to if it were dropped now: a point of another part, or a rail. */
import { Matrix4, Vector3 } from "three";
import type { Moment } from "../../../../player/src/moment";
import type { Live } from "../live";
import { type Projection, distanceToLine, pointsOf } from "../view/pick";
import { type Bench, type Command, type Pointer, titled } from "./bench";
import { type Anchor, type Cloud, type Pair, Snapper, type Spot, joinEnd } from "./snap";

/** Rails that the world or other objects carry. */
class Rails {
  private readonly rails: { name: string; track: number }[];
  /** those that the part was pulled off again, until it is away from them */
  private readonly refused = new Set<string>();

  constructor(
    private readonly live: Live,
    object: number,
  ) {
    const { tracks, constraints } = live.recording;
    const runsOn = (track: number) => constraints.some(({ tracks: used, ends }) => used.includes(track) && ends.some(end => end.object === object));
    this.rails = tracks.flatMap(({ line, object: carrier }, track) => {
      const owner = constraints.find(({ tracks: used }) => used.includes(track));
      return line && owner && carrier !== object && !runsOn(track) ? [{ name: owner.name, track }] : [];
    });
  }

  refuse(name: string): void {
    this.refused.add(name);
  }
  /** The rail nearest to one of these points. */
  find(own: Spot[], moment: Moment, projection: Projection, within: number): Pair | undefined {
    const pairs = this.rails.flatMap(({ name, track }) => {
      const pair = this.nearest(name, track, own, moment, projection);
      if (pair && pair.distance > 2 * within) this.refused.delete(name);
      return pair && pair.distance <= within && !this.refused.has(name) ? [pair] : [];
    });
    return pairs.sort((a, b) => a.distance - b.distance)[0];
  }
  private nearest(name: string, track: number, own: Spot[], moment: Moment, projection: Projection): Pair | undefined {
    const rail = this.live.recording.tracks[track];
    const frame = new Matrix4();
    if (!moment.frameOf(rail, frame)) return undefined;
    const points = pointsOf(rail.line as Float32Array, frame);
    const seen = points.map(p => projection.of(p));
    let best: Pair | undefined;
    for (const spot of own)
      for (let k = 1; k < points.length; ++k) {
        const [a, b] = [seen[k - 1], seen[k]];
        if (!a || !b) continue;
        const { distance, along } = distanceToLine(spot.x, spot.y, a, b);
        if (best && best.distance <= distance) continue;
        const place = new Vector3().lerpVectors(points[k - 1], points[k], along);
        const anchor: Anchor = { on: name, at: place.toArray(), label: name };
        best = { own: spot, other: { anchor, behind: 0, isCrowded: false, index: -1, place, x: 0, y: 0, deep: a.z }, distance };
      }
    return best;
  }
}

export class Drop {
  pair?: Pair;
  private known?: { live: Live; snapper: Snapper; rails: Rails };

  constructor(
    private readonly bench: Bench,
    private readonly held: Anchor,
  ) {}

  /** Looks again. `wanted` is where the pointer wants the hand; while a pair is found it is kept where that is joined. */
  update(pointer: Pointer, wanted: Vector3): void {
    const { bench } = this;
    const object = bench.live.object(this.held.object as string);
    if (object === undefined) return;
    const cloud = bench.points();
    const within = bench.reach(pointer);
    const { snapper, rails } = this.look(cloud, object, within);
    if (this.pair && (pointer.alt || this.isLeft(this.pair, wanted, 1.7 * within))) {
      if (this.pair.other.anchor.on === undefined) snapper.refuse(this.pair);
      else rails.refuse(this.pair.other.anchor.on);
      this.pair = undefined;
    }
    const own = cloud.spots.filter(spot => spot.index === object);
    const found = snapper.find() ?? rails.find(own, bench.moment, bench.projection, within);
    const slides = this.pair?.other.anchor.on !== undefined;
    if (!pointer.alt && (!this.pair || slides)) this.pair = found ?? this.pair;
  }
  private look(cloud: Cloud, object: number, within: number): { snapper: Snapper; rails: Rails } {
    const { live, measures } = this.bench;
    if (this.known?.live === live) return this.known;
    const snapper = new Snapper(cloud, object, within, 0.12 * measures.size, this.known?.snapper);
    this.known = { live, snapper, rails: new Rails(live, object) };
    this.pair &&= snapper.again(this.pair);
    return this.known;
  }

  /** Where the hand has to be so that the pair meets. */
  get to(): Vector3 | undefined {
    const { pair } = this;
    return pair && this.bench.placeOf(this.held)?.add(pair.other.place).sub(pair.own.place);
  }
  /** Whether the pointer has gone so far from where the pair keeps the hand that it means something else. */
  private isLeft({ other }: Pair, wanted: Vector3, pixels: number): boolean {
    const { projection } = this.bench;
    const [a, b] = [this.to && projection.of(this.to), projection.of(wanted)];
    // along a rail one may go as far as one likes
    if (other.anchor.on !== undefined && a && b && Math.hypot(a.x - b.x, a.y - b.y) <= 3 * pixels) return false;
    return !a || !b || Math.hypot(a.x - b.x, a.y - b.y) > pixels;
  }

  get words(): string {
    if (!this.pair) return "";
    const { own, other } = this.pair;
    if (other.anchor.on !== undefined) return `On ${other.anchor.on}: ${own.anchor.label}`;
    return `${titled(this.bench.joint().kind)}: ${own.anchor.label} – ${other.anchor.label}`;
  }
  /** The command that joins the pair, and what to say then. */
  get joining(): { command: Command; done: string } | undefined {
    if (!this.pair) return undefined;
    const { own, other } = this.pair;
    const ends = { do: "join", a: joinEnd(own.anchor), b: joinEnd(other.anchor) };
    if (other.anchor.on !== undefined) return { command: ends, done: `${own.anchor.label} runs on ${other.anchor.on}` };
    const joint = this.bench.joint();
    return { command: { ...ends, ...joint }, done: `${titled(joint.kind)} added` };
  }
}
