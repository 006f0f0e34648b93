// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/scene/scene_run.h"
#include "holon/studio/json.h"

namespace holon::studio {

/// The edit that removes things of these names, with all that hangs on them: motors and end stops
/// of joints, and what is under the command of a controller. (What hangs on an object goes with it
/// by itself.) Throws a UsageError if something is not there.
Json removing(const SceneRun& run, const std::vector<std::string>& names);

}  // namespace holon::studio
