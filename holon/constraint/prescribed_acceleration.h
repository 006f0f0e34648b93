// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/constraint/constraint.h"

namespace holon {

/// Makes the acceleration of a scalar quantity follow a function of time, whatever its speed is.
///
///     s̈ = f(t),  held as  ċ = ṡ − ∫f dt = const        (1)
///
/// The integral runs over the step, and the constant is what it was at its beginning: nothing is
/// closed. λ is the force or torque of the drive along s.
struct PrescribedAcceleration {
  static constexpr std::string_view name = "prescribed_acceleration";
  static constexpr std::string_view summary =
      "the acceleration of a quantity follows a function of time";
  static constexpr std::string_view required[] = {"quantity", "acceleration"};
  static constexpr int rows = 1;
  static constexpr int velocity_rows = 1;
  static constexpr bool keeps_error = true;

  ScalarRef quantity;
  IntegralOf acceleration;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("quantity", self.quantity, "what is driven");
    visit("acceleration",
          self.acceleration.rate,
          "its acceleration as a function of time [m/s^2 or rad/s^2]");
  }
  auto connectors() const { return std::tie(quantity, acceleration); }
  void check(Diagnostics& d) const { acceleration.rate.check(d, "acceleration"); }

  template <class S>
  RowsT<S, 1> velocity_error(const ScalarMotionT<S>& s, const ScalarMotionT<S>& gained) const {
    return RowsT<S, 1>(s.v - gained.x);  // (1)
  }
};

static_assert(ConstraintKind<PrescribedAcceleration>);

}  // namespace holon
