// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/console/completion.h"

#include <algorithm>

#include "apps/cli/console/session.h"

namespace holon::cli {

Completion complete(std::string_view line, const SceneRun& run) {
  return complete_command(line, run, console_commands());
}

std::string common_beginning(const std::vector<std::string>& words) {
  if (words.empty()) return "";
  std::string common = words.front();
  for (const std::string& word : words) {
    const auto [end, other] = std::ranges::mismatch(common, word);
    common.erase(end, common.end());
  }
  return common;
}

}  // namespace holon::cli
