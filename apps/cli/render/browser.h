// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "apps/cli/render/child_process.h"

namespace holon::cli {

/// A browser without a window that shows one page of a file, driven by its DevTools protocol over
/// two pipes: nothing listens on any port.
class Browser {
 public:
  /// Opens the file with options behind the #. `scratch` is a folder for what the browser needs.
  Browser(const std::filesystem::path& page,
          const std::string& options,
          const std::filesystem::path& scratch);
  /// The value of a JavaScript expression, waited for if it is a promise. What it throws becomes a
  /// UsageError.
  nlohmann::json evaluate(const std::string& expression);

 private:
  nlohmann::json call(const std::string& method, const nlohmann::json& parameters);
  void wait_for_load();

  std::filesystem::path log_;
  std::unique_ptr<ChildProcess> process_;
  std::string session_;
  int calls_ = 0;
};

}  // namespace holon::cli
