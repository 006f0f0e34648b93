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
// What is smaller than this part of these is not worth another thread and goes to the top.
constexpr double kSmallestPart = 0.05;
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

/// Neighbouring subtrees and their work.
struct Part {
  PanelRange range;
  double work;
};

/// The largest subtrees with no more than `most` work, from the last to the first; neighbours go
/// together as long as they have no more either.
std::vector<Part> cut(const Panels& panels, const std::vector<double>& own, double most) {
  const std::size_t n = own.size();
  std::vector<double> work(n, 0.0);   // of the subtree of each panel
  std::vector<std::size_t> first(n);  // panel there
  std::iota(first.begin(), first.end(), std::size_t{0});
  for (std::size_t p = 0; p < n; ++p) {  // children come before their parents
    work[p] += own[p];
    const int parent = panels.parent(static_cast<int>(p));
    if (parent < 0) continue;
    work[parent] += work[p];
    first[parent] = std::min(first[parent], first[p]);
  }
  std::vector<Part> parts;
  for (std::size_t end = n; end > 0;) {
    const std::size_t p = end - 1;
    if (work[p] > most) {
      end = p;
      continue;
    }
    if (parts.empty() || parts.back().range.first != end || parts.back().work + work[p] > most)
      parts.push_back({{end, end}, 0.0});
    parts.back().work += work[p];
    end = parts.back().range.first = first[p];
  }
  return parts;
}

}  // namespace

std::vector<PanelRange> independent_subtrees(const Panels& panels) {
  if (panels.panels.empty() || panels.panels.back().first < kFewestColumns) return {};
  std::vector<double> own;
  for (const Panels::Panel& panel : panels.panels) own.push_back(work_on(panels, panel));
  const double whole = std::accumulate(own.begin(), own.end(), 0.0), most = whole / kParts;
  std::vector<PanelRange> subtrees;
  double top = whole;
  for (const Part& part : cut(panels, own, most)) {
    if (part.work < kSmallestPart * most) continue;
    subtrees.push_back(part.range);
    top -= part.work;
  }
  if (top > kLargestTop * whole) return {};
  std::ranges::reverse(subtrees);
  return subtrees;
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
