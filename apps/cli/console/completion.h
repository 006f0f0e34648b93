// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "holon/scene/scene_run.h"

namespace holon::cli {

struct Completion {
  std::size_t begin = 0;           ///< of the word that is being typed
  std::vector<std::string> words;  ///< that it may become, in order
};
/// What may stand at the end of a line of the console: commands, kinds, names of things, points of
/// objects, fields and signals.
Completion complete(std::string_view line, const SceneRun& run);

/// What all of the words begin with.
std::string common_beginning(const std::vector<std::string>& words);

}  // namespace holon::cli
