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
struct AxisSlope {
  Vec2 s;
  RowBlock<2, 3> by_direction;  ///< G Rᵀ
  RowBlock<2, 3> by_turn;       ///< G Rᵀ [b]×, of the frame
};
struct AxisLean : AxisSlope {
  Vec2 s_dot, s_ddot;
};

inline AxisSlope axis_slope(const Mat3& R, const Vec3& b) {
  const AxisGradient at = axis_gradient(R.transpose() * b);
  AxisSlope out{at.c, {}, {}};
  for (int r = 0; r < 2; ++r) {
    const Vec3 by_direction = at.scale * R.col(r) + at.by_z[r] * R.col(2);
    out.by_direction.row(r) = by_direction;
    out.by_turn.row(r) = by_direction.cross(b);  // (2)
  }
  return out;
}

inline AxisLean axis_lean(const FrameKin& frame, const DirectionKin& b) {
  const Mat3 R_T = frame.R.transpose();
  const Vec3 turning = frame.w.cross(b.x), u = R_T * b.x, u_dot = R_T * (b.v - turning),
             u_ddot =
                 R_T * (b.a - frame.alpha.cross(b.x) - frame.w.cross(2.0 * b.v - turning));  // (1)
  Vec3T<Taylor> moving;
  for (int i = 0; i < 3; ++i) moving[i] = Taylor(u[i], u_dot[i], u_ddot[i]);
  const RowsT<Taylor, 2> motion = axis_error<Taylor>(moving);
  AxisLean out{axis_slope(frame.R, b.x), {}, {}};
  for (int r = 0; r < 2; ++r) {
    out.s_dot[r] = motion[r].d;
    out.s_ddot[r] = motion[r].dd;
  }
  return out;
}

}  // namespace holon
