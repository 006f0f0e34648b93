// SPDX-License-Identifier: Apache-2.0
/** Signs over the picture of what holds and of what does not: nails, and joints whose ends are apart. */
import { Vector3 } from "three";
import type { Stage } from "../../../../player/src/stage";
import type { Live } from "../live";
import type { Marks } from "./marks";

/** Joints whose ends should be in one place. */
const meeting = new Set(["point_to_point", "ball_joint", "line_hinge", "universal_joint", "constant_velocity_joint", "connector"]);
/** Of more nails than this none has a sign: they would cover each other. */
const mostNails = 40;
/** ends that are farther apart than this part of the scene are not where they should be */
const apart = 0.004;

export function drawBadges(marks: Marks, { recording }: Live, { moment, measures }: Stage): void {
  const nails: Vector3[] = [];
  for (const { kind, ends, error } of recording.constraints) {
    const [a, b] = ends.filter(end => !end.along);
    if (!meeting.has(kind) || !a || !b || !moment.acts(error)) continue;
    const [p, q] = [new Vector3(), new Vector3()];
    if (!moment.point(a, p) || !moment.point(b, q)) continue;
    if (p.distanceTo(q) > apart * measures.size) marks.gap(p, q);
    if ((a.object === undefined && !a.path) !== (b.object === undefined && !b.path)) nails.push(a.object === undefined ? p : q);
  }
  if (nails.length <= mostNails) for (const nail of nails) marks.nail(nail);
}
