// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "holon/force/force.h"
#include "holon/geometry/force_law.h"

namespace holon {

/// A spring with any law, and a damper, on a quantity: a length, an angle, a travel.
///
///     s = x − rest,   f = −F(s) − c ẋ,   W = ∫₀ˢ F(s') ds'        (1)
///
/// F is a formula of s or a table. A constant F is a constant-force spring.
struct NonlinearSpring {
  static constexpr std::string_view name = "nonlinear_spring";
  static constexpr std::string_view summary = "spring with any law, and damper, on a quantity";
  static constexpr std::string_view required[] = {"quantity", "force"};
  static constexpr bool depends_on_velocity = true;

  ScalarRef quantity;
  ForceLaw force;
  double rest = 0.0;
  double damping = 0.0;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("quantity", self.quantity, "what it acts on: a length, an angle, a travel");
    visit("force", self.force, "pull by stretch s: a formula of s, or a table [N or N m]");
    visit("rest", self.rest, "value of the quantity where the stretch is zero [m or rad]");
    visit("damping", self.damping, "force per rate [N s/m or N m s/rad]");
  }
  auto connectors() const { return std::tie(quantity); }
  void check(Diagnostics& d) const {
    d.expect(std::isfinite(rest), "rest", "must be finite");
    d.expect(std::isfinite(damping) && damping >= 0.0,
             "damping",
             "must be zero or positive, and finite");
  }

  double apply(const std::tuple<ScalarKin>& kins, double /*t*/, std::span<Push> out) const {
    const ScalarKin& x = std::get<0>(kins);
    const double stretch = x.x - rest;
    out[0][0] = -force.force(stretch) - damping * x.v;  // (1)
    return force.energy(stretch);
  }
};

static_assert(ForceKind<NonlinearSpring>);

}  // namespace holon
