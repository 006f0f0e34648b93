// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/gallery.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "apps/cli/embedded.h"
#include "apps/cli/errors.h"
#include "holon/math/diagnostics.h"
#include "holon/scene/scene.h"
#include "holon/scene/spelling.h"

namespace holon::cli {
namespace {

using SceneTree = nlohmann::ordered_json;

constexpr std::string_view kSceneFile = "/scene.json";

const EmbeddedFile* find_file(std::string_view path) {
  const auto all = example_files();
  const auto found = std::ranges::find(all, path, &EmbeddedFile::path);
  return found == all.end() ? nullptr : &*found;
}

SceneTree parse_with_comments(std::string_view text) {
  return SceneTree::parse(text, nullptr, true, true);
}

void append(SceneTree& list, const SceneTree& scene, const char* key) {
  if (const auto more = scene.find(key); more != scene.end())
    list.insert(list.end(), more->begin(), more->end());
}

/// Takes over what a scene in a folder of the gallery includes, in the order of a reader: what its
/// own parts may refer to goes before them, things behind.
void take_over_included(SceneTree& scene, const std::filesystem::path& folder) {
  const SceneTree files = scene["include"];
  scene.erase("include");
  std::vector<SceneTree> included;
  for (const SceneTree& file : files) {
    const auto path = (folder / file.get<std::string>()).lexically_normal();
    const EmbeddedFile* found = find_file(path.generic_string());
    if (found == nullptr)
      throw InputError("the example includes '" + path.generic_string()
                       + "', which is not part of the program");
    included.push_back(parse_with_comments(found->text));
    if (included.back().contains("include"))
      take_over_included(included.back(), path.parent_path());
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

std::vector<std::string_view> example_names() {
  std::vector<std::string_view> names;
  for (const EmbeddedFile& file : example_files())
    if (file.path.ends_with(kSceneFile))
      names.push_back(file.path.substr(0, file.path.size() - kSceneFile.size()));
  return names;
}

bool is_example(std::string_view name) {
  return find_file(std::string(name) + std::string(kSceneFile)) != nullptr;
}

std::string example_scene(std::string_view name) {
  const EmbeddedFile* file = find_file(std::string(name) + std::string(kSceneFile));
  if (file == nullptr)
    throw UsageError("no example '" + std::string(name) + "'" + did_you_mean(name, example_names())
                     + "; 'holon examples' lists those there are");
  SceneTree scene = parse_with_comments(file->text);
  if (!scene.contains("include")) return std::string(file->text);
  take_over_included(scene, std::filesystem::path(name));
  return format_scene(scene.dump());
}

}  // namespace holon::cli
