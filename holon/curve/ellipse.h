// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/geometry/curve_function.h"

namespace holon {

/// An ellipse:  r = center + R (a cos u, b sin u, 0),  R the rotation of `orientation`.
/// Closed; u is the eccentric angle [rad] from 0 to 2π.
struct Ellipse {
  static constexpr std::string_view name = "ellipse";
  static constexpr std::string_view summary = "an ellipse, by its two half axes";
  static constexpr std::string_view required[] = {"radii"};

  Vec2 radii = {1.0, 0.5};
  Vec3 center = Vec3::Zero();
  Quat orientation = Quat::Identity();

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("radii", self.radii, "half axes along x and y of orientation [m]");
    visit("center", self.center, "centre [m]");
    visit("orientation", self.orientation, "turns the x-y plane into that of the ellipse, w x y z");
  }
  void check(Diagnostics& d) const;
  CurveFunctionPtr function() const;
};

static_assert(CurveKind<Ellipse>);

}  // namespace holon
