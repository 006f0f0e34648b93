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

/// What keeps the pivots of constraints from being the zeros they are at the start.
enum class PivotRule {
  /// Constraints are eliminated in A = J M⁻¹ Jᵀ, where a pivot vanishes only if rows depend on each
  /// other.
  objects_first,
  /// A constraint waits until the objects eliminated around it have left it enough degrees of
  /// freedom for its rows; those that are redundant by count come last. An object with a great many
  /// constraints, which would make A dense, may wait for them.
  as_freedom_allows
};

/// Minimum-degree ordering on the quotient graph [Amestoy96].
Elimination eliminate(const BlockGraph& graph, PivotRule rule);
/// Objects first, unless that takes several times the work.
Elimination eliminate(const BlockGraph& graph);

/// What is left of an elimination when those objects have gone that go before all their
/// constraints: they change nothing but the blocks between these.
struct Remainder {
  std::vector<int> vertex;  ///< of each vertex: its number in what is left; −1 if it has gone
  BlockGraph graph;         ///< sizes only: what is adjacent follows from the columns
  Elimination elimination;
};
Remainder without_first_objects(const BlockGraph& graph, const Elimination& elimination);

}  // namespace holon
