// SPDX-License-Identifier: Apache-2.0
/** Pictures and films of the view, as files. */
import { paintLayers } from "../../../../player/src/film";
import type { Theme } from "../../../../player/src/theme";

export interface Picture {
  layers: HTMLCanvasElement[];
  theme: Theme;
}

function paint(canvas: HTMLCanvasElement, { layers, theme }: Picture): void {
  const { width, height } = layers[0];
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  paintLayers(canvas, theme, layers);
}

/** What is seen now, as PNG. */
export async function pictureOf(draw: () => Picture): Promise<Blob> {
  const canvas = document.createElement("canvas");
  paint(canvas, draw());
  const blob = await new Promise<Blob | null>(done => canvas.toBlob(done, "image/png"));
  if (!blob) throw Error("The browser could not encode the picture.");
  return blob;
}

/** What is seen from now on until somebody ends it, as WebM. */
export async function filmOf(draw: () => Picture, until: Promise<void>): Promise<Blob> {
  const canvas = document.createElement("canvas");
  paint(canvas, draw());
  const type = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm"].find(t => MediaRecorder.isTypeSupported(t));
  if (!type) throw Error("This browser cannot write WebM films.");
  const recorder = new MediaRecorder(canvas.captureStream(60), { mimeType: type, videoBitsPerSecond: 12e6 });
  const pieces: Blob[] = [];
  recorder.ondataavailable = ({ data }) => pieces.push(data);
  const stopped = new Promise<void>((resolve, reject) => {
    recorder.onstop = () => resolve();
    recorder.onerror = () => reject(Error("The browser could not encode the film."));
  });
  recorder.start(1000);
  let isOver = false;
  until.then(() => (isOver = true));
  requestAnimationFrame(function next() {
    if (isOver) return recorder.stop();
    paint(canvas, draw());
    requestAnimationFrame(next);
  });
  await stopped;
  return new Blob(pieces, { type: "video/webm" });
}
