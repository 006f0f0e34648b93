// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/gallery.h"

#include <algorithm>
#include <filesystem>

#include "apps/cli/embedded.h"
#include "apps/cli/errors.h"
#include "apps/cli/stand_alone.h"
#include "holon/math/diagnostics.h"
#include "holon/scene/json_document.h"
#include "holon/scene/spelling.h"

namespace holon::cli {
namespace {

constexpr std::string_view kSceneFile = "/scene.json";

const EmbeddedFile* find_file(std::string_view path) {
  const auto all = example_files();
  const auto found = std::ranges::find(all, path, &EmbeddedFile::path);
  return found == all.end() ? nullptr : &*found;
}

std::string text_of_file(const std::string& path) {
  const EmbeddedFile* found = find_file(path);
  if (found == nullptr)
    throw InputError("the example includes '" + path + "', which is not part of the program");
  return std::string(found->text);
}

std::string text_under(const JsonValue& scene, std::string_view key) {
  const JsonValue* value = scene.find(key);
  return value != nullptr && value->is_string() ? value->text() : "";
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
  return standing_alone(std::string(file->text), [&](const std::string& path) {
    const auto in_gallery = std::filesystem::path(name) / path;
    return text_of_file(in_gallery.lexically_normal().generic_string());
  });
}

ExampleTexts example_texts(std::string_view name) {
  const JsonValue scene = parse_json(example_scene(name));
  return {text_under(scene, "title"), text_under(scene, "note")};
}

}  // namespace holon::cli
