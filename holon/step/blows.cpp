// SPDX-License-Identifier: Apache-2.0
#include "holon/step/blows.h"

namespace holon {

void Blows::prepare(const System& system) {
  one_sided_.prepare(system);
  if (system.has_impulsive_forces()) make_room(system);
}

void Blows::renew(const System& system) {
  prepare(system);
}

void Blows::make_room(const System& system) {
  for (VecX* x : {&P_, &dv_}) x->setZero(system.nv());
  for (VecX* x : {&mu_, &jump_}) x->setZero(system.rows());
}

void Blows::fall(System& system, double t, double h, const VecX& q, VecX& v) {
  if (!system.has_impulsive_forces()) return;
  system.place(t, q, v);
  system.impulses(t, h, P_, fallen_);
  if (fallen_.empty()) return;
  system.evaluate_constraints();
  jump_.setZero();
  pass_on(system, v);
}

void Blows::stop_held(
    System& system, const System::ConstraintView& view, double t, const VecX& q, VecX& v) {
  system.place(t, q, v);
  system.evaluate_constraints();
  make_room(system);
  for (int row : system.held())
    if (row >= view.row && row < view.row + view.rows) jump_[row] = -system.c_dot()[row];
  pass_on(system, v);
}

/// v gets the solution of M Δv − Jᵀ μ = P, J Δv = jump.
void Blows::pass_on(System& system, VecX& v) {
  system.evaluate_mass();
  one_sided_.offer_touching(system);
  system.kkt().factor();
  StepStats ignored;
  one_sided_.solve(system, P_, jump_, dv_, mu_, ignored);  // (1)
  v += dv_;
}

}  // namespace holon
