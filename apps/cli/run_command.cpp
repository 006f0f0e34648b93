// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <cmath>
#include <fstream>
#include <iostream>
#include <memory>

#include "apps/cli/commands.h"
#include "apps/cli/embedded.h"
#include "apps/cli/interrupt.h"
#include "apps/cli/option_checks.h"
#include "apps/cli/progress.h"
#include "apps/cli/result_recording.h"
#include "apps/cli/results/csv.h"
#include "apps/cli/scene_source.h"
#include "apps/cli/simulation.h"
#include "apps/cli/summary.h"
#include "holon/scene/recording.h"
#include "holon/world/certificate.h"
#include "holon/world/happenings.h"

namespace holon::cli {
namespace {

struct RunOptions {
  RunRequest request;
  std::string record;
  std::string page;
  std::string signals = "*";
  int every = 1;
  int threads = 1;
  bool json = false;
  bool certificate = false;
  bool quiet = false;
};

/// The page with the run as a film.
class Film {
 public:
  Film(const std::string& path, const RunPlan& plan, const World& world)
      : path_(path), recording_(plan.scene, world) {
    recording_.sample(plan.scene, world);
    // about 50 pictures per second, and not more than a page can hold
    const double most = static_cast<double>(recording_.most_samples());
    every_ = static_cast<int>(std::max(
        {1.0, std::floor(0.02 / plan.dt), std::ceil(static_cast<double>(plan.steps) / most)}));
  }
  void follow(const Simulation& simulation) {
    recording_.follow(simulation.world());
    if (simulation.is_row(every_)) recording_.sample(simulation.scene(), simulation.world());
  }
  void write(const World& world) const {
    std::ofstream file(path_, std::ios::binary);
    file << recording_.to_page(player_page, world.report());
    if (!file.flush()) throw UsageError("cannot write '" + path_ + "'");
  }

 private:
  std::string path_;
  int every_ = 1;
  Recording recording_;
};

void tell_events(const World& world, Progress& progress) {
  const std::vector<Happening> told = happenings(world);
  if (told.empty()) return;
  progress.clear();
  for (const auto& [time, text] : told)
    std::cerr << "t = " << shortest(time) << " s: " << text << "\n";
}

int run(const RunOptions& options) {
  if (options.certificate && options.record == "-")
    throw UsageError("--certificate goes to the standard output, which --record - takes");
  const RunPlan plan = plan_run(options.request);
  Simulation simulation(plan, options.threads);
  const World& world = simulation.world();

  const Interrupt interrupt;  // from here on there is something to finish
  std::unique_ptr<ResultRecording> record;
  if (!options.record.empty())
    record = std::make_unique<ResultRecording>(
        options.record, plan.provenance(options.signals, options.every), simulation);
  std::unique_ptr<Film> film;
  if (!options.page.empty()) film = std::make_unique<Film>(options.page, plan, world);
  std::unique_ptr<Certificate> certificate;
  if (options.certificate) {
    certificate = std::make_unique<Certificate>();
    certificate->begin(world);
  }

  Progress progress(options.quiet);
  if (record) record->row(simulation);
  while (!simulation.finished() && !Interrupt::asked()) {
    simulation.step();
    if (certificate) certificate->add(world);
    tell_events(world, progress);
    if (film) film->follow(simulation);
    if (record && simulation.is_row(options.every)) record->row(simulation);
    if (record) record->flush_in_time();
    progress.at(simulation.fraction());
  }
  progress.clear();
  if (record) record->close();
  if (film) film->write(world);
  if (Interrupt::asked()) return Interrupt::exit_code();
  if (options.record != "-") print_summary(world, certificate.get(), options.json);
  return simulation.failed() ? diverged : ok;
}

}  // namespace

void declare_run(CLI::App& app, int& code) {
  auto* command = app.add_subcommand("run", "simulate a scene and record its signals");
  command->group("Run");
  auto options = std::make_shared<RunOptions>();
  command->add_option("scene", options->request.scene, scene_help)->required()->type_name("");
  add_run_options(*command, options->request);
  add_seed_option(*command, options->request);
  command
      ->add_option("--record",
                   options->record,
                   "result to write: .csv, .jsonl, .npz or .h5; - is the standard output")
      ->type_name("FILE");
  command
      ->add_option("--page", options->page, "HTML page to write: the run as a film with its forces")
      ->type_name("FILE");
  command->add_option("--signals", options->signals, "which signals, as in 'rod.*,hinge.force'")
      ->type_name("PATTERN");
  command->add_option("--every", options->every, "record every n-th step")
      ->check(within(1, 1000000000))
      ->type_name("N");
  command->add_option("--threads", options->threads, "threads")
      ->check(within(1, 256))
      ->type_name("N");
  command->add_flag("--json", options->json, "summary as JSON");
  command->add_flag(
      "--certificate", options->certificate, "end with how far the numbers can be trusted");
  command->add_flag("--quiet,-q", options->quiet, "no progress");
  command->callback([options, &code] { code = run(*options); });
}

}  // namespace holon::cli
