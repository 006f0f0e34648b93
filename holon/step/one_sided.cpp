// SPDX-License-Identifier: Apache-2.0
#include "holon/step/one_sided.h"

#include <cmath>

#include "holon/step/position_solver.h"

namespace holon {
namespace {

// What is this much of the size of its terms counts as zero: the accuracy of a solve with
// dependent rows.
constexpr double kZero = 1e-10;

}  // namespace

void OneSided::prepare(const System& system) {
  offered_.assign(system.one_sided().size(), 0);
}

void OneSided::offer_touching(System& system) {
  const double near = touching(system);
  offer(system, [&](int row) {
    return system.c()[row] <= near && system.c_dot()[row] <= near / system.tau()[row];
  });
}

Kkt::Outcome OneSided::solve(System& system,
                             const VecX& f,
                             const VecX& b,
                             VecX& x,
                             VecX& lambda,
                             StepStats& stats,
                             double slack) {
  Kkt& kkt = system.kkt();
  const auto solve_as_offered = [&] {
    const Kkt::Outcome outcome =
        kkt.solve(as_span(f), as_span(b), as_span(x), as_span(lambda), slack);
    stats.shortest = kkt.dependent_rows() == 0 || !kkt.is_factored();
    // who pushes and who pulls is told by the shortest
    if (!stats.shortest && !offered_.empty()) {
      kkt.shorten(as_span(lambda));
      stats.shortest = true;
    }
    return outcome;
  };
  Kkt::Outcome outcome = solve_as_offered();
  for (int round = 0; round < most_rounds(); ++round) {
    const double strongest = lambda.size() > 0 ? lambda.lpNorm<Eigen::Infinity>() : 0.0;
    const bool changed = change_sides(system, round, [&](bool offered, int row) {
      if (!kkt.is_masked(row)) return lambda[row] < -kZero * strongest;
      if (!offered) return false;
      const Kkt::RowProduct rate = kkt.row_times(row, as_span(x));
      return rate.sum - b[row] < -kZero * (rate.size + std::abs(b[row]));
    });
    if (!changed) break;
    kkt.factor();
    ++stats.factorisations;
    outcome = solve_as_offered();
  }
  return outcome;
}

}  // namespace holon
