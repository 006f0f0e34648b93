// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "holon/scene/signals.h"

namespace holon::cli {

/// The rows of a table of signals: the time, the signals that match, and `worst_error` if it is
/// named, the largest error of any constraint at the end of the last step.
class Recorder {
 public:
  /// Throws a UsageError for a part of the pattern that matches nothing, with what it may mean.
  Recorder(const World& world, const std::string& signals);
  const std::vector<SignalInfo>& columns() const { return columns_; }
  /// The values now, in the order of the columns; good until the next call.
  std::span<const double> sample(const World& world);

 private:
  std::vector<SignalInfo> columns_;
  Signals signals_;
  std::vector<std::size_t> wanted_;  // of the signals, one of each name
  bool worst_error_ = false;
  std::vector<double> all_, row_;
};

}  // namespace holon::cli
