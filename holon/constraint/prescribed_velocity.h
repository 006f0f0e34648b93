// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/constraint/constraint.h"
#include "holon/model/command.h"

namespace holon {

/// Makes the rate of a scalar quantity follow a function of time or a controller; its value is
/// neither closed nor remembered.
///
///     ċ = ṡ − f(t)        (1)
///
/// λ is the force or torque of the drive along s.
struct PrescribedVelocity {
  static constexpr std::string_view name = "prescribed_velocity";
  static constexpr std::string_view summary =
      "the rate of a quantity follows a function of time or a controller";
  static constexpr std::string_view required[] = {"quantity", "velocity"};
  static constexpr int rows = 1;
  static constexpr int velocity_rows = 1;

  ScalarRef quantity;
  Command velocity;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("quantity", self.quantity, "what is driven");
    visit("velocity",
          self.velocity,
          "its rate, as a function of time or by a controller [m/s or rad/s]");
  }
  auto connectors() const { return std::tie(quantity, velocity); }
  void check(Diagnostics& /*d*/) const {}

  template <class S>
  RowsT<S, 1> velocity_error(const ScalarMotionT<S>& s, const ScalarMotionT<S>& wanted) const {
    return RowsT<S, 1>(s.v - wanted.x);  // (1)
  }
};

static_assert(ConstraintKind<PrescribedVelocity>);

}  // namespace holon
