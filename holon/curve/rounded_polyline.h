// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/geometry/curve_function.h"

namespace holon {

/// Straight lines from point to point, with arcs of a circle in place of the corners. Where the
/// tangent turns by φ, the arc of radius ρ touches both lines at ρ tan(φ/2) from the corner.
/// u is the length along it [m]; the curvature jumps between 0 and 1/ρ where lines and arcs meet.
struct RoundedPolyline {
  static constexpr std::string_view name = "rounded_polyline";
  static constexpr std::string_view summary = "lines from point to point, with round corners";
  static constexpr std::string_view required[] = {"points", "radius"};

  std::vector<Vec3> points = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {1.0, 1.0, 0.0}, {1.0, 1.0, 1.0}};
  double radius = 0.25;
  bool closed = false;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("points", self.points, "the corners in order, and the ends of an open one [m]");
    visit("radius", self.radius, "radius of the arcs [m]");
    visit("closed", self.closed, "whether it goes on from the last point to the first");
  }
  void check(Diagnostics& d) const;
  CurveFunctionPtr function() const;
};

static_assert(CurveKind<RoundedPolyline>);

}  // namespace holon
