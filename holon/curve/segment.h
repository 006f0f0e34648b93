// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/geometry/curve_function.h"

namespace holon {

/// The straight way from a to b:  r = a + u e, 0 ≤ u ≤ |b − a|,  e = (b − a) / |b − a|.
/// u is a length [m].
struct Segment {
  static constexpr std::string_view name = "segment";
  static constexpr std::string_view summary = "the straight way from one point to another";
  static constexpr std::string_view required[] = {"a", "b"};

  Vec3 a = Vec3::Zero();
  Vec3 b = Vec3::UnitX();

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("a", self.a, "where the segment begins, u = 0 [m]");
    visit("b", self.b, "where it ends, other than a [m]");
  }
  void check(Diagnostics& d) const;
  CurveFunctionPtr function() const;
};

static_assert(CurveKind<Segment>);

}  // namespace holon
