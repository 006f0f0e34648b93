// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/solve/ordering.h"

namespace holon {

/// A graph whose vertices and edges have weights.
struct WeightedGraph {
  std::vector<int> weight;   ///< of each vertex
  Lists adjacent;            ///< of each vertex
  std::vector<int> between;  ///< of each item of `adjacent`: the weight of the edge

  int size() const { return static_cast<int>(weight.size()); }
  /// Calls f(neighbour, weight of the edge) for each neighbour of v.
  template <class F>
  void for_each_edge(int v, F&& f) const {
    for (std::size_t i = adjacent.start[v]; i < adjacent.start[v + 1]; ++i)
      f(adjacent.items[i], between[i]);
  }
};

/// Of each vertex its side, 0 or 1: about half the weight on either, and as little as can be found
/// of the edges between them. The graph is made coarser step by step [Karypis98], cut where it is
/// small, and the cut improved at every step back [Fiduccia82].
std::vector<char> bisect(const WeightedGraph& graph);

}  // namespace holon
