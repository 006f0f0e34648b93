// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

/// Files that are part of the program, so that it needs none beside it (embed.cmake).
namespace holon::cli {

extern const std::string_view player_page;  ///< made by apps/player
extern const std::string_view plot_script;  ///< apps/cli/plot.py

struct EmbeddedFile {
  std::string_view path;
  std::string_view text;
};
/// The scenes of the gallery and what they include, "four_bar/scene.json" for one, in the order of
/// their names.
std::span<const EmbeddedFile> example_files();

}  // namespace holon::cli
