// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "scene.h"

/// Scenes in which bodies touch: pile, wall, ragdolls, snake, tower and incline. Each is a Scene
/// with `contact` set: shapes and start orientations of its bodies, joints in body axes, one
/// friction.
namespace peers {

bool is_contact_scene(const std::string& name);
/// With commas between.
std::string contact_scene_names();
/// The size that a scene has unless one is asked for.
int usual_size(const std::string& contact_scene);
/// Fills a scene that has its name and its size.
void add_contact_scene(Scene& scene);

constexpr double contact_step = 1.0 / 240;  // s, unless one is asked for

}  // namespace peers
