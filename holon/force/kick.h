// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "holon/force/force.h"
#include "holon/model/command.h"

namespace holon {

/// An actuator by impulses [Barenbrug00, sec. 3.3]: at the start of every step it gives momentum
/// along a quantity, as much as it is told then and no more than its strength:
///
///     P = ∂s/∂x clamp(u, −strength, strength)        (1)
///
/// Told nothing, u = 0, it gives nothing; so a controller strikes when it chooses to.
struct Kick {
  static constexpr std::string_view name = "kick";
  static constexpr std::string_view summary =
      "momentum along a quantity in every step, by a controller or a function of time";
  static constexpr std::string_view required[] = {"quantity", "momentum"};
  static constexpr bool depends_on_velocity = false;

  ScalarRef quantity;
  Command momentum;
  double strength = no_limit;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("quantity", self.quantity, "what it strikes along");
    visit("momentum",
          self.momentum,
          "given in each step, positive where the quantity is to grow [N s or N m s]");
    visit("strength", self.strength, "no more than this, either way [N s or N m s]");
  }
  auto connectors() const { return std::tie(quantity, momentum); }
  void check(Diagnostics& d) const { d.expect(strength > 0.0, "strength", "must be positive"); }

  bool falls_in(double /*t*/, double /*h*/) const { return true; }
  double apply(const std::tuple<ScalarKin, ScalarKin>& kins,
               double /*t*/,
               std::span<Push> out) const {
    out[0][0] = std::clamp(std::get<1>(kins).x, -strength, strength);  // (1)
    return 0.0;
  }
};

static_assert(ForceKind<Kick> && ImpulsiveForce<Kick>);

}  // namespace holon
