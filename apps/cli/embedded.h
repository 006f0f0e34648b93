// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

/// Files that are part of the program, so that it needs none beside it (embed.cmake).
namespace holon::cli {

extern const std::string_view player_page;  ///< made by apps/player
extern const std::string_view plot_script;  ///< apps/cli/plot.py
extern const std::string_view studio_page;  ///< made by apps/studio, if the program has a studio
extern const std::string_view first_scene;  ///< what the studio opens if nothing was open before

struct EmbeddedFile {
  std::string_view path;
  std::string_view text;
};
/// The scenes of the gallery and what they include, "four_bar/scene.json" for one, in the order of
/// their names.
std::span<const EmbeddedFile> example_files();
/// Their pictures as PNG, under the names of the examples; none if the program has no studio.
std::span<const EmbeddedFile> example_pictures();

}  // namespace holon::cli
