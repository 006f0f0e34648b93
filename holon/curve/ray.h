// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/geometry/curve_function.h"

namespace holon {

/// A straight line that begins at a point:  r = point + u e, u ≥ 0,  e the unit vector along
/// `direction`. u is a length [m].
struct Ray {
  static constexpr std::string_view name = "ray";
  static constexpr std::string_view summary = "a straight line with a beginning and no end";
  static constexpr std::string_view required[] = {"direction"};

  Vec3 point = Vec3::Zero();
  Vec3 direction = Vec3::UnitX();

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("point", self.point, "where the ray begins, u = 0 [m]");
    visit("direction", self.direction, "where it goes, of any length");
  }
  void check(Diagnostics& d) const;
  CurveFunctionPtr function() const;
};

static_assert(CurveKind<Ray>);

}  // namespace holon
