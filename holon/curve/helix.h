// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>

#include "holon/geometry/curve_function.h"

namespace holon {

/// A helix about the z axis of `orientation`:  r = center + R (ρ cos u, ρ sin u, c u),  ρ the
/// radius, c the rise. u is the angle [rad]; curvature ρ / (ρ² + c²), |r'| = √(ρ² + c²).
struct Helix {
  static constexpr std::string_view name = "helix";
  static constexpr std::string_view summary = "a helix, right-handed where its rise is positive";
  static constexpr std::string_view required[] = {"radius", "rise"};

  double radius = 1.0;
  double rise = 0.1;
  double begin = -std::numeric_limits<double>::infinity();
  double end = std::numeric_limits<double>::infinity();
  Vec3 center = Vec3::Zero();
  Quat orientation = Quat::Identity();

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("radius", self.radius, "radius [m]");
    visit("rise", self.rise, "rise per radian, not zero [m/rad]");
    visit("begin", self.begin, "angle where it begins; without it, nowhere [rad]");
    visit("end", self.end, "angle where it ends; without it, nowhere [rad]");
    visit("center", self.center, "point of the axis at u = 0 [m]");
    visit("orientation", self.orientation, "turns the z axis into that of the helix, w x y z");
  }
  void check(Diagnostics& d) const;
  CurveFunctionPtr function() const;
};

static_assert(CurveKind<Helix>);

}  // namespace holon
