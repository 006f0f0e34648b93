// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "holon/scene/builder.h"

/// Scenes in lines of text: the commands of builder.h, and
///
///     title Double pendulum                   note what to look at
///     dt 0.001          duration 5            stepper projected tolerance=1e-12
///     parameter length=1.2 unit=m min=0.5 max=2
///     include wheels.json                     instance GROUP NAME count=5 at=(0 0 1) length=2
///     at 2: disconnect hook                   every 1 from=3 until=5: push ball (5 0 0) for=0.1
///     when ball.z < -0.3 again=true: set stiffness=100
///     view side from=(0 -8 2) to=(0 0 1)      plot rope.force,hinge.* title="Tension"
namespace holon {

/// The JSON scene of such a text, in which every value stands where its word does in the text.
/// Things go into the lists of the scene; commands that change something are done at time 0. Throws
/// a SceneError with what is wrong in all its lines.
JsonValue scene_from_commands(std::string_view text);

/// The document of a scene, be it JSON or lines of text, which begin with a letter or a #.
JsonValue parse_scene(std::string_view text);

/// What may stand in a text scene beside commands.
std::span<const CommandHelp> scene_commands();

}  // namespace holon
