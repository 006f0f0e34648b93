// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "holon/math/narrow.h"
#include "holon/solve/panels.h"

namespace holon {

/// The border of a factored matrix: rows that came after it was analysed, and are eliminated last.
///
///     ⎡ K   Bᵀ ⎤ = ⎡ L        ⎤ ⎡ D    ⎤ ⎡ Lᵀ  D⁻¹Y ⎤,   L Y = Bᵀ,   S = C − Yᵀ D⁻¹ Y
///     ⎣ B   C  ⎦   ⎣ YᵀD⁻¹  I ⎦ ⎣    S ⎦ ⎣      I   ⎦
///
/// K keeps its order of elimination and its panels, whatever B couples; S is one dense panel more.
/// Y is zero but in the columns of K from which B starts and their ancestors in the tree of
/// elimination, which is often little.
struct Border {
  /// A block of B: all rows of its part, and some columns of K next to each other.
  struct Block {
    int column, columns;
    std::size_t values;  ///< where its numbers start, by columns
  };
  /// Rows that came together, with those columns of K that they change.
  struct Part {
    int first, rows;            ///< of the border
    std::vector<Block> blocks;  ///< where B is not zero
    std::vector<int> reach;     ///< panels of K, increasing
    std::size_t columns = 0;    ///< of these
    std::vector<double> y;      ///< D⁻¹ Y: rows × columns, by rows
  };

  Border() = default;
  /// Of `rows` rows, after n others; the numbers of C start at `values`.
  Border(int n, int rows, std::size_t values)
      : panel{n, rows, 0, -1, narrow<std::uint32_t>(values), 0, 0, 0} {}

  /// Where the entry of rows i and j of C is.
  std::size_t at(int i, int j) const {
    return static_cast<std::size_t>(panel.values) + static_cast<std::size_t>(i)
           + static_cast<std::size_t>(j) * panel.columns;
  }
  /// Numbers of B and C together, as a rule: each row couples with some hundred others at most.
  std::size_t most_values() const { return static_cast<std::size_t>(panel.columns) * 128; }

  Panels::Panel panel{};    ///< S, and its factors
  std::vector<Part> parts;  ///< in the order of their rows
  int used = 0;             ///< rows in parts
};

}  // namespace holon
