// SPDX-License-Identifier: Apache-2.0
/** What can be shown or hidden, by name: for the boxes of the page and for pictures. */
import type { Player } from "./main";

export interface Switch {
  get(): boolean;
  set(on: boolean): void;
}

export function switchesOf({ stage, captions }: Player): Record<string, Switch> {
  const { arrows } = stage;
  const visible = (group: { visible: boolean }): Switch => ({ get: () => group.visible, set: on => (group.visible = on) });
  const shown = (key: keyof typeof arrows.shown): Switch => ({ get: () => arrows.shown[key], set: on => (arrows.shown[key] = on) });
  const both = (a: Switch, b: Switch): Switch => ({ get: () => a.get() || b.get(), set: on => [a, b].forEach(s => s.set(on)) });
  return {
    arrows: both(shown("forces"), shown("torques")),
    forces: shown("forces"),
    torques: shown("torques"),
    reactions: shown("reactions"),
    applied: both(shown("applied"), shown("gravity")),
    locked: { get: () => arrows.locked, set: on => (arrows.locked = on) },
    joints: visible(stage.joints.group),
    trace: visible(stage.traces.group),
    floor: visible(stage.floor),
    names: { get: () => captions.names, set: on => (captions.names = on) },
  };
}
