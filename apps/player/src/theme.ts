// SPDX-License-Identifier: Apache-2.0
/**
 * Colours. The ground and the parts are muted; saturated colour is kept for physics. Those of forces,
 * torques, applied forces and violations are told apart by all common kinds of colour vision.
 */

export interface Theme {
  name: "light" | "dark";
  /** what the picture fades into, top and bottom, and the shaded floor */
  sky: string;
  ground: string;
  grid: string;
  gridOpacity: number;
  shadow: number;
  text: string;
  muted: string;
  force: string;
  torque: string;
  applied: string;
  violation: string;
  /** what people do: their pull, and what they have chosen */
  pull: string;
  accent: string;
  /** marks of joints, anchors, ropes and springs */
  metal: string;
  steel: string;
  anchor: string;
  sheet: string;
  rail: string;
  tints: string[];
  series: string[];
  axes: string[];
  sun: number;
  fill: number;
}

const light: Theme = {
  name: "light",
  sky: "#FBFCFD",
  ground: "#F1F3F6",
  grid: "#8C99A8",
  gridOpacity: 0.34,
  shadow: 0.2,
  text: "#1B2229",
  muted: "#59646F",
  force: "#D06A00",
  torque: "#A050E0",
  applied: "#123F70",
  violation: "#7A150D",
  pull: "#009688",
  accent: "#1F5FA8",
  metal: "#3E4852",
  steel: "#8D98A4",
  anchor: "#77828E",
  sheet: "#B9C6D2",
  rail: "#98A3AF",
  tints: ["#7FA0BF", "#9DB184", "#C9A77F", "#A596C6", "#7FB0AA", "#C08C9B"],
  series: ["#B86200", "#2B76A9", "#3B8044", "#B2446F", "#6A57B8", "#7F7018"],
  axes: ["#C8483E", "#3F8F3C", "#3E72CC"],
  sun: 2.1,
  fill: 1.75,
};

const dark: Theme = {
  name: "dark",
  sky: "#20252B",
  ground: "#15181C",
  grid: "#7B8896",
  gridOpacity: 0.28,
  shadow: 0.42,
  text: "#E6EAEE",
  muted: "#9AA5B1",
  force: "#FFB627",
  torque: "#C05CF2",
  applied: "#6A9CC0",
  violation: "#F2444F",
  pull: "#4FE3BF",
  accent: "#8AB8E6",
  metal: "#CBD3DB",
  steel: "#9AA6B2",
  anchor: "#7C8895",
  sheet: "#4C5865",
  rail: "#8793A0",
  tints: ["#86A4C1", "#A2B48E", "#C4A783", "#A496C2", "#86B3AD", "#BE919E"],
  series: ["#E9B04F", "#6FB6DE", "#93C68A", "#E08FB0", "#B3A4EA", "#C8C27A"],
  axes: ["#E06C62", "#63B35F", "#6B9AEA"],
  sun: 2.0,
  fill: 1.15,
};

export const themes = { light, dark };
