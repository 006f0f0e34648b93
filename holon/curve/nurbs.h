// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/curve/b_spline.h"

namespace holon {

/// A B-spline with weights:  r = Σⱼ N(j, p)(u) wⱼ Pⱼ / Σⱼ N(j, p)(u) wⱼ.  The curve is drawn to the
/// points of large weight; conics are exact. Knots and u are those of BSpline.
struct Nurbs {
  static constexpr std::string_view name = "nurbs";
  static constexpr std::string_view summary = "a rational B-spline of degree 1 to 5";
  static constexpr std::string_view required[] = {"points", "weights"};

  std::vector<Vec3> points = {{1.0, 0.0, 0.0}, {1.0, 1.0, 0.0}, {0.0, 1.0, 0.0}};
  std::vector<double> weights = {1.0, 1.0, 2.0};
  int degree = 2;
  bool clamped = true;
  bool closed = false;
  std::vector<double> knots = {};

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("points", self.points, "the n control points [m]");
    visit("weights", self.weights, "the weight of each point, positive");
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

 private:
  BSpline without_weights() const;
};

static_assert(CurveKind<Nurbs>);

}  // namespace holon
