// SPDX-License-Identifier: Apache-2.0
/** What each constraint does now, in numbers. */
import { $, make } from "./dom";
import { ArrowKind, arrowAt, forEachArrow } from "./moment";
import { fixed, isKnown, peak, tiny } from "./numbers";
import { swatch } from "./plots";
import type { Constraint, Recording } from "./recording";

const mostRows = 120;

interface Row {
  index: number;
  constraint: Constraint;
  kind: "force" | "torque";
  cells: HTMLElement[];
  size: number;
}

export class Table {
  private readonly rows: Row[] = [];

  constructor(private readonly recording: Recording) {
    const heads = ["constraint", "size", "x", "y", "z", "error"].map(textContent => make("th", { textContent, scope: "col" }));
    const body = make("tbody");
    recording.constraints.slice(0, mostRows).forEach((constraint, index) => {
      const kinds = (["force", "torque"] as const).filter(kind => peak(constraint[kind]) > 1e-9);
      for (const kind of kinds.length ? kinds : (["force"] as const)) {
        const cells = heads.slice(1).map(() => make("td"));
        body.append(make("tr", { className: kind }, make("td", { title: constraint.kind }, swatch(index), constraint.name), ...cells));
        this.rows.push({ index, constraint, kind, cells, size: peak(constraint[kind]) });
      }
    });
    $("numbers").append(make("table", {}, make("thead", {}, make("tr", {}, ...heads)), body));
    const more = recording.constraints.length - mostRows;
    if (more > 0) $("numbers").append(make("p", { className: "muted", textContent: `and ${more} more` }));
    $("numbers").hidden = !recording.constraints.length;
  }

  show(frame: number): void {
    const strongest = this.strongest(frame);
    for (const { index, constraint, kind, cells, size } of this.rows) {
      const isOn = isKnown(constraint.force[frame]);
      const vector = strongest.get(`${index} ${kind}`) ?? [0, 0, 0];
      const unit = kind === "force" ? "N" : "N m";
      const texts = isOn
        ? [`${fixed(constraint[kind][frame], size)} ${unit}`, ...vector.map(x => fixed(x, size)), `${tiny(constraint.error[frame])} ${constraint.unit}`]
        : ["off"];
      cells.forEach((cell, i) => {
        cell.textContent = texts[i] ?? "";
      });
    }
  }

  /** The arrow that stands for each constraint: on an object and no reaction, the strongest, the last of equals. */
  private strongest(frame: number): Map<string, number[]> {
    const best = new Map<string, { size: number; vector: number[] }>();
    forEachArrow(this.recording, frame, i => {
      if (this.recording.arrows.owner[i] >= mostRows) return;
      const { owner, kind, onObject, reaction, vector } = arrowAt(this.recording, i);
      if (!onObject || reaction || kind > ArrowKind.torque) return;
      const key = `${owner} ${kind === ArrowKind.force ? "force" : "torque"}`;
      const size = vector.length();
      if (size >= 0.999 * (best.get(key)?.size ?? 0)) best.set(key, { size, vector: vector.toArray() });
    });
    return new Map([...best].map(([key, { vector }]) => [key, vector]));
  }
}
