// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <variant>

#include "holon/model/scalar.h"

/// What a controller can listen to.
namespace holon {

/// A quantity of the world, or how fast it changes.
struct QuantitySignal {
  ScalarRef quantity;
  bool rate = false;
};
/// A number of the world by its name, such as "rod.vx", "hinge.force" or "pilot.output".
struct NamedSignal {
  std::string name;
};
/// A function of time, a quantity, or any number that has a name.
using SignalRef = std::variant<Motion, QuantitySignal, NamedSignal>;

/// A signal as it is when a step begins.
struct Sensed {
  double value = 0.0;
  double rate = 0.0;  ///< exact for functions of time and quantities, else from the last step
  double acceleration = 0.0;  ///< how the rate has changed since the last step
};

}  // namespace holon
