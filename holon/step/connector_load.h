// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <span>

#include "holon/math/types.h"
#include "holon/model/ids.h"

namespace holon {

/// What one connector feels of a constraint or force, in world axes.
struct ConnectorLoad {
  ObjectId object;  ///< none for the world
  int part = 0;     ///< which particle, for a system of particles
  Vec3 point = Vec3::Zero();
  Vec3 force = Vec3::Zero();
  Vec3 torque = Vec3::Zero();  ///< about `point`
  bool on_track = false;       ///< it is a curve or surface that feels it, at the foot
};

/// The largest force, or torque, that any of the connectors feels.
inline double largest(std::span<const ConnectorLoad> loads, Vec3 ConnectorLoad::*part) {
  double most = 0.0;
  for (const ConnectorLoad& load : loads) most = std::max(most, (load.*part).norm());
  return most;
}

/// What one connector felt of a blow, where it was when it fell: the force is momentum [N s], the
/// torque angular momentum [N m s].
struct Blow {
  ForceId by;
  double time = 0.0;
  ConnectorLoad load;
};

}  // namespace holon
