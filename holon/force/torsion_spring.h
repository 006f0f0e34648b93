// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "holon/force/force.h"

namespace holon {

/// A spring and damper on the angle between two directions about an axis.
///
///     τ = −k (θ − θ₀) − c θ̇,   W = ½ k (θ − θ₀)²        (1)
///
/// θ counts whole turns from where the run began, so that a spring can be wound up.
struct TorsionSpring {
  static constexpr std::string_view name = "torsion_spring";
  static constexpr std::string_view summary = "spring and damper on an angle";
  static constexpr std::string_view required[] = {"angle", "stiffness"};
  static constexpr bool depends_on_velocity = true;

  ScalarRef angle = AngleBetween{};
  double stiffness = 1.0;
  double damping = 0.0;
  double rest = 0.0;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("angle", self.angle, "the angle it acts on");
    visit("stiffness", self.stiffness, "torque per angle [N m/rad]");
    visit("damping", self.damping, "torque per angular velocity [N m s/rad]");
    visit("rest", self.rest, "angle at rest [rad]");
  }
  auto connectors() const { return std::tie(angle); }
  void check(Diagnostics& d) const {
    d.expect(is_angle(angle), "angle", "must be an angle (for a distance use spring_damper)");
    d.expect(std::isfinite(stiffness) && stiffness >= 0.0,
             "stiffness",
             "must be zero or positive, and finite");
    d.expect(std::isfinite(damping) && damping >= 0.0,
             "damping",
             "must be zero or positive, and finite");
    d.expect(std::isfinite(rest), "rest", "must be finite");
  }

  double apply(const std::tuple<ScalarKin>& kins, double /*t*/, std::span<Push> out) const {
    const ScalarKin& theta = std::get<0>(kins);
    const double twist = theta.x - rest;
    out[0][0] = -stiffness * twist - damping * theta.v;  // (1)
    return 0.5 * stiffness * twist * twist;
  }
};

static_assert(ForceKind<TorsionSpring>);

}  // namespace holon
