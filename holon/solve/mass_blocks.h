// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace holon {

/// A block-diagonal mass matrix M, a block for each object, and its factors L D Lᵀ, L with a unit
/// diagonal. Blocks that do not change are factored once. Of those that are diagonal nothing else
/// is kept, and they cost one multiplication a row.
class MassBlocks {
 public:
  /// Returns its number. One whose block may become any has room for that from the start, so that
  /// set() does not allocate.
  int add(int size, bool may_be_any = false);

  /// Gives an object its block, size × size.
  void set(int object, const double* M);
  /// The same back.
  void get(int object, double* M) const;
  double entry(int object, int i, int j) const;
  /// The diagonal of the block.
  const double* diagonal(int object) const { return diagonal_.data() + blocks_[object].offset; }
  /// The whole of it by columns, where it is not diagonal.
  const double* dense(int object) const { return dense_.data() + blocks_[object].dense; }
  /// Factors what has changed. Returns how many pivots are nothing next to their diagonal entry:
  /// what has no mass in that direction is held.
  int factor();
  bool is_diagonal(int object) const { return blocks_[object].is_diagonal; }
  /// Whether all blocks are.
  bool is_diagonal() const { return all_diagonal_; }
  /// Whether they are sure to stay so.
  bool stays_diagonal() const { return dense_.empty(); }
  /// D⁻¹ of an object, and of all one after the other.
  const double* inverse(int object) const { return inverse_.data() + blocks_[object].offset; }
  std::span<const double> inverse() const { return inverse_; }
  /// Gives back what has been taken for blocks that did not come.
  void fit();

  /// out = M x
  void times(std::span<const double> x, std::span<double> out) const;
  /// x ← M⁻¹ x
  void solve(std::span<double> x) const;
  /// x = M⁻¹ f
  void solve(std::span<const double> f, std::span<double> x) const;
  /// B ← B L⁻ᵀ, with B: rows × size of the object, by rows
  void divide(int object, double* B, int rows) const;

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;
  struct Block {
    int size, offset;
    std::uint32_t dense = kNone;  // where its numbers start, M and then L; none while diagonal
    std::int16_t held = 0;        // pivots
    bool changed = true, is_diagonal = true;
  };
  void make_dense(Block& block);
  const double* factors(const Block& block) const {
    return dense_.data() + block.dense + static_cast<std::size_t>(block.size) * block.size;
  }
  void factor(Block& block);

  std::vector<Block> blocks_;
  std::vector<double> diagonal_, inverse_;  // of all, one after the other
  std::vector<double> dense_;               // by columns, of those that are not diagonal
  bool any_changed_ = true, all_diagonal_ = false;
  int held_ = 0;
};

}  // namespace holon
