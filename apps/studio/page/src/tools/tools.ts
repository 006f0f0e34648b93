// SPDX-License-Identifier: Apache-2.0
/** All tools, by name. */
import type { Bench } from "./bench";
import { Hand } from "./hand";
import { Join, Motor, Nail } from "./joining";
import { Placing } from "./placing";
import { Rail } from "./rail";
import { Rods } from "./rods";
import { Spanning } from "./spanning";

export const makeTools = (bench: Bench) => ({
  hand: new Hand(bench),
  rod: new Rods(bench),
  box: new Placing(bench, "box"),
  sphere: new Placing(bench, "sphere"),
  wheel: new Placing(bench, "wheel"),
  soft: new Placing(bench, "soft"),
  particle: new Placing(bench, "particle"),
  surface: new Placing(bench, "surface"),
  rope: new Spanning(bench, "rope"),
  spring: new Spanning(bench, "spring"),
  chain: new Spanning(bench, "chain"),
  rail: new Rail(bench),
  nail: new Nail(bench),
  motor: new Motor(bench),
  join: new Join(bench),
});
