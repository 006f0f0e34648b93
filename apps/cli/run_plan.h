// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "apps/cli/results/provenance.h"
#include "holon/scene/scene.h"

namespace CLI {
class App;
}

namespace holon::cli {

/// What the command line says of how to run a scene; what it does not say, the scene does.
struct RunRequest {
  std::string scene = {};
  Values set = {};
  std::optional<std::uint64_t> seed = {};
  std::optional<double> duration = {};
  std::optional<std::uint64_t> steps = {};
  std::optional<double> dt = {};
  std::optional<std::string> stepper = {};
};

/// Declares the options of a request, but for the scene and the seed.
void add_run_options(CLI::App& command, RunRequest& request);
void add_seed_option(CLI::App& command, RunRequest& request);
/// What commands take that look at a scene without running it.
struct SceneOptions {
  std::string scene = {};
  Values set = {};
  bool json = false;
};
void add_scene_options(CLI::App& command, SceneOptions& options);
/// Reads name=value into a list of values. Throws a UsageError that says what is wrong.
void add_value(const std::string& text, Values& values);

/// A scene with everything settled that decides its motion.
struct RunPlan {
  RunRequest request;
  Scene scene;
  std::string scene_hash = {};  ///< as it was read; empty of one that was read again
  double dt = 0.0;
  double duration = 0.0;
  std::uint64_t steps = 0;

  /// Of step i = 1, 2, …: all are as long as dt but the last, which ends on time.
  double step_length(std::uint64_t i) const;
  Provenance provenance(const std::string& signals, int every) const;
};
RunPlan plan_run(const RunRequest& request);
/// The same of a scene that was read before, with the request's values of its parameters.
RunPlan plan_again(const Scene& scene, const RunRequest& request);

}  // namespace holon::cli
