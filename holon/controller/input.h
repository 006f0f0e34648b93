// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "holon/controller/controller.h"

namespace holon {

/// A number that the host sets, while running too: a knob, a pedal, a number of its own making.
struct Input {
  static constexpr std::string_view name = "input";
  static constexpr std::string_view summary = "a number that the host sets, at any moment";
  static constexpr int memories = 0;

  double value = 0.0;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("value", self.value, "the output");
  }
  std::vector<const SignalRef*> signals() const { return {}; }
  void check(Diagnostics& d) const { d.expect(std::isfinite(value), "value", "must be finite"); }

  using Runtime = Input;
  double update(std::span<const Sensed> /*signals*/,
                double /*t*/,
                double /*h*/,
                std::span<double> /*memory*/) const {
    return value;
  }
};

static_assert(ControllerKind<Input>);

}  // namespace holon
