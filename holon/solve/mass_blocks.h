// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace holon {

/// A block-diagonal mass matrix M, a dense block for each object, and its factors L D Lᵀ, L with a
/// unit diagonal. Blocks that do not change are factored once; those that are diagonal cost one
/// multiplication a row.
class MassBlocks {
 public:
  /// Returns its number.
  int add(int size);

  /// The block of an object, to be written.
  double* values(int object) {
    blocks_[object].changed = any_changed_ = true;
    return values_.data() + blocks_[object].values;
  }
  const double* values(int object) const { return values_.data() + blocks_[object].values; }
  /// Factors what has changed. Returns how many pivots are nothing next to their diagonal entry:
  /// what has no mass in that direction is held.
  int factor();
  bool is_diagonal(int object) const { return blocks_[object].diagonal; }
  /// Whether all blocks are.
  bool is_diagonal() const { return diagonal_; }
  /// D⁻¹ of an object, and of all one after the other.
  const double* inverse(int object) const { return inverse_.data() + blocks_[object].offset; }
  std::span<const double> inverse() const { return inverse_; }

  /// out = M x
  void times(std::span<const double> x, std::span<double> out) const;
  /// x ← M⁻¹ x
  void solve(std::span<double> x) const;
  /// x = M⁻¹ f
  void solve(std::span<const double> f, std::span<double> x) const;
  /// B ← B L⁻ᵀ, with B: rows × size of the object, by rows
  void divide(int object, double* B, int rows) const;

 private:
  struct Block {
    int size, offset;
    std::size_t values;
    bool changed = true, diagonal = false;
    int held = 0;
  };
  void factor(Block& block);

  std::vector<Block> blocks_;
  std::vector<double> values_, factors_;  // by columns
  std::vector<double> inverse_;
  bool any_changed_ = true, diagonal_ = false;
  int held_ = 0;
};

}  // namespace holon
