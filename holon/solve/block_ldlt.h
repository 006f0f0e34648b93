// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "holon/math/types.h"
#include "holon/math/workers.h"
#include "holon/solve/border.h"
#include "holon/solve/panels.h"
#include "holon/solve/subtrees.h"

namespace holon {

/// Factors the block-sparse symmetric matrix of a KKT system,
///
///     K = ⎡ M   Jᵀ ⎤  =  L D Lᵀ,   L with a unit diagonal, D diagonal
///         ⎣ J  −E  ⎦
///
/// with dense blocks of fixed place. M is positive definite and E ≥ 0, so with E > 0 the factors
/// exist for every order of elimination [Vanderbei95]: objects give positive pivots, constraints
/// negative ones. With E = 0 they exist as long as the rows of J are independent; a pivot that
/// cancels to nothing says that they are not.
///
/// Rows of constraints may also be coupled with each other, by what has been eliminated before.
///
/// L is kept in panels (holon/solve/panels.h), each of which collects what the ones before it
/// change in it and is then factored. Small panels of one shape that follow each other, as those of
/// a chain do, are worked through by loops compiled for that shape. `analyse` once per topology;
/// then load, factor and solve without allocation. Subtrees of a large matrix are worked on at the
/// same time (holon/solve/subtrees.h) if there are workers; the numbers are the same without.
///
/// A few constraints may come after the analysis: they are eliminated last, in the border of the
/// matrix (holon/solve/border.h), for which rows are kept back. As long as nobody takes these, they
/// are −1 on the diagonal and nothing else, so that solutions are zero there where b is.
class BlockLdlt {
 public:
  /// Where the block of two vertices is, or of one with itself: the entry of row i of `rows` and
  /// row j of the other is at + i + j · stride.
  struct Place {
    std::size_t at;
    int stride;
    int rows;  ///< the vertex of the two that is eliminated later
  };
  void analyse(const BlockGraph& graph) { analyse(graph, eliminate(graph)); }
  void analyse(const BlockGraph& graph, const Elimination& elimination, int kept_back = 0);
  /// Who helps with large matrices; nobody if null.
  void set_workers(Workers* workers) { workers_ = workers; }

  // ---- constraints that come later ----
  /// Takes the next of the rows kept back, which come after all others. Returns the new vertex, −1
  /// if there are not as many.
  int add_late(int rows);
  /// As place(), for one that came late and any other vertex: makes room for their block.
  Place couple(int late, int v);
  /// Where the diagonal entry of the k-th row kept back is.
  std::size_t late_diagonal(int k) const { return border_.at(k, k); }

  // ---- the matrix: set it to zero, fill in its blocks, then factor ----
  void set_zero();
  Place place(int a, int b) const;
  double* values() { return values_.data(); }

  /// Factors in place. A pivot not above `threshold` times its reference, the size it would have
  /// without the others, counts as cancelled: its row says nothing that others do not say, and is
  /// left out (its part of every solution is zero). Returns the number of such rows. Zero means
  /// that the factors are exact. The reference is the entry on the diagonal, and what `more` has
  /// for the row; with a threshold of zero nothing is measured. A pivot that may be all rounding
  /// counts as cancelled too: one that has lost much of its size is wrong in its first digits, and
  /// so is what later ones take from it; and the more rows have been left out, the more has been
  /// passed on from one to the next, so that the threshold grows with the square of their number.
  int factor(double threshold, std::span<const double> more = {});
  /// The smallest ratio of a pivot to its reference, of those that were not left out.
  double smallest_pivot() const { return smallest_; }
  bool is_left_out(int row) const { return inverse_[column_[row]] == 0.0; }

  /// Solves K x = b in place. Rows stand in the order of the vertices.
  void solve(std::span<double> x);

  int rows() const { return static_cast<int>(column_.size()); }
  int offset(int v) const { return offset_[v]; }
  /// Numbers stored in L, a measure of the work.
  std::size_t factor_size() const { return panels_.values; }

 private:
  /// Columns and rows below of panels up to which there are loops for each shape.
  static constexpr int kSmall = 6;
  /// Panels that follow each other: of one small shape, or one of any shape.
  struct Run {
    std::size_t first, last;
    bool small;
  };
  /// A share of the work: some subtrees, or the top.
  struct alignas(64) Share {  // the size of a cache line, so that threads do not share one
    std::size_t first_run = 0, last_run = 0;
    std::vector<int> beyond;      // rows beyond the subtrees that these change
    std::size_t buffer = 0;       // in x_, where they add up what they change there
    std::vector<double> product;  // scratch
    int cancelled = 0;            // rows
    double smallest = 1.0;        // ratio of a pivot to its reference
    bool in_doubt = false;        // whether any pivot has lost much
  };
  void list_shares();
  void add_share(std::span<const PanelRange> ranges, std::vector<int> beyond);
  void list_runs(const PanelRange& range);
  std::size_t largest_product(std::span<const PanelRange> ranges) const;
  void divert_rows(const PanelRange& range, const Share& share);
  template <class F>
  void for_each_subtree(F&& f);
  template <class Small, class Any>
  void with_shape(const Run& run, Small&& small, Any&& any) const;
  void factor(Share& share);
  void note_references(const Panels::Panel& panel);
  void collect(const Panels::Panel& panel, Share& share);
  void collect_doubt(const Panels::Panel& panel);
  void factor_columns(const Panels::Panel& panel, Share& share);
  template <int N, int M>
  void factor_small(const Panels::Panel& panel, Share& share);
  template <int N>
  [[gnu::always_inline]] void factor_pivots(
      double* C, int ld, int first, double sign, Share& share);
  double cancelled_below(const Share& share) const;
  double accept_pivot(int column, double d, double sign, Share& share);
  void cast_doubt(int column, const double* L, int rows);
  void pass_on_doubt(const Panels::Panel& panel, int first, int last);
  void forward(const Share& share);
  void backward(const Share& share);
  void forward(const Panels::Panel& panel, const int* rows);
  void backward(const Panels::Panel& panel);
  template <int N>
  [[gnu::always_inline]] void forward(
      const Panels::Panel& panel, const int* rows, int first, int ld, int columns, int below);
  template <int N>
  [[gnu::always_inline]] void backward(
      const Panels::Panel& panel, int first, int ld, int columns, int below);
  // in border.cpp
  void reach_from(Border::Part& part, int p);
  void collect_border();
  void collect_border_row(Border::Part& part, int i);
  void solve_border();

  Panels panels_;
  std::vector<Run> runs_;          // by share
  std::vector<Share> shares_{1};   // the last one is the top
  std::vector<int> forward_rows_;  // as the rows of the panels, but in the buffers of shares
  Border border_;
  std::vector<int> size_, offset_;       // of each vertex: rows, and the first of them
  std::vector<int> column_;              // of each row
  std::vector<double> values_;           // of the panels
  std::vector<double> pivot_, inverse_;  // D and its inverse, by column
  std::vector<double> reference_;        // by column
  std::vector<double> lost_;   // by column: its reference over its pivot, where that is much
  std::vector<double> doubt_;  // by column: what it took from pivots that lost much, times that
  std::vector<double> x_;      // scratch: a solution, then the buffers of the shares
  double threshold_ = 0.0, smallest_ = 1.0;
  Workers* workers_ = nullptr;
};

}  // namespace holon
