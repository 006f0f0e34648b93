// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "holon/math/types.h"
#include "holon/solve/panels.h"

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
/// L is kept in panels (holon/solve/panels.h), each of which collects what the ones before it
/// change in it and is then factored. `analyse` once per topology; then load, factor and solve
/// without allocation.
class BlockLdlt {
 public:
  void analyse(const BlockGraph& graph);

  // ---- the matrix: set it to zero, set all its blocks, then factor ----
  /// All but the diagonal blocks that are kept.
  void set_zero();
  /// Whether the factors of the diagonal block of v depend on that block alone. Then they are kept,
  /// and the block need not be set again as long as it stays the same.
  bool is_kept(int v) const;
  /// Sets the diagonal block of vertex v (rows × rows, by columns).
  void set_diagonal(int v, const double* values);
  /// Subtracts e from diagonal entry i of vertex v.
  void subtract_from_diagonal(int v, int i, double e);
  /// The place of the block between a constraint and an object.
  struct Coupling {
    std::size_t place;
    int stride;  // from column to column
    int m, n;    // rows of the constraint and of the object
    bool transposed;
  };
  Coupling coupling(int constraint, int object) const;
  /// Sets that block (rows of the constraint × rows of the object, by columns).
  void set_coupling(const Coupling& at, const double* values);

  /// Factors in place. `reference` holds for each row the size its pivot would have without the
  /// others; a pivot not above `threshold` times that counts as cancelled: its row says nothing
  /// that others do not say, and is left out (its part of every solution is zero). Returns the
  /// number of such rows. Zero means that the factors are exact.
  /// A pivot that may be all rounding counts as cancelled too: one that has lost much of its size
  /// is wrong in its first digits, and so is what later ones take from it.
  int factor(std::span<const double> reference, double threshold);
  /// The smallest ratio of a pivot to its reference, of those that were not left out.
  double smallest_pivot() const { return smallest_; }
  bool is_left_out(int row) const { return inverse_[column_[row]] == 0.0; }

  /// Solves K x = b, with b and x each in two parts. Rows stand in the order of the vertices.
  void solve(std::span<const double> b1,
             std::span<const double> b2,
             std::span<double> x1,
             std::span<double> x2);
  /// The same in place.
  void solve(std::span<double> x) { solve(x, {}, x, {}); }

  int rows() const { return static_cast<int>(column_.size()); }
  int offset(int v) const { return offset_[v]; }
  /// Numbers stored in L, a measure of the work.
  std::size_t factor_size() const { return values_.size(); }

 private:
  /// A pivot block that outlives its factorisation.
  struct Kept {
    bool fresh = true;  ///< it has been set and not factored yet
    bool diagonal = false;
    int cancelled = 0;
  };
  void collect(const Panels::Panel& panel);
  int factor_columns(const Panels::Panel& panel, int rows);
  template <int N>
  int factor_pivots(double* C, int ld, int first, double sign);
  void pass_on_doubt(const Panels::Panel& panel, int first, int last, int rows);
  bool is_diagonal(const Panels::Panel& panel) const;
  void divide_by_pivot(const Panels::Panel& panel, bool diagonal);
  void substitute();
  void forward_diagonal(const Panels::Panel& panel);
  void backward_diagonal(const Panels::Panel& panel);
  void forward(const Panels::Panel& panel, int first);
  void backward(const Panels::Panel& panel, int first);

  Panels panels_;
  std::vector<int> size_, offset_;       // of each vertex: rows, and the first of them
  std::vector<int> column_;              // of each row
  std::vector<Kept> kept_;               // by panel
  std::vector<double> values_;           // of the panels
  std::vector<double> pivot_, inverse_;  // D and its inverse, by column
  std::vector<double> reference_;        // by column
  std::vector<double> lost_;   // by column: its reference over its pivot, where that is much
  std::vector<double> doubt_;  // by column: what it took from pivots that lost much, times that
  std::vector<double> product_, x_;  // scratch
  double threshold_ = 0.0, smallest_ = 1.0;
};

}  // namespace holon
