// SPDX-License-Identifier: Apache-2.0
/** Pictures and films of the view, as it is seen. */
import { themes } from "../../../../player/src/theme";
import type { Store } from "../store";
import { $, button, make, saveAs } from "../ui/dom";
import { filmOf, type Picture, pictureOf } from "../view/film";

export class Camera {
  private stop?: () => void;

  constructor(private readonly store: Store) {}

  get isRunning(): boolean {
    return this.stop !== undefined;
  }
  private get name(): string {
    return (this.store.scene?.file || "scene").replace(/\.\w+$/, "");
  }
  private expose(): Picture {
    let layers: HTMLCanvasElement[] = [];
    this.store.put("wish", { kind: "layers", answer: given => (layers = given) });
    return { layers, theme: themes[this.store.theme] };
  }
  async picture(): Promise<void> {
    await this.deliver("png", pictureOf(() => this.expose()));
  }
  /** Begins a film, or ends the one that is being made. */
  toggle(): void {
    if (this.stop) return this.stop();
    const until = new Promise<void>(end => (this.stop = end));
    const light = this.showLight();
    void this.deliver("webm", filmOf(() => this.expose(), until)).finally(() => {
      this.stop = undefined;
      light.remove();
    });
  }
  private async deliver(ending: string, made: Promise<Blob>): Promise<void> {
    try {
      const file = `${this.name}.${ending}`;
      saveAs(file, await made);
      this.store.put("toast", { text: `${file} is in your downloads`, kind: "done" });
    } catch (trouble) {
      this.store.put("toast", { text: (trouble as Error).message, kind: "error" });
    }
  }
  /** A red light that stays on while it films, and ends it. */
  private showLight(): HTMLElement {
    const began = performance.now();
    const time = make("span", { textContent: "0 s" });
    const stop = button({ label: "Stop filming", text: "Stop", look: "small", press: () => this.toggle() });
    const light = make("div", { className: "panel row filming", role: "group", ariaLabel: "Filming" }, make("i", { className: "lamp" }), time, stop);
    $("notices").prepend(light);
    const count = setInterval(() => {
      time.textContent = `${Math.round((performance.now() - began) / 1000)} s`;
      if (!light.isConnected) clearInterval(count);
    }, 500);
    return light;
  }
}
