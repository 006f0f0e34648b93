// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "holon/math/diagnostics.h"
#include "holon/solve/block_ldlt.h"

/// How BlockLdlt lays out a matrix, and divides the work on it.
namespace holon {

void BlockLdlt::analyse(const BlockGraph& graph, const Elimination& elimination, int kept_back) {
  panels_ = make_panels(graph, elimination);
  size_ = graph.size;
  offset_.clear();
  column_.clear();
  for (std::size_t v = 0; v < size_.size(); ++v) {
    offset_.push_back(static_cast<int>(column_.size()));
    for (int i = 0; i < size_[v]; ++i) column_.push_back(panels_.column[v] + i);
  }
  border_ = Border(static_cast<int>(column_.size()), kept_back, panels_.values);
  for (int k = 0; k < kept_back; ++k) column_.push_back(border_.panel.first + k);
  values_.reserve(panels_.values + border_.most_values());
  values_.assign(panels_.values + static_cast<std::size_t>(kept_back) * kept_back, 0.0);
  for (std::vector<double>* x : {&pivot_, &inverse_, &reference_, &lost_, &doubt_, &x_})
    x->assign(column_.size(), 0.0);
  // the border as it is until somebody joins
  std::fill(pivot_.begin() + border_.panel.first, pivot_.end(), -1.0);
  std::fill(inverse_.begin() + border_.panel.first, inverse_.end(), -1.0);
  list_shares();
}

/// The subtrees, and what is left of the panels.
void BlockLdlt::list_shares() {
  shares_.clear();
  runs_.clear();
  const std::vector<PanelRange> subtrees = independent_subtrees(panels_);
  forward_rows_ = subtrees.empty() ? std::vector<int>() : panels_.rows;
  std::vector<PanelRange> top;
  std::size_t next = 0;
  for (const PanelRange& subtree : subtrees) {
    top.push_back({next, subtree.first});
    next = subtree.last;
    add_share({&subtree, 1}, rows_beyond(panels_, subtree));
    divert_rows(subtree, shares_.back());
  }
  top.push_back({next, panels_.panels.size()});
  add_share(top, {});
}

void BlockLdlt::add_share(std::span<const PanelRange> ranges, std::vector<int> beyond) {
  Share& share = shares_.emplace_back();
  share.first_run = runs_.size();
  share.beyond = std::move(beyond);
  share.buffer = x_.size();
  x_.resize(x_.size() + share.beyond.size(), 0.0);
  share.product.assign(largest_product(ranges), 0.0);
  for (const PanelRange& range : ranges) list_runs(range);
  share.last_run = runs_.size();
}

/// Of an update that has to be scattered.
std::size_t BlockLdlt::largest_product(std::span<const PanelRange> ranges) const {
  std::size_t largest = 0;
  for (const PanelRange& range : ranges)
    for (std::size_t p = range.first; p < range.last; ++p)
      for (std::size_t k = panels_.panels[p].first_update; k < panels_.panels[p].last_update; ++k) {
        const Panels::Update& u = panels_.updates[k];
        const auto rows = static_cast<std::size_t>(panels_.panels[u.source].below - u.from);
        if (u.at < 0) largest = std::max(largest, rows * static_cast<std::size_t>(u.count));
      }
  return largest;
}

void BlockLdlt::list_runs(const PanelRange& range) {
  const std::vector<Panels::Panel>& all = panels_.panels;
  for (std::size_t p = range.first; p < range.last; ++p) {
    const bool small = all[p].columns <= kSmall && all[p].below <= kSmall;
    const bool goes_on = small && p > range.first && all[p].columns == all[p - 1].columns
                         && all[p].below == all[p - 1].below;
    if (!goes_on) runs_.push_back({p, p, small});
    runs_.back().last = p + 1;
  }
}

/// Rows beyond the subtrees of a share are in its buffer.
void BlockLdlt::divert_rows(const PanelRange& range, const Share& share) {
  const Panels::Panel& last = panels_.panels[range.last - 1];
  for (std::size_t k = panels_.panels[range.first].rows; k < last.rows + last.below; ++k) {
    int& row = forward_rows_[k];
    if (row < last.first + last.columns) continue;
    const auto found = std::ranges::lower_bound(share.beyond, row);
    row = static_cast<int>(share.buffer) + static_cast<int>(found - share.beyond.begin());
  }
}

// ---- the matrix ----

void BlockLdlt::set_zero() {
  for_numbers(workers_, values_.size(), [this](std::size_t first, std::size_t last) {
    std::fill(values_.data() + first, values_.data() + last, 0.0);
  });
}

BlockLdlt::Place BlockLdlt::place(int a, int b) const {
  const int early = panels_.column[a] < panels_.column[b] ? a : b, late = early == a ? b : a;
  const int p = panels_.panel_of[early];
  const Panels::Panel& panel = panels_.panels[p];
  const int row = panels_.row_in(p, panels_.column[late]);
  HOLON_EXPECT(row >= 0);
  const int column = panels_.column[early] - panel.first;
  return {panel.values + row + static_cast<std::size_t>(column) * panel.size(), panel.size(), late};
}

}  // namespace holon
