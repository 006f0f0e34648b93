// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace CLI {
class App;
}

/// The commands of the program `holon`. Data goes to the standard output and nothing else does;
/// progress and complaints go to the standard error.
namespace holon::cli {

enum ExitCode {
  ok = 0,
  internal_error = 1,
  usage_error = 2,
  invalid_scene = 3,
  diverged = 4,
  interrupted = 130,
};

struct RunOptions {
  std::string scene;
  std::optional<double> duration = {};
  std::optional<double> dt = {};
  std::optional<std::string> stepper = {};
  std::string record = {};
  std::string page = {};
  std::string signals = "*";
  int every = 1;
  int threads = 1;
  bool json = false;
  bool certificate = false;
  bool quiet = false;
};
int run(const RunOptions& options);
int check(const std::string& scene, bool json);
int info(const std::string& scene, bool json);
int kinds(const std::string& name, bool json);
int schema();
/// Declares `convert`, which is there if the importers are.
void declare_convert(CLI::App& app, int& code);

extern const std::string_view viewer_page;

}  // namespace holon::cli
