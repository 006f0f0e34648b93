// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "apps/cli/results/provenance.h"

namespace holon::cli {

/// One axis of a sweep: the values of a parameter. "length=1:2:5" are five from 1 to 2, ends
/// included; "length=1:100:3:log" are 1, 10, 100; "length=1,2,5" are these. Of a random sweep
/// "length=1:2" and "length=1:100:log" are ranges.
struct Axis {
  std::string name;
  double from = 0.0, to = 0.0;
  bool logarithmic = false;
  std::vector<double> values = {};  ///< of a grid
};

/// The points of a sweep, numbered from 0 on: a grid, whose last axis runs fastest, or random ones.
/// Each point is known without the others.
class SweepPoints {
 public:
  static SweepPoints grid(const std::vector<std::string>& axes);
  static SweepPoints random(const std::vector<std::string>& axes,
                            std::uint64_t n,
                            std::uint64_t seed);

  std::uint64_t size() const { return size_; }
  const std::vector<Axis>& axes() const { return axes_; }
  /// The value on each axis.
  std::vector<double> at(std::uint64_t point) const;
  nlohmann::ordered_json description() const;

 private:
  std::vector<Axis> axes_;
  std::uint64_t size_ = 1;
  std::optional<std::uint64_t> seed_;  ///< of random points
};

}  // namespace holon::cli
