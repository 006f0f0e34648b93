// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/scene_source.h"

#include <filesystem>

#include "apps/cli/errors.h"
#include "apps/cli/gallery.h"
#include "holon/scene/spelling.h"

namespace holon::cli {

Scene load_scene(const std::string& name, const Values& set) {
  if (name == "-" || std::filesystem::exists(name)) return read_scene_file(name, set);
  if (is_example(name))
    return read_scene({.text = example_scene(name), .directory = "", .set = set});
  throw InputError("there is no file '" + name + "' and no example of this name"
                   + did_you_mean(name, example_names())
                   + "; 'holon examples' lists those there are");
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
