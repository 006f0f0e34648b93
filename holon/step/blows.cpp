// SPDX-License-Identifier: Apache-2.0
#include "holon/step/blows.h"

#include <cmath>

#include "holon/step/position_solver.h"

namespace holon {

void Blows::prepare(const System& system) {
  one_sided_.prepare(system);
  for (VecX* x : {&P_, &dv_}) x->setZero(system.nv());
  for (VecX* x : {&mu_, &jump_}) x->setZero(system.rows());
  caught_ = system.held().empty();
}

void Blows::fall(System& system, double t, double h, const VecX& q, VecX& v) {
  if (caught_ && !system.has_impulsive_forces()) return;
  system.place(t, q, v);
  system.impulses(t, h, P_, fallen_);
  if (caught_ && fallen_.empty()) return;
  system.evaluate_constraints();
  if (!catch_held(system) && fallen_.empty()) return;
  system.evaluate_mass();
  one_sided_.offer_touching(system);
  system.kkt().factor();
  StepStats ignored;
  one_sided_.solve(system, P_, jump_, dv_, mu_, ignored);  // (1)
  v += dv_;
}

/// Sets how rates have to jump: what has come to be held since the last step stops. Whether there
/// is anything to stop.
bool Blows::catch_held(System& system) {
  jump_.setZero();
  if (caught_) return false;
  caught_ = true;
  const double near = touching(system);
  bool any = false;
  for (int row : system.held()) {
    if (!(std::abs(system.c_dot()[row]) > near / system.tau()[row])) continue;
    jump_[row] = -system.c_dot()[row];
    any = true;
  }
  return any;
}

}  // namespace holon
