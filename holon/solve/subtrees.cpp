// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/subtrees.h"

#include <algorithm>
#include <numeric>

namespace holon {
namespace {

// With fewer columns the work is done before other threads have begun.
constexpr int kFewestColumns = 2000;
// Parts are at most one in so many of the whole work, so that a few threads are all busy.
constexpr double kParts = 12.0;
// The top has at most this part of the work.
constexpr double kLargestTop = 0.5;

/// Multiplications for one panel: to factor it, and to collect what others change in it.
double work_on(const Panels& all, const Panels::Panel& panel) {
  double work = static_cast<double>(panel.columns) * panel.columns * panel.size();
  for (std::size_t k = panel.first_update; k < panel.last_update; ++k) {
    const Panels::Update& u = all.updates[k];
    const Panels::Panel& source = all.panels[u.source];
    work += static_cast<double>(source.columns) * u.count * (source.below - u.from);
  }
  return work;
}

}  // namespace

std::vector<PanelRange> independent_subtrees(const Panels& panels) {
  const std::size_t n = panels.panels.size();
  if (n == 0 || panels.panels.back().first < kFewestColumns) return {};
  std::vector<double> own(n), work(n, 0.0);  // of each panel, and of its subtree
  std::vector<std::size_t> first(n);         // panel of its subtree; children come before parents
  std::iota(first.begin(), first.end(), std::size_t{0});
  for (std::size_t p = 0; p < n; ++p) {
    own[p] = work_on(panels, panels.panels[p]);
    work[p] += own[p];
    const int parent = panels.parent(static_cast<int>(p));
    if (parent < 0) continue;
    work[parent] += work[p];
    first[parent] = std::min(first[parent], first[p]);
  }
  const double whole = std::accumulate(own.begin(), own.end(), 0.0), most = whole / kParts;
  std::vector<PanelRange> parts;
  double top = 0.0, last_part = 0.0;
  for (std::size_t end = n; end > 0;) {  // from the root down
    const std::size_t p = end - 1;
    if (work[p] > most) {
      top += own[p];
      end = p;
      continue;
    }
    const bool joins = !parts.empty() && parts.back().first == end && last_part + work[p] <= most;
    if (!joins) parts.push_back({end, end});
    last_part = (joins ? last_part : 0.0) + work[p];
    end = parts.back().first = first[p];
  }
  if (top > kLargestTop * whole) return {};
  std::ranges::reverse(parts);
  return parts;
}

std::vector<int> rows_beyond(const Panels& panels, const PanelRange& range) {
  const Panels::Panel& last = panels.panels[range.last - 1];
  std::vector<int> rows;
  for (std::size_t p = range.first; p < range.last; ++p) {
    const Panels::Panel& panel = panels.panels[p];
    const auto begin = panels.rows.begin() + static_cast<std::ptrdiff_t>(panel.rows);
    const auto beyond = std::lower_bound(begin, begin + panel.below, last.first + last.columns);
    rows.insert(rows.end(), beyond, begin + panel.below);
  }
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

}  // namespace holon
