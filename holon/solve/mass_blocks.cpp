// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/mass_blocks.h"

#include <algorithm>

#include "holon/math/diagnostics.h"

namespace holon {
namespace {

// A pivot that has lost this much of its diagonal entry has no mass: rounding alone leaves some
// 1e-15 of it per elimination.
constexpr double kNoMass = 1e-11;

}  // namespace

int MassBlocks::add(int size, bool may_be_any) {
  blocks_.push_back({size, static_cast<int>(diagonal_.size())});
  diagonal_.resize(diagonal_.size() + size, 0.0);
  inverse_.resize(diagonal_.size(), 0.0);
  if (may_be_any) make_dense(blocks_.back());
  return static_cast<int>(blocks_.size()) - 1;
}

void MassBlocks::make_dense(Block& block) {
  const std::size_t size = 2 * static_cast<std::size_t>(block.size) * block.size;
  HOLON_EXPECT(dense_.size() + size < kNone);
  block.dense = static_cast<std::uint32_t>(dense_.size());
  dense_.resize(dense_.size() + size, 0.0);
}

void MassBlocks::fit() {
  blocks_.shrink_to_fit();
  for (std::vector<double>* x : {&diagonal_, &inverse_, &dense_}) x->shrink_to_fit();
}

void MassBlocks::set(int object, const double* M) {
  Block& block = blocks_[object];
  const int n = block.size;
  block.changed = any_changed_ = true;
  block.is_diagonal = true;
  for (int j = 0; j < n; ++j) {
    diagonal_[block.offset + j] = M[j * (n + 1)];
    for (int i = j + 1; i < n; ++i)
      block.is_diagonal = block.is_diagonal && M[i + j * n] == 0.0;  // it is symmetric
  }
  if (block.is_diagonal) return;
  if (block.dense == kNone) make_dense(block);
  std::copy_n(M, n * n, dense_.data() + block.dense);
}

void MassBlocks::get(int object, double* M) const {
  const int n = blocks_[object].size;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) *M++ = entry(object, i, j);
}

double MassBlocks::entry(int object, int i, int j) const {
  if (!is_diagonal(object)) return dense(object)[i + j * blocks_[object].size];
  return i == j ? diagonal(object)[i] : 0.0;
}

int MassBlocks::factor() {
  if (!any_changed_) return held_;
  any_changed_ = false;
  all_diagonal_ = true;
  held_ = 0;
  for (Block& block : blocks_) {
    if (block.changed) factor(block);
    all_diagonal_ = all_diagonal_ && block.is_diagonal;
    held_ += block.held;
  }
  return held_;
}

void MassBlocks::factor(Block& block) {
  const int n = block.size;
  const double* diagonal = diagonal_.data() + block.offset;
  double* inverse = inverse_.data() + block.offset;
  block.changed = false;
  block.held = 0;
  const auto accept = [&](int j, double d) {
    const bool has_mass = d > kNoMass * diagonal[j];
    inverse[j] = has_mass ? 1.0 / d : 0.0;
    if (!has_mass) ++block.held;
  };
  if (block.is_diagonal) {
    for (int j = 0; j < n; ++j) accept(j, diagonal[j]);
    return;
  }
  double *M = dense_.data() + block.dense, *L = M + n * n;
  std::copy_n(M, n * n, L);
  for (int j = 0; j < n; ++j) {
    double* column = L + j * n;
    accept(j, column[j]);
    for (int k = j + 1; k < n; ++k) {
      const double factor = column[k] * inverse[j];
      for (int i = k; i < n; ++i) L[i + k * n] -= column[i] * factor;
    }
    for (int i = j + 1; i < n; ++i) column[i] *= inverse[j];
  }
}

void MassBlocks::times(std::span<const double> x, std::span<double> out) const {
  if (all_diagonal_ && !any_changed_) {
    for (std::size_t i = 0; i < x.size(); ++i) out[i] = diagonal_[i] * x[i];
    return;
  }
  for (const Block& block : blocks_) {
    const int n = block.size;
    const double* from = x.data() + block.offset;
    double* to = out.data() + block.offset;
    if (block.is_diagonal) {
      const double* M = diagonal_.data() + block.offset;
      for (int i = 0; i < n; ++i) to[i] = M[i] * from[i];
      continue;
    }
    const double* M = dense_.data() + block.dense;
    std::fill_n(to, n, 0.0);
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) to[i] += M[i + j * n] * from[j];
  }
}

void MassBlocks::solve(std::span<const double> f, std::span<double> x) const {
  if (all_diagonal_) {
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = f[i] * inverse_[i];
    return;
  }
  std::copy(f.begin(), f.end(), x.begin());
  solve(x);
}

void MassBlocks::solve(std::span<double> x) const {
  if (all_diagonal_) {
    for (std::size_t i = 0; i < x.size(); ++i) x[i] *= inverse_[i];
    return;
  }
  for (const Block& block : blocks_) {
    const int n = block.size;
    const double* inverse = inverse_.data() + block.offset;
    double* y = x.data() + block.offset;
    if (block.is_diagonal) {
      for (int i = 0; i < n; ++i) y[i] *= inverse[i];
      continue;
    }
    const double* L = factors(block);
    for (int j = 0; j < n; ++j)
      for (int i = j + 1; i < n; ++i) y[i] -= L[i + j * n] * y[j];
    for (int i = 0; i < n; ++i) y[i] *= inverse[i];
    for (int j = n - 1; j >= 0; --j)
      for (int i = j + 1; i < n; ++i) y[j] -= L[i + j * n] * y[i];
  }
}

void MassBlocks::divide(int object, double* B, int rows) const {
  const Block& block = blocks_[object];
  if (block.is_diagonal) return;
  const double* L = factors(block);
  const int n = block.size;
  for (int i = 0; i < rows; ++i, B += n)
    for (int l = 0; l < n; ++l)
      for (int j = l + 1; j < n; ++j) B[j] -= L[j + l * n] * B[l];
}

}  // namespace holon
