// SPDX-License-Identifier: Apache-2.0
import { Matrix4, Vector3 } from "three";
import { expect, test } from "vitest";
import { frontView, liveOf } from "../view/sample_scene";
import { Cloud, Snapper, type Spot, anchorOn, anchorsOf, joinEnd, placeOf } from "./snap";

const rods = (x: number, y = 0) => [
  { name: "a", at: [0, 0, 0] as [number, number, number], length: 1 },
  { name: "b", at: [x, y, 0] as [number, number, number], length: 1 },
];
/** Moves rod b to x, and finds what snaps with it. */
function scene(x: number, y = 0) {
  const { live, moment } = liveOf(rods(x, y));
  const cloud = new Cloud(live);
  const view = frontView();
  const move = (to: number) => {
    live.recording.objects[1].poses[0] = to;
    moment.go(0);
    cloud.update(moment, view);
  };
  move(x);
  return { live, moment, cloud, view, move, snapper: new Snapper(cloud, 1, 14, 0.5) };
}

test("a point follows its object", () => {
  const { live, moment, move } = scene(1);
  const anchor = { object: "b", at: [0, 0, 0.5] as [number, number, number], label: "b.end2" };
  expect(placeOf(anchor, live, moment)?.toArray()).toEqual([1, 0, 0.5]);
  move(2);
  expect(placeOf(anchor, live, moment)?.toArray()).toEqual([2, 0, 0.5]);
  expect(placeOf({ ...anchor, object: "gone" }, live, moment)).toBeUndefined();
  expect(placeOf({ at: [1, 2, 3], label: "" }, live, moment)?.toArray()).toEqual([1, 2, 3]);
});

test("a place on an object is told in its axes", () => {
  const { live, moment } = scene(1);
  moment.poses[1].multiply(new Matrix4().makeRotationY(Math.PI / 2));
  const anchor = anchorOn(1, new Vector3(1.5, 0, 0), live, moment);
  expect(anchor.object).toBe("b");
  new Vector3(0, 0, 0.5).toArray().forEach((x, i) => expect(anchor.at[i]).toBeCloseTo(x, 6));
  expect(joinEnd(anchor)).toEqual({ object: "b", at: anchor.at });
  expect(joinEnd({ at: [1, 2, 3], label: "" })).toEqual({ world: [1, 2, 3] });
});

test("joints that hold on where no named point is are points too, and no point is there twice", () => {
  const { live } = liveOf(rods(1), [
    { name: "elbow", kind: "point_to_point", ends: [{ object: 0, at: [0, 0, 0.5] }, { object: 1, at: [0, 0, 0.2] }] },
  ]);
  const labels = anchorsOf(live).map(({ anchor }) => anchor.label);
  expect(labels).toEqual(["a.centre", "a.end1", "a.end2", "b.centre", "b.end1", "b.end2", "b at elbow"]);
});

test("the point nearest to the pointer is found, within reach", () => {
  const { cloud } = scene(1);
  expect(cloud.nearest(505, 255, 14)?.anchor.label).toBe("b.end2");
  expect(cloud.nearest(520, 275, 14)).toBeUndefined();
  expect(cloud.nearest(505, 255, 14, 9)).toBeUndefined();
});

test("points that come close snap, the closest first", () => {
  const { move, snapper } = scene(1);
  expect(snapper.find()).toBeUndefined();
  move(0.13);
  const pair = snapper.find();
  expect(pair?.distance).toBeCloseTo(13, 4);
  expect(pair?.own.anchor.object).toBe("b");
  expect(pair?.other.anchor.object).toBe("a");
  move(0.2);
  expect(snapper.find()).toBeUndefined();
});

test("what was close when the drag began snaps only after it has been apart", () => {
  const { move, snapper } = scene(0.1);
  expect(snapper.find()).toBeUndefined();
  move(0.05);
  expect(snapper.find()).toBeUndefined();
  move(0.5);
  expect(snapper.find()).toBeUndefined();
  move(0.05);
  expect(snapper.find()).toBeDefined();
});

test("a pair that was refused must come apart before it snaps again", () => {
  const { move, snapper } = scene(1);
  move(0);
  const pair = snapper.find();
  expect(pair).toBeDefined();
  for (let again = snapper.find(); again; again = snapper.find()) snapper.refuse(again);
  move(0.1);
  expect(snapper.find()).toBeUndefined();
  move(1);
  snapper.find();
  move(0);
  expect(snapper.find()).toBeDefined();
});

test("a pair that has snapped stays one when the scene is told anew in the middle of a drag", () => {
  const { move, snapper } = scene(1);
  move(0.05);
  const pair = snapper.find();
  const { cloud } = scene(0.05);
  const next = new Snapper(cloud, 1, 14, 0.5, snapper);
  expect(next.find()?.own.anchor).toEqual(pair?.own.anchor);
  const again = pair && next.again(pair);
  expect(cloud.spots).toContain(again?.own);
  expect(again?.other.anchor).toEqual(pair?.other.anchor);
});

test("points that are close on the picture only, one far behind the other, do not snap", () => {
  const { move, snapper } = scene(1, 2);
  move(0);
  expect(snapper.find()).toBeUndefined();
});

test("a corner beside an end is not offered, and of points about one place the one where a joint holds is meant", () => {
  const { live, moment } = liveOf(rods(1), [
    { name: "foot", kind: "point_to_point", ends: [{ object: 0, at: [0, 0, 0.45] }, { object: 1, at: [0, 0, 0.2] }] },
  ]);
  live.points[0].push({ name: "left_top", at: [0, 0, 0.48] }, { name: "left", at: [0, 0, 0.2] });
  const cloud = new Cloud(live);
  moment.go(0);
  cloud.update(moment, frontView());
  const at = (label: string) => cloud.spots.find(({ anchor }) => anchor.label === label) as Spot;
  expect(["a.left_top", "a.left", "a at foot"].map(label => at(label).isCrowded)).toEqual([true, false, false]);
  const between = { x: at("a.end2").x, y: (at("a.end2").y + at("a at foot").y) / 2 };
  expect(cloud.nearest(between.x, between.y, 14)?.anchor.label).toBe("a at foot");
  expect(cloud.nearest(at("a.left_top").x, at("a.left_top").y, 14)?.anchor.label).not.toBe("a.left_top");
});
