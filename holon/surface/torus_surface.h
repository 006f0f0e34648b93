// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <string_view>

#include "holon/geometry/surface_field.h"
#include "holon/math/diagnostics.h"

namespace holon {

/// A ring about the z axis:
///
///     f = |d| − r,   d = (ρ − R, z),   ρ = √(x² + y²)
///
/// the distance.
struct TorusSurface {
  static constexpr std::string_view name = "torus_surface";
  static constexpr std::string_view summary = "a ring about the z axis";
  static constexpr std::string_view required[] = {"ring_radius", "tube_radius"};

  double ring_radius = 0.5;
  double tube_radius = 0.1;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("ring_radius", self.ring_radius, "radius of the circle along the middle of the tube [m]");
    visit("tube_radius", self.tube_radius, "radius of the tube, less than ring_radius [m]");
  }
  void check(Diagnostics& d) const {
    d.expect(std::isfinite(ring_radius) && ring_radius > 0.0,
             "ring_radius",
             "must be positive and finite");
    d.expect(tube_radius > 0.0 && !(tube_radius >= ring_radius),
             "tube_radius",
             "must be positive and less than ring_radius");
  }

  SurfaceJet at(const Vec3& x) const {
    const Vec2 d(x.head<2>().norm() - ring_radius, x.z());
    const double size = d.norm(), safe = std::max(size, 1e-12 * tube_radius);
    const Vec2 n = size > 0.0 ? Vec2(d / size) : Vec2::UnitX();
    return revolved({size - tube_radius, n, (Mat2::Identity() - n * n.transpose()) / safe}, x);
  }
};

}  // namespace holon
