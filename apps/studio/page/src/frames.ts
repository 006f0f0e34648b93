// SPDX-License-Identifier: Apache-2.0
/** Frames of bytes as numbers; ../../PROTOCOL.md describes them. The numbers stay where they came in, where they stand well. */
import type { Vec } from "../../../player/src/recording";
import type { Frame } from "./protocol";

const magic = 0x464c4f48;

const flag = { running: 1, rewound: 2, held: 4 };

/** Reads one part after the other. Low bytes come first, as on every machine that runs a browser today. */
class Reader {
  private at = 0;
  private readonly view: DataView;

  constructor(private readonly bytes: ArrayBuffer) {
    this.view = new DataView(bytes);
  }

  /** Goes over so many bytes and returns where they began. */
  private pass(bytes: number): number {
    const from = this.at;
    if (from + bytes > this.bytes.byteLength) throw Error(`A frame of ${this.bytes.byteLength} bytes ends before its numbers do.`);
    this.at += bytes;
    return from;
  }
  integer = (): number => this.view.getUint32(this.pass(4), true);
  float = (): number => this.view.getFloat32(this.pass(4), true);
  double = (): number => this.view.getFloat64(this.pass(8), true);
  floats = (count: number): Float32Array => new Float32Array(this.bytes, this.pass(4 * count), count);
  integers = (count: number): Uint32Array => new Uint32Array(this.bytes, this.pass(4 * count), count);
  /** Bytes, and what fills them up to a multiple of 4. */
  padded(count: number): Uint8Array {
    return new Uint8Array(this.bytes, this.pass(4 * Math.ceil(count / 4)), count);
  }
  finish(): void {
    if (this.at !== this.bytes.byteLength) throw Error(`A frame has ${this.bytes.byteLength - this.at} bytes too many.`);
  }
}

const vec = ([x, y, z]: Float32Array): Vec => [x, y, z];

function readErrors(read: Reader): Pick<Frame, "errors" | "forces" | "torques"> {
  const count = read.integer();
  return { errors: read.floats(count), forces: read.floats(count), torques: read.floats(count) };
}
function readArrows(read: Reader): Frame["arrows"] {
  const count = read.integer();
  return { owner: read.integers(count), numbers: read.floats(6 * count), flags: read.padded(count) };
}

export function readFrame(bytes: ArrayBuffer): Frame {
  const read = new Reader(bytes);
  if (read.integer() !== magic) throw Error("These bytes are no frame.");
  const revision = read.integer();
  const [time, kinetic, potential, error] = [read.double(), read.double(), read.double(), read.double()];
  const [rate, cost] = [read.float(), read.float()];
  const flags = read.integer();
  const frame: Frame = {
    revision,
    time,
    kinetic,
    potential,
    error,
    rate,
    cost,
    running: (flags & flag.running) !== 0,
    rewound: (flags & flag.rewound) !== 0,
    poses: read.floats(read.integer()),
    ...readErrors(read),
    paths: read.floats(3 * read.integer()),
    arrows: readArrows(read),
  };
  if (flags & flag.held) frame.hand = { held: vec(read.floats(3)), to: vec(read.floats(3)) };
  read.finish();
  return frame;
}
