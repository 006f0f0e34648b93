// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>

#include "holon/geometry/curve_function.h"

namespace holon {

/// A parabola:  r = vertex + R (u, k u², 0),  R the rotation of `orientation`. u is the distance
/// from its axis [m]; the curvature at the vertex is 2k.
struct Parabola {
  static constexpr std::string_view name = "parabola";
  static constexpr std::string_view summary = "the parabola y = k x^2";
  static constexpr std::string_view required[] = {"k"};

  double k = 1.0;
  double begin = -std::numeric_limits<double>::infinity();
  double end = std::numeric_limits<double>::infinity();
  Vec3 vertex = Vec3::Zero();
  Quat orientation = Quat::Identity();

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("k", self.k, "k of y = k x^2, not zero [1/m]");
    visit("begin", self.begin, "x where it begins; without it, nowhere [m]");
    visit("end", self.end, "x where it ends; without it, nowhere [m]");
    visit("vertex", self.vertex, "vertex [m]");
    visit(
        "orientation", self.orientation, "turns the x-y plane into that of the parabola, w x y z");
  }
  void check(Diagnostics& d) const;
  CurveFunctionPtr function() const;
};

static_assert(CurveKind<Parabola>);

}  // namespace holon
