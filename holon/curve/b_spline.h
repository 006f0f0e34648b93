// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/geometry/curve_function.h"

namespace holon {

/// A B-spline:  r = Σⱼ N(j, p)(u) Pⱼ  with the basis functions of degree p over the knots
/// t₀ ≤ t₁ ≤ …, from u = t_p to u = t_n; continuous in p − 1 derivatives at a simple knot.
///
/// Without knots they are the whole numbers, u = 0 … n − p; if clamped, the first and the last are
/// repeated so that the curve begins in P₀ and ends in the last point. Closed, the points follow
/// each other round and round, u = 0 … n.
struct BSpline {
  static constexpr std::string_view name = "b_spline";
  static constexpr std::string_view summary = "a B-spline of degree 1 to 5";
  static constexpr std::string_view required[] = {"points"};

  std::vector<Vec3> points = {
      {0.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {1.0, 1.0, 0.5}, {1.0, 0.0, 1.0}, {2.0, 0.0, 1.0}};
  int degree = 3;
  bool clamped = true;
  bool closed = false;
  std::vector<double> knots = {};

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("points", self.points, "the n control points [m]");
    visit("degree", self.degree, "degree p, 1 to 5");
    visit("clamped",
          self.clamped,
          "whether an open curve without knots begins and ends in its end points");
    visit("closed", self.closed, "whether the points follow each other round and round");
    visit("knots",
          self.knots,
          "none for whole numbers, else n + p + 1 of them, not decreasing; closed, one round of "
          "n + 1");
  }
  void check(Diagnostics& d) const;
  CurveFunctionPtr function() const;
};

static_assert(CurveKind<BSpline>);

/// Checks all of a B-spline but its tangents.
void check_layout(Diagnostics& d, const BSpline& spline);
/// The rational curve  r = Σ N(j, p) wⱼ Pⱼ / Σ N(j, p) wⱼ;  the spline itself without weights.
CurveFunctionPtr weighted_spline(const BSpline& spline, const std::vector<double>& weights);

}  // namespace holon
