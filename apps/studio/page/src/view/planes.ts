// SPDX-License-Identifier: Apache-2.0
/** Planes in which people work: of a mechanism that moves in one, of the hand that pulls, and of the tools that draw. */
import { Matrix4, Plane, type Ray, Vector3 } from "three";
import type { Moment } from "../../../../player/src/moment";
import type { End, Holder, Recording } from "../../../../player/src/recording";
import { axesAcross } from "../../../../player/src/tubes";

/** Joints that leave motions in a plane only, by what their z axis is to that plane. */
const planarKinds: Record<string, "across" | "within" | "any"> = { line_hinge: "across", prism: "within", connector: "any" };

const parallel = 1e-3;
/** Planes seen more edge-on than this (as a cosine) are not worked in: a small motion of the pointer would be a large one there. */
const edgeOn = 0.3;

/** The z axis of the frame of an end, in the world. */
function axisOf(end: End, moment: Moment): Vector3 {
  const frame = new Matrix4();
  moment.frameOf(end, frame);
  return new Vector3().setFromMatrixColumn(frame, 2).normalize();
}
const isParallel = (a: Vector3, b: Vector3): boolean => a.clone().cross(b).length() < parallel;

const objectsOf = ({ ends }: Holder): number[] => ends.flatMap(({ object }) => (object === undefined ? [] : [object]));
const acting = ({ constraints }: Recording, moment: Moment): Holder[] => constraints.filter(({ error }) => moment.acts(error));

/** The joints of what hangs together with an object by joints that may be planar. */
function planarJoints(object: number, recording: Recording, moment: Moment): Holder[] {
  const joints = acting(recording, moment).filter(({ kind }) => planarKinds[kind]);
  const reached = new Set([object]);
  const found = new Set<Holder>();
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const joint of joints) {
      const objects = objectsOf(joint);
      if (found.has(joint) || !objects.some(o => reached.has(o))) continue;
      found.add(joint);
      for (const o of objects) reached.add(o);
    }
  }
  return [...found];
}

/** The direction that all hinges have and no slider leaves; nothing if there is no hinge, or no such direction. */
function commonNormal(joints: Holder[], moment: Moment): Vector3 | undefined {
  const axes = (wanted: "across" | "within") => joints.filter(j => planarKinds[j.kind] === wanted).map(j => axisOf(j.ends[0], moment));
  const [normal, ...others] = axes("across");
  if (!normal || !others.every(axis => isParallel(axis, normal))) return undefined;
  return axes("within").every(axis => Math.abs(axis.dot(normal)) < parallel) ? normal : undefined;
}

/** The normal of the plane that an object moves in because of its hinges, if there is one. */
export function planeOfObject(object: number, recording: Recording, moment: Moment): Vector3 | undefined {
  return commonNormal(planarJoints(object, recording, moment), moment);
}

/** The normal of the plane that a whole scene moves in: of all its hinges. "mixed" if they have none in common. */
export function planeOfScene(recording: Recording, moment: Moment): Vector3 | "mixed" | undefined {
  const joints = acting(recording, moment).filter(({ kind }) => planarKinds[kind]);
  if (!joints.some(({ kind }) => planarKinds[kind] === "across")) return undefined;
  return commonNormal(joints, moment) ?? "mixed";
}

/** The plane in which a hand moves: that of the mechanism if one looks at it, else parallel to the picture. */
export function handPlane(at: Vector3, look: Vector3, mechanism: Vector3 | undefined): Plane {
  const normal = mechanism && Math.abs(mechanism.dot(look)) > edgeOn ? mechanism : look;
  return new Plane().setFromNormalAndCoplanarPoint(normal, at);
}

/** A plane with directions in it, to draw in and to show as a net. */
export interface WorkPlane {
  origin: Vector3;
  normal: Vector3;
  across: Vector3;
  up: Vector3;
}

/** Up is as much up as it can be; on level ground it is y. The normal looks at the eye. */
export function workPlane(origin: Vector3, normal: Vector3, look: Vector3): WorkPlane {
  const n = normal.clone().multiplyScalar(normal.dot(look) > 0 ? -1 : 1);
  const vertical = Math.abs(n.z) > 0.99 ? new Vector3(0, 1, 0) : new Vector3(0, 0, 1);
  const up = vertical.addScaledVector(n, -vertical.dot(n)).normalize();
  const across = up.lengthSq() > 0.5 ? new Vector3().crossVectors(up, n) : axesAcross(n)[0];
  return { origin, normal: n, across, up };
}

/**
 * The plane that tools draw in: that of the scene if it moves in one; else that of x and z, of y and z, or the ground, whichever
 * one looks at most. Upright ones go through the middle of the scene, or through the origin if it is about there.
 */
export function drawingPlane(scene: Vector3 | undefined, look: Vector3, middle: Vector3, size: number, floor: number): WorkPlane {
  const settle = (x: number) => (Math.abs(x) < 0.1 * size ? 0 : x);
  if (scene && Math.abs(scene.dot(look)) > edgeOn) return workPlane(middle, scene, look);
  const [x, y, z] = [Math.abs(look.x), Math.abs(look.y), Math.abs(look.z)];
  if (z > Math.max(x, y)) return workPlane(new Vector3(settle(middle.x), settle(middle.y), floor), new Vector3(0, 0, 1), look);
  const origin = new Vector3(settle(middle.x), settle(middle.y), middle.z);
  return workPlane(origin, y >= x ? new Vector3(0, 1, 0) : new Vector3(1, 0, 0), look);
}

/** Where a ray meets a plane; nothing if it runs along it or away from it. */
export function meet(ray: Ray, { origin, normal }: { origin: Vector3; normal: Vector3 }): Vector3 | undefined {
  const out = new Vector3();
  return ray.intersectPlane(new Plane().setFromNormalAndCoplanarPoint(normal, origin), out) ? out : undefined;
}

export interface JointChoice {
  kind: "hinge" | "ball";
  axis?: [number, number, number];
}

/** The joint that two parts get where nothing was said: a hinge across the plane that all moves in, else a ball. */
export function usualJoint(scene: Vector3 | "mixed" | undefined, plane: WorkPlane, places: Vector3[], size: number): JointChoice {
  const hinge = (axis: Vector3): JointChoice => ({ kind: "hinge", axis: axis.toArray() });
  if (scene === "mixed") return { kind: "ball" };
  if (scene) return hinge(scene);
  const heights = places.map(p => p.clone().sub(plane.origin).dot(plane.normal));
  return Math.max(...heights, Number.NEGATIVE_INFINITY) - Math.min(...heights, Number.POSITIVE_INFINITY) > 0.02 * size ? { kind: "ball" } : hinge(plane.normal);
}
