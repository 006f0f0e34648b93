// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/ordering.h"

#include <algorithm>
#include <numeric>

#include "holon/solve/dissection.h"
#include "holon/solve/minimum_degree.h"

namespace holon {
namespace {

// How much more work objects first may be: it tells rank reliably, which saves factorisations.
constexpr double kObjectsFirst = 3.0;
// An object is crowded if its constraints have so many times the rows that it has itself. Where
// none is, objects first is taken without comparison: a front of objects becomes one of their
// constraints, which has at most so many times the rows and as a rule not more.
constexpr int kCrowded = 4;
// Dissection is tried where a row takes this many multiplications on average: it takes some µs per
// row itself. It is used where it saves this part of the work.
constexpr double kWorthDissection = 1000.0;
constexpr double kSaved = 0.05;

/// The parent of a column is the first row it fills [Liu90].
std::vector<int> elimination_tree(const Lists& adjacent,
                                  const std::vector<int>& order,
                                  const std::vector<int>& position) {
  const int n = static_cast<int>(order.size());
  std::vector<int> parent(n, -1), above(n, -1);  // above: some ancestor, to get there faster
  for (int k = 0; k < n; ++k)
    for (const int u : adjacent[order[k]])
      for (int j = position[u]; j >= 0 && j < k;) {
        if (above[j] < 0) parent[j] = k;
        j = std::exchange(above[j], k);
      }
  return parent;
}

/// Calls f(column) for each column that fills row k: those on the ways up the tree from its
/// entries.
template <class F>
void for_each_in_row(int k,
                     std::span<const int> entries,
                     const std::vector<int>& position,
                     const std::vector<int>& parent,
                     std::vector<int>& seen,
                     F&& f) {
  seen[k] = k;
  for (const int u : entries)
    for (int j = position[u]; j < k && seen[j] != k; j = parent[j]) {
      seen[j] = k;
      f(j);
    }
}

/// What an order fills in, found row by row.
Elimination fill(const Lists& adjacent, std::vector<int> order) {
  const int n = static_cast<int>(order.size());
  Elimination out;
  out.position.resize(n);
  for (int k = 0; k < n; ++k) out.position[order[k]] = k;
  const std::vector<int> parent = elimination_tree(adjacent, order, out.position);
  std::vector<int> seen(n, -1);
  const auto in_row = [&](int k, auto&& f) {
    for_each_in_row(k, adjacent[order[k]], out.position, parent, seen, f);
  };
  std::vector<std::size_t>& start = out.column.start;
  start.assign(static_cast<std::size_t>(n) + 1, 0);
  for (int k = 0; k < n; ++k) in_row(k, [&](int j) { ++start[j + 1]; });
  for (int k = 0; k < n; ++k) start[k + 1] += start[k];
  out.column.items.resize(start[n]);
  std::vector<std::size_t> next(start.begin(), start.end() - 1);
  std::fill(seen.begin(), seen.end(), -1);
  for (int k = 0; k < n; ++k) in_row(k, [&](int j) { out.column.items[next[j]++] = k; });
  out.order = std::move(order);
  return out;
}

bool has_crowded_object(const BlockGraph& graph, const Lists& adjacent) {
  for (std::size_t v = 0; v < graph.size.size(); ++v) {
    if (graph.is_constraint[v]) continue;
    int rows = 0;
    for (const int u : adjacent[v]) rows += graph.size[u];
    if (rows > kCrowded * graph.size[v]) return true;
  }
  return false;
}

/// By minimum degree: objects first, unless some are crowded and that takes several times the work.
PivotOrder undissected(const BlockGraph& graph, const Lists& adjacent) {
  if (!has_crowded_object(graph, adjacent)) return *minimum_degree(graph, adjacent, {});
  PivotOrder interleaved = *minimum_degree(graph, adjacent, {.rule = PivotRule::as_freedom_allows});
  return minimum_degree(graph, adjacent, {.limit = kObjectsFirst * interleaved.work})
      .value_or(std::move(interleaved));
}

PivotOrder best_order(const BlockGraph& graph, const Lists& adjacent) {
  PivotOrder best = undissected(graph, adjacent);
  const int rows = std::accumulate(graph.size.begin(), graph.size.end(), 0);
  if (best.work < kWorthDissection * rows) return best;
  const std::vector<int> stage = dissect(graph, adjacent);
  return minimum_degree(graph, adjacent, {.stage = stage, .limit = (1.0 - kSaved) * best.work})
      .value_or(std::move(best));
}

}  // namespace

Lists BlockGraph::adjacent() const {
  Lists lists;
  lists.start.assign(size.size() + 1, 0);
  for (const auto& [a, b] : edges) ++lists.start[a + 1], ++lists.start[b + 1];
  for (std::size_t v = 0; v < size.size(); ++v) lists.start[v + 1] += lists.start[v];
  lists.items.resize(2 * edges.size());
  std::vector<std::size_t> next(lists.start.begin(), lists.start.end() - 1);
  for (const auto& [a, b] : edges) {
    lists.items[next[a]++] = b;
    lists.items[next[b]++] = a;
  }
  return lists;
}

Elimination eliminate(const BlockGraph& graph, PivotRule rule) {
  const Lists adjacent = graph.adjacent();
  return fill(adjacent, minimum_degree(graph, adjacent, {.rule = rule})->order);
}

Elimination eliminate(const BlockGraph& graph) {
  const Lists adjacent = graph.adjacent();
  return fill(adjacent, best_order(graph, adjacent).order);
}

Remainder without_first_objects(const BlockGraph& graph, const Elimination& elimination) {
  const int n = static_cast<int>(graph.size.size());
  std::vector<char> first(n);
  for (int v = 0; v < n; ++v) first[v] = !graph.is_constraint[v];
  for (const auto& [a, b] : graph.edges)
    first[elimination.position[a] < elimination.position[b] ? b : a] = 0;
  Remainder rest;
  rest.vertex.assign(n, -1);
  for (int v = 0; v < n; ++v)
    if (!first[v]) rest.vertex[v] = rest.graph.add_vertex(graph.size[v], graph.is_constraint[v]);
  std::vector<int> position(n, -1);  // from before to now
  Elimination& left = rest.elimination;
  left.position.resize(rest.graph.size.size());
  for (int k = 0; k < n; ++k) {
    const int v = rest.vertex[elimination.order[k]];
    if (v < 0) continue;
    position[k] = left.position[v] = static_cast<int>(left.order.size());
    left.order.push_back(v);
  }
  for (int k = 0; k < n; ++k) {
    if (position[k] < 0) continue;
    for (const int filled : elimination.column[k]) left.column.items.push_back(position[filled]);
    left.column.end_list();
  }
  return rest;
}

}  // namespace holon
