// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/math/types.h"

namespace holon::importing {

/// Where a frame is in another, or how all points move: x_outer = R x_inner + p.
struct RigidMap {
  Mat3 R = Mat3::Identity();
  Vec3 p = Vec3::Zero();

  RigidMap operator*(const RigidMap& inner) const { return {R * inner.R, R * inner.p + p}; }
  Vec3 operator*(const Vec3& x) const { return R * x + p; }
  RigidMap inverse() const { return {R.transpose(), -(R.transpose() * p)}; }
  bool is_identity() const { return R == Mat3::Identity() && p == Vec3::Zero(); }
  Quat turn() const { return Quat(R).normalized(); }
};

}  // namespace holon::importing
