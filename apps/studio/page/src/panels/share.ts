// SPDX-License-Identifier: Apache-2.0
/** Taking it elsewhere: as a scene, a page that moves, a picture, a film, or lines for the shell. */
import type { Actions } from "../actions";
import type { Store } from "../store";
import { Dialog } from "../ui/dialog";
import { button, heading, make, saveAs } from "../ui/dom";
import type { IconName } from "../ui/icons";
import { Camera } from "./camera";

export class Share {
  private readonly dialog = new Dialog("Share");
  private readonly camera: Camera;

  constructor(
    private readonly store: Store,
    actions: Actions,
  ) {
    this.camera = new Camera(store);
    actions.add(
      { id: "share", title: "Share or export", group: "Scene", keys: ["Ctrl+E"], run: () => this.open() },
      { id: "page", title: "Save as a page that anybody can open", group: "Scene", run: () => void this.download("page") },
      { id: "download", title: "Download the scene", group: "Scene", run: () => void this.download("scene") },
      { id: "picture", title: "Save a picture", group: "Scene", keys: ["Shift+P"], run: () => void this.picture() },
      { id: "film", title: "Film, or stop filming", group: "Scene", run: () => this.camera.toggle() },
    );
  }
  private open(): void {
    const item = (sign: IconName, label: string, note: string, act: () => void): HTMLElement => {
      const row = button({ label, icon: sign, text: label, look: "quiet left export", press: act });
      row.append(make("small", { className: "muted", textContent: note }));
      return row;
    };
    const file = this.store.scene?.file || "scene.json";
    const lines = [`holon studio ${file}`, `holon run ${file} --page run.html`, `holon info ${file}`, `holon render ${file} -o film.mp4`];
    this.dialog.body.replaceChildren(
      item("page", "A page that moves", "One HTML file with all that can be scrubbed: opens in any browser, without Holon", () => void this.download("page")),
      item("download", "The scene", "As it is now, as a JSON file", () => void this.download("scene")),
      item("picture", "A picture", "PNG, as you see it", () => void this.picture()),
      item("film", this.camera.isRunning ? "Stop filming" : "A film", "WebM; starts now, until you stop it", () => {
        this.camera.toggle();
        this.dialog.close();
        this.store.put("deed", "shared");
      }),
      item("share", "A link to this studio", "For other windows on this computer: they see what you do", () => void this.copyLink()),
      heading("The same in a terminal"),
      make("pre", { textContent: lines.join("\n"), tabIndex: 0 }),
      button({ label: "Copy these lines", icon: "copy", text: "Copy", look: "small", press: () => void this.copy(lines.join("\n"), "Lines copied") }),
    );
    this.dialog.open();
  }
  private async download(form: "scene" | "page"): Promise<void> {
    const answer = await this.store.link.order({ do: "download", form });
    if (!answer) return;
    saveAs(answer.name, answer.text, form === "page" ? "text/html" : "application/json");
    this.store.put("deed", "shared");
    this.store.put("toast", { text: `${answer.name} is in your downloads`, kind: "done" });
    this.dialog.close();
  }
  private async picture(): Promise<void> {
    await this.camera.picture();
    this.store.put("deed", "shared");
    this.dialog.close();
  }
  private async copyLink(): Promise<void> {
    await this.copy(location.href, "Link copied: it works on this computer");
    this.store.put("deed", "shared");
  }
  private async copy(text: string, done: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.store.put("toast", { text: done, kind: "done" });
    } catch {
      this.store.put("toast", { text: `The browser did not let us copy: ${text}`, kind: "error" });
    }
  }
}
