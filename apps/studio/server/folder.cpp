// SPDX-License-Identifier: Apache-2.0
#include "apps/studio/server/folder.h"

#include <algorithm>
#include <array>
#include <system_error>

#include "apps/studio/server/durable_file.h"
#include "holon/math/diagnostics.h"
#include "holon/scene/json_text.h"
#include "holon/scene/scene_parts.h"

namespace holon::server {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kScene = ".json";
constexpr std::array<std::string_view, 4> kEndings = {kScene, ".holon", ".urdf", ".xml"};

/// Why this is no name of a file in the folder; empty if it is one.
std::string fault_of(const std::string& name) {
  constexpr std::size_t longest = 200;
  const auto is_odd = [](unsigned char c) { return c < ' ' || c == 0x7F; };
  if (name.empty()) return "is no name of a file";
  if (name.size() > longest) return "is too long for the name of a file";
  if (name.find_first_of("/\\") != std::string::npos)
    return "leads out of the folder of the studio: give a name without / and \\";
  if (name.front() == '.') return "begins with a dot: such files are hidden";
  if (std::ranges::any_of(name, is_odd)
      || json_text::find_invalid_utf8(name) != std::string_view::npos)
    return "has characters that names of files may not have";
  if (std::ranges::none_of(kEndings, [&](std::string_view end) { return name.ends_with(end); }))
    return "is no scene or robot: their names end with .json, .holon, .urdf or .xml";
  return "";
}

std::string quoted(const std::string& name) {
  return "'" + json_text::excerpt(name) + "'";
}

}  // namespace

Folder::Folder(const fs::path& path) {
  std::error_code error;
  path_ = fs::canonical(path, error);
  if (error || !fs::is_directory(path_))
    throw UsageError("there is no folder '" + path.string() + "'");
}

fs::path Folder::place_of(const std::string& name) const {
  const std::string fault = fault_of(name);
  if (!fault.empty()) throw UsageError(quoted(name) + " " + fault);
  std::error_code error;
  const fs::path named = path_ / name, place = fs::weakly_canonical(named, error);
  const bool is_inside = std::ranges::mismatch(path_, place).in1 == path_.end();
  if (error || !is_inside || (fs::is_symlink(named, error) && !fs::exists(named, error)))
    throw UsageError(quoted(name) + " is a link that leads out of the folder of the studio");
  return place;
}

std::vector<std::string> Folder::files() const {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(path_, error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    std::error_code unknown;
    if (fault_of(name).empty() && entry->is_regular_file(unknown)) names.push_back(name);
  }
  if (error)
    throw UsageError("cannot read the folder '" + path_.string() + "': " + error.message());
  std::ranges::sort(names);
  return names;
}

std::string Folder::read(const std::string& name) const {
  const fs::path place = place_of(name);
  std::error_code error;
  if (!fs::is_regular_file(place, error))
    throw UsageError("there is no file " + quoted(name) + " in the folder of the studio");
  try {
    return read_text_file(place.string());
  } catch (const SceneError& e) {
    throw UsageError(e.problems().front().message);
  }
}

void Folder::write(const std::string& name, const std::string& text) const {
  const fs::path place = place_of(name);
  if (!name.ends_with(kScene))
    throw UsageError(quoted(name) + ": scenes are saved to names that end with .json");
  std::error_code error;
  if (fs::exists(place, error) && !fs::is_regular_file(place, error))
    throw UsageError(quoted(name) + " is no file that can be written");
  try {
    write_durably(place, text);
  } catch (const std::system_error& e) {
    throw UsageError("cannot write " + quoted(name) + ": " + e.code().message());
  }
}

}  // namespace holon::server
