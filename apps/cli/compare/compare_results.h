// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "apps/cli/results/result.h"

namespace holon::cli {

/// How far two results are apart.
struct ResultDifference {
  struct Signal {
    std::string name, unit;
    double largest = 0.0;  ///< |a − b|; infinite where only one has something to read
    double time = 0.0;     ///< of the largest
  };
  std::vector<std::string> only_in_a, only_in_b;
  std::vector<Signal> signals;  ///< that both have, largest differences first
  bool same_times = true;       ///< if not, b is read between its rows, at the times of a
  double end_of_a = 0.0, end_of_b = 0.0;

  /// Whether both have the same signals over the same time, none further apart than this.
  bool within(double tolerance) const;
};

/// Compares by the first column, which both are to have in common. Where the rows stand at
/// different times, over the time that both have, on lines between the rows of b. Throws an
/// InputError if they have nothing to compare.
ResultDifference compare_results(const Result& a, const Result& b);

}  // namespace holon::cli
