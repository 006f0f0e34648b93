// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "holon/scene/scene.h"
#include "holon/world/signal_reader.h"

namespace holon {

/// A number of a world that can be recorded.
struct SignalInfo {
  std::string name;  ///< like "rod.x" or "hinge.force"
  std::string unit;
};

/// The numbers of a world to be recorded, chosen by their names (holon/model/signals.h). The list
/// is made once, for a world as it is, and what a scene creates later.
class Signals {
 public:
  explicit Signals(const World& world, std::string_view glob = "*");
  /// With those of what its timeline creates.
  Signals(const Scene& scene, const World& world, std::string_view glob = "*");
  const std::vector<SignalInfo>& list() const { return wanted_; }
  /// Looks for all of them anew. To be called when the world has been edited.
  void renew(const World& world);
  /// The values of all of them now, in the order of the list; not a number where there is none now.
  void sample(const World& world, std::vector<double>& out) const;

 private:
  void add_from(const Model& model, std::string_view glob);

  std::vector<SignalInfo> wanted_;
  std::vector<std::optional<Signal>> signals_;
  mutable SignalReader reader_;
};

/// Whether text matches a pattern with * (anything) and ? (one character). A comma in the pattern
/// separates alternatives.
bool matches_glob(std::string_view pattern, std::string_view text);

}  // namespace holon
