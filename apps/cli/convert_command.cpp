// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <fstream>
#include <iostream>
#include <memory>

#include "apps/cli/commands.h"
#include "apps/cli/scene_source.h"
#include "holon/import/import.h"

namespace holon::cli {
namespace {

struct ConvertOptions {
  std::string in, out;
  std::vector<std::string> packages;
  std::string report;
  ImportOptions import;
  bool strict = false;
};

/// "-" is the standard output.
void write_text(const std::string& path, const std::string& text) {
  if (path == "-") {
    std::cout << text << std::flush;
    return;
  }
  std::ofstream file(path, std::ios::binary);
  file << text;
  if (!file.flush()) throw UsageError("cannot write '" + path + "'");
}

bool is_json(const std::string& path) {
  return path.ends_with(".json");
}

std::map<std::string, std::string> packages_of(const std::vector<std::string>& texts) {
  std::map<std::string, std::string> packages;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
      throw UsageError("--package is NAME=FOLDER, not '" + text + "'");
    packages[text.substr(0, equals)] = text.substr(equals + 1);
  }
  return packages;
}

void tell(const ImportReport& report, const std::string& path) {
  if (path.empty())
    std::cerr << report.text();
  else
    write_text(path, is_json(path) ? report.json() : report.text());
}

int convert(ConvertOptions options) {
  options.import.packages = packages_of(options.packages);
  if (is_json(options.in)) {
    write_text(options.out, write_scene(load_scene(options.in)));
    return ok;
  }
  Imported imported;
  try {
    imported = import_file(options.in, options.import);
  } catch (const ImportError& e) {
    std::cerr << e.what() << "\n";
    return invalid_scene;
  }
  const ImportReport& report = imported.report;
  tell(report, options.report);
  if (options.strict && !report.exact()) {
    std::cerr << "holon: " << report.approximated.size() << " approximated and "
              << report.ignored.size() << " ignored: nothing is written, because of --strict\n";
    return invalid_scene;
  }
  write_text(options.out, write_scene(imported.scene));
  return ok;
}

}  // namespace

void declare_convert(CLI::App& app, int& code) {
  auto* command = app.add_subcommand("convert", "make a scene of a URDF or MJCF file");
  command->group("Scenes");
  const auto options = std::make_shared<ConvertOptions>();
  command->add_option("in", options->in, "robot (.urdf, .xml) or scene (.json)")->required();
  command->add_option("out", options->out, "scene to write; - is the standard output")->required();
  command->add_option("--package", options->packages, "NAME=FOLDER: where package://NAME/ is")
      ->allow_extra_args(false);
  command->add_flag("--fixed-base", options->import.fixed_base, "the root of a URDF stands still");
  command->add_option("--density", options->import.density, "of links without a mass [kg/m^3]")
      ->check(CLI::PositiveNumber);
  command->add_flag("--collisions",
                    options->import.collisions,
                    "what touches in the file touches in the scene; else nothing does");
  command->add_option("--report",
                      options->report,
                      "file for what was used, approximated and ignored; .json for programs, - is "
                      "the standard output; the standard error if left out");
  command->add_flag("--strict", options->strict, "fail if anything is approximated or ignored");
  command->callback([options, &code] { code = convert(*options); });
}

}  // namespace holon::cli
