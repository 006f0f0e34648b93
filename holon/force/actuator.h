// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "holon/force/force.h"
#include "holon/model/command.h"

namespace holon {

/// Pushes along a quantity as it is told, with no more than its strength:
///
///     f = ∂s/∂x clamp(u, −strength, strength)
///
/// A force along a distance or a travel, a torque about the axis of an angle or a twist.
struct Actuator {
  static constexpr std::string_view name = "actuator";
  static constexpr std::string_view summary =
      "force or torque along a quantity, by a controller or a function of time";
  static constexpr std::string_view required[] = {"quantity", "effort"};
  static constexpr bool depends_on_velocity = false;

  ScalarRef quantity;
  Command effort;
  double strength = no_limit;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("quantity", self.quantity, "what it pushes along");
    visit("effort", self.effort, "how hard, positive where the quantity is to grow [N or N m]");
    visit("strength", self.strength, "no more than this, either way [N or N m]");
  }
  auto connectors() const { return std::tie(quantity, effort); }
  void check(Diagnostics& d) const { d.expect(strength > 0.0, "strength", "must be positive"); }

  double apply(const std::tuple<ScalarKin, ScalarKin>& kins,
               double /*t*/,
               std::span<Push> out) const {
    out[0][0] = std::clamp(std::get<1>(kins).x, -strength, strength);
    return 0.0;
  }
};

static_assert(ForceKind<Actuator>);

}  // namespace holon
