// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "apps/studio/server/folder.h"
#include "holon/studio/studio_session.h"

namespace holon::cli {

/// Whether a file is for the importers, by its name.
bool is_robot(const std::string& file);

/// What this program has for a studio: the gallery, the importers, the player, and a folder.
class ProgramHost final : public StudioHost {
 public:
  /// `folder` outlives it.
  explicit ProgramHost(const server::Folder& folder) : folder_(folder) {}

  std::vector<Example> examples() override;
  std::string example(const std::string& name) override;
  std::vector<std::string> files() override;
  /// With what it includes from the folder taken over into it.
  std::string read_file(const std::string& name) override;
  void write_file(const std::string& name, const std::string& text) override;
  /// Meshes are looked for in the folder.
  Imported import(const std::string& name, const std::string& text) override;
  std::string_view player_page() override;

 private:
  const server::Folder& folder_;
};

}  // namespace holon::cli
