// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/scene/scene_run.h"
#include "holon/studio/json.h"

/// What people do with parts and joints, as edits of a scene that runs (holon/scene/edit.h).
/// Nothing is changed here; a UsageError says what is wrong with what was asked for.
namespace holon::studio {

struct Composed {
  std::vector<Json> edits;         ///< to be made one after the other
  std::vector<std::string> names;  ///< of what there is then, the main thing first
  std::string label;               ///< for undo, like "Add rod" or "Join by hinge"
};

/// The commands of apps/studio/PROTOCOL.md, with their fields as they came.
Composed compose_make(const SceneRun& run, const Json& command);
Composed compose_join(const SceneRun& run, const Json& command);
Composed compose_change_joint(const SceneRun& run, const Json& command);
Composed compose_motor(const SceneRun& run, const Json& command);
Composed compose_limit(const SceneRun& run, const Json& command);
Composed compose_pin(const SceneRun& run, const Json& command);
Composed compose_duplicate(const SceneRun& run, const Json& command);
Composed compose_remove(const SceneRun& run, const Json& command);

/// The answer of `inspect`, without type and id.
Json inspect(const SceneRun& run, const std::string& name);
/// The answers of `diagnose` and `wiggle`.
Json diagnose(const SceneRun& run);
Json wiggle(const SceneRun& run, int motion);
/// The answers of `complete` and `help`.
Json complete(const SceneRun& run, const std::string& line, std::size_t at);
Json help();

}  // namespace holon::studio
