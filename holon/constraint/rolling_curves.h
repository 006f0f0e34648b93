// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/constraint/constraint.h"
#include "holon/model/rolling.h"

namespace holon {

/// Two curves in a plane touch with a common tangent and roll on each other without slipping: cams,
/// non-circular gears, a pinion on its rack.
///
///     c = n·(r_b − r_a)        (1)
///     ċ = t·(ẋ_b − ẋ_a)        (2)
///
/// The plane is the x-y plane of the frame of a; that of b is taken to lie in it, with its z axis
/// the same way. To keep it there is the work of other constraints (hinges, say). r_a(u_a) and
/// r_b(u_b) are where the curves have parallel tangents, t_a × t_b = 0, and are abreast, (r_b −
/// r_a)·t_a = 0. t is the unit tangent of a, and n is to its left. u_a and u_b are followed from
/// step to step. λ holds the force on b along n and, of friction or teeth, along t.
struct RollingCurves {
  static constexpr std::string_view name = "rolling_curves";
  static constexpr std::string_view summary = "two curves in a plane roll on each other";
  static constexpr std::string_view required[] = {"a", "b"};
  static constexpr int rows = 2;
  static constexpr int velocity_rows = 1;

  CurveRef a;
  CurveRef b;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("a", self.a, "one curve, in the x-y plane of the frame that carries it");
    visit("b", self.b, "the other curve, in the same plane");
  }
  auto connectors() const { return std::tie(a, b); }
  void check(Diagnostics& d) const {
    expect_in_plane(d, "a", a.curve);
    expect_in_plane(d, "b", b.curve);
  }

  template <class S>
  RowsT<S, 1> error(const CurveT<S>& on_a, const CurveT<S>& on_b) const {
    return RowsT<S, 1>(touch_of_curves(on_a, on_b).gap);  // (1)
  }
  template <class S>
  RowsT<S, 1> velocity_error(const CurveMotionT<S>& on_a, const CurveMotionT<S>& on_b) const {
    const CurveTouch<S> touch = touch_of_curves(on_a.place(), on_b.place());
    const FrameMotionT<S>& plane = on_a.frame;
    const Vec3T<S> x_a = plane.p + plane.R * touch.x_a, x_b = plane.p + plane.R * touch.x_b;
    const Vec3T<S> slip = on_b.frame.velocity_at(x_b) - plane.velocity_at(x_a);
    return RowsT<S, 1>(Vec3T<S>(plane.R * touch.along).dot(slip));  // (2)
  }
};

static_assert(ConstraintKind<RollingCurves>);

}  // namespace holon
