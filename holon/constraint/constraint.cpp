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
}

}  // namespace holon
