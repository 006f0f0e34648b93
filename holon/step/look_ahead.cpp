// SPDX-License-Identifier: Apache-2.0
#include "holon/step/look_ahead.h"

#include <algorithm>

namespace holon {

const Tableau& tableau_of(MotionIntegrator integrator) {
  switch (integrator) {
    case MotionIntegrator::euler:
      return kEuler;
    case MotionIntegrator::double_euler:
      return kDoubleEuler;
    case MotionIntegrator::rk2:
      return kHeun;
    case MotionIntegrator::rk4:
      break;
  }
  return kClassic;
}

void Trial::prepare(const System& system) {
  q.setZero(system.nq());
  v.setZero(system.nv());
  R.setZero(system.rows());
  C.setZero(system.rows());
}

void LookAhead::prepare(const System& system) {
  motion_.prepare(system);
  test_.prepare(system);
  target.setZero(system.rows());
  untested_.setZero(system.rows());
  collides_.assign(static_cast<std::size_t>(system.rows()), 0);
  any_collide_ = false;
}

void LookAhead::aim_at(int row, double h, double c1, double c_dot1) {
  collides_[static_cast<std::size_t>(row)] = 1;
  any_collide_ = true;
  target[row] = (1.0 + 2.0 * ahead / h) * (h * c_dot1 - c1);  // (2)
}

void LookAhead::collide_no_more() {
  if (any_collide_) std::ranges::fill(collides_, 0);
  any_collide_ = false;
}

double LookAhead::error_of(const System& system, int row, double h) const {
  const double c = system.c()[row], c_dot = system.c_dot()[row];
  if (!system.is_integrable(row)) return (0.5 * h + ahead) * c_dot - target[row];
  if (collides_[static_cast<std::size_t>(row)])
    return (1.0 + 2.0 * ahead / h) * (h * c_dot - c) - target[row];  // (2)
  return c + (ahead > 0.0 ? ahead * c_dot : 0.0) - target[row];      // (1)
}

double LookAhead::attempt(System& system,
                          const StepStart& start,
                          const Tableau& tableau,
                          Trial& trial) {
  const auto& [t, h, q, v] = start;
  trial.error = Trial::nowhere;
  trial.C.setZero();
  if (!motion_.run(system, tableau, t, h, q, v, trial.R, trial.q, trial.v)) return trial.error;
  if (!trial.q.allFinite() || !trial.v.allFinite()) return trial.error;
  system.place(t + h, trial.q, trial.v);
  if (ahead > 0.0 || any_collide_)
    system.evaluate_constraints();
  else
    system.evaluate_errors();
  for (int i = 0; i < system.rows(); ++i) trial.C[i] = error_of(system, i, h);
  system.ignore_masked(trial.C);
  if (trial.C.allFinite()) trial.error = trial.C.norm();
  return trial.error;
}

// The directions of the forces matter more than those of the errors: a chain is pulled by forces
// much larger than what moves it.
void LookAhead::formula(System& system, const StepStart& start, Mobility& out) {
  const Tableau& tableau = tableau_of(options_.integrator);
  const double when =
      start.h
      * (ahead > 0.0 ? 0.5 * (tableau.pushes_at() + tableau.speeds_up_at()) : tableau.pushes_at());
  system.advance(start.q, start.v, when, test_.q);
  out.set(system, start.t + when, test_.q, start.v, (0.5 * start.h + ahead) * start.h);  // (3)
}

void LookAhead::test_forces(System& system, const StepStart& start, const Trial& from, MatX& A) {
  const Tableau& tableau = tableau_of(options_.test_integrator);
  const bool central = options_.sensitivity == Sensitivity::empirical_central;
  const double r = options_.test_force;
  test_.R = from.R;
  untested_ = from.C;
  if (!central && options_.test_integrator != options_.integrator) {
    attempt(system, start, tableau, test_);
    untested_ = test_.C;
  }
  A.setZero();
  for (int i = 0; i < system.rows(); ++i) {
    if (system.kkt().is_masked(i)) continue;  // no force, no effect
    test_.R[i] = from.R[i] + (central ? 0.5 * r : r);
    attempt(system, start, tableau, test_);
    A.col(i) = test_.C;
    if (central) {
      test_.R[i] = from.R[i] - 0.5 * r;
      attempt(system, start, tableau, test_);
      untested_ = test_.C;
    }
    A.col(i) = (A.col(i) - untested_) / r;
    test_.R[i] = from.R[i];
  }
  fill_masked(system, A);
}

}  // namespace holon
