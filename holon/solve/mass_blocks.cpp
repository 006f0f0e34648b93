// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/mass_blocks.h"

#include <algorithm>

namespace holon {
namespace {

// A pivot that has lost this much of its diagonal entry has no mass: rounding alone leaves some
// 1e-15 of it per elimination.
constexpr double kNoMass = 1e-11;

}  // namespace

int MassBlocks::add(int size) {
  const int offset = static_cast<int>(inverse_.size());
  blocks_.push_back({size, offset, values_.size()});
  values_.resize(values_.size() + static_cast<std::size_t>(size) * size, 0.0);
  factors_.resize(values_.size(), 0.0);
  inverse_.resize(inverse_.size() + size, 0.0);
  return static_cast<int>(blocks_.size()) - 1;
}

int MassBlocks::factor() {
  if (!any_changed_) return held_;
  any_changed_ = false;
  diagonal_ = true;
  held_ = 0;
  for (Block& block : blocks_) {
    if (block.changed) factor(block);
    diagonal_ = diagonal_ && block.diagonal;
    held_ += block.held;
  }
  return held_;
}

void MassBlocks::factor(Block& block) {
  const int n = block.size;
  double* L = factors_.data() + block.values;
  double* inverse = inverse_.data() + block.offset;
  const double* M = values_.data() + block.values;
  std::copy_n(M, static_cast<std::size_t>(n) * n, L);
  block.changed = false;
  block.diagonal = true;
  block.held = 0;
  for (int j = 0; j < n; ++j) {
    double* column = L + j * n;
    const double d = column[j];
    const bool has_mass = d > kNoMass * M[j * (n + 1)];
    inverse[j] = has_mass ? 1.0 / d : 0.0;
    block.held += has_mass ? 0 : 1;
    for (int k = j + 1; k < n; ++k) {
      block.diagonal = block.diagonal && column[k] == 0.0;
      const double factor = column[k] * inverse[j];
      for (int i = k; i < n; ++i) L[i + k * n] -= column[i] * factor;
    }
    for (int i = j + 1; i < n; ++i) column[i] *= inverse[j];
  }
}

void MassBlocks::times(std::span<const double> x, std::span<double> out) const {
  for (const Block& block : blocks_) {
    const int n = block.size;
    const double *M = values_.data() + block.values, *from = x.data() + block.offset;
    double* to = out.data() + block.offset;
    if (block.diagonal) {
      for (int i = 0; i < n; ++i) to[i] = M[i * (n + 1)] * from[i];
      continue;
    }
    std::fill_n(to, n, 0.0);
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) to[i] += M[i + j * n] * from[j];
  }
}

void MassBlocks::solve(std::span<const double> f, std::span<double> x) const {
  if (diagonal_) {
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = f[i] * inverse_[i];
    return;
  }
  std::copy(f.begin(), f.end(), x.begin());
  solve(x);
}

void MassBlocks::solve(std::span<double> x) const {
  if (diagonal_) {
    for (std::size_t i = 0; i < x.size(); ++i) x[i] *= inverse_[i];
    return;
  }
  for (const Block& block : blocks_) {
    const int n = block.size;
    const double *L = factors_.data() + block.values, *inverse = inverse_.data() + block.offset;
    double* y = x.data() + block.offset;
    if (!block.diagonal)
      for (int j = 0; j < n; ++j)
        for (int i = j + 1; i < n; ++i) y[i] -= L[i + j * n] * y[j];
    for (int i = 0; i < n; ++i) y[i] *= inverse[i];
    if (!block.diagonal)
      for (int j = n - 1; j >= 0; --j)
        for (int i = j + 1; i < n; ++i) y[j] -= L[i + j * n] * y[i];
  }
}

void MassBlocks::divide(int object, double* B, int rows) const {
  const Block& block = blocks_[object];
  if (block.diagonal) return;
  const double* L = factors_.data() + block.values;
  const int n = block.size;
  for (int i = 0; i < rows; ++i, B += n)
    for (int l = 0; l < n; ++l)
      for (int j = l + 1; j < n; ++j) B[j] -= L[j + l * n] * B[l];
}

}  // namespace holon
