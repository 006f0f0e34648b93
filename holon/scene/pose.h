// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "holon/geometry/path.h"

namespace holon {

/// Where an instance of a group is put, and how fast it moves on as a whole: all that the group
/// says of the world is turned, shifted and given the velocity.
struct Pose {
  Vec3 position = Vec3::Zero();
  Quat orientation = Quat::Identity();
  Vec3 velocity = Vec3::Zero();

  Vec3 point(const Vec3& x) const { return position + orientation * x; }
  Vec3 motion(const Vec3& v) const { return velocity + orientation * v; }
  /// The pose of something that stands at `inner` in here.
  Pose operator*(const Pose& inner) const {
    return {point(inner.position), orientation * inner.orientation, motion(inner.velocity)};
  }
  bool is_turned() const { return orientation.vec() != Vec3::Zero(); }

  /// A path of points; none if its functions of time are of sorts that cannot be mixed by turning.
  std::optional<Path> path(const Path& path) const;

  /// Puts an object of any kind there. False for one that cannot be put somewhere else.
  template <class K>
  bool put(K& kind) const;
};

template <class K>
bool Pose::put(K& kind) const {
  if constexpr (requires { requires std::is_same_v<decltype(kind.position), Vec3>; }) {
    kind.position = point(kind.position);
    kind.velocity = motion(kind.velocity);
    if constexpr (requires { kind.orientation; }) {
      kind.orientation = orientation * kind.orientation;
      kind.angular_velocity = orientation * kind.angular_velocity;
    }
    if constexpr (requires { kind.deformation; }) {
      const Mat3 R = orientation.toRotationMatrix();
      kind.deformation = R * kind.deformation;
      kind.deformation_rate = R * kind.deformation_rate;
    }
    return true;
  } else {
    return position == Vec3::Zero() && velocity == Vec3::Zero() && !is_turned();
  }
}

}  // namespace holon
