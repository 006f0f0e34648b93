// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "apps/cli/simulation.h"
#include "holon/scene/signals.h"

namespace holon::cli {

/// The rows of a table of signals: the time, the signals that match, and `worst_error` if it is
/// named, the largest error of any constraint at the end of the last step. Signals of what a
/// timeline creates or removes have nothing to read while it is not there.
class Recorder {
 public:
  /// Throws a UsageError for a part of the pattern that matches nothing, with what it may mean.
  Recorder(const Simulation& simulation, const std::string& signals);
  const std::vector<SignalInfo>& columns() const { return columns_; }
  /// The values now, in the order of the columns; good until the next call.
  std::span<const double> sample(const Simulation& simulation);

 private:
  void check(const Simulation& simulation, const std::string& pattern) const;

  Signals signals_;
  std::vector<SignalInfo> columns_;
  bool worst_error_ = false;
  std::uint64_t edits_ = 0;
  std::vector<double> values_, row_;
};

}  // namespace holon::cli
