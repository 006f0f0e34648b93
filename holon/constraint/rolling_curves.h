// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/constraint/constraint.h"
#include "holon/model/rolling.h"

namespace holon {

/// Two curves in a plane touch with a common tangent and roll on each other without slipping: cams,
/// non-circular gears, a pinion on its rack.
///
///     c = (n·(r_b − r_a), ∫ (ṡ_a ∓ ṡ_b) dt),   of the second only the rate vanishes        (1)
///
/// The plane is the x-y plane of the frame of a; that of b is taken to lie in it, with its z axis
/// the same way. To keep it there is the work of other constraints (hinges, say). r_a(u_a) and
/// r_b(u_b) are where the curves have parallel tangents, t_a × t_b = 0, and are abreast, (r_b −
/// r_a)·t_a = 0. t is the unit tangent of a, and n is to its left. u_a and u_b are followed from
/// step to step. s_a and s_b are the lengths along both, with − where the tangents point the same
/// way: where they touch, ṡ_a ∓ ṡ_b = t·(ẋ_b − ẋ_a) of the points that do. As lengths are known,
/// what rolls does not slip by the error of a step. λ holds the force on b along n and, of friction
/// or teeth, along t.
struct RollingCurves {
  static constexpr std::string_view name = "rolling_curves";
  static constexpr std::string_view summary = "two curves in a plane roll on each other";
  static constexpr std::string_view required[] = {"a", "b"};
  static constexpr int rows = 2;
  static constexpr std::string_view row_names[] = {"gap", "slip"};
  static constexpr int velocity_rows = 1;
  static constexpr bool integrable = true;

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
  RowsT<S, 2> error(const CurveT<S>& on_a, const CurveT<S>& on_b) const {
    const CurveTouch<S> touch = touch_of_curves(on_a, on_b);
    return {touch.gap, touch.slip};  // (1)
  }
  /// Why it cannot go on, if so.
  std::string_view gives_up(const CurveKin& on_a, const CurveKin& on_b) const {
    using Track = ConnectorTraits<CurveRef>;
    return can_touch(Track::value(on_a), Track::value(on_b))
               ? ""
               : "the curves are nowhere abreast of each other";
  }
};

static_assert(ConstraintKind<RollingCurves>);

}  // namespace holon
