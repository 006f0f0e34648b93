// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <numbers>
#include <string_view>

#include "holon/geometry/surface_field.h"
#include "holon/math/diagnostics.h"

namespace holon {

/// An endless circular cone about the z axis, its apex at the origin, open upward:
///
///     f = ρ cos α − z sin α,   ρ = √(x² + y²)
///
/// the distance, except in the cone of normals below the apex, where the apex itself is closer.
struct ConeSurface {
  static constexpr std::string_view name = "cone_surface";
  static constexpr std::string_view summary = "an endless circular cone about z, open upward";
  static constexpr std::string_view required[] = {"half_angle"};

  double half_angle = std::numbers::pi / 6.0;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("half_angle", self.half_angle, "angle between the axis and the surface [rad]");
  }
  void check(Diagnostics& d) const {
    d.expect(half_angle > 0.0 && half_angle < std::numbers::pi / 2.0,
             "half_angle",
             "must be between 0 and pi/2 (a quarter turn would be a plane)");
  }

  SurfaceJet at(const Vec3& x) const {
    const Vec2 n(std::cos(half_angle), -std::sin(half_angle));
    return revolved({n[0] * x.head<2>().norm() + n[1] * x.z(), n, Mat2::Zero()}, x);
  }
};

}  // namespace holon
