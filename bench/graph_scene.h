// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "scene.h"

/// Scenes whose point is the graph of who is joined to whom. Each is held to the ground at one
/// place, starts at rest, and has no redundant constraint.
namespace graphs {

/// star: n bars on ball joints around one body. tree: each bar carries two. ladder: two rows of
/// point masses with rungs. loops: a random tree of bars, with 20 rods between random pairs.
/// random: the same with n / 10 rods. regular: point masses with three rods each, to random others.
/// solid: n × n × n point masses with rods to those next to them. Else one of the peers' scenes.
peers::Scene make_scene(const std::string& name, int n);

}  // namespace graphs
