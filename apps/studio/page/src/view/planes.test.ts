// SPDX-License-Identifier: Apache-2.0
import { Ray, Vector3 } from "three";
import { expect, test } from "vitest";
import { drawingPlane, handPlane, meet, planeOfObject, planeOfScene, usualJoint, workPlane } from "./planes";
import { type SampleJoint, liveOf } from "./sample_scene";

const rods = [
  { name: "crank", at: [0, 0, 0.5] as [number, number, number], length: 1 },
  { name: "coupler", at: [1, 0, 0.5] as [number, number, number], length: 1 },
  { name: "loose", at: [3, 0, 0.5] as [number, number, number], length: 1 },
];
const hinge = (name: string, axis: "x" | "y" | "z", ends: SampleJoint["ends"]): SampleJoint => ({ name, kind: "line_hinge", axis, ends });
const nail = hinge("nail", "y", [{ at: [0, 0, 0] }, { object: 0, at: [0, 0, -0.5] }]);
const elbow = (axis: "x" | "y" | "z") => hinge("elbow", axis, [{ object: 0, at: [0, 0, 0.5] }, { object: 1, at: [0, 0, 0.5] }]);
const front = new Vector3(0, 1, 0);

const plane = (joints: SampleJoint[], object: number) => {
  const { live, moment } = liveOf(rods, joints);
  return planeOfObject(object, live.recording, moment);
};
const scenePlane = (joints: SampleJoint[]) => {
  const { live, moment } = liveOf(rods, joints);
  return planeOfScene(live.recording, moment);
};

test("parts that hang on parallel hinges move in the plane across them", () => {
  const normal = plane([nail, elbow("y")], 1) as Vector3;
  expect(Math.abs(normal.y)).toBeCloseTo(1, 6);
});

test("hinges that are not parallel leave no plane, and neither do balls", () => {
  expect(plane([nail, elbow("x")], 1)).toBeUndefined();
  expect(plane([{ name: "ball", kind: "point_to_point", ends: nail.ends }], 0)).toBeUndefined();
  expect(plane([nail, elbow("y")], 2)).toBeUndefined();
});

test("a slider in the plane leaves it, one across it does not", () => {
  const slider = (axis: "x" | "y") => ({ ...elbow("y"), name: "slider", kind: "prism", axis });
  expect(plane([nail, slider("x")], 1)).toBeDefined();
  expect(plane([nail, slider("y")], 1)).toBeUndefined();
});

test("a scene has the plane of all its hinges, or is mixed, or has none to tell", () => {
  expect(scenePlane([])).toBeUndefined();
  expect(scenePlane([nail, elbow("y")])).toBeInstanceOf(Vector3);
  expect(scenePlane([nail, elbow("z")])).toBe("mixed");
});

test("the hand moves in the plane of the mechanism unless one looks along it", () => {
  const at = new Vector3(1, 2, 3);
  const slanted = new Vector3(0.6, 0.8, 0);
  expect(handPlane(at, slanted, front).normal.toArray()).toEqual([0, 1, 0]);
  const sideways = new Vector3(1, 0, 0);
  expect(handPlane(at, sideways, front).normal).toEqual(sideways);
  expect(handPlane(at, slanted, undefined).normal).toEqual(slanted);
  expect(handPlane(at, slanted, front).distanceToPoint(at)).toBeCloseTo(0, 12);
});

test("tools draw in the upright plane that one looks at, and on the ground from above", () => {
  const middle = new Vector3(2, 0.01, 1);
  const normalFor = (x: number, y: number, z: number) => drawingPlane(undefined, new Vector3(x, y, z).normalize(), middle, 3, -0.5).normal.toArray().map(Math.abs);
  expect(normalFor(0.3, 0.9, -0.3)).toEqual([0, 1, 0]);
  expect(normalFor(-0.9, 0.3, -0.3)).toEqual([1, 0, 0]);
  expect(normalFor(0.3, 0.3, -0.9)).toEqual([0, 0, 1]);
  // about at the origin it goes through it; the ground is the floor
  expect(drawingPlane(undefined, front, middle, 3, -0.5).origin.y).toBe(0);
  expect(drawingPlane(undefined, new Vector3(0, 0, -1), middle, 3, -0.5).origin.z).toBe(-0.5);
  // the plane of a mechanism comes first
  const slanted = new Vector3(1, 1, 0).normalize();
  expect(drawingPlane(slanted, front, middle, 3, 0).normal.dot(slanted)).toBeCloseTo(-1, 12);
});

test("directions in a plane are at right angles, up is up, and the normal looks at the eye", () => {
  for (const normal of [front, new Vector3(1, 0, 0), new Vector3(0, 0, 1), new Vector3(1, 2, 3).normalize()]) {
    const look = new Vector3(0.2, 0.7, -0.6).normalize();
    const { normal: n, across, up } = workPlane(new Vector3(), normal, look);
    expect(n.dot(look)).toBeLessThan(0);
    expect(across.dot(up)).toBeCloseTo(0, 12);
    expect(new Vector3().crossVectors(across, up).distanceTo(n)).toBeCloseTo(0, 12);
    expect(up.z).toBeGreaterThanOrEqual(0);
  }
});

test("a ray meets a plane before it, and no other", () => {
  const ray = new Ray(new Vector3(0, -10, 0), front);
  const p = { origin: new Vector3(5, 2, 5), normal: front };
  expect(meet(ray, p)?.toArray()).toEqual([0, 2, 0]);
  expect(meet(ray, { ...p, origin: new Vector3(0, -20, 0) })).toBeUndefined();
  expect(meet(ray, { ...p, normal: new Vector3(1, 0, 0) })).toBeUndefined();
});

test("parts get a hinge across the plane that all moves in, else a ball", () => {
  const drawn = workPlane(new Vector3(), front, front);
  const inPlane = [new Vector3(1, 0, 1), new Vector3(-3, 0, 2)];
  expect(usualJoint(front, drawn, [new Vector3(0, 9, 0)], 3)).toEqual({ kind: "hinge", axis: [0, 1, 0] });
  expect(usualJoint("mixed", drawn, inPlane, 3)).toEqual({ kind: "ball" });
  expect(usualJoint(undefined, drawn, inPlane, 3)).toMatchObject({ kind: "hinge" });
  expect(usualJoint(undefined, drawn, [], 3)).toMatchObject({ kind: "hinge" });
  expect(usualJoint(undefined, drawn, [...inPlane, new Vector3(0, 1, 0)], 3)).toEqual({ kind: "ball" });
});
