// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/constraint/constraint.h"

namespace holon {

/// Restricts how fast two points move apart along a direction: one linear condition on velocities.
/// With a direction of the moving body it is a knife edge or a skate, which cannot slip sideways.
///
///     ċ = d·(ẋ_b − ẋ_a) − f(t)        (1)
///
/// λ is the force on b along d.
struct VelocityAlong {
  static constexpr std::string_view name = "velocity_along";
  static constexpr std::string_view summary =
      "two points move apart along a direction at a given speed";
  static constexpr std::string_view required[] = {"a", "b", "along"};
  static constexpr int rows = 1;
  static constexpr int velocity_rows = 1;

  PointRef a;
  PointRef b;
  DirectionRef along;
  Motion speed = {};

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("a", self.a, "point that is looked from");
    visit("b", self.b, "point that moves");
    visit("along", self.along, "direction in which its speed is given");
    visit("speed", self.speed, "speed of b away from a as a function of time [m/s]");
  }
  auto connectors() const { return std::tie(a, b, along, speed); }
  void check(Diagnostics& d) const { speed.check(d, "speed"); }

  template <class S>
  RowsT<S, 1> velocity_error(const PointMotionT<S>& p,
                             const PointMotionT<S>& q,
                             const PointMotionT<S>& d,
                             const ScalarMotionT<S>& wanted) const {
    return RowsT<S, 1>(S(d.x.dot(Vec3T<S>(q.v - p.v))) - wanted.x);  // (1)
  }
};

static_assert(ConstraintKind<VelocityAlong>);

}  // namespace holon
