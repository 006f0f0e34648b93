// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <thread>

#include "apps/cli/commands.h"
#include "apps/cli/interrupt.h"
#include "apps/cli/option_checks.h"
#include "apps/cli/scene_source.h"
#include "apps/cli/sweep/sweep.h"

namespace holon::cli {
namespace {

struct SweepOptions {
  RunRequest request;
  std::vector<std::string> over, measures;
  std::uint64_t random = 0;
  std::uint64_t random_seed = 1;
  std::string out;
  int jobs = 0;
  bool json = false;
  bool quiet = false;
};

void print_sweep_summary(const SweepOptions& options,
                         const SweepTable& table,
                         std::uint64_t points) {
  if (options.json)
    std::cout << nlohmann::ordered_json{{"points", points},
                                        {"done", table.count()},
                                        {"failed", table.failed()},
                                        {"table", options.out}}
                     .dump()
              << "\n";
  else
    std::cout << table.count() << " points in " << options.out << ", " << table.failed()
              << " of them failed\n";
}

int sweep(const SweepOptions& options) {
  const Sweep sweep(options.request,
                    options.random > 0
                        ? SweepPoints::random(options.over, options.random, options.random_seed)
                        : SweepPoints::grid(options.over),
                    options.measures);
  SweepTable table(options.out, sweep.head(), sweep.columns(), sweep.points().size());
  if (table.count() > 0 && !options.quiet)
    std::cerr << table.count() << " of " << sweep.points().size() << " points are there already\n";
  const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  const Interrupt interrupt;
  sweep.run(table, options.jobs > 0 ? options.jobs : cores, options.quiet);
  if (table.count() < sweep.points().size()) {
    std::cerr << "holon: interrupted with " << table.count() << " of " << sweep.points().size()
              << " points in '" << options.out << "'; the same command goes on from there\n";
    return Interrupt::exit_code();
  }
  table.finish();
  print_sweep_summary(options, table, sweep.points().size());
  return table.failed() == table.count() ? diverged : ok;
}

}  // namespace

void declare_sweep(CLI::App& app, int& code) {
  auto* command =
      app.add_subcommand("sweep", "run a scene at many values of its parameters, into one table");
  command->group("Run");
  auto options = std::make_shared<SweepOptions>();
  command->add_option("scene", options->request.scene, scene_help)->required()->type_name("");
  command
      ->add_option(
          "--over", options->over, "axis: name=from:to:number, or name=1,2,5; several make a grid")
      ->required()
      ->allow_extra_args(false)
      ->type_name("AXIS");
  command
      ->add_option("--measure", options->measures, "what to measure of each run; may be repeated")
      ->required()
      ->allow_extra_args(false)
      ->type_name("FUNCTION(SIGNAL)");
  command->add_option("--out,-o", options->out, "table to write, or to go on with: a CSV file")
      ->required()
      ->type_name("FILE");
  auto* random = command->add_option("--random", options->random, "random points instead of a grid")
                     ->check(within(1.0, 1e9))
                     ->type_name("N");
  command->add_option("--seed", options->random_seed, "which random points")
      ->needs(random)
      ->type_name("NUMBER");
  command->add_option("--jobs,-j", options->jobs, "runs at once; all cores unless told")
      ->check(within(1, 1024))
      ->type_name("N");
  add_run_options(*command, options->request);
  command->add_flag("--json", options->json, "summary as JSON");
  command->add_flag("--quiet,-q", options->quiet, "no progress");
  command->footer("Axes:\n"
                  "  length=1:2:5         five values from 1 to 2\n"
                  "  length=1:100:3:log   1, 10 and 100\n"
                  "  length=1,2,5         these\n"
                  "  length=1:2           with --random: anywhere between; :log as above\n\n"
                  "Functions:\n" + Measure::help()
                  + "\nA sweep that was stopped, in whatever way, goes on when the same command is "
                    "given again.");
  command->callback([options, &code] { code = sweep(*options); });
}

}  // namespace holon::cli
