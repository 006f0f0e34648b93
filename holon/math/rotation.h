// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "holon/math/dual.h"
#include "holon/math/types.h"

namespace holon {

/// [a]× with [a]× b = a × b.
inline Mat3 skew(const Vec3& a) {
  Mat3 s;
  s << 0, -a.z(), a.y(), a.z(), 0, -a.x(), -a.y(), a.x(), 0;
  return s;
}

/// Rotation by |phi| about phi.
inline Quat rotation_exp(const Vec3& phi) {
  const double angle = phi.norm();
  // sin(a/2)/a, by its series where the quotient loses digits
  const double k = angle > 1e-4 ? std::sin(0.5 * angle) / angle : 0.5 - angle * angle / 48.0;
  const Vec3 v = k * phi;
  return Quat(std::cos(0.5 * angle), v.x(), v.y(), v.z());
}

/// The rotation vector of q, of length at most π.
inline Vec3 rotation_log(const Quat& q) {
  const double sign = q.w() < 0.0 ? -1.0 : 1.0;
  const double s = q.vec().norm();
  const double angle = 2.0 * std::atan2(s, sign * q.w());
  return s > 1e-12 ? Vec3(sign * angle / s * q.vec()) : Vec3(2.0 * sign * q.vec());
}

/// D with θ̇ = D ω, for the rotation vector θ of a rotation that turns with ω:
///     D = 1 − ½[θ]× + β [θ]×²,   β = (1 − (|θ|/2) cot(|θ|/2)) / |θ|²
inline Mat3 rotation_log_rate(const Vec3& theta) {
  const double square = theta.squaredNorm(), half = 0.5 * std::sqrt(square);
  // by its series where the difference loses digits
  const double beta = square > 1e-3 ? (1.0 - half / std::tan(half)) / square
                                    : 1.0 / 12.0 + square / 720.0 + square * square / 30240.0;
  const Mat3 cross = skew(theta);
  return Mat3::Identity() - 0.5 * cross + beta * cross * cross;
}

/// 2 sin(θ/2) times the axis of the rotation R, for R = a rotation by θ ∈ [0, π]: twice the vector
/// part of its unit quaternion, taken by the largest of the four components so that no case is
/// singular. Smooth from 0 up to and including a half turn, where the axis may be either of two.
template <class S>
Vec3T<S> half_sine_vector(const Mat3T<S>& R) {
  using std::sqrt;
  const double t = value_of(R(0, 0)) + value_of(R(1, 1)) + value_of(R(2, 2));
  const Vec3T<S> twice_sine(R(2, 1) - R(1, 2), R(0, 2) - R(2, 0), R(1, 0) - R(0, 1));
  if (t > 0.0) {                                        // w is not small: v = twice_sine / (4 w)
    const S w2 = S(1.0) + R(0, 0) + R(1, 1) + R(2, 2);  // 4 w²
    const S scale = S(1.0) / sqrt(w2);
    return twice_sine * scale;
  }
  int i = 0;
  for (int k = 1; k < 3; ++k)
    if (value_of(R(k, k)) > value_of(R(i, i))) i = k;
  const int j = (i + 1) % 3, k = (i + 2) % 3;
  const S vi = sqrt(S(1.0) + R(i, i) - R(j, j) - R(k, k));  // 2 |v_i|
  const S inv = S(1.0) / vi;
  const double sign = value_of(twice_sine[i]) < 0.0 ? -1.0 : 1.0;  // makes w ≥ 0
  Vec3T<S> out;
  out[i] = vi * S(sign);
  out[j] = (R(j, i) + R(i, j)) * inv * S(sign);
  out[k] = (R(k, i) + R(i, k)) * inv * S(sign);
  return out;
}

/// The frame whose z axis is the unit vector z = `axis`, turned there from e_z by the shortest way:
///   R = I + [v] + (1 − z₃) [n]²,   v = e_z × z,   n = v/|v|.
/// So x stays x where z is e_z; also where z is −e_z, to which all ways are as short.
inline Mat3 frame_with_z(const Vec3& axis) {
  const double sine = std::hypot(axis.x(), axis.y());
  const bool leans = sine > 1e-300;  // below, quotients have no digits
  const double a = leans ? axis.x() / sine : 0.0, b = leans ? axis.y() / sine : 1.0;
  const double k = 1.0 - axis.z();
  const double xy = 0.0 - k * a * b;  // 0 − 0 is no minus zero
  Mat3 R;
  R << 1.0 - k * a * a, xy, axis.x(),  //
      xy, 1.0 - k * b * b, axis.y(),   //
      0.0 - axis.x(), 0.0 - axis.y(), axis.z();
  return R;
}

}  // namespace holon
