// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "holon/geometry/surface_field.h"
#include "holon/math/diagnostics.h"

namespace holon {

/// An ellipsoid about the origin, with radii a_i along the axes. The closest point y of x is
///
///     y_i = a_i² x_i / (t + a_i²),   Σ y_i²/a_i² = 1,   t > −min a_i²                (1)
///
/// the largest root t [Eberly13]; with its normal n and shape operator S,
///
///     f = n·(x − y),   ∇f = n,   ∇∇f = (1 + f S)⁻¹ S                                (2)
///
/// f is the distance, negative inside. In the middle several points may be the closest; one is
/// taken.
struct EllipsoidSurface {
  static constexpr std::string_view name = "ellipsoid_surface";
  static constexpr std::string_view summary = "an ellipsoid about the origin";
  static constexpr std::string_view required[] = {"radii"};

  Vec3 radii = {0.5, 0.5, 0.5};

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("radii", self.radii, "half lengths along x, y and z [m]");
  }
  void check(Diagnostics& d) const {
    d.expect(radii.allFinite() && radii.minCoeff() > 0.0, "radii", "must be positive and finite");
  }

  SurfaceJet at(const Vec3& x) const;
  /// The point of the ellipsoid closest to x.
  Vec3 closest_point(const Vec3& x) const;
};

}  // namespace holon
