// SPDX-License-Identifier: Apache-2.0
import { Vector3 } from "three";
import { expect, test } from "vitest";
import { rodCommands } from "./rods";

const hinge = { kind: "hinge" as const, axis: [0, 1, 0] as [number, number, number] };
const node = (more = {}) => ({ anchor: { at: [0, 0, 0] as [number, number, number], label: "" }, isNailed: false, hasMotor: false, ...more });
const places = [new Vector3(0, 0, 0), new Vector3(0, 0, 1), new Vector3(2, 0, 1), new Vector3(2, 0, 0)];
const row = [0, 1, 2].map(i => ({ name: `rod${i}`, from: i, to: i + 1 }));
function names() {
  let count = 0;
  return (base: string) => `${base}${++count}`;
}

test("four points make three rods whose shared ends are hinged", () => {
  const { commands } = rodCommands([node(), node(), node(), node()], row, places, hinge, names());
  expect(commands.map(c => c.do)).toEqual(["make", "make", "make", "join", "join"]);
  expect(commands[1]).toMatchObject({ part: { kind: "rod", name: "rod1", from: [0, 0, 1], to: [2, 0, 1] } });
  expect(commands[3]).toMatchObject({ a: { object: "rod0", at: [0, 0, 0.5] }, b: { object: "rod1", at: [0, 0, -1] }, kind: "hinge", axis: [0, 1, 0] });
});

test("nailed ends are joined to the world where they are, and a motor drives against it", () => {
  const nodes = [node({ isNailed: true, hasMotor: true }), node(), node(), node({ isNailed: true })];
  const { commands, driven } = rodCommands(nodes, row, places, hinge, names());
  expect(commands.map(c => c.do)).toEqual(["make", "make", "make", "join", "join", "join", "join"]);
  expect(commands[3]).toMatchObject({ a: { world: [0, 0, 0] }, b: { object: "rod0", at: [0, 0, -0.5] }, name: "nail1" });
  expect(driven).toEqual(["nail1"]);
  expect(commands[6]).toMatchObject({ a: { world: [2, 0, 0] }, b: { object: "rod2", at: [0, 0, 0.5] } });
});

test("an end on another part is joined to that part", () => {
  const nodes = [node({ anchor: { object: "box", at: [1, 2, 3], label: "" } }), node()];
  const { commands } = rodCommands(nodes, [{ name: "rod", from: 0, to: 1 }], places, hinge, names());
  expect(commands.at(-1)).toMatchObject({ do: "join", a: { object: "box", at: [1, 2, 3] }, b: { object: "rod", at: [0, 0, -0.5] } });
});

test("a closed row is joined where it closes", () => {
  const closed = [...row, { name: "rod3", from: 3, to: 0 }];
  const { commands } = rodCommands([node(), node(), node(), node()], closed, places, hinge, names());
  expect(commands.filter(c => c.do === "join").length).toBe(4);
  expect(commands.find(c => c.do === "join")).toMatchObject({ a: { object: "rod0", at: [0, 0, -0.5] }, b: { object: "rod3", at: [0, 0, 1] } });
});
