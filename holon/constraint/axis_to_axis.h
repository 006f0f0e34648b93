// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/constraint/constraint.h"
#include "holon/math/alignment.h"

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
  /// As the frame sees it, u = Rᵀ b, by which c has the slope G:
  ///     u̇ = Rᵀ (ḃ − ω × b),   ü = Rᵀ (b̈ − α × b − ω × (2 ḃ − ω × b))        (2)
  void derivatives(const std::tuple<FrameKin, DirectionKin>& kins,
                   ConstraintRows<AxisToAxis>& out) const {
    const auto& [f, d] = kins;
    const Mat3 R_T = f.R.transpose();
    const Vec3 turning = f.w.cross(d.x), u = R_T * d.x, u_dot = R_T * (d.v - turning),
               u_ddot = R_T * (d.a - f.alpha.cross(d.x) - f.w.cross(2.0 * d.v - turning));  // (2)
    Vec3T<Dual<3>> by_u;
    Vec3T<Taylor> moving;
    for (int i = 0; i < 3; ++i) {
      by_u[i] = Dual<3>(u[i], Vec3::Unit(i));
      moving[i] = Taylor(u[i], u_dot[i], u_ddot[i]);
    }
    const RowsT<Dual<3>, 2> slope = axis_error<Dual<3>>(by_u);
    const RowsT<Taylor, 2> motion = axis_error<Taylor>(moving);
    Eigen::Matrix<double, 2, 3> G;
    for (int r = 0; r < 2; ++r) {
      out.c[r] = motion[r].v;
      out.c_dot[r] = motion[r].d;
      out.c_ddot[r] = motion[r].dd;
      G.row(r) = slope[r].d.transpose();
    }
    out.A[1].leftCols<3>() = G * R_T;
    out.A[0].rightCols<3>() = out.A[1].leftCols<3>() * skew(d.x);
  }
};

static_assert(ConstraintKind<AxisToAxis>);

}  // namespace holon
