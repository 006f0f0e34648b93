// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <string_view>

#include "holon/geometry/surface_field.h"
#include "holon/math/diagnostics.h"

namespace holon {

/// A sphere about the origin:
///
///     f = |x| − R,   ∇f = n = x/|x|,   ∇∇f = (1 − n nᵀ)/|x|
///
/// At the centre every direction is as good as any other.
struct SphereSurface {
  static constexpr std::string_view name = "sphere_surface";
  static constexpr std::string_view summary = "a sphere about the origin";
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
    const double size = x.norm(), safe = std::max(size, 1e-12 * radius);
    const Vec3 n = size > 0.0 ? Vec3(x / size) : Vec3::UnitZ();
    return {size - radius, n, (Mat3::Identity() - n * n.transpose()) / safe};
  }
};

}  // namespace holon
