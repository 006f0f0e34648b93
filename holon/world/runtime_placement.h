// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/world/world.h"

namespace holon {

/// Where an object at work is as a whole, and how it moves.
template <class Runtime>
Placement placement_of(const Runtime& r) {
  Placement p;
  if constexpr (Runtime::has_orientation) {
    const FrameKin f = r.frame({});
    p.position = f.x;
    p.velocity = f.v;
    p.orientation = Quat(f.R).normalized();
    p.angular_velocity = f.w;
  } else {
    p.position = r.com();
    p.velocity = r.momentum() / r.mass();
  }
  return p;
}

/// The coordinates of an object of this kind at a placement: those it would start with there.
/// A copy of `kind` is placed; false for kinds that have no placement of their own.
template <class K>
bool start_at(K kind, const Placement& at, double* q, double* v) {
  if constexpr (std::is_same_v<K, Parametric>) {
    return false;
  } else if constexpr (std::is_same_v<K, AffineBody2d>) {
    const Mat3 R = at.orientation.normalized().toRotationMatrix();
    kind.position = at.position.head<2>();
    kind.velocity = at.velocity.head<2>();
    kind.deformation = R.topLeftCorner<2, 2>();
    kind.deformation_rate = (skew(at.angular_velocity) * R).topLeftCorner<2, 2>();
  } else {
    kind.position = at.position;
    kind.velocity = at.velocity;
    if constexpr (requires { kind.orientation; }) {
      kind.orientation = at.orientation;
      kind.angular_velocity = at.angular_velocity;
    }
    if constexpr (requires { kind.deformation; }) {
      kind.deformation = at.orientation.normalized().toRotationMatrix();
      kind.deformation_rate = skew(at.angular_velocity) * kind.deformation;
    }
  }
  Diagnostics d;
  kind.check(d);
  if (!d.ok()) throw ModelError("placement", d.errors());
  kind.start(q, v);
  return true;
}

}  // namespace holon
