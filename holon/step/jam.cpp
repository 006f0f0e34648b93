// SPDX-License-Identifier: Apache-2.0
#include "holon/step/jam.h"

#include <cmath>

#include "holon/step/stepper.h"

namespace holon {
namespace {

/// Which rows of a constraint hold.
struct Held {
  bool positions, velocities;
};

/// How much its objects move, as its rows see it, when everything is pushed somehow.
double motion_left(System& system, const System::ConstraintView& view, Held held) {
  Kkt& kkt = system.kkt();
  for (int row = view.row; row < view.row + view.rows; ++row)
    kkt.mask_row(row, !(system.is_position_row(row) ? held.positions : held.velocities));
  kkt.factor();
  VecX push(system.nv()), motion(system.nv());
  VecX still = VecX::Zero(system.rows()), lambda = still;
  for (int i = 0; i < system.nv(); ++i) push[i] = std::cos(i);  // no two alike
  kkt.solve(as_span(push), as_span(still), as_span(motion), as_span(lambda));
  double size = 0.0;
  for (int row = view.row; row < view.row + view.rows; ++row)
    size += kkt.row_times(row, as_span(std::as_const(motion))).size;
  return size;
}

}  // namespace

bool is_jammed(System& system, const System::ConstraintView& view) {
  bool on_positions = false, on_velocities = false;
  for (int row = view.row; row < view.row + view.rows; ++row) {
    if (system.kkt().is_masked(row) || !system.is_integrable(row)) return false;
    (system.is_position_row(row) ? on_positions : on_velocities) = true;
  }
  if (!on_positions || !on_velocities) return false;
  system.evaluate_constraints();
  system.evaluate_mass();
  // nearly parallel rows leave this much of a motion by rounding
  const double some = 1e-3 * motion_left(system, view, {false, false});
  const bool each_lets_move = motion_left(system, view, {true, false}) > some
                              && motion_left(system, view, {false, true}) > some;
  return motion_left(system, view, {true, true}) < some && each_lets_move;  // nothing is masked now
}

}  // namespace holon
