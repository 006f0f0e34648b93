// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/scene/completion.h"

namespace holon::cli {

/// What may stand at the end of a line of the console.
Completion complete(std::string_view line, const SceneRun& run);

/// What all of the words begin with.
std::string common_beginning(const std::vector<std::string>& words);

}  // namespace holon::cli
