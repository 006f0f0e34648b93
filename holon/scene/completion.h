// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "holon/scene/builder.h"
#include "holon/scene/scene_run.h"

namespace holon {

struct Completion {
  std::size_t begin = 0;           ///< of the word that is being typed
  std::vector<std::string> words;  ///< that it may become, in order
};
/// What may stand at the end of a line that people type: commands, kinds, names of things, points
/// of objects, fields and signals. `more` are commands beside those of builder.h.
Completion complete_command(std::string_view line,
                            const SceneRun& run,
                            std::span<const CommandHelp> more = {});

}  // namespace holon
