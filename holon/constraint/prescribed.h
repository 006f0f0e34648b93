// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/constraint/constraint.h"

namespace holon {

/// Makes a scalar quantity follow a function of time: an ideal motor.
///
///     c = s − f(t)        (1), up to whole turns of an angle, or of a closed curve
///
/// λ is the force or torque of the motor along s.
struct Prescribed {
  static constexpr std::string_view name = "prescribed";
  static constexpr std::string_view summary = "a quantity follows a function of time";
  static constexpr std::string_view required[] = {"quantity", "motion"};
  static constexpr int rows = 1;

  ScalarRef quantity;
  Motion motion;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("quantity", self.quantity, "what is driven");
    visit("motion", self.motion, "its value as a function of time [m or rad]");
  }
  auto connectors() const { return std::tie(quantity, motion); }
  void check(Diagnostics& d) const { motion.check(d, "motion"); }

  template <class S>
  RowsT<S, 1> error(const S& s, const S& wanted) const {
    return RowsT<S, 1>(without_turns<S>(s - wanted, period_of(quantity)));  // (1)
  }
};

static_assert(ConstraintKind<Prescribed>);

}  // namespace holon
