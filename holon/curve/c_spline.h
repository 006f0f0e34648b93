// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/geometry/curve_function.h"

namespace holon {

/// A smooth curve through points, after Catmull and Rom: cubic from point to point, its tangent in
/// pᵢ that of the parabola through pᵢ₋₁, pᵢ, pᵢ₊₁ at their knots. With tᵢ₊₁ = tᵢ + |pᵢ₊₁ − pᵢ|^α,
/// hᵢ = tᵢ₊₁ − tᵢ and slopes sᵢ = (pᵢ₊₁ − pᵢ) / hᵢ,
///
///     r'(tᵢ) = (hᵢ sᵢ₋₁ + hᵢ₋₁ sᵢ) / (hᵢ₋₁ + hᵢ)                                     (1)
///
/// α = 0 is the uniform spline, 1/2 the centripetal one, which has no cusps, 1 the chordal one.
struct CSpline {
  static constexpr std::string_view name = "c_spline";
  static constexpr std::string_view summary = "a smooth curve through points (Catmull-Rom)";
  static constexpr std::string_view required[] = {"points"};

  std::vector<Vec3> points = {{0.0, 0.0, 0.0}, {1.0, 1.0, 0.0}, {2.0, 0.0, 0.5}, {2.5, 0.0, 1.0}};
  double alpha = 0.5;
  bool closed = false;
  bool through_ends = true;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("points", self.points, "the points it goes through [m]");
    visit(
        "alpha",
        self.alpha,
        "power of the distance between points that sets their knots: 0 uniform, 0.5 centripetal, 1 "
        "chordal");
    visit("closed", self.closed, "whether it goes on from the last point to the first");
    visit("through_ends",
          self.through_ends,
          "whether an open one goes through the first and the last point, or takes its direction "
          "from them only");
  }
  void check(Diagnostics& d) const;
  CurveFunctionPtr function() const;
};

static_assert(CurveKind<CSpline>);

}  // namespace holon
