// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/scene_source.h"

#include <algorithm>
#include <filesystem>

#include "apps/cli/embedded.h"
#include "apps/cli/errors.h"
#include "holon/scene/spelling.h"

namespace holon::cli {

const Example* find_example(std::string_view name) {
  const auto all = all_examples();
  const auto found = std::ranges::find(all, name, &Example::name);
  return found == all.end() ? nullptr : &*found;
}

Scene load_scene(const std::string& name, const Values& set) {
  if (name == "-" || std::filesystem::exists(name)) return read_scene_file(name, set);
  if (const Example* example = find_example(name))
    return read_scene({.text = std::string(example->text), .directory = "", .set = set});
  std::vector<std::string_view> names;
  for (const Example& example : all_examples()) names.push_back(example.name);
  throw InputError("there is no file '" + name + "' and no example of this name"
                   + did_you_mean(name, names) + "; 'holon examples' lists those there are");
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
