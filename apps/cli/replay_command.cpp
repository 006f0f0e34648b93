// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <bit>
#include <cmath>
#include <iostream>
#include <memory>

#include "apps/cli/commands.h"
#include "apps/cli/errors.h"
#include "apps/cli/interrupt.h"
#include "apps/cli/progress.h"
#include "apps/cli/result_recording.h"
#include "apps/cli/results/csv.h"
#include "apps/cli/simulation.h"
#include "apps/cli/summary.h"

namespace holon::cli {
namespace {

struct ReplayOptions {
  std::string result, scene, record;
  bool verify = false;
  bool json = false;
  bool quiet = false;
};

RunRequest request_of(const Provenance& p, const std::string& scene) {
  RunRequest request;
  request.scene = scene.empty() ? p.scene : scene;
  request.set = p.set;
  request.seed = p.seed;
  request.duration = p.duration;
  request.dt = p.dt;
  request.stepper = p.stepper;
  return request;
}

bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b)
         || (std::isnan(a) && std::isnan(b));
}

/// Holds the rows of a run against those of a result, until the first that differs.
class Verifier {
 public:
  Verifier(const Result& result, const Simulation& simulation)
      : result_(result), recorder_(simulation, result.provenance->signals) {
    const auto& columns = recorder_.columns();
    for (std::size_t i = 0; i < std::max(columns.size(), result.columns.size()); ++i) {
      const std::string now = i < columns.size() ? columns[i].name : "nothing";
      const std::string then = i < result.columns.size() ? result.columns[i].name : "nothing";
      if (now != then && difference_.empty())
        difference_ =
            "column " + std::to_string(i + 1) + " is now '" + now + "', and was '" + then + "'";
    }
  }
  /// Whether there are more rows to look at.
  bool more() const { return difference_.empty() && rows_ < result_.rows(); }
  void row(const Simulation& simulation) {
    if (!more()) return;
    const auto now = recorder_.sample(simulation);
    for (std::size_t i = 0; i < now.size() && difference_.empty(); ++i) {
      const double then = result_.columns[i].values[rows_];
      if (!same_bits(now[i], then))
        difference_ = "first at t = " + shortest(now[0]) + " s in '" + result_.columns[i].name
                      + "', which is now " + shortest(now[i]) + " and was " + shortest(then);
    }
    ++rows_;
  }
  int tell(const std::string& path) const {
    if (!difference_.empty()) return differs(path, difference_);
    if (rows_ < result_.rows())
      return differs(path,
                     "it has " + std::to_string(result_.rows()) + " rows; now there are "
                         + std::to_string(rows_));
    std::cout << "identical: " << rows_ << " rows of " << result_.columns.size() - 1
              << " signals, up to t = " << shortest(result_.columns[0].values.back()) << " s\n";
    return ok;
  }

 private:
  static int differs(const std::string& path, const std::string& how) {
    std::cout << "'" << path << "' differs: " << how << "\n";
    return mismatch;
  }
  const Result& result_;
  Recorder recorder_;
  std::size_t rows_ = 0;
  std::string difference_;
};

void warn_of_platform(const Provenance& p) {
  if (p.version != HOLON_VERSION || p.platform != this_platform())
    std::cerr << "holon: the result was made by version " << p.version << " on " << p.platform
              << ", this is " HOLON_VERSION " on " << this_platform()
              << ": the last bits may differ\n";
}

int replay_run(const ReplayOptions& options, const Result& result, const RunPlan& plan) {
  const Provenance& p = *result.provenance;
  Simulation simulation(plan);
  const World& world = simulation.world();
  std::unique_ptr<Verifier> verifier;
  if (options.verify) verifier = std::make_unique<Verifier>(result, simulation);
  std::unique_ptr<ResultRecording> record;
  if (!options.record.empty())
    record = std::make_unique<ResultRecording>(
        options.record, plan.provenance(p.signals, p.every), simulation);
  const auto take_row = [&] {
    if (verifier) verifier->row(simulation);
    if (record) record->row(simulation);
  };
  const Interrupt interrupt;
  Progress progress(options.quiet);
  take_row();
  while (!simulation.finished() && !Interrupt::asked() && (!verifier || verifier->more())) {
    simulation.step();
    if (simulation.is_row(p.every)) take_row();
    if (record) record->flush_in_time();
    progress.at(simulation.fraction());
  }
  progress.clear();
  if (record) record->close();
  if (Interrupt::asked()) return Interrupt::exit_code();
  if (verifier) return verifier->tell(options.result);
  if (options.record != "-") print_summary(world, nullptr, options.json);
  return simulation.failed() ? diverged : ok;
}

int replay(const ReplayOptions& options) {
  const Result result = read_result(options.result);
  if (!result.provenance || result.columns.empty())
    throw InputError("'" + options.result + "' does not say where it comes from: it has no header");
  const Provenance& p = *result.provenance;
  if (p.scene == "-" && options.scene.empty())
    throw UsageError("the scene of '" + options.result
                     + "' came from the standard input: say where it is with --scene");
  const RunPlan plan = plan_run(request_of(p, options.scene));
  if (plan.scene_hash != p.scene_hash) {
    std::cerr << "holon: '" << plan.request.scene << "' is not the scene that made '"
              << options.result << "': its hash is " << plan.scene_hash << ", not " << p.scene_hash
              << "; --scene says where that one is\n";
    return mismatch;
  }
  warn_of_platform(p);
  return replay_run(options, result, plan);
}

}  // namespace

void declare_replay(CLI::App& app, int& code) {
  auto* command = app.add_subcommand("replay", "run again what made a result");
  command->group("Run");
  auto options = std::make_shared<ReplayOptions>();
  command->add_option("result", options->result, "result with its header")
      ->required()
      ->type_name("");
  command->add_flag(
      "--verify", options->verify, "compare bit by bit instead, and exit with 5 if it differs");
  command->add_option("--scene", options->scene, "where the scene is, if not where it was")
      ->type_name("SCENE");
  command->add_option("--record", options->record, "result to write")->type_name("FILE");
  command->add_flag("--json", options->json, "summary as JSON");
  command->add_flag("--quiet,-q", options->quiet, "no progress");
  command->callback([options, &code] { code = replay(*options); });
}

}  // namespace holon::cli
