// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <cstdio>
#include <iostream>

#include "apps/cli/commands.h"
#include "holon/scene/scene.h"

namespace {

using namespace holon::cli;

/// What the command line says.
struct Arguments {
  RunOptions run;
  std::string scene, kind;
  bool json = false;
};

/// Declares the commands; the chosen one leaves its exit code in `code`.
void declare(CLI::App& app, Arguments& args, int& code) {
  app.require_subcommand(1);
  app.set_version_flag("--version", "holon " HOLON_VERSION);

  auto* run_command = app.add_subcommand("run", "simulate a scene and record its signals");
  run_command->add_option("scene", args.run.scene, "scene file; - is the standard input")
      ->required();
  run_command->add_option("--duration", args.run.duration, "seconds to run")
      ->check(CLI::PositiveNumber);
  run_command->add_option("--dt", args.run.dt, "step [s]")->check(CLI::PositiveNumber);
  run_command->add_option("--stepper", args.run.stepper, "method of time stepping");
  run_command->add_option(
      "--record", args.run.record, "CSV file to write; - is the standard output");
  run_command->add_option(
      "--page", args.run.page, "HTML page to write: the run as a film with its forces");
  run_command->add_option(
      "--signals", args.run.signals, "which signals, as in 'rod.*,hinge.force'");
  run_command->add_option("--every", args.run.every, "record every n-th step")
      ->check(CLI::Range(1, 1000000000));
  run_command->add_option("--threads", args.run.threads, "threads")->check(CLI::Range(1, 256));
  run_command->add_flag("--json", args.run.json, "summary as JSON");
  run_command->add_flag(
      "--certificate", args.run.certificate, "end with how far the numbers can be trusted");
  run_command->add_flag("--quiet,-q", args.run.quiet, "no progress");
  run_command->callback([&] { code = run(args.run); });

  auto* check_command = app.add_subcommand("check", "say everything that is wrong with a scene");
  check_command->add_option("scene", args.scene, "scene file; - is the standard input")->required();
  check_command->add_flag("--json", args.json, "as JSON");
  check_command->callback([&] { code = check(args.scene, args.json); });

  auto* info_command = app.add_subcommand(
      "info", "what the constraints of a scene leave free, which are too many, and what to do");
  info_command->add_option("scene", args.scene, "scene file; - is the standard input")->required();
  info_command->add_flag("--json", args.json, "as JSON");
  info_command->callback([&] { code = info(args.scene, args.json); });

  auto* kinds_command = app.add_subcommand("kinds", "list every kind and its fields");
  kinds_command->add_option("name", args.kind, "only this kind");
  kinds_command->add_flag("--json", args.json, "as JSON");
  kinds_command->callback([&] { code = kinds(args.kind, args.json); });

  auto* schema_command = app.add_subcommand("schema", "print the JSON Schema of scenes");
  schema_command->callback([&] { code = schema(); });
#ifdef HOLON_WITH_IMPORT
  declare_convert(app, code);
#endif
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Constrained dynamics with exact forces, editable while it runs.", "holon");
  Arguments args;
  int code = ok;
  declare(app, args, code);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? ok : usage_error;
  } catch (const holon::SceneError& e) {
    std::cerr << e.what() << "\n";
    return invalid_scene;
  } catch (const holon::UsageError& e) {
    std::cerr << "holon: " << e.what() << "\n";
    return usage_error;
  } catch (const std::exception& e) {
    std::cerr << "holon: internal error: " << e.what() << "\n";
    return internal_error;
  }
  return code;
}
