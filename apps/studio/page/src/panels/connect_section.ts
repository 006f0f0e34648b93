// SPDX-License-Identifier: Apache-2.0
/** Joining two parts without dragging one onto the other. */
import { title, words } from "../plain/format";
import { nearestPair, type Placed } from "../plain/poses";
import type { Store } from "../store";
import { button, heading, make, select } from "../ui/dom";
import { pointChooser, pointsOf } from "./object_sections";

const kinds = ["hinge", "ball", "weld", "slider", "cylinder", "universal", "rope", "spring"] as const;

export function connectSection(store: Store, a: string, b: string): HTMLElement {
  const placed = (object: string): Placed => ({ points: pointsOf(store, object), pose: store.poseOf(object) });
  const [i, j] = nearestPair(placed(a), placed(b));
  const ends = [
    { object: a, at: pointsOf(store, a)[i].at },
    { object: b, at: pointsOf(store, b)[j].at },
  ];
  let kind: (typeof kinds)[number] = "hinge";
  const connect = async (): Promise<void> => {
    const answer = await store.link.order({ do: "join", a: ends[0], b: ends[1], kind });
    if (!answer) return;
    store.put("deed", "joined");
    store.put("toast", { text: `${title(kind)} added`, kind: "done", undo: true });
    store.select({ sort: "constraint", name: answer.name });
  };
  const chooser = (k: 0 | 1, object: string, chosen: number): HTMLElement =>
    make("label", { className: "row" }, make("span", { className: "grow", textContent: object }), pointChooser(store, object, `Point of ${object}`, point => {
      ends[k].at = point.at;
    }, chosen));
  return make(
    "section",
    {},
    heading("Connect them"),
    chooser(0, a, i),
    chooser(1, b, j),
    make("div", { className: "row" }, select("Kind of joint", kinds.map(one => [one, title(words(one))] as const), kind, value => {
      kind = value;
    }), button({ label: "Connect", icon: "join", text: "Connect", look: "small primary", pen: true, press: () => void connect() })),
  );
}
