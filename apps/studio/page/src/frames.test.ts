// SPDX-License-Identifier: Apache-2.0
import { expect, test } from "vitest";
import { readFrame } from "./frames";

/** Writes a frame as ../../PROTOCOL.md says. */
class Writer {
  private readonly bytes: number[] = [];
  private put(size: number, write: (view: DataView) => void): this {
    const view = new DataView(new ArrayBuffer(size));
    write(view);
    this.bytes.push(...new Uint8Array(view.buffer));
    return this;
  }
  integers(...values: number[]): this {
    for (const value of values) this.put(4, view => view.setUint32(0, value, true));
    return this;
  }
  floats(...values: number[]): this {
    for (const value of values) this.put(4, view => view.setFloat32(0, value, true));
    return this;
  }
  doubles(...values: number[]): this {
    for (const value of values) this.put(8, view => view.setFloat64(0, value, true));
    return this;
  }
  small(...values: number[]): this {
    this.bytes.push(...values);
    return this;
  }
  get buffer(): ArrayBuffer {
    return new Uint8Array(this.bytes).buffer;
  }
}

const head = (flags: number) =>
  new Writer().integers(0x464c4f48, 12).doubles(1.5, 2, -3, 1e-12).floats(0.5, 125).integers(flags);

/** Two objects, two constraints of which one is off, one end on a path, three arrows. */
const rest = (writer: Writer) =>
  writer
    .integers(10).floats(1, 2, 3, 1, 0, 0, 0, 4, 5, 6)
    .integers(2).floats(1e-9, Number.NaN, 10, Number.NaN, 0.5, Number.NaN)
    .integers(1).floats(7, 8, 9)
    .integers(3).integers(0, 0, 2).floats(...Array.from({ length: 18 }, (_, i) => i)).small(4, 12, 5, 0);

test("a frame is read as it was written", () => {
  const frame = readFrame(rest(head(1)).buffer);
  expect(frame).toMatchObject({ revision: 12, time: 1.5, kinetic: 2, potential: -3, error: 1e-12, rate: 0.5, cost: 125, running: true, rewound: false });
  expect([...frame.poses]).toEqual([1, 2, 3, 1, 0, 0, 0, 4, 5, 6]);
  expect([...frame.forces]).toEqual([10, Number.NaN]);
  expect([...frame.torques]).toEqual([0.5, Number.NaN]);
  expect([...frame.paths]).toEqual([7, 8, 9]);
  expect([...frame.arrows.owner]).toEqual([0, 0, 2]);
  expect([...frame.arrows.flags]).toEqual([4, 12, 5]);
  expect(frame.arrows.numbers[17]).toBe(17);
  expect(frame.hand).toBeUndefined();
});

test("a hand that holds something is told with where it is", () => {
  const frame = readFrame(rest(head(5)).floats(1, 2, 3, 4, 5, 6).buffer);
  expect(frame.hand).toEqual({ held: [1, 2, 3], to: [4, 5, 6] });
});

test("the numbers stay in the bytes that came", () => {
  const { buffer } = rest(head(2));
  const frame = readFrame(buffer);
  expect(frame.rewound).toBe(true);
  expect(frame.poses.buffer).toBe(buffer);
  expect(frame.arrows.numbers.buffer).toBe(buffer);
});

test("what is no frame, too short or too long is refused", () => {
  expect(() => readFrame(new Writer().integers(1, 2, 3).buffer)).toThrow("no frame");
  const { buffer } = rest(head(0));
  for (let size = 4; size < buffer.byteLength; size += 4) expect(() => readFrame(buffer.slice(0, size)), `${size} bytes`).toThrow("ends before");
  expect(() => readFrame(rest(head(0)).integers(0).buffer)).toThrow("4 bytes too many");
});
