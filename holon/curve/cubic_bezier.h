// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/geometry/curve_function.h"

namespace holon {

/// Cubic Bézier curves joined end to end. Piece i, u = i … i + 1, τ = u − i, goes from p₃ᵢ to
/// p₃ᵢ₊₃:
///
///     r = (1 − τ)³ p₃ᵢ + 3 τ (1 − τ)² p₃ᵢ₊₁ + 3 τ² (1 − τ) p₃ᵢ₊₂ + τ³ p₃ᵢ₊₃
///
/// A joint is smooth where it lies halfway between the control points on either side of it.
struct CubicBezier {
  static constexpr std::string_view name = "cubic_bezier";
  static constexpr std::string_view summary = "cubic Bezier curves joined end to end";
  static constexpr std::string_view required[] = {"points"};

  std::vector<Vec3> points = {{0.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {1.0, 1.0, 0.5}, {1.0, 0.0, 1.0}};
  bool closed = false;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("points", self.points, "control points, 3 n + 1 for n pieces, 3 n if closed [m]");
    visit("closed", self.closed, "whether the last piece ends in the first point");
  }
  void check(Diagnostics& d) const;
  CurveFunctionPtr function() const;
};

static_assert(CurveKind<CubicBezier>);

}  // namespace holon
