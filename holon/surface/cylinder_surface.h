// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <string_view>

#include "holon/geometry/surface_field.h"
#include "holon/math/diagnostics.h"

namespace holon {

/// An endless circular cylinder about the z axis: f = ρ − R with ρ = √(x² + y²), the distance.
struct CylinderSurface {
  static constexpr std::string_view name = "cylinder_surface";
  static constexpr std::string_view summary = "an endless circular cylinder about the z axis";
  static constexpr std::string_view required[] = {"radius"};

  double radius = 0.5;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("radius", self.radius, "radius [m]");
  }
  void check(Diagnostics& d) const {
    d.expect(std::isfinite(radius) && radius > 0.0, "radius", "must be positive and finite");
  }

  SurfaceJet at(const Vec3& x) const {
    return revolved({x.head<2>().norm() - radius, Vec2::UnitX(), Mat2::Zero()}, x);
  }
};

}  // namespace holon
