// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/panels.h"

#include <algorithm>
#include <span>

#include "holon/math/narrow.h"

namespace holon {
namespace {

// Two panels become one if that stores at most this part of zeros, by the number of columns of both
// [Ashcraft89]: a few wide panels are worked through faster than many narrow ones.
struct Relaxation {
  int columns;
  double zeros;
};
constexpr Relaxation kRelaxations[] = {{4, 0.5}, {16, 0.1}, {48, 0.08}, {1 << 30, 0.03}};

/// A panel in the making: vertices first … last in postorder.
struct Draft {
  int first, last;
  int columns, rows;  // of the matrix: its own, and those below
  double zeros;
  bool constraint;
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
    for (std::size_t t = 0; t < out_.panels.size(); ++t) locate_updates(out_.panels[t]);
    out_.panels.shrink_to_fit();
    out_.rows.shrink_to_fit();
    out_.where.shrink_to_fit();
    return std::move(out_);
  }

 private:
  std::span<const int> filled_by(int vertex) const {
    return elimination_.column[elimination_.position[vertex]];
  }

  /// Children before their parents and next to them. The parent of a column in the tree of
  /// elimination is the first row below it; any order that keeps children first fills in the same.
  void postorder() {
    const auto parent = [&](int k) {
      const std::span<const int> column = elimination_.column[k];
      return column.empty() ? n_ : column.front();  // the roots are children of one more
    };
    std::vector<int> size(n_ + 1, 1);  // of each subtree
    for (int k = 0; k < n_; ++k) size[parent(k)] += size[k];
    std::vector<int> end(n_ + 1, n_ - 1);  // where what is still to be placed in a subtree ends
    vertex_.resize(n_);
    rank_.resize(n_);
    for (int k = n_; k-- > 0;) {
      int& at = end[parent(k)];
      vertex_[at] = elimination_.order[k];
      rank_[vertex_[at]] = at;
      end[k] = at - 1;
      at -= size[k];
    }
  }

  /// One panel per vertex, taken together with the one before where that is its child and little is
  /// stored in vain.
  void draft() {
    for (int i = 0; i < n_; ++i) {
      const int v = vertex_[i];
      Draft next{i, i, graph_.size[v], 0, 0.0, static_cast<bool>(graph_.is_constraint[v])};
      for (const int k : filled_by(v)) next.rows += graph_.size[elimination_.order[k]];
      while (!drafts_.empty() && joins(drafts_.back(), next)) {
        const Draft& child = drafts_.back();
        next.zeros = zeros_if_joined(child, next);
        next.columns += child.columns;
        next.first = child.first;
        drafts_.pop_back();
      }
      drafts_.push_back(next);
    }
  }
  double zeros_if_joined(const Draft& child, const Draft& parent) const {
    return child.zeros + parent.zeros
           + static_cast<double>(child.columns) * (parent.columns + parent.rows - child.rows);
  }
  bool joins(const Draft& child, const Draft& parent) const {
    const std::span<const int> below = filled_by(vertex_[child.last]);
    if (below.empty() || child.constraint != parent.constraint) return false;
    const int above = rank_[elimination_.order[below.front()]];  // its parent in the tree
    if (above < parent.first || above > parent.last) return false;
    const double zeros = zeros_if_joined(child, parent);
    if (zeros == 0.0) return true;
    const int columns = child.columns + parent.columns;
    const double stored = static_cast<double>(columns) * (columns + parent.rows);
    for (const Relaxation& r : kRelaxations)
      if (columns <= r.columns) return zeros <= r.zeros * stored;
    return false;
  }

  void place() {
    out_.column.assign(n_, 0);
    out_.panel_of.assign(n_, 0);
    int column = 0;
    for (std::size_t p = 0; p < drafts_.size(); ++p)
      for (int i = drafts_[p].first; i <= drafts_[p].last; ++i) {
        out_.column[vertex_[i]] = column;
        out_.panel_of[vertex_[i]] = static_cast<int>(p);
        column += graph_.size[vertex_[i]];
      }
    row_in_target_.assign(column, 0);
    for (const Draft& d : drafts_) {
      const int first = out_.column[vertex_[d.first]];
      const auto values = narrow<std::uint32_t>(out_.values);
      const auto rows = narrow<std::uint32_t>(out_.rows.size());
      out_.panels.push_back({first, d.columns, d.rows, d.constraint ? -1 : 1, values, rows, 0, 0});
      out_.values += static_cast<std::size_t>(d.columns + d.rows) * d.columns;
      list_rows(d);
    }
  }
  /// The rows below a panel are those below its last vertex.
  void list_rows(const Draft& d) {
    const std::size_t start = below_.items.size();
    for (const int k : filled_by(vertex_[d.last]))
      below_.items.push_back(rank_[elimination_.order[k]]);
    std::sort(below_.items.begin() + static_cast<std::ptrdiff_t>(start), below_.items.end());
    below_.end_list();
    for (const int rank : below_[below_.size() - 1])
      for (int i = 0; i < graph_.size[vertex_[rank]]; ++i)
        out_.rows.push_back(out_.column[vertex_[rank]] + i);
  }

  /// Calls f(target, from, count) for each panel that holds rows below panel s as columns: `count`
  /// of them, from row `from` on.
  template <class F>
  void for_each_target(std::size_t s, F&& f) const {
    int from = 0;
    const std::span<const int> below = below_[s];
    for (std::size_t b = 0; b < below.size();) {
      const int target = out_.panel_of[vertex_[below[b]]];
      int count = 0;
      for (; b < below.size() && below[b] <= drafts_[target].last; ++b)
        count += graph_.size[vertex_[below[b]]];
      f(target, from, count);
      from += count;
    }
  }
  void list_updates() {
    std::vector<Panels::Panel>& panels = out_.panels;
    for (std::size_t s = 0; s < panels.size(); ++s)
      for_each_target(s, [&](int target, int, int) { ++panels[target].last_update; });
    std::uint32_t count = 0;
    for (Panels::Panel& panel : panels) {
      panel.first_update = count;
      count += panel.last_update;
      panel.last_update = panel.first_update;
    }
    out_.updates.resize(count);
    for (std::size_t s = 0; s < panels.size(); ++s)
      for_each_target(s, [&](int target, int from, int rows) {
        out_.updates[panels[target].last_update++] = {static_cast<int>(s), from, rows, -1, 0};
      });
  }

  /// Where the rows of what changes panel `target` stand in it.
  void locate_updates(const Panels::Panel& target) {
    for (int i = 0; i < target.columns; ++i) row_in_target_[target.first + i] = i;
    for (int i = 0; i < target.below; ++i)
      row_in_target_[out_.rows[target.rows + static_cast<std::size_t>(i)]] = target.columns + i;
    for (std::size_t k = target.first_update; k < target.last_update; ++k) {
      Panels::Update& u = out_.updates[k];
      const Panels::Panel& source = out_.panels[u.source];
      const auto rows = std::span(out_.rows).subspan(source.rows + u.from, source.below - u.from);
      const int first = row_in_target_[rows.front()], last = row_in_target_[rows.back()];
      if (last - first == static_cast<int>(rows.size()) - 1) {  // they increase
        u.at = first;
        continue;
      }
      u.where = narrow<std::uint32_t>(out_.where.size());
      for (const int row : rows) out_.where.push_back(row_in_target_[row]);
    }
  }

  const BlockGraph& graph_;
  const Elimination& elimination_;
  int n_;
  std::vector<int> vertex_, rank_;  // in postorder, and back
  std::vector<Draft> drafts_;
  Lists below_;                     // by panel: ranks of the vertices
  std::vector<int> row_in_target_;  // scratch, by row of the matrix
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

int Panels::parent(int p) const {
  if (panels[p].below == 0) return -1;
  const int row = rows[panels[p].rows];
  const auto after = std::upper_bound(
      panels.begin() + p, panels.end(), row, [](int r, const Panel& q) { return r < q.first; });
  return static_cast<int>(after - panels.begin()) - 1;
}

Panels make_panels(const BlockGraph& graph, const Elimination& elimination) {
  return PanelMaker(graph, elimination).make();
}

}  // namespace holon
