// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/constraint/constraint.h"
#include "holon/model/axis_lean.h"
#include "holon/model/joint_motion.h"

namespace holon {

/// A hinge: two frames share their origin and their z axis; only turning about it is free.
///
///     c = (R_aᵀ d, s),   d = p_b − p_a,   s = axis_error(R_a, z_b)        (1)
///     R_aᵀ d changes by R_aᵀ (ḋ − ω_a × d), twice by R_aᵀ (d̈ − α_a × d − ω_a × (2 ḋ − ω_a × d)),
///     with a small turn θ of a by R_aᵀ [d]× θ, and z_b with one of b by θ × z_b        (2)
///
/// λ holds the force on b along the axes of a, the last of the three along the hinge, and the
/// bending torques (τ_y, −τ_x) on b.
struct LineHinge {
  static constexpr std::string_view name = "line_hinge";
  static constexpr std::string_view summary =
      "two frames share their origin and z axis, and turn about it";
  static constexpr std::string_view required[] = {"a", "b"};
  static constexpr int rows = 5;
  static constexpr std::string_view row_names[] = {"x", "y", "z", "lean x", "lean y"};

  FrameRef a;
  FrameRef b;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("a", self.a, "frame whose z axis is the hinge");
    visit("b", self.b, "frame that turns about it");
  }
  auto connectors() const { return std::tie(a, b); }
  void check(Diagnostics& /*d*/) const {}

  static constexpr NumberInfo numbers[] = {{"angle", "rad"}, {"angle_dot", "rad/s"}};
  std::array<double, 2> read(const FramePair& kins) const { return turn_between(kins); }

  template <class S>
  RowsT<S, 5> error(const FrameT<S>& f_a, const FrameT<S>& f_b) const {
    RowsT<S, 5> c;
    c.template head<3>() = f_a.R.transpose() * (f_b.p - f_a.p);  // (1)
    c.template tail<2>() = axis_error<S>(f_a.R, f_b.R.col(2));
    return c;
  }
  /// On a, c changes as if its force acted at p_b: R_aᵀ (ḋ − ω_a × d) = R_aᵀ (ṗ_b − ṗ_a − ω_a × d).
  template <class Rows>
  void slopes(const Rows& on_a,
              const FrameT<double>& f_a,
              const Rows& on_b,
              const FrameT<double>& f_b) const {
    const RowBlock<3, 3> R_T = f_a.R.transpose();
    const RowBlock<2, 3> by_turn = axis_slope(f_a.R, f_b.R.col(2)).by_turn;
    on_a.template force<0, 3>(-R_T, f_b.p);
    on_a.template torque<3, 2>(by_turn);
    on_b.template force<0, 3>(R_T, f_b.p);
    on_b.template torque<3, 2>(-by_turn);
  }
  void derivatives(const std::tuple<FrameKin, FrameKin>& kins,
                   ConstraintRows<LineHinge>& out) const {
    const auto& [a_, b_] = kins;
    const Mat3 R_T = a_.R.transpose();
    const Vec3 d = b_.x - a_.x, d_dot = b_.v - a_.v, turning = a_.w.cross(d);
    const Vec3 z = b_.R.col(2), z_dot = b_.w.cross(z),
               z_ddot = b_.alpha.cross(z) + b_.w.cross(z_dot);
    const AxisLean lean = axis_lean(a_, {z, z_dot, z_ddot});
    const Vec3 bent = b_.a - a_.a - a_.alpha.cross(d) - a_.w.cross(2.0 * d_dot - turning);
    out.c.head<3>() = R_T * d;
    out.c.tail<2>() = lean.s;
    out.c_dot.head<3>() = R_T * (d_dot - turning);
    out.c_dot.tail<2>() = lean.s_dot;
    out.c_ddot.head<3>() = R_T * bent;  // (2)
    out.c_ddot.tail<2>() = lean.s_ddot;
    out.A[0].topLeftCorner<3, 3>() = -R_T;
    out.A[0].topRightCorner<3, 3>() = R_T * skew(d);
    out.A[0].bottomRightCorner<2, 3>() = lean.by_turn;
    out.A[1].topLeftCorner<3, 3>() = R_T;
    out.A[1].bottomRightCorner<2, 3>() = -lean.by_turn;
  }
};

static_assert(ConstraintKind<LineHinge>);

}  // namespace holon
