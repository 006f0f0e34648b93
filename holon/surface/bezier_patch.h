// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "holon/geometry/surface_field.h"
#include "holon/math/diagnostics.h"

namespace holon {

/// Bicubic Bézier pieces, joined at every third control point:
///
///     r(u, v) = Σ B_i(s) B_j(t) P_ij,   B_i the cubic polynomials of Bernstein,
///
/// s and t counted from where the piece begins. f is the distance along the normal r_u × r_v.
struct BezierPatch {
  static constexpr std::string_view name = "bezier_patch";
  static constexpr std::string_view summary = "a grid of bicubic Bezier pieces";
  static constexpr std::string_view required[] = {"control_points"};

  std::vector<std::vector<Vec3>> control_points;
  bool closed_u = false;
  bool closed_v = false;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("control_points",
          self.control_points,
          "rows along u of points along v, 3 n + 1 each way, or 3 n where closed [m]");
    visit("closed_u", self.closed_u, "whether the last row leads back to the first");
    visit("closed_v", self.closed_v, "whether the last point of a row leads back to the first");
  }
  void check(Diagnostics& d) const;
  std::shared_ptr<const SurfaceField> prepare() const;
};

}  // namespace holon
