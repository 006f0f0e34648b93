// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>

#include "holon/math/types.h"

namespace holon {

/// What a contact may push with, along its normal and then across it:
///
///     K = { r : |r_t| ≤ μ r_n }
///
/// and its projection, the point of K that is nearest. The derivative of that is symmetric and
/// between 0 and 1, because K is convex.
class FrictionCone {
 public:
  enum class Side {
    apart,   ///< nearest is the tip: nothing pushes
    slides,  ///< nearest is on the mantle
    sticks,  ///< inside
  };
  struct Projection {
    Vec3 point;
    Side side;
  };

  explicit FrictionCone(double mu) : mu_(mu) {}

  Projection project(const Vec3& y) const {
    const double across = y.tail<2>().norm();
    if (y[0] >= 0.0 && across <= mu_ * y[0]) return {y, Side::sticks};
    if (mu_ * across <= -y[0]) return {Vec3::Zero(), Side::apart};
    const double normal = (y[0] + mu_ * across) / (1.0 + mu_ * mu_);
    const Vec2 tangential = (mu_ * normal / across) * y.tail<2>();
    return {{normal, tangential[0], tangential[1]}, Side::slides};
  }

  /// The derivative of the projection at y. On the mantle: along the ray, and across it by as much
  /// as the circle there is smaller than the one through y.
  Mat3 slope(const Vec3& y, const Projection& at) const {
    if (at.side == Side::sticks) return Mat3::Identity();
    if (at.side == Side::apart) return Mat3::Zero();
    const double across = y.tail<2>().norm();
    const Vec2 d = y.tail<2>() / across;
    const Vec3 ray = Vec3(1.0, mu_ * d[0], mu_ * d[1]) / std::sqrt(1.0 + mu_ * mu_);
    const Vec3 side(0.0, -d[1], d[0]);
    return ray * ray.transpose() + (mu_ * at.point[0] / across) * side * side.transpose();
  }

 private:
  double mu_;
};

/// What a contact may turn with: a torque about its normal, and two across it, each with a largest
/// one,
///
///     B = { r : |r_n| ≤ spin, |r_t| ≤ roll }
///
/// and its projection, as above.
class TorqueBounds {
 public:
  using Side = FrictionCone::Side;
  TorqueBounds(double spin, double roll) : spin_(spin), roll_(roll) {}

  FrictionCone::Projection project(const Vec3& y) const {
    Vec3 r = y;
    r[0] = std::clamp(y[0], -spin_, spin_);
    const double across = y.tail<2>().norm();
    if (across > roll_) r.tail<2>() *= roll_ / across;
    return {r, r == y ? Side::sticks : Side::slides};
  }
  Mat3 slope(const Vec3& y, const FrictionCone::Projection& at) const {
    if (at.side == Side::sticks) return Mat3::Identity();
    Mat3 P = Mat3::Zero();
    if (std::abs(y[0]) <= spin_) P(0, 0) = 1.0;
    const double across = y.tail<2>().norm();
    if (across <= roll_) {
      P(1, 1) = P(2, 2) = 1.0;
    } else {
      const Vec2 side(-y[2] / across, y[1] / across);
      P.bottomRightCorner<2, 2>() = (roll_ / across) * side * side.transpose();
    }
    return P;
  }

 private:
  double spin_, roll_;
};

}  // namespace holon
