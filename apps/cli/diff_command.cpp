// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <cmath>
#include <iostream>
#include <memory>

#include "apps/cli/commands.h"
#include "apps/cli/compare/compare_results.h"
#include "apps/cli/compare/compare_scenes.h"
#include "apps/cli/option_checks.h"
#include "apps/cli/results/csv.h"
#include "apps/cli/scene_source.h"

namespace holon::cli {
namespace {

struct DiffOptions {
  std::string a, b;
  double tolerance = 0.0;
  bool json = false;
};

/// An infinite difference, where only one has something to read, is null.
nlohmann::ordered_json difference_json(const ResultDifference& d, double tolerance) {
  nlohmann::ordered_json signals = nlohmann::ordered_json::array();
  for (const auto& s : d.signals)
    signals.push_back(
        {{"name", s.name}, {"unit", s.unit}, {"largest", s.largest}, {"time", s.time}});
  return {{"same", d.within(tolerance)},
          {"only_in_a", d.only_in_a},
          {"only_in_b", d.only_in_b},
          {"same_times", d.same_times},
          {"end_of_a", d.end_of_a},
          {"end_of_b", d.end_of_b},
          {"signals", signals}};
}

void print_difference(const ResultDifference& d, const DiffOptions& options) {
  for (const std::string& name : d.only_in_a)
    std::cout << "only in " << options.a << ": " << name << "\n";
  for (const std::string& name : d.only_in_b)
    std::cout << "only in " << options.b << ": " << name << "\n";
  if (d.end_of_a != d.end_of_b)
    std::cout << options.a << " ends at t = " << shortest(d.end_of_a) << " s, " << options.b
              << " at t = " << shortest(d.end_of_b) << " s\n";
  if (!d.same_times)
    std::cout << "rows stand at different times: " << options.b << " is read between its rows\n";
  std::size_t width = 0, beyond = 0;
  for (const auto& s : d.signals)
    if (s.largest > options.tolerance) {
      width = std::max(width, s.name.size());
      ++beyond;
    }
  for (const auto& s : d.signals) {
    if (!(s.largest > options.tolerance)) continue;
    std::cout << s.name << std::string(width + 2 - s.name.size(), ' ')
              << (std::isinf(s.largest)
                      ? "has nothing to read in one of them"
                      : shortest(s.largest) + (s.unit.empty() ? "" : " " + s.unit) + " apart")
              << " at t = " << shortest(s.time) << " s\n";
  }
  std::cout << d.signals.size() - beyond << " of " << d.signals.size() << " signals are "
            << (options.tolerance > 0.0 ? "within " + shortest(options.tolerance) : "the same")
            << "\n";
}

int diff_results(const DiffOptions& options) {
  const Result a = read_result(options.a), b = read_result(options.b);
  const ResultDifference d = compare_results(a, b);
  if (options.json)
    std::cout << difference_json(d, options.tolerance).dump(1) << "\n";
  else
    print_difference(d, options);
  return d.within(options.tolerance) ? ok : mismatch;
}

int diff_scenes(const DiffOptions& options) {
  const std::vector<SceneDifference> all =
      compare_scenes(load_scene(options.a).source.text, load_scene(options.b).source.text);
  const auto text = [](const nlohmann::ordered_json& x) {
    return x.is_discarded() ? "(not given)" : x.dump();
  };
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  for (const SceneDifference& d : all) {
    nlohmann::ordered_json entry = {{"where", d.where}};
    if (!d.a.is_discarded()) entry["a"] = d.a;
    if (!d.b.is_discarded()) entry["b"] = d.b;
    out.push_back(std::move(entry));
    if (!options.json)
      std::cout << d.where << "\n  - " << text(d.a) << "\n  + " << text(d.b) << "\n";
  }
  if (options.json)
    std::cout << nlohmann::ordered_json{{"same", all.empty()}, {"differences", out}}.dump(1)
              << "\n";
  else if (all.empty())
    std::cout << "the same\n";
  return all.empty() ? ok : mismatch;
}

int diff(const DiffOptions& options) {
  const bool results = names_a_result(options.a);
  if (results != names_a_result(options.b))
    throw UsageError("'" + options.a + "' and '" + options.b
                     + "' are a result and a scene: give two of a kind");
  return results ? diff_results(options) : diff_scenes(options);
}

}  // namespace

void declare_diff(CLI::App& app, int& code) {
  auto* command = app.add_subcommand("diff", "how far two results are apart, or two scenes differ");
  command->group("Look");
  auto options = std::make_shared<DiffOptions>();
  command->add_option("a", options->a, "result or scene")->required()->type_name("");
  command->add_option("b", options->b, "another")->required()->type_name("");
  command->add_option("--tolerance", options->tolerance, "what may differ in results")
      ->check(within(0.0, std::numeric_limits<double>::max()))
      ->type_name("NUMBER");
  command->add_flag("--json", options->json, "as JSON");
  command->footer("Exits with 5 if they differ by more than the tolerance.");
  command->callback([options, &code] { code = diff(*options); });
}

}  // namespace holon::cli
