// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/solve/rank.h"

namespace holon {

/// Finds out on which rows near it a row depends.
///
/// An elimination of all rows tells that a row depends on others, and one set of those that were
/// kept. But one that was not kept may be the neighbour that explains it: where every panel of a
/// truss has a bar too many, and that bar belongs to the next panel too, sets of kept rows reach
/// back over all panels. So rows are looked at that share a column with the row, then those that
/// share one with these, and so on, until they make it up. Only rows before it count: as each set
/// then has a last row of its own, they are independent of each other.
class NearbyRows {
 public:
  NearbyRows(const SparseRows& J, const RowsByColumn& rows_at);
  /// The next row.
  void add(int row) { position_[row] = next_++; }
  /// A minimal dependent set of `row` and rows added before, in no order. Empty if that would take
  /// very many rows.
  Circuit circuit_of(int row, double threshold);

 private:
  std::vector<int> around(std::span<const int> rows);

  const SparseRows& J_;
  const RowsByColumn& rows_at_;
  std::vector<int> position_;  // by row: when it was added; −1 of others
  int next_ = 0;
  RowElimination elimination_;
  std::vector<int> kept_;                    // the row of J that is kept row k
  std::vector<int> row_seen_, column_seen_;  // when they were last seen
  int now_ = 0, columns_seen_ = 0;
};

}  // namespace holon
