// SPDX-License-Identifier: Apache-2.0
/** Points at which parts can be joined, and which of them are close on the picture. */
import { Vector3 } from "three";
import type { Moment } from "../../../../player/src/moment";
import type { Vec } from "../../../../player/src/recording";
import type { Live } from "../live";
import type { JoinEnd } from "../protocol";
import type { Projection } from "../view/pick";

/** A point of an object, in its axes, or of the world. It stays meaningful while things come and go. */
export interface Anchor {
  /** the name of the object; none: the world */
  object?: string;
  /** any point of the rail of that constraint */
  on?: string;
  at: Vec;
  /** as people read it: "crank.end2" */
  label: string;
}

export function placeOf(anchor: Anchor, live: Live, moment: Moment): Vector3 | undefined {
  const p = new Vector3(...anchor.at);
  if (anchor.object === undefined) return p;
  const object = live.object(anchor.object);
  return object === undefined || !moment.isThere[object] ? undefined : p.applyMatrix4(moment.poses[object]);
}
export function joinEnd(anchor: Anchor): JoinEnd {
  if (anchor.on !== undefined) return { on: anchor.on };
  return anchor.object === undefined ? { world: anchor.at } : { object: anchor.object, at: anchor.at };
}
/** A point of the world as an anchor on an object that is there now. */
export function anchorOn(object: number, place: Vector3, live: Live, moment: Moment): Anchor {
  const { name } = live.recording.objects[object];
  const at = place.clone().applyMatrix4(moment.poses[object].clone().invert());
  return { object: name, at: at.toArray(), label: name };
}

/** Where a point of a cloud is: in space, on the picture, and how deep; not there if `deep` is not a number. */
export interface Spot {
  anchor: Anchor;
  /** pixels by which it counts as farther away than it is */
  behind: number;
  /** a more likely point of its object is at about the same place */
  isCrowded: boolean;
  index: number;
  place: Vector3;
  x: number;
  y: number;
  deep: number;
}

/** Pixels by which points count as farther away than they are: of several about one place people mean where a joint holds, or an end. */
const behind = { joint: 0, end: 2, side: 4, corner: 6 };
/** Within so many pixels of a more likely point of its object a side or corner is not offered. */
const crowd = 14;

const behindOf = (point: string): number => (/^(end\d|centre)$/.test(point) ? behind.end : point.includes("_") ? behind.corner : behind.side);

interface AnchorOn {
  anchor: Anchor;
  index: number;
  behind: number;
}
const keyOf = (object: string, at: Vec): string => `${object} ${at.map(x => x.toFixed(6))}`;

/** Points at which joints hold on. */
function jointAnchors({ recording: { objects, constraints } }: Live): AnchorOn[] {
  return constraints.flatMap(({ name, ends }) =>
    ends.flatMap(({ object, at, along, path }) => {
      if (object === undefined || !at || along || path) return [];
      const owner = objects[object].name;
      return [{ anchor: { object: owner, at, label: `${owner} at ${name}` }, index: object, behind: behind.joint }];
    }),
  );
}

/** All points with a name, and those at which joints hold on. */
export function anchorsOf(live: Live): AnchorOn[] {
  const all = new Map<string, AnchorOn>();
  live.recording.objects.forEach(({ name }, index) => {
    for (const point of live.points[index] ?? []) {
      const anchor = { object: name, at: point.at, label: `${name}.${point.name}` };
      all.set(keyOf(name, point.at), { anchor, index, behind: behindOf(point.name) });
    }
  });
  for (const joint of jointAnchors(live)) {
    const key = keyOf(joint.anchor.object as string, joint.anchor.at);
    all.set(key, { ...joint, anchor: all.get(key)?.anchor ?? joint.anchor });
  }
  return [...all.values()];
}

/** The points of a scene on the picture. */
export class Cloud {
  readonly spots: Spot[];
  /** of each object, joints and ends apart from sides and corners */
  private readonly groups: { likely: Spot[]; others: Spot[] }[] = [];

  constructor(live: Live) {
    this.spots = anchorsOf(live).map(one => ({ ...one, isCrowded: false, place: new Vector3(), x: 0, y: 0, deep: Number.NaN }));
    for (const spot of this.spots) {
      this.groups[spot.index] ??= { likely: [], others: [] };
      this.groups[spot.index][spot.behind <= behind.end ? "likely" : "others"].push(spot);
    }
  }
  /** Finds out where they are now. */
  update(moment: Moment, projection: Projection): void {
    for (const spot of this.spots) {
      spot.place.set(...spot.anchor.at).applyMatrix4(moment.poses[spot.index]);
      const at = moment.isThere[spot.index] ? projection.of(spot.place) : undefined;
      spot.x = at?.x ?? 0;
      spot.y = at?.y ?? 0;
      spot.deep = at?.z ?? Number.NaN;
    }
    for (const { likely, others } of this.groups.filter(Boolean))
      for (const spot of others) spot.isCrowded = likely.some(({ x, y }) => Math.hypot(spot.x - x, spot.y - y) < crowd);
  }
  /** The spot nearest to a pixel, within so many. What is deeper than `hidden` stands behind something. */
  nearest(x: number, y: number, within: number, hidden = Number.POSITIVE_INFINITY): Spot | undefined {
    let best: Spot | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const spot of this.spots) {
      const distance = Math.hypot(spot.x - x, spot.y - y);
      if (spot.isCrowded || !(spot.deep <= hidden) || distance > within || distance + spot.behind > least) continue;
      // of points at one place the one in front
      if (distance + spot.behind === least && best && best.deep <= spot.deep) continue;
      least = distance + spot.behind;
      best = spot;
    }
    return best;
  }
}

export interface Pair {
  own: Spot;
  other: Spot;
  distance: number;
}

const keyOfSpot = ({ anchor: { object, at } }: Spot): string => keyOf(object as string, at);
const keyOfPair = ({ own, other }: Pick<Pair, "own" | "other">): string => `${keyOfSpot(own)}, ${keyOfSpot(other)}`;

/**
 * Which point of a dragged object has come close to one of another. Pairs that were close when the drag began are joined or
 * touch: they count only after they have been apart.
 */
export class Snapper {
  private readonly own: Spot[];
  private readonly others: Spot[];
  private readonly close: Set<string>;

  /** `before` is the one of the same drag, if the scene has been told anew meanwhile: what it knew still holds. */
  constructor(
    cloud: Cloud,
    object: number,
    private readonly within: number,
    /** points farther apart than this, in metres into the picture, only look close */
    private readonly deep: number,
    before?: Snapper,
  ) {
    this.own = cloud.spots.filter(spot => spot.index === object);
    this.others = cloud.spots.filter(spot => spot.index !== object);
    this.close = new Set(before?.close);
    if (!before) this.forEachClose(2 * within, key => this.close.add(key));
  }

  private forEachClose(within: number, visit: (key: string, own: Spot, other: Spot, distance: number) => void): void {
    for (const own of this.own)
      for (const other of this.others) {
        const distance = Math.hypot(own.x - other.x, own.y - other.y);
        if (distance <= within && Math.abs(own.deep - other.deep) <= this.deep) visit(keyOfPair({ own, other }), own, other, distance);
      }
  }

  /** A pair that people have pulled apart again does not count until it is apart. */
  refuse(pair: Pair): void {
    this.close.add(keyOfPair(pair));
  }
  /** The same pair in this cloud. */
  again(pair: Pair): Pair | undefined {
    const same = (wanted: Spot) => (spot: Spot) => keyOfSpot(spot) === keyOfSpot(wanted);
    const [own, other] = [this.own.find(same(pair.own)), this.others.find(same(pair.other))];
    return own && other && { ...pair, own, other };
  }

  /** The closest pair now; the cloud is up to date. */
  find(): Pair | undefined {
    const stillClose = new Set<string>();
    let best: Pair | undefined;
    let least = Number.POSITIVE_INFINITY;
    this.forEachClose(2 * this.within, (key, own, other, distance) => {
      const cost = distance + own.behind + other.behind;
      if (this.close.has(key)) stillClose.add(key);
      else if (distance <= this.within && cost < least && !own.isCrowded && !other.isCrowded) [best, least] = [{ own, other, distance }, cost];
    });
    for (const key of this.close) if (!stillClose.has(key)) this.close.delete(key);
    return best;
  }
}
