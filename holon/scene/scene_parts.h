// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <set>

#include "holon/scene/field_reader.h"
#include "holon/scene/scene.h"

namespace holon {

/// Things that stand together in a file, and what stands around them.
struct ScenePart {
  At at;  ///< an object with the lists "objects", "constraints", "forces", "controllers"
  Surroundings around;
};

/// A scene taken apart: the scene itself first, then what it includes, then one part for each
/// instance of a group.
struct SceneParts {
  std::deque<JsonValue> documents;  ///< which the parts look into
  std::vector<ScenePart> parts;
  std::vector<SceneParameter> parameters;
  std::set<std::string, std::less<>> declared;  ///< full names of all things
  std::vector<SceneProblem> problems;
};
SceneParts take_apart(const SceneSource& source);

/// All that may stand at the top of a scene, in the order in which scenes are written.
std::vector<std::string_view> scene_keys();

/// A scene as read_scene() reads it, but that the edits of its timeline are not tried.
Scene read_description(SceneSource source);

/// The text of a file; "-" is the standard input. Throws a SceneError.
std::string read_text_file(const std::string& path);

}  // namespace holon
