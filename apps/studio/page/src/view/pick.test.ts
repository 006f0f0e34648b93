// SPDX-License-Identifier: Apache-2.0
import { Raycaster, Vector3 } from "three";
import { expect, test } from "vitest";
import { distanceToLine } from "./pick";
import { frontView } from "./sample_scene";

test("points of space are where they are seen, with their depth", () => {
  const view = frontView();
  const at = view.of(new Vector3(1, 0, 2)) as Vector3;
  expect(at.x).toBeCloseTo(500, 6);
  expect(at.y).toBeCloseTo(100, 6);
  expect(at.z).toBeCloseTo(10, 6);
  expect(view.of(new Vector3(0, -11, 0))).toBeUndefined();
});

test("the ray under a pixel goes through what is seen there", () => {
  const view = frontView();
  const p = new Vector3(1.5, 3, -0.7);
  const at = view.of(p) as Vector3;
  const { ray } = view.aim(new Raycaster(), at.x, at.y);
  expect(ray.distanceToPoint(p)).toBeCloseTo(0, 6);
});

test("the distance to a line ends at its ends", () => {
  const [a, b] = [{ x: 0, y: 0 }, { x: 10, y: 0 }];
  expect(distanceToLine(5, 3, a, b)).toEqual({ distance: 3, along: 0.5 });
  expect(distanceToLine(13, 4, a, b)).toEqual({ distance: 5, along: 1 });
  expect(distanceToLine(3, 4, a, a)).toEqual({ distance: 5, along: 0 });
});
