// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "apps/cli/results/provenance.h"
#include "holon/scene/scene.h"

namespace holon::cli {

/// What the help says of a scene on the command line.
inline constexpr const char* scene_help =
    "scene file, or name of an example; - is the standard input";

/// The scene that a user calls so: a file; "-", the standard input; or an example, if there is no
/// such file. `set` gives other values to its parameters.
Scene load_scene(const std::string& name, const Values& set = {});
/// The same with all that it includes taken over into its source, so that it can be written
/// anywhere. What is wrong is told with the name of the file.
Scene load_alone(const std::string& name);
/// Its text, with all that it includes taken over into it.
std::string scene_text(const std::string& name);
/// A scene that was read before, with other values of its parameters.
Scene read_again(const Scene& scene, const Values& set);
/// The values of its parameters.
Values parameters_of(const Scene& scene);

}  // namespace holon::cli
