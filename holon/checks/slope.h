// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "holon/math/types.h"

namespace holon::checks {

inline double largest(const VecX& x) {
  return x.size() > 0 ? x.lpNorm<Eigen::Infinity>() : 0.0;
}

/// The slope of f at 0 by central differences over shrinking steps, extrapolated to none (Ridders).
struct Slope {
  VecX value;
  double uncertainty = std::numeric_limits<double>::infinity();
};
template <class F>
Slope slope(F&& f, double h) {
  constexpr int levels = 6;
  constexpr double shrink = 1.8;
  std::vector<VecX> last, row;
  Slope best;
  for (int i = 0; i < levels; ++i, h /= shrink) {
    row.assign(1, (f(h) - f(-h)) / (2.0 * h));
    if (i == 0) best.value = row[0];
    double factor = 1.0;
    for (int k = 0; k < i; ++k) {
      factor *= shrink * shrink;
      row.push_back((factor * row[k] - last[k]) / (factor - 1.0));
      const double change = std::max(largest(row[k + 1] - row[k]), largest(row[k + 1] - last[k]));
      if (change < best.uncertainty) best = {row[k + 1], change};
    }
    last = row;
  }
  return best;
}

}  // namespace holon::checks
