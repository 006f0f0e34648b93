// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/run_plan.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>

#include "apps/cli/option_checks.h"
#include "apps/cli/results/csv.h"
#include "apps/cli/scene_source.h"

namespace holon::cli {
namespace {

/// A seed is a number for the scene like any other: it goes to the parameter of this name.
Values with_seed(const RunRequest& request) {
  Values set = request.set;
  if (!request.seed) return set;
  if (set.contains("seed")) throw UsageError("--seed and --set seed=... say the same: keep one");
  set["seed"] = static_cast<double>(*request.seed);
  return set;
}

RunPlan settle(const RunRequest& request, Scene scene) {
  RunPlan plan{.request = request, .scene = std::move(scene)};
  SceneSettings& settings = plan.scene.settings;
  if (request.stepper) settings.stepper = *request.stepper;
  plan.dt = request.dt.value_or(settings.dt);
  if (request.steps && request.duration)
    throw UsageError("--duration and --steps say the same: keep one");
  if (request.steps) {
    plan.steps = *request.steps;
    plan.duration = plan.dt * static_cast<double>(plan.steps);
    return plan;
  }
  plan.duration = request.duration.value_or(settings.duration);
  const double steps = std::ceil(plan.duration / plan.dt * (1.0 - 1e-12));
  if (!(steps < 1e15))
    throw UsageError(shortest(plan.duration) + " s in steps of " + shortest(plan.dt)
                     + " s are too many: give another --dt or --duration");
  plan.steps = static_cast<std::uint64_t>(steps);
  return plan;
}

void add_set_option(CLI::App& command, Values& set) {
  command
      .add_option_function<std::vector<std::string>>(
          "--set",
          [&set](const std::vector<std::string>& texts) {
            for (const std::string& text : texts) add_value(text, set);
          },
          "value of a parameter of the scene, as in length=1.5; may be repeated")
      ->allow_extra_args(false)
      ->type_name("NAME=VALUE");
}

}  // namespace

void add_scene_options(CLI::App& command, SceneOptions& options) {
  command.add_option("scene", options.scene, scene_help)->required()->type_name("");
  add_set_option(command, options.set);
  command.add_flag("--json", options.json, "as JSON");
}

void add_value(const std::string& text, Values& values) {
  const std::size_t equals = text.find('=');
  double value = 0.0;
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()
      || !reads_number(std::string_view(text).substr(equals + 1), value))
    throw UsageError("'" + text + "' is not of the form name=number, as in length=1.5");
  values[text.substr(0, equals)] = value;
}

void add_run_options(CLI::App& command, RunRequest& request) {
  add_set_option(command, request.set);
  command.add_option("--duration", request.duration, "seconds to run")
      ->check(positive())
      ->type_name("SECONDS");
  command.add_option("--steps", request.steps, "steps to make, instead of --duration")
      ->check(within(1.0, 1e15))
      ->type_name("NUMBER");
  command.add_option("--dt", request.dt, "step")->check(positive())->type_name("SECONDS");
  command.add_option("--stepper", request.stepper, "method of time stepping; see 'holon kinds'")
      ->type_name("NAME");
}

void add_seed_option(CLI::App& command, RunRequest& request) {
  command.add_option("--seed", request.seed, "value of the scene's parameter 'seed'")
      ->check(within(0.0, 9007199254740992.0))  // exact as a number of a scene
      ->type_name("NUMBER");
}

double RunPlan::step_length(std::uint64_t i) const {
  return i < steps ? dt : std::min(dt, duration - dt * static_cast<double>(steps - 1));
}

RunPlan plan_run(const RunRequest& request) {
  Scene scene = load_scene(request.scene, with_seed(request));
  const std::string hash = digits_of(scene_hash(scene));
  RunPlan plan = settle(request, std::move(scene));
  plan.scene_hash = hash;
  return plan;
}

RunPlan plan_again(const Scene& scene, const RunRequest& request) {
  return settle(request, read_again(scene, with_seed(request)));
}

Provenance RunPlan::provenance(const std::string& signals, int every) const {
  Provenance p;
  p.version = HOLON_VERSION;
  p.platform = this_platform();
  p.scene = request.scene;
  p.scene_hash = scene_hash;
  p.set = request.set;
  p.parameters = parameters_of(scene);
  p.seed = request.seed;
  p.stepper = scene.settings.stepper;
  p.dt = dt;
  p.duration = duration;
  p.every = every;
  p.signals = signals;
  return p;
}

}  // namespace holon::cli
