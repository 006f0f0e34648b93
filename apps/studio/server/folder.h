// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace holon::server {

/// The files that people open and save in the studio. A name is that of a file right in the folder:
/// none leads out of it. What goes wrong is a UsageError that names the file.
class Folder {
 public:
  explicit Folder(const std::filesystem::path& path);

  const std::filesystem::path& path() const { return path_; }
  /// Names of the scenes and robots in it, in order.
  std::vector<std::string> files() const;
  std::string read(const std::string& name) const;
  /// Comes back when the file is on disk. Only scenes are written: names end with .json.
  void write(const std::string& name, const std::string& text) const;
  /// Where the file of this name is, or would be.
  std::filesystem::path place_of(const std::string& name) const;

 private:
  std::filesystem::path path_;
};

}  // namespace holon::server
