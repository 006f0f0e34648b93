// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <fstream>
#include <iostream>

#include "apps/cli/commands.h"
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

/// Whether all of it was written; "-" is the standard output.
bool write_text(const std::string& path, const std::string& text) {
  if (path == "-") return static_cast<bool>(std::cout << text << std::flush);
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  return static_cast<bool>(file);
}

bool ends_with_json(const std::string& path) {
  return path.ends_with(".json");
}

int write_out(const std::string& path, const std::string& text) {
  if (write_text(path, text)) return ok;
  std::cerr << "holon: cannot write " << path << "\n";
  return usage_error;
}

int convert(ConvertOptions options) {
  for (const std::string& package : options.packages) {
    const std::size_t equals = package.find('=');
    if (equals == std::string::npos || equals == 0)
      throw UsageError("--package is NAME=FOLDER, not '" + package + "'");
    options.import.packages[package.substr(0, equals)] = package.substr(equals + 1);
  }
  if (ends_with_json(options.in))
    return write_out(options.out, write_scene(read_scene_file(options.in)));
  Imported imported;
  try {
    imported = import_file(options.in, options.import);
  } catch (const ImportError& e) {
    std::cerr << e.what() << "\n";
    return invalid_scene;
  }
  const ImportReport& report = imported.report;
  if (options.report.empty())
    std::cerr << report.text();
  else if (const int code = write_out(
               options.report, ends_with_json(options.report) ? report.json() : report.text());
           code != ok)
    return code;
  if (options.strict && !report.exact()) {
    std::cerr << "holon: " << report.approximated.size() << " approximated and "
              << report.ignored.size() << " ignored: nothing is written, because of --strict\n";
    return invalid_scene;
  }
  return write_out(options.out, write_scene(imported.scene));
}

}  // namespace

void declare_convert(CLI::App& app, int& code) {
  auto* command = app.add_subcommand("convert", "make a scene of a URDF or MJCF file");
  const auto options = std::make_shared<ConvertOptions>();
  command->add_option("in", options->in, "robot (.urdf, .xml) or scene (.json)")->required();
  command->add_option("out", options->out, "scene to write; - is the standard output")->required();
  command->add_option("--package", options->packages, "NAME=FOLDER: where package://NAME/ is")
      ->allow_extra_args(false);
  command->add_flag("--fixed-base", options->import.fixed_base, "the root of a URDF stands still");
  command->add_option("--density", options->import.density, "of links without a mass [kg/m^3]")
      ->check(CLI::PositiveNumber);
  command->add_option("--report",
                      options->report,
                      "file for what was used, approximated and ignored (.json for programs); - is "
                      "the standard output, the standard error if left out");
  command->add_flag("--strict", options->strict, "fail if anything is approximated or ignored");
  command->callback([options, &code] { code = convert(*options); });
}

}  // namespace holon::cli
