// SPDX-License-Identifier: Apache-2.0
/** Time: play, step, speed, and the line of all moments that can be shown again. */
import type { Actions } from "../actions";
import * as commands from "../commands";
import { clock } from "../plain/format";
import type { Store } from "../store";
import { actionButton } from "../ui/action_button";
import { attachPopover } from "../ui/dialog";
import { $, button, make, paced, relabel, select } from "../ui/dom";
import { guard } from "../ui/pen";

export class Transport {
  private readonly play: HTMLButtonElement;
  private readonly line = make("input", { type: "range", className: "timeline", ariaLabel: "Moment that is shown", step: "any" });
  private readonly marks = make("div", { className: "marks" });
  private readonly now = make("output", { className: "now" });
  private readonly span = make("span", { className: "span muted" });
  private readonly live: HTMLButtonElement;
  private readonly speed: HTMLSelectElement;
  private held = false;

  constructor(
    private readonly store: Store,
    private readonly actions: Actions,
  ) {
    this.play = actionButton(actions, "play", "play", "primary");
    this.live = button({ label: actions.label("live"), text: "Live", look: "live", pen: true, press: () => actions.run("live") });
    const options = commands.speeds.map(speed => [String(speed), `${speed}×`] as const);
    this.speed = select("Simulated seconds per second", options, "1", value => store.link.order({ do: "speed", value: Number(value) }), true);
    this.speed.classList.add("speed");
    const flag = button({ label: "Bookmarks", icon: "flag", look: "quiet" });
    attachPopover(flag, "Bookmarks", panel => this.fillBookmarks(panel));
    const track = make("div", { className: "track" }, this.line, this.marks);
    const buttons = make("div", { className: "row" }, actionButton(actions, "reset", "reset"), actionButton(actions, "back", "back"), this.play, actionButton(actions, "forward", "forward"));
    const right = make("div", { className: "row" }, this.live, this.speed, flag);
    $("transport").append(make("div", { className: "panel row transport" }, buttons, make("div", { className: "row clock" }, this.now, this.span), track, right));
    guard(this.line);
    this.listen();
    store.on("status", () => this.show());
    const follow = paced(50, () => this.follow());
    store.on("frame", follow);
    this.show();
  }
  private listen(): void {
    this.line.oninput = () => {
      this.held = true;
      commands.scrub(this.store, Number(this.line.value));
    };
    this.line.onchange = () => {
      this.held = false;
    };
    // Who has dragged it goes on in the view, with its keys.
    this.line.onpointerup = () => this.line.blur();
    this.line.onkeydown = event => {
      const steps = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageUp: 10, PageDown: -10 }[event.key];
      if (!steps) return;
      event.preventDefault();
      commands.stepBy(this.store, steps);
    };
  }

  private show(): void {
    const { status } = this.store;
    if (!status) return;
    const goesOn = status.running && !status.rewound;
    relabel(this.play, goesOn ? "pause" : "play", `${goesOn ? "Pause" : status.rewound ? "Go on from here" : "Play"} (${this.actions.keysOf("play")})`);
    this.live.classList.toggle("on", !status.rewound);
    this.live.ariaPressed = String(!status.rewound);
    this.showSpeed(status.speed);
    this.showMarks();
    this.follow();
  }
  private showSpeed(speed: number): void {
    const value = String(speed);
    if (![...this.speed.options].some(option => option.value === value)) this.speed.add(new Option(`${Number(speed.toPrecision(3))}×`, value));
    this.speed.value = value;
  }
  /** The thumb goes on with the frames, which come more often than the status. */
  private follow(): void {
    const { status, frame } = this.store;
    if (!status) return;
    const shown = frame && frame.revision === this.store.scene?.revision ? frame.time : status.shown;
    const to = Math.max(status.to, shown);
    this.line.min = String(status.from);
    this.line.max = String(Math.max(to, status.from + 1e-9));
    if (!this.held) this.line.value = String(shown);
    this.line.style.setProperty("--share", String(to > status.from ? (shown - status.from) / (to - status.from) : 1));
    this.line.ariaValueText = clock(shown);
    this.now.textContent = clock(shown, status.dt < 0.01 ? 3 : 2);
    this.span.textContent = status.rewound ? `of ${clock(to, 1)}` : "";
  }

  private showMarks(): void {
    const { status } = this.store;
    if (!status) return;
    const key = JSON.stringify([status.bookmarks, Math.round(status.from * 10), Math.round(status.to * 10)]);
    if (this.marks.dataset.key === key) return;
    this.marks.dataset.key = key;
    const reach = status.to - status.from;
    this.marks.replaceChildren(
      ...status.bookmarks
        .filter(({ time }) => time >= status.from && time <= status.to && reach > 0)
        .map(({ time, text }) => {
          const mark = button({ label: `${text}, ${clock(time)}`, icon: "flag", look: "mark", pen: true, press: () => commands.scrub(this.store, time) });
          mark.style.left = `${(100 * (time - status.from)) / reach}%`;
          return mark;
        }),
    );
  }
  private fillBookmarks(panel: HTMLElement): void {
    const { status, link } = this.store;
    const text = make("input", { type: "text", placeholder: "What happens here", ariaLabel: "Text of the bookmark", maxLength: 80 });
    const add = (event: Event): void => {
      event.preventDefault();
      const time = this.store.frame?.time ?? status?.shown ?? 0;
      link.order({ do: "bookmark", time, text: text.value.trim() || clock(time) });
      panel.hidePopover();
    };
    guard(text);
    const form = make("form", { className: "row" }, text, make("button", { textContent: "Mark this moment", className: "pen-submit" }));
    form.onsubmit = add;
    const rows = (status?.bookmarks ?? []).map(({ time, text: words }) =>
      make(
        "div",
        { className: "row" },
        button({ label: `${words} · ${clock(time)}`, look: "quiet grow left", pen: true, press: () => commands.scrub(this.store, time) }),
        button({ label: `Remove the bookmark ${words}`, icon: "close", look: "quiet", pen: true, press: () => {
          link.order({ do: "bookmark", remove: time });
          panel.hidePopover();
        } }),
      ),
    );
    panel.append(form, ...rows);
  }
}
