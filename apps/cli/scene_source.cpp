// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/scene_source.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "apps/cli/embedded.h"
#include "apps/cli/errors.h"
#include "holon/math/hash.h"
#include "holon/scene/spelling.h"

namespace holon::cli {

const Example* find_example(std::string_view name) {
  const auto all = all_examples();
  const auto found = std::ranges::find(all, name, &Example::name);
  return found == all.end() ? nullptr : &*found;
}

// ---- until scenes have parameters ----
static Scene read_scene_file(const std::string& name, const Values& set) {
  if (!set.empty()) throw UsageError("scenes have no parameters yet");
  return holon::read_scene_file(name);
}

Scene load_scene(const std::string& name, const Values& set) {
  if (name == "-" || std::filesystem::exists(name)) return read_scene_file(name, set);
  if (const Example* example = find_example(name)) return read_scene(example->text);
  std::vector<std::string_view> names;
  for (const Example& example : all_examples()) names.push_back(example.name);
  throw InputError("there is no file '" + name + "' and no example of this name"
                   + did_you_mean(name, names) + "; 'holon examples' lists those there are");
}

std::string valid_scene_text(const std::string& name) {
  load_scene(name);
  if (const Example* e = find_example(name)) return std::string(e->text);
  std::ifstream f(name);
  return {std::istreambuf_iterator<char>(f), {}};
}

Scene read_again(const Scene& scene, const Values& set) {
  if (!set.empty()) throw UsageError("scenes have no parameters yet");
  return read_scene(write_scene(scene));
}

std::string hash_digits(const Scene& scene) {
  const std::string text = write_scene(scene);
  Hash hash;
  hash.add(text.data(), text.size());
  return digits_of(hash.value());
}

Values parameters_of(const Scene& /*scene*/) {
  return {};
}

}  // namespace holon::cli
