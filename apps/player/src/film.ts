// SPDX-License-Identifier: Apache-2.0
/** Pictures and films: the page drawn at given times, whatever the clock says, into one canvas. */
import type { Player } from "./main";
import { switchesOf } from "./switches";
import type { Theme } from "./theme";

export interface Film {
  /** first and last recorded time */
  span: [number, number];
  views: string[];
  /** Sets the size of the picture in pixels. */
  size(width: number, height: number): void;
  /** Takes a view by its name; false if there is none. */
  view(name: string): boolean;
  switches: string[];
  /** Shows or hides something; false if there is no such switch. */
  show(name: string, on: boolean): boolean;
  /** The picture at a time as a file of this type, in base 64. */
  picture(time: number, type: string): string;
}

/** Draws canvases over each other, on the ground of a theme. */
export function paintLayers(canvas: HTMLCanvasElement, { sky, ground }: Theme, layers: HTMLCanvasElement[]): void {
  const { width, height } = canvas;
  const pen = canvas.getContext("2d") as CanvasRenderingContext2D;
  const fill = pen.createLinearGradient(0, 0, 0, height);
  fill.addColorStop(0, sky);
  fill.addColorStop(1, ground);
  pen.fillStyle = fill;
  pen.fillRect(0, 0, width, height);
  for (const layer of layers) pen.drawImage(layer, 0, 0, width, height);
}

export function filmOf(player: Player): Film {
  const canvas = document.createElement("canvas");
  const switches = switchesOf(player);
  return {
    span: [player.transport.first, player.transport.last],
    views: player.eye.views.map(v => v.name),
    size(width, height) {
      Object.assign(canvas, { width, height });
      player.resize(width, height, 1, Math.max(0.75, height / 720)); // small pictures have letters that can be read
    },
    view: name => player.eye.take(name),
    switches: Object.keys(switches),
    show(name, on) {
      switches[name]?.set(on);
      return name in switches;
    },
    picture(time, type) {
      player.transport.time = time;
      player.draw();
      paintLayers(canvas, player.theme, [player.stage.renderer.domElement, player.overlay.canvas]);
      // at once: toBlob would wait until the browser has nothing else to do
      return canvas.toDataURL(type, 0.95).replace(/^[^,]*,/, "");
    },
  };
}
