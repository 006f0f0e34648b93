// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace holon {

/// Lists of numbers, one after the other in one array.
struct Lists {
  std::vector<std::size_t> start = {0};
  std::vector<int> items;

  std::size_t size() const { return start.size() - 1; }
  std::span<const int> operator[](std::size_t i) const {
    return std::span(items).subspan(start[i], start[i + 1] - start[i]);
  }
  /// The items added since the last list become the next one.
  void end_list() { start.push_back(items.size()); }
};

/// The graph of a block-sparse KKT matrix: objects with their degrees of freedom, constraints with
/// their rows, and an edge where a constraint looks at an object. Constraints may be joined too, by
/// what has been eliminated before; objects never are.
struct BlockGraph {
  std::vector<int> size;                   ///< rows of each vertex
  std::vector<char> is_constraint;         ///< of each vertex
  std::vector<std::pair<int, int>> edges;  ///< each once

  int add_vertex(int rows, bool constraint) {
    size.push_back(rows);
    is_constraint.push_back(static_cast<char>(constraint));
    return static_cast<int>(size.size()) - 1;
  }
  void add_edge(int a, int b) { edges.emplace_back(a, b); }
  /// Of each vertex those it has an edge with, in the order of the edges.
  Lists adjacent() const;
};

/// In which order to eliminate, and what each elimination fills in.
struct Elimination {
  std::vector<int> order;     ///< order[k] is the vertex eliminated k-th
  std::vector<int> position;  ///< its inverse
  Lists column;               ///< positions > k that column k fills, increasing
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

/// By minimum degree (holon/solve/minimum_degree.h).
Elimination eliminate(const BlockGraph& graph, PivotRule rule);
/// In the order that takes least work of those tried: objects first, unless some are crowded and
/// that takes several times the work; and where the work is large, by nested dissection
/// (holon/solve/dissection.h).
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
