// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/constraint/constraint.h"
#include "holon/model/axis_lean.h"

namespace holon {

/// Keeps a direction along the z axis of a frame; turning about it is free. With a point_to_point
/// it makes a hinge.
///
///     s = (x_a·b, y_a·b),   c = s √(2 / (1 + z_a·b)),   |c| = 2 sin(θ/2)        (1)
///
/// θ is the angle between the directions: the only zero is θ = 0, and opposite directions are as
/// far from it as can be. λ holds the bending torques about the frame's axes: (τ_y, −τ_x) on b.
struct AxisToAxis {
  static constexpr std::string_view name = "axis_to_axis";
  static constexpr std::string_view summary = "a direction stays along the z axis of a frame";
  static constexpr std::string_view required[] = {"a", "b"};
  static constexpr int rows = 2;
  static constexpr std::string_view row_names[] = {"lean x", "lean y"};

  FrameRef a;
  DirectionRef b;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("a", self.a, "frame whose z axis leads");
    visit("b", self.b, "direction that follows");
  }
  auto connectors() const { return std::tie(a, b); }
  void check(Diagnostics& /*d*/) const {}

  template <class S>
  RowsT<S, 2> error(const FrameT<S>& f, const Vec3T<S>& b_W) const {
    return axis_error<S>(f.R, b_W);  // (1)
  }
  void derivatives(const std::tuple<FrameKin, DirectionKin>& kins,
                   ConstraintRows<AxisToAxis>& out) const {
    const AxisLean lean = axis_lean(std::get<0>(kins), std::get<1>(kins));
    out.c = lean.s;
    out.c_dot = lean.s_dot;
    out.c_ddot = lean.s_ddot;
    out.A[1].leftCols<3>() = lean.by_direction;
    out.A[0].rightCols<3>() = lean.by_turn;
  }
};

static_assert(ConstraintKind<AxisToAxis>);

}  // namespace holon
