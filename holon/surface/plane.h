// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "holon/geometry/surface_field.h"
#include "holon/math/diagnostics.h"

namespace holon {

/// A plane: f = n·(x − p), the distance on the side of the unit normal n.
struct Plane {
  static constexpr std::string_view name = "plane";
  static constexpr std::string_view summary = "a plane through a point";

  Vec3 point = Vec3::Zero();
  Vec3 normal = Vec3::UnitZ();

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("point", self.point, "a point of the plane [m]");
    visit("normal", self.normal, "normal, of any length");
  }
  void check(Diagnostics& d) const {
    d.expect(point.allFinite(), "point", "must be finite");
    d.expect(normal.allFinite() && normal.norm() > 1e-12,
             "normal",
             "must be a finite vector that is not zero");
  }

  SurfaceJet at(const Vec3& x) const {
    const Vec3 n = normal.normalized();
    return {n.dot(x - point), n, Mat3::Zero()};
  }
};

}  // namespace holon
