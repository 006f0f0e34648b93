// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/stand_alone.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

#include "apps/cli/errors.h"
#include "holon/scene/scene.h"

namespace holon::cli {
namespace {

using SceneTree = nlohmann::ordered_json;
using Read = std::function<std::string(const std::string& path)>;

/// As deep as files may include each other: deeper only if they go round in a circle.
constexpr int kDeepest = 32;

/// JSON of a scene, be it JSON or lines of text.
SceneTree tree_of(const std::string& text) {
  return SceneTree::parse(format_scene(text));
}

bool includes_files(const SceneTree& scene) {
  const auto found = scene.find("include");
  return found != scene.end() && found->is_array()
         && std::ranges::all_of(*found, [](const SceneTree& file) { return file.is_string(); });
}

void append(SceneTree& list, const SceneTree& scene, const char* key) {
  if (const auto more = scene.find(key); more != scene.end())
    list.insert(list.end(), more->begin(), more->end());
}

/// Takes over what a scene in a folder includes, in the order of a reader: what its own parts may
/// refer to goes before them, things behind.
void take_over_included(SceneTree& scene,
                        const std::filesystem::path& folder,
                        const Read& read,
                        int depth) {
  const SceneTree files = scene["include"];
  scene.erase("include");
  std::vector<SceneTree> included;
  for (const SceneTree& file : files) {
    const auto path = (folder / file.get<std::string>()).lexically_normal();
    if (depth >= kDeepest) throw InputError("'" + path.generic_string() + "' includes itself");
    included.push_back(tree_of(read(path.generic_string())));
    if (includes_files(included.back()))
      take_over_included(included.back(), path.parent_path(), read, depth + 1);
  }
  for (const char* key : {"parameters", "groups", "instances"}) {
    SceneTree list = SceneTree::array();
    for (const SceneTree& part : included) append(list, part, key);
    append(list, scene, key);
    if (!list.empty()) scene[key] = std::move(list);
  }
  for (const char* key : {"objects", "controllers", "constraints", "forces"}) {
    SceneTree list = SceneTree::array();
    append(list, scene, key);
    for (const SceneTree& part : included) append(list, part, key);
    if (!list.empty()) scene[key] = std::move(list);
  }
}

}  // namespace

std::string standing_alone(const std::string& text, const Read& read) {
  SceneTree scene = tree_of(text);
  if (!includes_files(scene)) return text;
  take_over_included(scene, {}, read, 0);
  return format_scene(scene.dump());
}

}  // namespace holon::cli
