// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/nearby_rows.h"

#include <algorithm>
#include <utility>

namespace holon {
namespace {

// No more rows than this are looked at: a set that needs more is no neighbourhood.
constexpr std::size_t kMostRows = 1000;
// Rows of which others leave less are not used to make up another: shares would be large.
constexpr double kEnough = 1e-3;
// Columns with more rows than this, as of an object that many hang on, do not make them neighbours.
constexpr int kCrowd = 100;

}  // namespace

NearbyRows::NearbyRows(const SparseRows& J, const RowsByColumn& rows_at)
    : J_(J),
      rows_at_(rows_at),
      position_(static_cast<std::size_t>(J.rows()), -1),
      elimination_(J.columns),
      row_seen_(static_cast<std::size_t>(J.rows()), 0),
      column_seen_(static_cast<std::size_t>(J.columns), 0) {}

Circuit NearbyRows::circuit_of(int row, double threshold) {
  ++now_;
  columns_seen_ = 0;
  elimination_.forget_rows();
  kept_.clear();
  std::size_t looked_at = 0;
  row_seen_[row] = now_;
  std::vector<int> level = {row};
  while (!elimination_.depends(J_.row(row), threshold)) {
    level = around(level);
    looked_at += level.size();
    if (level.empty() || looked_at > kMostRows) return {};
    for (const int near : level)
      if (elimination_.take(J_.row(near), std::max(kEnough, threshold))) kept_.push_back(near);
  }
  Circuit circuit = elimination_.combination();
  for (Entry& e : circuit) e.at = kept_[e.at];
  circuit.push_back({row, -1.0});
  return circuit;
}

/// The rows added that share a column with `rows` and have not been seen yet, in order.
std::vector<int> NearbyRows::around(std::span<const int> rows) {
  std::vector<int> found;
  for (const int row : rows)
    for (const Entry& e : J_.row(row)) {
      if (rows_at_.count(e.at) > kCrowd || std::exchange(column_seen_[e.at], now_) == now_)
        continue;
      // Pivots at the rim leave of the rows to come what is further in, where columns are few.
      elimination_.rank_pivot(e.at, -++columns_seen_);
      for (const int other : rows_at_.column(e.at))
        if (position_[other] >= 0 && std::exchange(row_seen_[other], now_) != now_)
          found.push_back(other);
    }
  std::ranges::sort(found, {}, [&](int r) { return position_[r]; });
  return found;
}

}  // namespace holon
