// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "apps/cli/run_plan.h"
#include "holon/scene/scene_run.h"

namespace holon::cli {

/// A run of a plan, step by step, with the edits of its timeline.
class Simulation {
 public:
  explicit Simulation(const RunPlan& plan, int threads = 1)
      : plan_(plan), running_(plan.scene, threads) {}

  const World& world() const { return running_.world(); }
  /// The scene as it is now.
  const Scene& scene() const { return running_.scene(); }
  bool failed() const { return failed_; }
  /// Whether there is nothing more to do.
  bool finished() const { return failed_ || done_ == plan_.steps; }
  double fraction() const { return static_cast<double>(done_) / static_cast<double>(plan_.steps); }
  /// How often the world was edited.
  std::uint64_t edits() const { return edits_; }
  /// Makes the next step. One that fails leaves the world as it was, and is the last.
  void step() {
    failed_ = !running_.step(plan_.step_length(done_ + 1)).ok;
    if (running_.was_edited()) ++edits_;
    if (!failed_) ++done_;
  }
  /// Whether a result that takes every n-th step has a row for the step just made.
  bool is_row(int every) const {
    return !failed_ && (done_ % static_cast<std::uint64_t>(every) == 0 || done_ == plan_.steps);
  }

 private:
  const RunPlan& plan_;
  SceneRun running_;
  std::uint64_t done_ = 0, edits_ = 0;
  bool failed_ = false;
};

}  // namespace holon::cli
