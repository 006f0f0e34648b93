// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "holon/math/types.h"

/// Which rows of a matrix with few entries depend on which others.
namespace holon {

/// A number at a place: in a row, its column; in a combination of rows, one of them.
struct Entry {
  int at = 0;
  double value = 0.0;
};

/// The rows of a matrix, most of whose entries are zero.
struct SparseRows {
  int columns = 0;
  std::vector<std::size_t> start = {0};
  std::vector<Entry> entries;

  int rows() const { return static_cast<int>(start.size()) - 1; }
  std::span<const Entry> row(int i) const {
    return std::span(entries).subspan(start[i], start[i + 1] - start[i]);
  }
  /// The entries added since the last row become the next one.
  void end_row() { start.push_back(entries.size()); }
};

/// Which rows there are in each column, in their order.
class RowsByColumn {
 public:
  explicit RowsByColumn(const SparseRows& J);
  std::span<const int> column(int c) const {
    return std::span(rows_).subspan(start_[c], start_[c + 1] - start_[c]);
  }
  int count(int c) const { return static_cast<int>(start_[c + 1] - start_[c]); }

 private:
  std::vector<std::size_t> start_;
  std::vector<int> rows_;
};

/// Some of the numbers 0 … n − 1, taken out from either end. They are bits: that is cheaper than a
/// heap where most of a stretch of them is in it for a while.
class IndexSet {
 public:
  void insert(int i) {
    const std::size_t word = static_cast<std::size_t>(i) / kBits;
    if (word >= words_.size()) words_.resize(word + 1, 0);
    words_[word] |= std::uint64_t{1} << (static_cast<std::size_t>(i) % kBits);
    first_ = std::min(first_, word);
    end_ = std::max(end_, word + 1);
  }
  /// The smallest; −1 if there is none.
  int take_first() {
    while (first_ < end_ && words_[first_] == 0) ++first_;
    return take(first_, [](std::uint64_t bits) { return std::countr_zero(bits); });
  }
  /// The largest; −1 if there is none.
  int take_last() {
    while (first_ < end_ && words_[end_ - 1] == 0) --end_;
    return take(end_ - 1, [](std::uint64_t bits) { return 63 - std::countl_zero(bits); });
  }

 private:
  static constexpr std::size_t kBits = 64;
  template <class Which>
  int take(std::size_t word, Which&& which) {
    if (first_ >= end_) {  // empty: all words are zero
      first_ = words_.size();
      end_ = 0;
      return -1;
    }
    const int bit = which(words_[word]);
    words_[word] &= ~(std::uint64_t{1} << bit);
    return static_cast<int>(word * kBits) + bit;
  }
  std::vector<std::uint64_t> words_;
  std::size_t first_ = 0, end_ = 0;  // words outside of these are zero
};

/// Takes in the rows of a matrix J one after the other and finds those that follow from the ones
/// before. With K the rows that are kept,
///
///     Kᵀ = L U                                                     (1)
///
/// L has a unit diagonal in the columns of J that are chosen as pivots, no entry above 10, and
/// entries in columns that are not pivots yet; U is triangular. The time is that of the operations
/// on numbers that are not zero [Gilbert88].
class RowElimination {
 public:
  explicit RowElimination(int columns);
  /// Columns of a lower rank become pivots rather than others, if their entries are not much
  /// smaller. All begin with 0.
  void rank_pivot(int column, int rank) { pivot_rank_[column] = rank; }
  /// Forgets all rows, but not the ranks. The time is that of the rows.
  void forget_rows();

  /// Takes in a row. It is kept if what the kept ones leave of it has an entry larger than
  /// `threshold`.
  bool take(std::span<const Entry> row, double threshold);
  /// Whether the kept rows leave no more than that of a row, which is looked at only.
  bool depends(std::span<const Entry> row, double threshold);
  /// What the kept rows left of the last one: its largest entry.
  double left() const { return left_; }
  /// The last row as a combination of those kept before it: U y = u. Of a row that was not kept
  /// itself this is all of it.
  std::vector<Entry> combination();

  /// Of the last row that was kept: the column of its pivot, and its part of L in other columns.
  int last_pivot() const { return pivot_column_.back(); }
  std::span<const Entry> last_of_l() const {
    return std::span(l_).subspan(l_start_[l_start_.size() - 2]);
  }

  /// How many are kept, and so the rank so far.
  int kept() const { return static_cast<int>(pivot_.size()); }
  int columns() const { return static_cast<int>(kept_at_.size()); }
  bool is_pivot(int column) const { return kept_at_[column] >= 0; }
  /// The x with K x = 1 in kept row k and 0 in all others, and x = 0 in columns without a pivot.
  VecX response(int k) const;

 private:
  void add(int column, double value);
  void mark(int column);
  double eliminate(std::span<const Entry> row);
  int best_pivot() const;
  void keep(int column);

  std::vector<std::size_t> l_start_ = {0}, u_start_ = {0};  // by kept row
  std::vector<Entry> l_, u_;                                // at columns; at kept rows before
  std::vector<double> pivot_;
  std::vector<int> pivot_column_;  // by kept row
  std::vector<int> kept_at_;       // by column: the kept row whose pivot it is; −1 of none
  std::vector<int> pivot_rank_;    // by column
  double left_ = 0.0;
  // scratch of one row
  std::vector<double> x_, y_;          // by column; by kept row
  std::vector<char> marked_, solved_;  // by column; by kept row
  std::vector<int> others_;            // columns without a pivot
  IndexSet waiting_;                   // kept rows
  std::vector<Entry> last_;            // u of the last row
};

/// Rows that depend on each other: Σ value · row = 0, the largest value is 1. It is minimal:
/// without any one of them the others are independent. (A circuit of the matroid of the rows.)
using Circuit = std::vector<Entry>;
/// Leaves out what is at most this part of the largest, and makes the largest 1.
void tidy(Circuit& circuit, double none);

struct RankOptions {
  /// Rows of length 1 count as dependent when others leave less than this of them: well above what
  /// rounding leaves, well below what a mechanism means.
  double dependent = 1e-8;
  /// … and as nearly dependent below this.
  double nearly = 1e-3;
  /// What is less than this part of the largest entry of a circuit is none: the error of a circuit
  /// is that of rows that count as dependent, times what the others need to make them up.
  double none = 1e-6;
};

/// What depends on what in a matrix whose rows have length 1, or are zero.
struct RowDependence {
  int rank = 0;
  /// As many as there are rows too many, each independent of the others. Every row that is in any
  /// minimal dependent set is in one of these.
  std::vector<Circuit> circuits;
  /// Rows that nearly depend on each other.
  struct Near {
    Circuit rows;
    int kept = -1;  ///< the kept row with the small pivot
  };
  std::vector<Near> nearly;
  std::vector<int> kept;          ///< the row of J that is kept row k
  RowElimination elimination{0};  ///< of all rows; others may follow
};
/// `roots` are rows to begin with, those of the ground: sets are then as short as they lead there.
RowDependence find_dependence(const SparseRows& J,
                              const RankOptions& options = {},
                              std::span<const int> roots = {});

/// How many of some rows are independent.
int rank_of(const SparseRows& J, std::span<const int> rows, double threshold);

/// Combines circuits with each other where that makes them shorter, as far as that leads; they stay
/// independent and minimal.
void shorten(const SparseRows& J, std::vector<Circuit>& circuits, const RankOptions& options = {});

}  // namespace holon
