// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/world/world.h"
#include "scene.h"

namespace peers {

/// Adds the bodies and joints of a scene to a world, and the floor where they touch one, gravity
/// not included; returns the bodies in the order of the scene. What is fixed to the ground is
/// nailed.
std::vector<holon::ObjectId> add_scene(holon::World& world, const Scene& scene);

}  // namespace peers
