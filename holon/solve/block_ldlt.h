// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "holon/math/types.h"
#include "holon/solve/ordering.h"

namespace holon {

/// Factors the block-sparse symmetric matrix of a KKT system,
///
///     K = ⎡ M   Jᵀ ⎤  =  L S Lᵀ,   S = ±1 per row
///         ⎣ J  −E  ⎦
///
/// with dense blocks of fixed place. M is positive definite and E ≥ 0, so with E > 0 the factors
/// exist for every order of elimination [Vanderbei95]: objects give pivots of sign +, constraints
/// −. With E = 0 they exist as long as the rows of J are independent; a pivot that cancels to
/// nothing says that they are not.
///
/// `analyse` once per topology; then load, factor and solve without allocation.
class BlockLdlt {
 public:
  void analyse(const BlockGraph& graph);

  // ---- the matrix: set all blocks, then factor ----
  void set_zero();
  /// Adds `values` (rows × rows, by columns) to the diagonal block of vertex v.
  void add_diagonal(int v, const double* values);
  /// Subtracts e from diagonal entry i of vertex v.
  void subtract_from_diagonal(int v, int i, double e);
  /// The place of the block between a constraint and an object.
  struct Coupling {
    std::size_t place;
    int m, n;  // rows of the constraint and of the object
    bool transposed;
  };
  Coupling coupling(int constraint, int object) const;
  /// Adds `values` (rows of the constraint × rows of the object, by columns) to that block.
  void add_coupling(const Coupling& at, const double* values);

  /// Factors in place. `reference` holds for each row the size its pivot would have without the
  /// others; a pivot not above `threshold` times that counts as cancelled: it is replaced by its
  /// reference, and the number of such rows is returned. Zero means that the factors are exact.
  /// A pivot that may be all rounding counts as cancelled too: one that has lost much of its size
  /// is wrong in its first digits, and so is what later ones take from it.
  int factor(std::span<const double> reference, double threshold);

  /// Solves K x = b in place. Rows stand in the order of the vertices.
  void solve(std::span<double> x) const;

  int rows() const { return rows_; }
  int offset(int v) const { return offset_[v]; }
  /// Numbers stored in L, a measure of the work.
  std::size_t factor_size() const { return values_.size(); }

 private:
  struct Block {
    int row;             // position of the row vertex
    std::size_t values;  // where its numbers start
  };
  struct Column {
    int vertex;
    int size;
    double sign;
    int offset;               // of its rows in the vertex order
    std::size_t diagonal;     // where the numbers of the pivot start
    std::size_t first, last;  // its blocks below the pivot
    std::size_t updates;      // where its list of update targets starts
  };

  int factor_pivot(Column& column, std::span<const double> reference, double threshold);
  void pass_on_doubt(const Column& column);
  std::size_t find_block(int column, int row) const;

  int rows_ = 0;
  std::vector<int> offset_;    // of each vertex
  std::vector<int> position_;  // of each vertex in the elimination
  std::vector<Column> columns_;
  std::vector<Block> blocks_;
  std::vector<std::size_t> targets_;  // of every product of two blocks of a column
  std::vector<double> values_;
  std::vector<double> lost_;  // of each row: its reference over its pivot
  std::vector<double>
      doubt_;  // of each row: what it took from pivots that had lost much, times that
};

}  // namespace holon
