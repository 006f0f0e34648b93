// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "holon/geometry/surface_field.h"
#include "holon/math/diagnostics.h"

namespace holon {

/// A bicubic B-spline with knots at even distances:
///
///     r(u, v) = Σ N_i(u) N_j(v) P_ij,
///
/// twice continuously differentiable. f is the distance along the normal r_u × r_v.
/// Each direction ends within its control points (open), in the first and the last of them
/// (clamped: the end knots are repeated), or not at all (closed).
struct BSplinePatch {
  static constexpr std::string_view name = "b_spline_patch";
  static constexpr std::string_view summary = "a smooth surface drawn by a grid of points";
  static constexpr std::string_view required[] = {"control_points"};

  std::vector<std::vector<Vec3>> control_points;
  bool closed_u = false;
  bool closed_v = false;
  bool clamped = true;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("control_points",
          self.control_points,
          "rows along u of points along v, at least 4 each way [m]");
    visit("closed_u", self.closed_u, "whether the last row leads back to the first");
    visit("closed_v", self.closed_v, "whether the last point of a row leads back to the first");
    visit("clamped", self.clamped, "whether directions that are not closed reach their end points");
  }
  void check(Diagnostics& d) const;
  std::shared_ptr<const SurfaceField> prepare() const;
};

}  // namespace holon
