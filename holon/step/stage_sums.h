// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <type_traits>

#include "holon/math/types.h"

namespace holon {

/// Calls f(first, width) for the components of a vector, with a width that the compiler knows.
template <class F>
void for_each_block(Eigen::Index size, F&& f) {
  Eigen::Index i = 0;
  for (; i + 4 <= size; i += 4) f(i, std::integral_constant<int, 4>());
  for (; i + 2 <= size; i += 2) f(i, std::integral_constant<int, 2>());
  if (i < size) f(i, std::integral_constant<int, 1>());
}

/// Σ_j w_j k_j of the stages k of an explicit method: a row of its tableau, without the zeros.
class StageSum {
 public:
  StageSum() = default;
  StageSum(const double* weight, int count) {
    for (int j = 0; j < count; ++j)
      if (weight[j] != 0.0) {
        stage_[count_] = j;
        weight_[count_++] = weight[j];
      }
  }
  /// Components i to i + Width of Σ_j w_j k_j
  template <int Width>
  Eigen::Array<double, Width, 1> at(const VecX* k, Eigen::Index i) const {
    using Block = Eigen::Array<double, Width, 1>;
    Block sum = Block::Zero();
    for (int j = 0; j < count_; ++j)
      sum += weight_[j] * Eigen::Map<const Block>(k[stage_[j]].data() + i);
    return sum;
  }
  /// out = y + h Σ_j w_j k_j, into memory of its own. Eight components at a time go through the
  /// stages together; the last ones may be among those before as well.
  void add_to(const VecX& y, double h, const VecX* k, VecX& out) const {
    const Eigen::Index n = y.size(), last = n - 4;
    if (n < 4)
      for (Eigen::Index i = 0; i < n; ++i) out[i] = y[i] + h * at<1>(k, i)[0];
    for (Eigen::Index i = 0; n >= 4 && i < n; i += 8)
      add_two(y, h, k, std::min(i, last), std::min(i + 4, last), out);
  }

 private:
  void add_two(const VecX& y,
               double h,
               const VecX* k,
               Eigen::Index first,
               Eigen::Index second,
               VecX& out) const {
    using Four = Eigen::Array<double, 4, 1>;
    Four a = Four::Zero(), b = Four::Zero();
    for (int j = 0; j < count_; ++j) {
      const double* from = k[stage_[j]].data();
      a += weight_[j] * Eigen::Map<const Four>(from + first);
      b += weight_[j] * Eigen::Map<const Four>(from + second);
    }
    Eigen::Map<Four>(out.data() + first) = Eigen::Map<const Four>(y.data() + first) + h * a;
    Eigen::Map<Four>(out.data() + second) = Eigen::Map<const Four>(y.data() + second) + h * b;
  }

  static constexpr int kMost = 16;
  int count_ = 0;
  int stage_[kMost] = {};
  double weight_[kMost] = {};
};

}  // namespace holon
