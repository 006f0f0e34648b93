// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "apps/cli/console/completion.h"

namespace holon::cli {

/// Asks a person for lines: with history and completion where libedit is there, plainly otherwise.
class LineEditor {
 public:
  using Completer = std::function<Completion(std::string_view line)>;
  LineEditor(std::string prompt, Completer completer);
  ~LineEditor();
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;

  /// The next line; none at the end of input.
  std::optional<std::string> next();

 private:
  struct Edit;
  std::unique_ptr<Edit> edit_;
};

}  // namespace holon::cli
