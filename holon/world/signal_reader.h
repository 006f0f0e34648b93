// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/model/signals.h"
#include "holon/world/world.h"

namespace holon {

/// Reads numbers of a world. What the signals of one owner have in common is worked out once, if
/// they are read one after the other.
class SignalReader {
 public:
  /// To be called whenever the world has moved on.
  void begin() { object_ = {}, constraint_ = {}; }
  double read(const World& world, const Signal& signal);

 private:
  double of_object(const World& world, const Signal& signal);
  double of_constraint(const World& world, const Signal& signal);

  ObjectId object_;
  Placement placement_;
  ConstraintId constraint_;
  std::vector<ConnectorLoad> loads_;
  std::vector<double> errors_, lambda_;
};

}  // namespace holon
