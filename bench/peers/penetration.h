// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "peer.h"

/// How deep bodies are in each other and in the floor, from their poses alone: the same for every
/// engine, whatever it reports itself.
namespace peers {

/// Depths below are the shortest way that parts two bodies; negative, or zero, where they are
/// apart.
double depth_in_floor(const Shape& shape, const State& state);
double depth(const Shape& a, const State& at_a, const Shape& b, const State& at_b);

/// Over all pairs that touch: an engine that holds them just apart would be judged by its few worst
/// moments if only those that overlap counted.
struct Penetration {
  static constexpr double near = 1e-4;  // m, what is no farther apart touches

  long pairs = 0;
  double sum = 0, largest = 0;  // m

  void add(double depth);
  void add(const Penetration& other);
  double mean() const { return pairs == 0 ? 0 : sum / double(pairs); }
};

/// Leaves out bodies that are joined.
Penetration penetration_of(const Scene& scene, const std::vector<State>& states);

}  // namespace peers
