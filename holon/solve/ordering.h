// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

namespace holon {

/// The graph of a block-sparse KKT matrix: objects with their degrees of freedom, constraints with
/// their rows, and an edge where a constraint looks at an object.
struct BlockGraph {
  std::vector<int> size;            ///< rows of each vertex
  std::vector<bool> is_constraint;  ///< of each vertex
  std::vector<std::vector<int>> adjacent;

  int add_vertex(int rows, bool constraint) {
    size.push_back(rows);
    is_constraint.push_back(constraint);
    adjacent.emplace_back();
    return static_cast<int>(size.size()) - 1;
  }
  void add_edge(int a, int b) {
    adjacent[a].push_back(b);
    adjacent[b].push_back(a);
  }
};

/// In which order to eliminate, and what each elimination fills in.
struct Elimination {
  std::vector<int> order;                ///< order[k] is the vertex eliminated k-th
  std::vector<int> position;             ///< its inverse
  std::vector<std::vector<int>> column;  ///< positions > k that column k fills, increasing
};

/// Minimum-degree ordering on the quotient graph [Amestoy96], with one rule more: a constraint
/// waits until the objects eliminated around it have left it enough degrees of freedom for its
/// rows. So its pivot is −J M⁻¹ Jᵀ and not the zero it had at the start, and constraints that are
/// redundant by count come last.
Elimination eliminate(const BlockGraph& graph);

}  // namespace holon
