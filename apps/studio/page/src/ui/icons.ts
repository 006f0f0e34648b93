// SPDX-License-Identifier: Apache-2.0
/** Signs, drawn with one pen on a square of 24. */

const strokes = {
  hand: '<path d="M8 13V5.5a1.5 1.5 0 0 1 3 0V11m0-6.5a1.5 1.5 0 0 1 3 0V11m0-5a1.5 1.5 0 0 1 3 0v7m0-4.5a1.5 1.5 0 0 1 3 0V15a6 6 0 0 1-6 6h-2.2a6 6 0 0 1-4.8-2.4L4.5 14.5a1.6 1.6 0 0 1 2.4-2.1L8 13.5"/>',
  rod: '<path d="m7 17 10-10"/><circle cx="5.5" cy="18.5" r="2"/><circle cx="18.5" cy="5.5" r="2"/>',
  box: '<path d="m12 3 8 4.5v9L12 21l-8-4.5v-9z"/><path d="m4 7.5 8 4.5 8-4.5M12 12v9"/>',
  sphere: '<circle cx="12" cy="12" r="8.5"/><path d="M3.5 12c3 3.3 14 3.3 17 0"/>',
  wheel: '<circle cx="12" cy="12" r="8.5"/><circle cx="12" cy="12" r="2"/><path d="M12 3.5V10m0 4v6.5M3.5 12H10m4 0h6.5"/>',
  soft: '<path d="M5 8c-1.5 3 1 4 0 8s3 4.5 7 4 6.5 1 7.5-3-1-5 0-8.5S16 3 12 4 6.5 5 5 8z"/>',
  particle: '<circle cx="12" cy="12" r="3" fill="currentColor"/>',
  rope: '<path d="M4 5c0 9 4 13 8 13s8-4 8-13"/><circle cx="4" cy="4" r="1.5" fill="currentColor"/><circle cx="20" cy="4" r="1.5" fill="currentColor"/>',
  spring: '<path d="M3 12h3l1.5-5 3 10 3-10 3 10 1.5-5h3"/>',
  rail: '<path d="M3 17c4-12 7 4 10-3s5-8 8-6"/><circle cx="13" cy="14" r="2" fill="currentColor"/>',
  surface: '<path d="M3 15c4-5 8 2 18-4l-3-5C11 11 8 5 5 9z"/><path d="M9.5 13.2 8 8m6.5 5.6L13 8.7"/>',
  chain: '<rect x="2.5" y="9" width="8" height="6" rx="3"/><rect x="13.5" y="9" width="8" height="6" rx="3"/><path d="M8 12h8"/>',
  nail: '<path d="M8 4h8M12 4v4m-4 0h8l-1.5 4H9.5zM12 12v9"/>',
  motor: '<circle cx="12" cy="12" r="3"/><path d="M4.2 9a8.5 8.5 0 0 1 15-1.3M19.8 15a8.5 8.5 0 0 1-15 1.3"/><path d="M19.8 3.5v4.5h-4.5M4.2 20.5V16h4.5"/>',
  join: '<circle cx="12" cy="12" r="3"/><path d="M3 12h6m6 0h6"/>',
  play: '<path d="M7 4.5v15l12.5-7.5z" fill="currentColor"/>',
  pause: '<path d="M8 5v14M16 5v14" stroke-width="3.5"/>',
  back: '<path d="M18 5.5v13L8.5 12zM5 5.5v13" />',
  forward: '<path d="M6 5.5v13l9.5-6.5zM19 5.5v13"/>',
  reset: '<path d="M4 5v5h5"/><path d="M4.5 10A8 8 0 1 1 4 13.5"/>',
  undo: '<path d="M8 5 4 9l4 4"/><path d="M4 9h10a5.5 5.5 0 0 1 0 11h-3"/>',
  redo: '<path d="m16 5 4 4-4 4"/><path d="M20 9H10a5.5 5.5 0 0 0 0 11h3"/>',
  gallery: '<rect x="3.5" y="3.5" width="7" height="7" rx="1.5"/><rect x="13.5" y="3.5" width="7" height="7" rx="1.5"/><rect x="3.5" y="13.5" width="7" height="7" rx="1.5"/><rect x="13.5" y="13.5" width="7" height="7" rx="1.5"/>',
  open: '<path d="M3.5 18.5v-13h6l2 2.5h7V11"/><path d="M3.5 18.5 6.5 11h15l-3 7.5z"/>',
  save: '<path d="M4 4h12l4 4v12H4z"/><path d="M8 4v5h7V4M7.5 20v-6.5h9V20"/>',
  share: '<path d="M12 15V3.5m0 0L8 7.5m4-4 4 4"/><path d="M6 11H4.5v9.5h15V11H18"/>',
  eye: '<path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z"/><circle cx="12" cy="12" r="3"/>',
  light: '<circle cx="12" cy="12" r="4"/><path d="M12 2.5v2m0 15v2M2.5 12h2m15 0h2M5.3 5.3l1.4 1.4m10.6 10.6 1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4"/>',
  dark: '<path d="M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z"/>',
  command: '<path d="m5 6 6 6-6 6M13 18h6"/>',
  help: '<circle cx="12" cy="12" r="9"/><path d="M9.3 9.5a2.8 2.8 0 1 1 4 2.5c-.9.500-1.3 1-1.3 2"/><path d="M12 17v.1" stroke-width="2.2"/>',
  plot: '<path d="M4 4v16h16"/><path d="m7.5 14 3.5-4.5 3 2.5 5-6.5"/>',
  close: '<path d="m6 6 12 12M18 6 6 18"/>',
  flag: '<path d="M6 21V4h11l-2 4 2 4H6"/>',
  trash: '<path d="M4.5 6.5h15M9.5 6.5v-3h5v3M6.5 6.5l1 14h9l1-14M10 10.5v6m4-6v6"/>',
  copy: '<rect x="8.5" y="8.5" width="12" height="12" rx="2"/><path d="M15.5 8.5v-5h-12v12h5"/>',
  pin: '<path d="M9 3.5h6l-.5 6 3 3.5h-11l3-3.5zM12 13v8"/>',
  trace: '<path d="M3 18c3-11 6-11 8-5s4 5 6-3"/><circle cx="18" cy="7" r="2.5" fill="currentColor"/>',
  power: '<path d="M12 3v8"/><path d="M7 6.5a7.5 7.5 0 1 0 10 0"/>',
  push: '<path d="M3 12h13m0 0-5-5m5 5-5 5M20 5v14"/>',
  wiggle: '<path d="M3 12c2-6 4-6 6 0s4 6 6 0 4-6 6 0"/>',
  film: '<rect x="3" y="6" width="12" height="12" rx="2"/><path d="m15 11 6-3.5v9L15 13"/>',
  picture: '<rect x="3.5" y="5" width="17" height="14" rx="2"/><circle cx="9" cy="10" r="1.7"/><path d="m5 18 5.5-5 3 2.5 3-3.5 4 4"/>',
  page: '<path d="M6 3.5h8l4.5 4.5v12.5H6z"/><path d="M14 3.5V8h4.5M9 13h6m-6 3.5h6"/>',
  download: '<path d="M12 4v11m0 0-4-4m4 4 4-4M5 20h14"/>',
  lock: '<rect x="5.5" y="10.5" width="13" height="10" rx="2"/><path d="M8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5"/>',
  frame: '<path d="M4 9V4h5m6 0h5v5m0 6v5h-5m-6 0H4v-5"/><circle cx="12" cy="12" r="2.5"/>',
  pen: '<path d="m4 20 1-4.5L16.5 4 20 7.5 8.5 19z"/><path d="m14 6.5 3.5 3.5"/>',
  warning: '<path d="M12 4 2.5 20h19z"/><path d="M12 10v4.5m0 2.5v.1" stroke-width="2"/>',
  down: '<path d="m6 9 6 6 6-6"/>',
  parts: '<path d="M9 6h11M9 12h11M9 18h11"/><path d="M4.5 6h.1M4.5 12h.1M4.5 18h.1" stroke-width="2.4"/>',
  sliders: '<path d="M4 7h9m4 0h3M4 17h3m4 0h9"/><circle cx="15" cy="7" r="2"/><circle cx="9" cy="17" r="2"/>',
} as const;

export type IconName = keyof typeof strokes;

export function icon(name: IconName): SVGSVGElement {
  const holder = document.createElement("template");
  holder.innerHTML = `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${strokes[name]}</svg>`;
  return holder.content.firstElementChild as SVGSVGElement;
}
