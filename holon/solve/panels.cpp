// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/panels.h"

#include <algorithm>

namespace holon {
namespace {

// Two panels become one if that stores at most this part of zeros, by the number of columns of both
// [Ashcraft89]: a few wide panels are worked through faster than many narrow ones.
struct Relaxation {
  int columns;
  double zeros;
};
constexpr Relaxation kRelaxations[] = {{4, 0.5}, {16, 0.1}, {48, 0.08}, {1 << 30, 0.03}};

/// A panel in the making, in blocks.
struct Draft {
  std::vector<int> vertices;  // in the order of elimination
  std::vector<int> below;     // vertices, in that order
  int columns = 0, rows = 0;  // of the matrix
  double zeros = 0.0;
  bool constraint = false;
};

class PanelMaker {
 public:
  PanelMaker(const BlockGraph& graph, const Elimination& elimination)
      : graph_(graph), elimination_(elimination), n_(static_cast<int>(graph.size.size())) {}

  Panels make() {
    postorder();
    draft();
    place();
    list_updates();
    return std::move(out_);
  }

 private:
  /// Children before their parents and next to them. The parent of a column in the tree of
  /// elimination is the first row below it; any order that keeps children first fills in the same.
  void postorder() {
    std::vector<std::vector<int>> children(n_);
    std::vector<int> stack;
    for (int k = n_; k-- > 0;) {
      const auto& column = elimination_.column[k];
      if (column.empty())
        stack.push_back(k);
      else
        children[column.front()].push_back(k);
    }
    // parents first, each followed by its children from last to first; then backwards
    std::reverse(stack.begin(), stack.end());
    std::vector<int> order;
    while (!stack.empty()) {
      const int k = stack.back();
      stack.pop_back();
      order.push_back(k);
      for (std::size_t i = children[k].size(); i-- > 0;) stack.push_back(children[k][i]);
    }
    std::reverse(order.begin(), order.end());
    vertex_.resize(n_);
    rank_.resize(n_);
    for (int i = 0; i < n_; ++i) {
      vertex_[i] = elimination_.order[order[i]];
      rank_[vertex_[i]] = i;
    }
  }

  /// One panel per vertex, taken together with the one before where that is its child and little is
  /// stored in vain.
  void draft() {
    std::vector<int> draft_of(n_);
    for (int i = 0; i < n_; ++i) {
      Draft next;
      const int v = vertex_[i];
      next.vertices = {v};
      next.columns = graph_.size[v];
      next.constraint = graph_.is_constraint[v];
      for (int k : elimination_.column[elimination_.position[v]])
        next.below.push_back(elimination_.order[k]);
      std::ranges::sort(next.below, {}, [&](int u) { return rank_[u]; });
      for (int u : next.below) next.rows += graph_.size[u];
      while (!drafts_.empty() && joins(drafts_.back(), next)) join(next);
      drafts_.push_back(std::move(next));
    }
  }
  double zeros_if_joined(const Draft& child, const Draft& parent) const {
    return child.zeros + parent.zeros
           + static_cast<double>(child.columns) * (parent.columns + parent.rows - child.rows);
  }
  bool joins(const Draft& child, const Draft& parent) const {
    if (child.below.empty() || child.constraint != parent.constraint) return false;
    const int above = rank_[child.below.front()];  // its parent in the tree
    if (above < rank_[parent.vertices.front()] || above > rank_[parent.vertices.back()])
      return false;
    const double zeros = zeros_if_joined(child, parent);
    if (zeros == 0.0) return true;
    const int columns = child.columns + parent.columns;
    const double stored = static_cast<double>(columns) * (columns + parent.rows);
    for (const Relaxation& r : kRelaxations)
      if (columns <= r.columns) return zeros <= r.zeros * stored;
    return false;
  }
  /// The last draft becomes part of `parent`.
  void join(Draft& parent) {
    Draft& child = drafts_.back();
    parent.zeros = zeros_if_joined(child, parent);
    parent.columns += child.columns;
    child.vertices.insert(child.vertices.end(), parent.vertices.begin(), parent.vertices.end());
    parent.vertices = std::move(child.vertices);
    drafts_.pop_back();
  }

  void place() {
    out_.column.assign(n_, 0);
    out_.panel_of.assign(n_, 0);
    int column = 0;
    for (std::size_t p = 0; p < drafts_.size(); ++p)
      for (int v : drafts_[p].vertices) {
        out_.column[v] = column;
        out_.panel_of[v] = static_cast<int>(p);
        column += graph_.size[v];
      }
    for (const Draft& d : drafts_) {
      const int first = out_.column[d.vertices.front()];
      out_.panels.push_back({first,
                             d.columns,
                             d.rows,
                             d.constraint ? -1.0 : 1.0,
                             out_.values,
                             out_.rows.size(),
                             0,
                             0});
      for (int u : d.below)
        for (int i = 0; i < graph_.size[u]; ++i) out_.rows.push_back(out_.column[u] + i);
      const Panels::Panel& panel = out_.panels.back();
      out_.values += static_cast<std::size_t>(panel.size()) * panel.columns;
    }
  }

  /// Each panel changes those that hold its rows as columns.
  void list_updates() {
    std::vector<std::vector<Panels::Update>> of_target(drafts_.size());
    for (std::size_t s = 0; s < drafts_.size(); ++s) {
      int from = 0;
      const auto& below = drafts_[s].below;
      for (std::size_t b = 0; b < below.size();) {
        const int target = out_.panel_of[below[b]];
        int count = 0;
        for (; b < below.size() && out_.panel_of[below[b]] == target; ++b)
          count += graph_.size[below[b]];
        of_target[target].push_back(update(static_cast<int>(s), from, count, target));
        from += count;
      }
    }
    for (std::size_t t = 0; t < of_target.size(); ++t) {
      Panels::Panel& panel = out_.panels[t];
      panel.first_update = out_.updates.size();
      out_.updates.insert(out_.updates.end(), of_target[t].begin(), of_target[t].end());
      panel.last_update = out_.updates.size();
    }
  }
  Panels::Update update(int source, int from, int count, int target) {
    const Panels::Panel& s = out_.panels[source];
    Panels::Update u{source, from, count, -1, out_.where.size()};
    bool one_after_the_other = true;
    for (int i = from; i < s.below; ++i) {
      const int row = out_.row_in(target, out_.rows[s.rows + static_cast<std::size_t>(i)]);
      out_.where.push_back(row);
      if (row != out_.where[u.where] + (i - from)) one_after_the_other = false;
    }
    if (one_after_the_other) {
      u.at = out_.where[u.where];
      out_.where.resize(u.where);
    } else {
      out_.largest_product =
          std::max(out_.largest_product,
                   static_cast<std::size_t>(s.below - from) * static_cast<std::size_t>(count));
    }
    return u;
  }

  const BlockGraph& graph_;
  const Elimination& elimination_;
  int n_;
  std::vector<int> vertex_, rank_;  // in postorder, and back
  std::vector<Draft> drafts_;
  Panels out_;
};

}  // namespace

int Panels::row_in(int p, int row) const {
  const Panel& panel = panels[p];
  if (row >= panel.first && row < panel.first + panel.columns) return row - panel.first;
  const auto first = rows.begin() + static_cast<std::ptrdiff_t>(panel.rows);
  const auto it = std::lower_bound(first, first + panel.below, row);
  if (it == first + panel.below || *it != row) return -1;
  return panel.columns + static_cast<int>(it - first);
}

Panels make_panels(const BlockGraph& graph, const Elimination& elimination) {
  return PanelMaker(graph, elimination).make();
}

}  // namespace holon
