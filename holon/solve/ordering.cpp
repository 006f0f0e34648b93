// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/ordering.h"

#include <algorithm>
#include <set>

namespace holon {
namespace {

/// The quotient graph: eliminated vertices become elements, each a clique of the vertices it
/// filled.
class QuotientGraph {
 public:
  explicit QuotientGraph(const BlockGraph& g)
      : g_(g),
        n_(static_cast<int>(g.size.size())),
        elements_of_(n_),
        filled_(n_),
        budget_(n_, 0),
        weight_(n_, 0),
        eliminated_(n_, false),
        absorbed_(n_, false),
        mark_(n_, -1),
        key_(n_, 0),
        queued_(n_, false) {}

  Elimination run() {
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
      out.column[k] = filled_[p];
    }
    for (auto& column : out.column) {
      for (int& v : column) v = out.position[v];
      std::sort(column.begin(), column.end());
    }
    return out;
  }

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
    for (int v : filled) update(v, p);
  }

  /// v has become part of element p.
  void update(int v, int p) {
    auto& elements = elements_of_[v];
    std::erase_if(elements, [&](int e) { return absorbed_[e]; });
    elements.push_back(p);
    if (queued_[v]) queue_.erase({key_[v], v});
    queued_[v] = false;
    if (!g_.is_constraint[v] || released_ || freedom_around(v) >= g_.size[v]) enqueue(v);
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

  void enqueue(int v) {
    int weight = weight_[v];
    for (int e : elements_of_[v]) weight += element_weight(e) - g_.size[v];
    key_[v] = weight;
    queue_.insert({weight, v});
    queued_[v] = true;
  }

  int element_weight(int e) const {
    int sum = 0;
    for (int u : filled_[e])
      if (!eliminated_[u]) sum += g_.size[u];
    return sum;
  }

  /// Only constraints are left that have more rows than freedom around them: take them as they are.
  void release_waiting() {
    released_ = true;
    for (int v = 0; v < n_; ++v)
      if (!eliminated_[v]) enqueue(v);
  }

  const BlockGraph& g_;
  int n_;
  std::vector<std::vector<int>> elements_of_;
  std::vector<std::vector<int>> filled_;
  std::vector<int> budget_;  // degrees of freedom left in each element
  std::vector<int> weight_;  // of the neighbours that are not yet in an element
  std::vector<bool> eliminated_, absorbed_;
  std::vector<int> mark_;
  std::vector<int> key_;  // weight with which a vertex stands in the queue
  std::vector<bool> queued_;
  bool released_ = false;
  std::set<std::pair<int, int>> queue_;
};

}  // namespace

Elimination eliminate(const BlockGraph& graph) {
  return QuotientGraph(graph).run();
}

}  // namespace holon
