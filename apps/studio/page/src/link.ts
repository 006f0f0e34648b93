// SPDX-License-Identifier: Apache-2.0
/** The wire to the session: commands go out, answers, messages and frames come in. */
import { readFrame } from "./frames";
import type { Message } from "./protocol";
import type { Store } from "./store";

// biome-ignore lint/suspicious/noExplicitAny: an answer has the fields that its command says
export type Answer = any;

/** What a command was refused for. */
export class Refusal extends Error {
  constructor(
    message: string,
    readonly problems: string[],
  ) {
    super(message);
  }
}

interface Waiting {
  resolve: (answer: Answer) => void;
  reject: (refusal: Refusal) => void;
}

export class Link {
  private socket?: WebSocket;
  private next = 1;
  private readonly waiting = new Map<number, Waiting>();

  constructor(
    private readonly store: Store,
    private readonly address: string,
  ) {
    store.link = this;
    this.open();
  }

  /** Sends a command; the promise is kept when the session has done it, and broken with a Refusal if it has not. */
  ask(command: { do: string } & Record<string, unknown>): Promise<Answer> {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      if (!this.send({ id, ...command })) return reject(new Refusal("The studio is not connected.", []));
      this.waiting.set(id, { resolve, reject });
    });
  }
  /** Sends a command, and says so if it was refused. */
  async order(command: { do: string } & Record<string, unknown>): Promise<Answer | undefined> {
    try {
      return await this.ask(command);
    } catch (refusal) {
      this.store.put("toast", { text: (refusal as Refusal).message, kind: "error" });
      return undefined;
    }
  }
  /** Sends a command that has no answer. */
  tell(command: { do: string } & Record<string, unknown>): void {
    this.send(command);
  }

  private send(message: object): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  private open(): void {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onopen = () => this.store.put("connected", true);
    socket.onmessage = ({ data }) => (typeof data === "string" ? this.hear(JSON.parse(data)) : this.see(data));
    socket.onclose = () => this.lose();
  }
  /** The session goes on without us: try again until it answers. */
  private lose(): void {
    this.store.put("connected", false);
    for (const { reject } of this.waiting.values()) reject(new Refusal("The connection to the studio was lost.", []));
    this.waiting.clear();
    setTimeout(() => this.open(), 1000);
  }

  private see(data: ArrayBuffer): void {
    const frame = readFrame(data);
    if (!frame.rewound) this.store.moments.append([frame.time], [], []);
    this.store.put("frame", frame);
  }
  private hear(message: Message | { type: "answer"; id: number; ok: boolean; error?: { message: string; problems: string[] } }): void {
    switch (message.type) {
      case "answer": {
        const { id, ok, error } = message;
        const waiting = this.waiting.get(id);
        this.waiting.delete(id);
        if (ok) waiting?.resolve(message);
        else waiting?.reject(new Refusal(error?.message ?? "refused", error?.problems ?? []));
        return;
      }
      case "welcome":
        this.store.put("welcome", message);
        return this.store.put("writer", message.writer);
      case "writer":
        return this.store.put("writer", message.client === this.store.welcome?.client);
      default:
        return this.store.put(message.type, message as never);
    }
  }
}
