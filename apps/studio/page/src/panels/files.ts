// SPDX-License-Identifier: Apache-2.0
/** Opening and saving. */
import type { Actions } from "../actions";
import type { Store } from "../store";
import { Dialog } from "../ui/dialog";
import { button, heading, make } from "../ui/dom";
import { guard, hasPen } from "../ui/pen";

/** The session takes no longer message. */
const mostBytes = 15e6;

export class Files {
  private readonly openDialog = new Dialog("Open");
  private readonly saveDialog = new Dialog("Save");
  private readonly report = new Dialog("What was imported");

  constructor(
    private readonly store: Store,
    private readonly actions: Actions,
  ) {
    actions.add(
      { id: "open", title: "Open a scene, URDF or MJCF", group: "Scene", keys: ["Ctrl+O"], run: () => void this.showOpen() },
      { id: "save", title: "Save", group: "Scene", keys: ["Ctrl+S"], pen: true, run: () => void this.save() },
      { id: "save_as", title: "Save under another name", group: "Scene", keys: ["Ctrl+Shift+S"], pen: true, run: () => this.showSave() },
    );
    this.listenToDrops();
  }

  private async showOpen(): Promise<void> {
    const { body } = this.openDialog;
    this.openDialog.open();
    const answer = await this.store.link.order({ do: "files" });
    const files: string[] = answer?.files ?? [];
    const input = make("input", { type: "file", accept: ".json,.holon,.urdf,.xml,.mjcf,.txt", ariaLabel: "A file of this computer" });
    guard(input);
    input.onchange = () => {
      const [file] = input.files ?? [];
      if (file) void this.upload(file);
    };
    const rows = files.map(file => button({ label: file, icon: "page", text: file, look: "quiet left", pen: true, press: () => void this.enter({ do: "open", file }) }));
    const toGallery = (): void => {
      this.openDialog.close();
      this.actions.run("gallery");
    };
    body.replaceChildren(
      heading("In the folder of the studio"),
      ...(rows.length ? rows : [make("p", { className: "muted", textContent: "No scenes there yet. Save one, or open an example." })]),
      heading("From elsewhere"),
      make("label", { className: "drop" }, make("span", { textContent: "Choose a file, or drop one anywhere on the page: a scene (.json, .holon), URDF or MJCF." }), input),
      button({ label: "Gallery", icon: "gallery", text: "Open the gallery", look: "small", press: toGallery }),
    );
  }
  private async upload(file: File): Promise<void> {
    if (file.size > mostBytes) return this.store.put("toast", { text: `${file.name} is larger than 15 MB, which the studio does not take.`, kind: "error" });
    await this.enter({ do: "open", text: await file.text(), name: file.name });
  }
  private async enter(command: { do: string } & Record<string, unknown>): Promise<void> {
    const answer = await this.store.link.order(command);
    if (!answer) return;
    this.openDialog.close();
    this.store.select();
    this.store.put("wish", { kind: "frame" });
    if (answer.report?.length) this.showReport(answer.report);
  }
  /** What was used, approximated and ignored. */
  private showReport(lines: string[]): void {
    this.report.body.replaceChildren(make("ul", { className: "report" }, ...lines.map(textContent => make("li", { textContent }))), button({ label: "Good", look: "primary", press: () => this.report.close() }));
    this.report.open();
  }
  private listenToDrops(): void {
    document.addEventListener("dragover", event => event.preventDefault());
    document.addEventListener("drop", event => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file && hasPen()) void this.upload(file);
    });
  }

  /** To the file that it came from, or else to one that is asked for. */
  private async save(): Promise<void> {
    const file = this.store.scene?.file;
    const answer = await this.store.link.order({ do: "files" });
    if (file && answer?.files.includes(file)) await this.saveTo(file);
    else this.showSave();
  }
  private showSave(): void {
    const { scene } = this.store;
    const title = (scene?.recording as { title?: string } | undefined)?.title ?? "";
    const guess = scene?.file || `${title.toLowerCase().replace(/[^a-z0-9]+/g, "_").replace(/^_|_$/g, "") || "scene"}.json`;
    const name = make("input", { type: "text", value: /\.\w+$/.test(guess) ? guess : `${guess}.json`, ariaLabel: "Name of the file", autofocus: true, required: true });
    const form = make("form", { className: "row" }, name, make("button", { textContent: "Save", className: "primary" }));
    form.onsubmit = event => {
      event.preventDefault();
      void this.saveTo(name.value.trim());
    };
    this.saveDialog.body.replaceChildren(make("p", { className: "muted", textContent: "As it is now, into the folder of the studio. It then begins there." }), form);
    this.saveDialog.open();
    name.setSelectionRange(0, name.value.replace(/\.\w+$/, "").length);
  }
  private async saveTo(file: string): Promise<void> {
    if (!(await this.store.link.order({ do: "save", file }))) return;
    this.saveDialog.close();
    this.store.put("toast", { text: `Saved to ${file}`, kind: "done" });
  }
}
