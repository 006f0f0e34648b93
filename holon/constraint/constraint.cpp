// SPDX-License-Identifier: Apache-2.0
#include "holon/constraint/constraint.h"

#include <cmath>

namespace holon {

void ConstraintOptions::check(Diagnostics& d) const {
  d.expect(std::isfinite(tau) && tau > 0.0, "tau", "must be positive and finite");
  d.expect(std::isfinite(weight) && weight > 0.0, "weight", "must be positive and finite");
  d.expect(assembly_force > 0.0, "assembly_force", "must be positive");
  d.expect(max_force > 0.0, "max_force", "must be positive");
  d.expect(break_force > 0.0, "break_force", "must be positive");
  d.expect(break_torque > 0.0, "break_torque", "must be positive");
  const auto is_coefficient = [](double x) { return std::isfinite(x) && x >= 0.0; };
  d.expect(is_coefficient(friction), "friction", "must be zero or positive");
  d.expect(is_coefficient(static_friction), "static_friction", "must be zero or positive");
  d.expect(std::isfinite(friction_arm) && friction_arm > 0.0,
           "friction_arm",
           "must be positive and finite");
  d.expect(is_friction() || (friction == 0.0 && static_friction == 0.0),
           "friction",
           "needs 'pressed_by', the name of the constraint that presses");
}

}  // namespace holon
