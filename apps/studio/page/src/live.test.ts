// SPDX-License-Identifier: Apache-2.0
import { Box3, Vector3 } from "three";
import { expect, test } from "vitest";
import { measure } from "../../../player/src/measure";
import { Moment } from "../../../player/src/moment";
import { Live, isAnother, measuresFor, measuresOf, nothing, pointsInSight } from "./live";
import type { Frame } from "./protocol";
import { type SampleRod, sampleScene } from "./view/sample_scene";

const rod = (name: string, x: number, length = 1): SampleRod => ({ name, at: [x, 0, 0], length });
const sceneOf = (...rods: SampleRod[]) => new Live(sampleScene(rods));

function frame(poses: number[], more: Partial<Frame> = {}): Frame {
  const none = new Float32Array();
  return {
    revision: 1,
    time: 2.5,
    kinetic: 0,
    potential: 0,
    error: 0,
    rate: 1,
    cost: 1,
    running: true,
    rewound: false,
    poses: new Float32Array(poses),
    errors: none,
    forces: none,
    torques: none,
    paths: none,
    arrows: { owner: new Uint32Array(), numbers: none, flags: new Uint8Array() },
    ...more,
  };
}

test("a frame puts everything where it is now", () => {
  const live = sceneOf(rod("a", 0), rod("b", 1));
  const moment = new Moment(live.recording);
  expect(live.apply(frame([0, 0, 5, 1, 0, 0, 0, 7, 0, 0, 1, 0, 0, 0]))).toBe(true);
  moment.go(live.time);
  expect(live.time).toBe(2.5);
  expect(new Vector3().setFromMatrixPosition(moment.poses[0]).toArray()).toEqual([0, 0, 5]);
  expect(new Vector3().setFromMatrixPosition(moment.poses[1]).toArray()).toEqual([7, 0, 0]);
});

test("a frame of another revision changes nothing", () => {
  const live = sceneOf(rod("a", 0));
  expect(live.apply(frame([9, 9, 9, 1, 0, 0, 0], { revision: 2 }))).toBe(false);
  expect(live.recording.objects[0].poses[0]).toBe(0);
});

test("arrows of a frame take the place of those before", () => {
  const live = sceneOf(rod("a", 0));
  const moment = new Moment(live.recording);
  const arrows = { owner: new Uint32Array([0, 0]), numbers: new Float32Array([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]), flags: new Uint8Array([4, 13]) };
  live.apply(frame([0, 0, 0, 1, 0, 0, 0], { arrows }));
  moment.go(live.time);
  expect(moment.arrows().map(({ kind, reaction }) => [kind, reaction])).toEqual([[0, false], [1, true]]);
  expect(moment.arrows()[1].vector.toArray()).toEqual([10, 11, 12]);
});

test("a particle of many is told by its number", () => {
  const live = sceneOf(rod("net[12]", 0), rod("rod", 1));
  expect(live.objectAndPart(0)).toEqual({ object: "net", part: 12 });
  expect(live.objectAndPart(1)).toEqual({ object: "rod", part: 0 });
});

test("lengths stay while parts come and go, and grow only when the scene does", () => {
  const before = sceneOf(rod("a", 0), rod("b", 2));
  const measures = measure(before.recording);
  expect(measuresFor(sceneOf(rod("a", 0), rod("b", 2), rod("c", 1, 0.1)), { live: before, measures })).toBe(measures);
  expect(measuresFor(sceneOf(rod("a", 0)), { live: before, measures })).toBe(measures);
  // what was there may have moved anywhere
  expect(measuresFor(sceneOf(rod("a", -500), rod("b", 2)), { live: before, measures })).toBe(measures);
  const grown = measuresFor(sceneOf(rod("a", 0), rod("b", 2), rod("c", 8)), { live: before, measures });
  expect(grown.size).toBeGreaterThan(3 * measures.size);
  expect(grown.mark / measures.mark).toBeCloseTo(grown.size / measures.size, 9);
  expect(grown.floor).toBe(measures.floor);
});

test("a scene is another one if its file is, or if nothing in it is known", () => {
  const scene = sceneOf(rod("a", 0));
  expect(isAnother(scene, sceneOf(rod("a", 0), rod("b", 1)))).toBe(false);
  expect(isAnother(scene, sceneOf(rod("x", 0)))).toBe(true);
  expect(isAnother(scene, sceneOf())).toBe(false);
  expect(isAnother(scene, new Live(sampleScene([rod("a", 0)], [], { file: "other" })))).toBe(true);
});

test("a look at all leaves out what has flown away, and an empty scene has something to look at", () => {
  const live = sceneOf(rod("a", 0), rod("b", 2));
  const measures = measure(live.recording);
  live.apply(frame([0, 0, 0, 1, 0, 0, 0, 0, 0, -900, 1, 0, 0, 0]));
  const moment = new Moment(live.recording);
  moment.go(live.time);
  const box = new Box3().setFromPoints(pointsInSight(live, moment, measures));
  expect(box.min.z).toBeGreaterThan(-1);
  const empty = new Live(nothing);
  const points = pointsInSight(empty, new Moment(empty.recording), measure(empty.recording));
  expect(points.length).toBeGreaterThan(1);
});

test("a plate that stands for a floor without end makes nothing larger, and the floor lies on it", () => {
  const scene = sampleScene([rod("ground", 0), rod("a", 0), rod("b", 2)]);
  const plate = { kind: "box", size: [60, 60, 3], at: [0, 0, -1.5], endless: true };
  const recording = scene.recording as { objects: object[] };
  const objects = recording.objects.map((body, i) => (i ? body : { ...body, looks: [plate] }));
  const measures = measuresOf(new Live({ ...scene, recording: { ...recording, objects } }));
  const without = measuresOf(sceneOf(rod("a", 0), rod("b", 2)));
  expect(measures.size).toBeCloseTo(without.size, 9);
  expect(measures.arrow).toBeCloseTo(without.arrow, 9);
  expect(measures.floor).toBe(0);
});
