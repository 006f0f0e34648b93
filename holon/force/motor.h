// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>

#include "holon/force/force.h"
#include "holon/model/command.h"

namespace holon {

/// Drives a quantity towards a wanted speed, as hard as it can.
///
///     f = k (u(t) − ẋ),   |f| ≤ limit        (1)
///
/// A direct-current motor is just this: its torque falls with speed on a straight line, from the
/// stall torque k u at rest to nothing at the speed u where it runs free.
struct Motor {
  static constexpr std::string_view name = "motor";
  static constexpr std::string_view summary = "drives a quantity towards a speed, limited in force";
  static constexpr std::string_view required[] = {"quantity", "speed", "gain"};
  static constexpr bool depends_on_velocity = true;

  ScalarRef quantity;
  Command speed;
  double gain = 1.0;
  double limit = no_limit;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("quantity", self.quantity, "what it drives: an angle, a travel, a length");
    visit("speed",
          self.speed,
          "speed wanted, as a function of time or by a controller [m/s or rad/s]");
    visit("gain", self.gain, "force per speed that is lacking [N s/m or N m s/rad]");
    visit("limit", self.limit, "largest force or torque; none if left out [N or N m]");
  }
  auto connectors() const { return std::tie(quantity, speed); }
  void check(Diagnostics& d) const {
    d.expect(std::isfinite(gain) && gain >= 0.0, "gain", "must be zero or positive, and finite");
    d.expect(limit > 0.0, "limit", "must be positive");
  }

  double apply(const std::tuple<ScalarKin, ScalarKin>& kins,
               double /*t*/,
               std::span<Push> out) const {
    const double lacking = std::get<1>(kins).x - std::get<0>(kins).v;
    out[0][0] = std::clamp(gain * lacking, -limit, limit);  // (1)
    return 0.0;
  }
};

static_assert(ForceKind<Motor>);

}  // namespace holon
