// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "holon/solve/ordering.h"

namespace holon {

/// An order of elimination and the multiplications it takes.
struct PivotOrder {
  std::vector<int> order;
  double work = 0.0;
};

struct MinimumDegreeOptions {
  PivotRule rule = PivotRule::objects_first;
  /// Constraints of a stage go when all those of earlier ones have gone; empty: all in one. For
  /// objects_first only.
  std::span<const int> stage = {};
  /// Gives up once the factorisation would take more than this.
  double limit = std::numeric_limits<double>::infinity();
};

/// The next vertex is always one that fills the fewest rows, as far as can be told cheaply
/// [Amestoy96].
std::optional<PivotOrder> minimum_degree(const BlockGraph& graph,
                                         const Lists& adjacent,
                                         const MinimumDegreeOptions& options);

/// What eliminating `columns` dense columns with `below` rows under them takes.
inline double elimination_work(double columns, double below) {
  const double all = columns + below;
  return (all * all * all - below * below * below) / 3.0;
}

}  // namespace holon
