// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <iostream>

#include "apps/cli/commands.h"
#include "apps/cli/errors.h"
#include "apps/cli/progress.h"
#include "holon/math/diagnostics.h"
#include "holon/scene/json_document.h"
#include "holon/scene/spelling.h"

namespace {

using namespace holon::cli;

/// The commands, in the order of the help.
void declare(CLI::App& app, int& code) {
  app.require_subcommand(1);
  app.set_version_flag("--version", "holon " HOLON_VERSION, "say the version");
  app.set_help_flag("--help,-h", "say this");
  app.get_formatter()->column_width(26);
  app.get_formatter()->label("SUBCOMMAND", "COMMAND");
  app.get_formatter()->label("REQUIRED", "");

#ifdef HOLON_WITH_STUDIO
  declare_studio(app, code);
#endif
  declare_run(app, code);
  declare_console(app, code);
  declare_plot(app, code);
  declare_render(app, code);
  declare_sweep(app, code);
  declare_replay(app, code);
  declare_diff(app, code);
#ifdef HOLON_WITH_IMPORT
  declare_convert(app, code);
#endif
  declare_examples(app, code);
  declare_check(app, code);
  declare_info(app, code);
  declare_kinds(app, code);
  declare_schema(app, code);
  app.footer(
      "First steps:\n"
      "  holon studio                          a mechanism that runs, to drag and change in a "
      "browser\n"
      "  holon examples                        what there is to play with\n"
      "  holon run four_bar --page film.html   run an example, and see it in a browser\n"
      "  holon plot four_bar -o energy.png     the same as a diagram\n"
      "  holon run --help                      the options of a command");
}

int complain(const std::string& message, ExitCode code) {
  const bool red = takes_colour(STDERR_FILENO);
  std::cerr << (red ? "\033[1;31mholon:\033[0m " : "holon: ") << message << "\n";
  return code;
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  return names;
}

/// What the first argument that nobody takes may have meant.
std::string meaning_of_extra(const CLI::App& app) {
  const std::vector<std::string> extras = app.remaining(true);
  if (extras.empty()) return "";
  const std::string& extra = extras.front();
  const auto chosen = app.get_subcommands();
  const CLI::App& command = chosen.empty() ? app : *chosen.front();
  std::vector<std::string> known;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  return "'" + command.get_name() + "' does not take '" + extra + "'"
         + holon::did_you_mean(extra, known) + "; 'holon " + command.get_name()
         + " --help' lists what it takes";
}

int parse_error(const CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) return app.exit(error);
  const std::string meant =
      dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr ? meaning_of_extra(app) : "";
  return complain(meant.empty() ? error.what() : meant, usage_error);
}

/// A first word that is no command gets an answer of its own; so does nothing at all.
bool has_command(const CLI::App& app, int argc, char** argv) {
  if (argc < 2) {
    std::cerr << app.help();
    return false;
  }
  const std::string first = argv[1];
  const std::vector<std::string> names = command_names(app);
  if (first.starts_with('-') || std::ranges::find(names, first) != names.end()) return true;
  complain("there is no command '" + first + "'" + holon::did_you_mean(first, names)
               + "; 'holon --help' lists those there are",
           usage_error);
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Constrained dynamics with exact forces, editable while it runs.", "holon");
  int code = ok;
  declare(app, code);
  try {
    if (!has_command(app, argc, argv)) return usage_error;
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return parse_error(app, e);
  } catch (const holon::SceneError& e) {
    std::cerr << e.what() << "\n";
    return invalid_scene;
  } catch (const InputError& e) {
    return complain(e.what(), invalid_scene);
  } catch (const holon::UsageError& e) {
    return complain(e.what(), usage_error);
  } catch (const SystemFailure& e) {
    return complain(e.what(), internal_error);
  } catch (const std::exception& e) {
    return complain(std::string("internal error: ") + e.what(), internal_error);
  }
  return code;
}
