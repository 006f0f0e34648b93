// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/geometry/curve_function.h"

namespace holon {

/// A straight line without ends:  r = point + u e,  e the unit vector along `direction`.
/// u is a length [m].
struct Line {
  static constexpr std::string_view name = "line";
  static constexpr std::string_view summary = "a straight line without ends";
  static constexpr std::string_view required[] = {"direction"};

  Vec3 point = Vec3::Zero();
  Vec3 direction = Vec3::UnitX();

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("point", self.point, "a point of the line, where u = 0 [m]");
    visit("direction", self.direction, "where u grows, of any length");
  }
  void check(Diagnostics& d) const;
  CurveFunctionPtr function() const;
};

static_assert(CurveKind<Line>);

/// The part of a line over `domain`, in units of length.
CurveFunctionPtr straight_curve(const Vec3& point, const Vec3& direction, CurveDomain domain);

}  // namespace holon
