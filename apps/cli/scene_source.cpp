// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/scene_source.h"

#include <filesystem>

#include "apps/cli/errors.h"
#include "apps/cli/gallery.h"
#include "apps/cli/stand_alone.h"
#include "holon/scene/scene_parts.h"
#include "holon/scene/spelling.h"

namespace holon::cli {
namespace {

bool is_file(const std::string& name) {
  return name == "-" || std::filesystem::exists(name);
}

[[noreturn]] void fail_to_find(const std::string& name) {
  throw InputError("there is no file '" + name + "' and no example of this name"
                   + did_you_mean(name, example_names())
                   + "; 'holon examples' lists those there are");
}

std::string with_included(const std::string& text, const std::filesystem::path& folder) {
  return standing_alone(
      text, [&](const std::string& path) { return read_text_file((folder / path).string()); });
}

}  // namespace

Scene load_scene(const std::string& name, const Values& set) {
  if (is_file(name)) return read_scene_file(name, set);
  if (is_example(name))
    return read_scene({.text = example_scene(name), .directory = "", .set = set});
  fail_to_find(name);
}

Scene load_alone(const std::string& name) try {
  Scene scene = load_scene(name);
  scene.source.text = with_included(scene.source.text, scene.source.directory);
  return scene;
} catch (const SceneError& e) {
  std::vector<SceneProblem> problems = e.problems();
  for (SceneProblem& problem : problems)
    if (problem.file.empty() && problem.place.line > 0) problem.file = name;
  throw SceneError(std::move(problems));
}

std::string scene_text(const std::string& name) {
  if (is_file(name))
    return with_included(read_text_file(name), std::filesystem::path(name).parent_path());
  if (is_example(name)) return example_scene(name);
  fail_to_find(name);
}

Scene read_again(const Scene& scene, const Values& set) {
  SceneSource source = scene.source;
  source.set = set;
  return read_scene(std::move(source));
}

Values parameters_of(const Scene& scene) {
  Values values;
  for (const SceneParameter& parameter : scene.parameters) values[parameter.name] = parameter.value;
  return values;
}

}  // namespace holon::cli
