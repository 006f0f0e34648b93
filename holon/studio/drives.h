// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>

#include "holon/studio/joints.h"

/// Motors and end stops of joints: constraints and forces on how far the joint has gone.
namespace holon::studio {

struct Drive {
  std::string name;
  bool is_force = false;         ///< that grows with what is lacking; else it holds its speed
  std::optional<double> speed;   ///< none if it is not just a number
  std::optional<double> torque;  ///< the limit
  std::string speed_field() const { return name + (is_force ? ".speed" : ".velocity"); }
};
/// Whatever drives the joint, whoever put it there; if there are several, the one that is called
/// after the joint.
std::optional<Drive> find_drive(const SceneRun& run, const Joint& joint);

struct Stops {
  std::string name;
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
};
std::optional<Stops> find_stops(const SceneRun& run, const Joint& joint);

}  // namespace holon::studio
