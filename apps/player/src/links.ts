// SPDX-License-Identifier: Apache-2.0
/** What runs from point to point: bars, ropes, springs, pistons. */
import { Group, Mesh, MeshStandardMaterial, Vector3 } from "three";
import type { Measures } from "./measure";
import type { Moment } from "./moment";
import { max, min } from "./numbers";
import type { Constraint, End, Holder, Recording } from "./recording";
import type { Theme } from "./theme";
import { TubeGeometry, axesAcross } from "./tubes";

type Style = "bar" | "rope" | "spring" | "piston";

interface Link {
  /** of a constraint, or of a force behind all constraints */
  owner: number;
  name: string;
  style: Style;
  ends: End[];
  /** of its constraint, per sample */
  error?: Float32Array;
  /** of a rope: longer than the way, it sags */
  length: number;
  /** how far apart the ends were when it was first seen */
  span: number;
  radius: number;
  turns: number;
}

const styles: Record<string, Style> = {
  distance: "bar",
  multibar: "rope",
  rope: "rope",
  multirope: "rope",
  spring_damper: "spring",
  nonlinear_spring: "spring",
  actuator: "piston",
  motor: "piston",
  prescribed: "piston",
  prescribed_velocity: "piston",
  prescribed_acceleration: "piston",
};

/** The ends of what acts between points: its own, or those of a distance or path it acts on. */
function pointsOf(holder: Holder): End[] {
  const isPoint = (e: End) => !e.along && !e.orientation;
  if (holder.ends.filter(isPoint).length >= 2) return holder.ends.filter(isPoint);
  const quantity = holder.quantities.find(q => q.kind === "distance" || q.kind === "path_length");
  return quantity?.ends ?? [];
}

const perSpan = 12;
const coilSteps = 10;

export class Links {
  readonly group = new Group();
  readonly tubes: TubeGeometry;
  private readonly links: Link[] = [];
  private readonly material = new MeshStandardMaterial({ roughness: 0.5, metalness: 0.25, vertexColors: false });
  private readonly down = new Vector3(0, 0, -1);

  /** A spring keeps the coils that it had in `before`. */
  constructor(recording: Recording, measures: Measures, moment: Moment, before?: Links) {
    const many = recording.constraints.length + recording.forces.length > 400;
    const known = new Map(before?.links.map(link => [link.name, link.span]));
    [...recording.constraints, ...recording.forces].forEach((holder, owner) => {
      const style = styles[holder.kind];
      const ends = style ? pointsOf(holder) : [];
      if (ends.length < 2) return;
      const { name } = holder;
      const span = known.get(name) ?? this.span(moment, ends);
      const radius = { bar: 0.55, rope: 0.34, spring: 0.26, piston: 0.8 }[style] * max(min(measures.rod, 0.06 * (span || measures.size)), 0.0012 * measures.size);
      const wide = max(0.05 * (span || measures.size), 2 * measures.rod);
      const turns = many ? 0 : max(6, min(16, Math.round((span || measures.size) / (0.9 * wide))));
      const { error } = holder as Partial<Constraint>;
      const drawn = many && style === "spring" ? "bar" : style;
      this.links.push({ owner, name, style: drawn, ends, error, length: holder.numbers.length ?? 0, span, radius, turns });
    });
    this.tubes = new TubeGeometry(this.links.flatMap(link => this.counts(link)));
    const mesh = new Mesh(this.tubes, this.material);
    mesh.frustumCulled = false;
    mesh.castShadow = true;
    this.group.add(mesh);
  }

  /** How far apart the ends are at the start. */
  private span(moment: Moment, ends: End[]): number {
    const a = new Vector3();
    const b = new Vector3();
    return moment.point(ends[0], a) && moment.point(ends[ends.length - 1], b) ? a.distanceTo(b) : 0;
  }
  /** Points of the tubes that a link is drawn with. */
  private counts({ style, ends, turns }: Link): number[] {
    if (style === "spring") return [turns * coilSteps + 5];
    if (style === "piston") return [2, 2];
    return [style === "rope" && ends.length === 2 ? perSpan + 1 : ends.length];
  }

  paint(theme: Theme): void {
    this.material.color.set(theme.steel);
  }

  show(moment: Moment): void {
    let tube = 0;
    for (const link of this.links) {
      const points = link.ends.map(() => new Vector3());
      const there = moment.acts(link.error) && link.ends.every((end, i) => moment.point(end, points[i]));
      const tubes = this.counts(link).length;
      if (!there) for (let k = 0; k < tubes; ++k) this.tubes.lay(tube + k, undefined, 0);
      else this.lay(tube, link, points);
      tube += tubes;
    }
    this.tubes.changed();
  }

  /** Calls visit(owner, points, tubes) for each link that is there: what it runs along, and the first and last tube of it. */
  forEach(moment: Moment, visit: (owner: number, points: Vector3[], tubes: [number, number]) => void): void {
    let tube = 0;
    for (const link of this.links) {
      const first = tube;
      tube += this.counts(link).length;
      const points = link.ends.map(() => new Vector3());
      if (moment.acts(link.error) && link.ends.every((end, i) => moment.point(end, points[i]))) visit(link.owner, points, [first, tube - 1]);
    }
  }

  private lay(tube: number, link: Link, points: Vector3[]): void {
    const [a, b] = points;
    if (link.style === "spring") this.tubes.lay(tube, coil(a, b, link), link.radius);
    else if (link.style === "piston") {
      this.tubes.lay(tube, [a, new Vector3().lerpVectors(a, b, 0.55)], 1.6 * link.radius);
      this.tubes.lay(tube + 1, [a, b], 0.8 * link.radius);
    } else if (link.style === "rope" && points.length === 2) this.tubes.lay(tube, this.sagging(a, b, link.length), link.radius);
    else this.tubes.lay(tube, points, link.radius);
  }

  /** A slack rope hangs about as a parabola: one of sag s over the way d is d + 8 s²/(3 d) long. */
  private sagging(a: Vector3, b: Vector3, length: number): Vector3[] {
    const way = a.distanceTo(b);
    const slack = max(0, length - way);
    const sag = slack < 1e-4 * length ? 0 : way > 0.3 * length ? Math.sqrt((3 / 8) * way * slack) : slack / 2;
    return Array.from({ length: perSpan + 1 }, (_, k) => {
      const u = k / perSpan;
      return new Vector3().lerpVectors(a, b, u).addScaledVector(this.down, 4 * u * (1 - u) * sag);
    });
  }
}

/** A helix with straight ends. */
function coil(a: Vector3, b: Vector3, { turns, radius }: Link): Vector3[] {
  const axis = new Vector3().subVectors(b, a);
  const length = axis.length();
  if (length > 0) axis.divideScalar(length);
  else axis.set(0, 0, 1);
  const [x, y] = axesAcross(axis);
  const wide = 4.6 * radius;
  const lead = 0.12;
  const points = [a.clone(), new Vector3().lerpVectors(a, b, lead * 0.9)];
  const steps = turns * coilSteps;
  for (let k = 0; k <= steps; ++k) {
    const angle = (2 * Math.PI * k) / coilSteps;
    points.push(
      new Vector3()
        .lerpVectors(a, b, lead + (1 - 2 * lead) * (k / steps))
        .addScaledVector(x, wide * Math.cos(angle))
        .addScaledVector(y, wide * Math.sin(angle)),
    );
  }
  points.push(new Vector3().lerpVectors(a, b, 1 - 0.9 * lead), b.clone());
  return points;
}
