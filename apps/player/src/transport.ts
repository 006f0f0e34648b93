// SPDX-License-Identifier: Apache-2.0
/** Time: playing, stepping, seeking, and the controls for it. */
import { $, make } from "./dom";
import { frameAt, nearestFrame } from "./moment";
import { clamp, decimalsFor, min, withDecimals } from "./numbers";
import type { Recording } from "./recording";

const playIcon = "M2 1v12l10-6z";
const pauseIcon = "M2 1h3.5v12H2zM8.5 1H12v12H8.5z";

export class Transport {
  time: number;
  playing = false;
  speed = 1;
  private rest = 0;

  constructor(
    private readonly recording: Recording,
    private readonly changed: () => void,
  ) {
    this.time = recording.times[0];
  }

  get first(): number {
    return this.recording.times[0];
  }
  get last(): number {
    return this.recording.times[this.recording.times.length - 1];
  }
  text(time: number): string {
    const { times } = this.recording;
    return withDecimals(time, decimalsFor((this.last - this.first) / times.length, 2));
  }

  play(playing: boolean): void {
    this.playing = playing && this.last > this.first;
    if (this.playing && this.time >= this.last) this.time = this.first;
    $("icon").setAttribute("d", this.playing ? pauseIcon : playIcon);
    $("play").ariaLabel = this.playing ? "Pause" : "Play";
    this.changed();
  }
  /** Stops at the recorded moment nearest to a time. */
  seek(time: number): void {
    this.time = this.recording.times[nearestFrame(this.recording.times, time)];
    this.play(false);
  }
  step(count: number): void {
    const { times } = this.recording;
    this.seek(times[clamp(nearestFrame(times, this.time) + count, 0, times.length - 1)]);
  }
  toggle(): void {
    if (this.playing) this.seek(this.time);
    else this.play(true);
  }
  /** Goes on by so many seconds of the clock on the wall; rests at the end and begins anew. */
  advance(seconds: number): void {
    if (!this.playing) return;
    this.rest = this.time < this.last ? 0 : this.rest + seconds;
    this.time = this.rest > 0.8 ? this.first : min(this.last, this.time + seconds * this.speed);
    this.changed();
  }

  /** Brings the controls to the present time. */
  show(): void {
    const { times, events } = this.recording;
    const text = this.text(this.time);
    const slider = $<HTMLInputElement>("slider");
    $("now").textContent = text;
    slider.value = String(frameAt(times, this.time));
    slider.ariaValueText = `${text} seconds`;
    const event = events.findLast(e => e.time <= this.time + 1e-9 && e.time > this.time - 1.5);
    $("caption").hidden = !event;
    $("caption").textContent = event ? `${this.text(event.time)} s: ${event.text}` : "";
  }

  listen(): void {
    const { times, events } = this.recording;
    const slider = $<HTMLInputElement>("slider");
    slider.max = String(times.length - 1);
    slider.oninput = () => this.seek(times[Number(slider.value)]);
    $("end").textContent = `/ ${this.text(this.last)} s`;
    $("play").onclick = () => this.toggle();
    const speed = $<HTMLSelectElement>("speed");
    speed.onchange = () => {
      this.speed = Number.parseFloat(speed.value);
    };
    for (const button of document.querySelectorAll<HTMLElement>("[data-step]"))
      button.onclick = () => this.step(Number(button.dataset.step));
    for (const { time } of events.slice(0, 200)) {
      const mark = make("i");
      mark.style.left = `calc(8px + ${frameAt(times, time) / (times.length - 1 || 1)} * (100% - 16px))`;
      $("track").append(mark);
    }
  }
}
