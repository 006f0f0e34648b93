// SPDX-License-Identifier: Apache-2.0
/** The tools of the parts bin, with their keys. */
import type { Tool } from "./store";
import type { IconName } from "./ui/icons";

export interface ToolLook {
  tool: Tool & IconName;
  title: string;
  key: string;
  /** how it is used, in one line */
  use: string;
  group: "Hand" | "Parts" | "Links" | "Tracks" | "Joints";
}

export const tools: readonly ToolLook[] = [
  { tool: "hand", title: "Hand", key: "V", group: "Hand", use: "Drag a part to pull it, drop it on another to join them" },
  { tool: "join", title: "Join", key: "J", group: "Hand", use: "Click one point, then another: they are joined" },
  { tool: "rod", title: "Rod", key: "R", group: "Parts", use: "Click the ends, one after the other" },
  { tool: "box", title: "Box", key: "B", group: "Parts", use: "Click where it should be, or drag its size" },
  { tool: "sphere", title: "Sphere", key: "S", group: "Parts", use: "Click where it should be, or drag its size" },
  { tool: "wheel", title: "Wheel", key: "W", group: "Parts", use: "Click where it should be, or drag its size" },
  { tool: "soft", title: "Jelly", key: "A", group: "Parts", use: "A body that stretches: click where it should be" },
  { tool: "particle", title: "Point", key: "P", group: "Parts", use: "A point with mass: click where it should be" },
  { tool: "rope", title: "Rope", key: "O", group: "Links", use: "Click its two ends" },
  { tool: "spring", title: "Spring", key: "G", group: "Links", use: "Click its two ends" },
  { tool: "chain", title: "Chain", key: "C", group: "Links", use: "Click its two ends" },
  { tool: "rail", title: "Rail", key: "D", group: "Tracks", use: "Draw a line: a bead runs on it" },
  { tool: "surface", title: "Surface", key: "U", group: "Tracks", use: "Click where it should be: a bead slides on it" },
  { tool: "nail", title: "Nail", key: "N", group: "Joints", use: "Click a point: it stays where it is" },
  { tool: "motor", title: "Motor", key: "M", group: "Joints", use: "Click a joint: it turns" },
];
