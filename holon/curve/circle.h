// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/geometry/curve_function.h"

namespace holon {

/// A circle:  r = center + R (ρ cos u, ρ sin u, 0),  ρ the radius, R the rotation of `orientation`.
/// Closed; u is the angle [rad] from 0 to 2π.
struct Circle {
  static constexpr std::string_view name = "circle";
  static constexpr std::string_view summary = "a circle";
  static constexpr std::string_view required[] = {"radius"};

  double radius = 1.0;
  Vec3 center = Vec3::Zero();
  Quat orientation = Quat::Identity();

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("radius", self.radius, "radius [m]");
    visit("center", self.center, "centre [m]");
    visit("orientation", self.orientation, "turns the x-y plane into that of the circle, w x y z");
  }
  void check(Diagnostics& d) const;
  CurveFunctionPtr function() const;
};

static_assert(CurveKind<Circle>);

}  // namespace holon
