// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "holon/world/measured_rows.h"
#include "holon/world/world.h"

namespace holon {

/// One side of a joint: what carries the connector, and where it is.
struct JointEnd {
  int body = -1;  ///< −1: what does not give way
  ObjectId object;
  std::optional<Vec3> point;
  std::optional<Mat3> axes;
  bool on_curve = false, on_surface = false;
};

/// A constraint seen as a joint: something moves, and something carries it.
struct Joint {
  ConstraintId id;
  JointEnd carrier, mover;
  bool slides = false;  ///< whether it may
  bool rolls = false;
};

/// The constraints of an island that join two places: those of the ground first. Those that only
/// keep a distance, a quantity or a ratio are none.
std::vector<Joint> joints_of(const World& world, const System& system, const MeasuredRows& rows);

}  // namespace holon
