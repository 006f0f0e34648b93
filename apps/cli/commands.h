// SPDX-License-Identifier: Apache-2.0
#pragma once

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
  invalid_scene = 3,  ///< or whatever else was given to read
  diverged = 4,
  mismatch = 5,
  interrupted = 130,
};

/// Each declares a command and its options; the command leaves its exit code in `code`.
#ifdef HOLON_WITH_STUDIO
void declare_studio(CLI::App& app, int& code);
#endif
void declare_run(CLI::App& app, int& code);
void declare_console(CLI::App& app, int& code);
void declare_plot(CLI::App& app, int& code);
void declare_render(CLI::App& app, int& code);
void declare_sweep(CLI::App& app, int& code);
void declare_replay(CLI::App& app, int& code);
void declare_diff(CLI::App& app, int& code);
void declare_check(CLI::App& app, int& code);
void declare_info(CLI::App& app, int& code);
#ifdef HOLON_WITH_IMPORT
void declare_convert(CLI::App& app, int& code);
#endif
void declare_examples(CLI::App& app, int& code);
void declare_kinds(CLI::App& app, int& code);
void declare_schema(CLI::App& app, int& code);

}  // namespace holon::cli
