// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/math/rotation.h"

/// Errors of constraints that align axes and frames, shared by all kinds that do.
namespace holon {

/// Directions count as opposite where 1 + u_z is below the first of these, and there it is taken as
/// the second.
inline constexpr double opposite_opening = 1e-9, opening_there = 1e-7;

/// How far a direction u is off the z axis:
///
///     s = (u_x, u_y),   c = s √(2 / (1 + u_z)),   |c| = 2 sin(θ/2)        (1)
///
/// θ is the angle between the directions: the only zero is θ = 0, and opposite directions are as
/// far from it as can be.
template <class S>
RowsT<S, 2> axis_error(const Vec3T<S>& u) {
  using std::sqrt;
  S opening = S(1.0) + u[2];
  // opposite: any way round will do, and leads out of here; s is too small to reach 2 here
  const bool opposite = value_of(opening) < opposite_opening;
  if (opposite) opening = S(opening_there);
  const S scale = sqrt(S(2.0) / opening);
  RowsT<S, 2> c(u[0] * scale, u[1] * scale);  // (1)
  if (opposite) c[0] += S(2.0);
  return c;
}
/// Its derivatives by u: the first two diagonal, ∂c_i/∂u_i = scale, and those by u_z.
struct AxisGradient {
  Vec2 c;
  double scale;
  Vec2 by_z;
};
inline AxisGradient axis_gradient(const Vec3& u) {
  const Vec2 c = axis_error<double>(u);
  const double opening = 1.0 + u[2];
  if (opening < opposite_opening) return {c, std::sqrt(2.0 / opening_there), Vec2::Zero()};
  return {c, std::sqrt(2.0 / opening), c / (-2.0 * opening)};
}
/// The error of a direction b from the z axis of the frame R, along its x and y axes.
template <class S>
RowsT<S, 2> axis_error(const Mat3T<S>& R, const Vec3T<S>& b) {
  return axis_error<S>(Vec3T<S>(R.col(0).dot(b), R.col(1).dot(b), R.col(2).dot(b)));
}

/// How far frame R_b is turned against frame R_a, in the axes of a:
///
///     c = 2 sin(θ/2) e,   R_aᵀ R_b = rotation by θ about e            (2)
///
/// twice the vector part of the unit quaternion of the relative rotation: equal to the rotation
/// vector for small θ, and never zero at a half turn.
template <class S>
RowsT<S, 3> rotation_error(const Mat3T<S>& R_a, const Mat3T<S>& R_b) {
  const Mat3T<S> R = R_a.transpose() * R_b;
  RowsT<S, 3> c = half_sine_vector<S>(R);  // (2)
  const Vec3 e(0.5 * value_of(c[0]), 0.5 * value_of(c[1]), 0.5 * value_of(c[2]));
  if (1.0 - e.squaredNorm() < 1e-12) {
    // At half a turn c does not change with θ to first order, and the frames would rest there:
    // say that turning back helps. sin θ falls with θ.
    const S sine = S(0.5 * e[0]) * (R(2, 1) - R(1, 2)) + S(0.5 * e[1]) * (R(0, 2) - R(2, 0))
                   + S(0.5 * e[2]) * (R(1, 0) - R(0, 1));
    for (int i = 0; i < 3; ++i) c[i] += S(e[i]) * (S(value_of(sine)) - sine);
  }
  return c;
}

}  // namespace holon
