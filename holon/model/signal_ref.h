// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <variant>

#include "holon/model/scalar.h"

/// What a controller can listen to.
namespace holon {

/// A quantity of the world, or how fast it changes.
struct QuantitySignal {
  static constexpr std::string_view required[] = {"quantity"};
  ScalarRef quantity;
  bool rate = false;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("quantity", self.quantity, "the quantity");
    visit("rate", self.rate, "whether its rate is meant");
  }
};
/// A number of the world by its name, such as "rod.vx", "hinge.force" or "pilot.output".
struct NamedSignal {
  static constexpr std::string_view required[] = {"signal"};
  std::string name;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("signal", self.name, "its name");
  }
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
