// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "apps/cli/run_plan.h"
#include "apps/cli/sweep/measure.h"
#include "apps/cli/sweep/points.h"
#include "apps/cli/sweep/table.h"

namespace holon::cli {

/// Runs a scene at many values of its parameters, and measures each run.
///
/// The runs share nothing but the table: the library has no globals, and what a run throws is
/// caught in its row. So they are threads of one process, each with a world of its own that is
/// stepped by one thread.
class Sweep {
 public:
  /// Reads the scene once; throws if a parameter or a signal is not there.
  Sweep(const RunRequest& request, SweepPoints points, const std::vector<std::string>& measures);

  /// What the sweep is, for its table.
  nlohmann::ordered_json head() const;
  std::vector<std::string> columns() const;
  const SweepPoints& points() const { return points_; }
  /// Runs the points that are missing on so many threads, until all are done or it is interrupted.
  void run(SweepTable& table, int jobs, bool quiet) const;
  /// The row of a point; none if it was interrupted.
  std::vector<std::string> row(std::uint64_t point) const;

 private:
  class Crew;
  void check_parameters() const;
  std::string measured(const RunRequest& request, std::vector<Measure>& measures) const;

  RunPlan base_;
  SweepPoints points_;
  std::vector<Measure> measures_;
  std::string signals_;
};

}  // namespace holon::cli
