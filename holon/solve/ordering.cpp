// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/ordering.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>

namespace holon {
namespace {

// How much more work objects first may be: it tells rank reliably, which saves factorisations.
constexpr double kObjectsFirst = 3.0;

/// The quotient graph: eliminated vertices become elements, each a clique of the vertices it
/// filled.
class QuotientGraph {
 public:
  QuotientGraph(const BlockGraph& g, PivotRule rule)
      : g_(g),
        objects_first_(rule == PivotRule::objects_first),
        n_(static_cast<int>(g.size.size())),
        elements_of_(n_),
        filled_(n_),
        budget_(n_, 0),
        weight_(n_, 0),
        eliminated_(n_, false),
        absorbed_(n_, false),
        mark_(n_, -1),
        seen_(n_, 0),
        key_(n_, 0),
        queued_(n_, false) {}

  /// Gives up once the factorisation would take more than `limit` multiplications.
  std::optional<Elimination> run(double limit = std::numeric_limits<double>::infinity()) {
    for (int v = 0; v < n_; ++v) {
      for (int u : g_.adjacent[v]) weight_[v] += g_.size[u];
      if (!g_.is_constraint[v]) enqueue(v);
    }
    Elimination out;
    out.position.assign(n_, -1);
    out.column.resize(n_);
    for (int k = 0; k < n_; ++k) {
      if (queue_.empty()) release_waiting();
      const int p = queue_.begin()->second;
      queue_.erase(queue_.begin());
      out.position[p] = k;
      out.order.push_back(p);
      eliminate(p);
      if (work_ > limit) return {};
      for (int v : filled_[p]) update(v, p);
      out.column[k] = filled_[p];
    }
    for (auto& column : out.column) {
      for (int& v : column) v = out.position[v];
      std::sort(column.begin(), column.end());
    }
    return out;
  }
  double work() const { return work_; }

 private:
  void eliminate(int p) {
    eliminated_[p] = true;
    budget_[p] = g_.is_constraint[p] ? -g_.size[p] : g_.size[p];
    std::vector<int>& filled = filled_[p];
    mark_[p] = p;
    const auto reach = [&](int v) {
      if (eliminated_[v] || mark_[v] == p) return;
      mark_[v] = p;
      filled.push_back(v);
    };
    for (int u : g_.adjacent[p]) {
      if (!eliminated_[u]) weight_[u] -= g_.size[p];
      reach(u);
    }
    for (int e : elements_of_[p]) {
      if (absorbed_[e]) continue;
      for (int u : filled_[e]) reach(u);
      budget_[p] += budget_[e];
      absorbed_[e] = true;
    }
    std::sort(filled.begin(), filled.end());
    double rows = 0.0;
    for (int v : filled) rows += g_.size[v];
    work_ += g_.size[p] * (g_.size[p] + rows) * (g_.size[p] + rows);
  }

  /// v has become part of element p.
  void update(int v, int p) {
    auto& elements = elements_of_[v];
    std::erase_if(elements, [&](int e) { return absorbed_[e]; });
    elements.push_back(p);
    if (queued_[v]) queue_.erase({key_[v], v});
    queued_[v] = false;
    if (!g_.is_constraint[v] || released_ || (!objects_first_ && freedom_around(v) >= g_.size[v]))
      enqueue(v);
  }

  /// Degrees of freedom that are left to constraint v: not more than its own eliminated objects
  /// have, and not more than other constraints leave of the elements it belongs to.
  int freedom_around(int v) const {
    int own = 0, left = 0;
    for (int u : g_.adjacent[v])
      if (eliminated_[u]) own += g_.size[u];
    for (int e : elements_of_[v]) left += budget_[e];
    return std::min(own, left);
  }

  /// A vertex stands in the queue by the rows it would fill: those of its neighbours, counted once.
  void enqueue(int v) {
    int rows = weight_[v];
    seen_[v] = ++stamp_;
    for (int e : elements_of_[v])
      for (int u : filled_[e])
        if (!eliminated_[u] && seen_[u] != stamp_) {
          seen_[u] = stamp_;
          rows += g_.size[u];
        }
    key_[v] = rows;
    queue_.insert({rows, v});
    queued_[v] = true;
  }

  /// Only constraints that wait are left: take them as they are.
  void release_waiting() {
    released_ = true;
    for (int v = 0; v < n_; ++v)
      if (!eliminated_[v]) enqueue(v);
  }

  const BlockGraph& g_;
  bool objects_first_;
  int n_;
  double work_ = 0.0;
  std::vector<std::vector<int>> elements_of_;
  std::vector<std::vector<int>> filled_;
  std::vector<int> budget_;  // degrees of freedom left in each element
  std::vector<int> weight_;  // of the neighbours that are not yet in an element
  std::vector<bool> eliminated_, absorbed_;
  std::vector<int> mark_, seen_;
  int stamp_ = 0;
  std::vector<int> key_;  // weight with which a vertex stands in the queue
  std::vector<bool> queued_;
  bool released_ = false;
  std::set<std::pair<int, int>> queue_;
};

}  // namespace

Elimination eliminate(const BlockGraph& graph, PivotRule rule) {
  return *QuotientGraph(graph, rule).run();
}

Elimination eliminate(const BlockGraph& graph) {
  QuotientGraph interleaved(graph, PivotRule::as_freedom_allows);
  Elimination order = *interleaved.run();
  return QuotientGraph(graph, PivotRule::objects_first)
      .run(kObjectsFirst * interleaved.work())
      .value_or(std::move(order));
}

Remainder without_first_objects(const BlockGraph& graph, const Elimination& elimination) {
  const int n = static_cast<int>(graph.size.size());
  Remainder rest;
  rest.vertex.assign(n, -1);
  for (int v = 0; v < n; ++v) {
    const bool first =
        !graph.is_constraint[v] && std::ranges::all_of(graph.adjacent[v], [&](int u) {
          return elimination.position[u] > elimination.position[v];
        });
    if (!first) rest.vertex[v] = rest.graph.add_vertex(graph.size[v], graph.is_constraint[v]);
  }
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
    std::vector<int>& column = left.column.emplace_back();
    for (int filled : elimination.column[k]) column.push_back(position[filled]);
  }
  return rest;
}

}  // namespace holon
