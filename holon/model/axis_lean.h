// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/math/alignment.h"
#include "holon/model/connector.h"

namespace holon {

/// How far a direction b leans off the z axis of a frame, s = axis_error(u) with u = Rᵀ b as the
/// frame sees it, and how that changes:
///
///     u̇ = Rᵀ (ḃ − ω × b),   ü = Rᵀ (b̈ − α × b − ω × (2 ḃ − ω × b))        (1)
///     δs = G Rᵀ (δb + b × θ),   θ a small turn of the frame                  (2)
struct AxisLean {
  Vec2 s, s_dot, s_ddot;
  RowBlock<2, 3> by_direction;  ///< G Rᵀ
  RowBlock<2, 3> by_turn;       ///< G Rᵀ [b]×, of the frame
};

inline AxisLean axis_lean(const FrameKin& frame, const DirectionKin& b) {
  const Mat3 R_T = frame.R.transpose();
  const Vec3 turning = frame.w.cross(b.x), u = R_T * b.x, u_dot = R_T * (b.v - turning),
             u_ddot =
                 R_T * (b.a - frame.alpha.cross(b.x) - frame.w.cross(2.0 * b.v - turning));  // (1)
  Vec3T<Dual<3>> by_u;
  Vec3T<Taylor> moving;
  for (int i = 0; i < 3; ++i) {
    by_u[i] = Dual<3>(u[i], Vec3::Unit(i));
    moving[i] = Taylor(u[i], u_dot[i], u_ddot[i]);
  }
  const RowsT<Dual<3>, 2> slope = axis_error<Dual<3>>(by_u);
  const RowsT<Taylor, 2> motion = axis_error<Taylor>(moving);
  AxisLean out;
  RowBlock<2, 3> G;
  for (int r = 0; r < 2; ++r) {
    out.s[r] = motion[r].v;
    out.s_dot[r] = motion[r].d;
    out.s_ddot[r] = motion[r].dd;
    G.row(r) = slope[r].d.transpose();
  }
  out.by_direction = G * R_T;
  out.by_turn = out.by_direction * skew(b.x);  // (2)
  return out;
}

}  // namespace holon
