// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

/// Files that are part of the program, so that it needs none beside it (embed.cmake).
namespace holon::cli {

extern const std::string_view player_page;  ///< made by apps/player
extern const std::string_view plot_script;  ///< apps/cli/plot.py

/// A scene of the gallery, examples/NAME/scene.json.
struct Example {
  std::string_view name;
  std::string_view text;
};
std::span<const Example> all_examples();
/// Null if there is none of this name.
const Example* find_example(std::string_view name);

}  // namespace holon::cli
