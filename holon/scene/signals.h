// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "holon/world/signal_reader.h"

namespace holon {

/// A number of a world that can be recorded.
struct SignalInfo {
  std::string name;  ///< like "rod.x" or "hinge.force"
  std::string unit;
};

/// The numbers of a world to be recorded, chosen by their names (holon/model/signals.h). The list
/// is made once for a world as it is; edits need a new one.
class Signals {
 public:
  explicit Signals(const World& world, std::string_view glob = "*");
  const std::vector<SignalInfo>& list() const { return wanted_; }
  /// The values of all of them now, in the order of the list.
  void sample(const World& world, std::vector<double>& out) const;

 private:
  std::vector<SignalInfo> wanted_;
  std::vector<Signal> signals_;
  mutable SignalReader reader_;
};

/// Whether text matches a pattern with * (anything) and ? (one character). A comma in the pattern
/// separates alternatives.
bool matches_glob(std::string_view pattern, std::string_view text);

}  // namespace holon
