// SPDX-License-Identifier: Apache-2.0
#include "holon/step/accelerations.h"

#include <algorithm>
#include <cmath>

namespace holon {
namespace {

// Redundant constraints that are open by no more than this part of the size of the model are taken
// as met: numbers of few digits in a file do not lock a mechanism.
constexpr double kOpen = 1e-5;

/// How far off their surfaces the position constraints are, relative to the size of the model.
double drift(const System& system) {
  double error = 0.0;
  for (int i = 0; i < system.rows(); ++i)
    if (system.is_position_row(i)) error = std::max(error, std::abs(system.c()[i]));
  const double size = system.extent();
  return size > 0.0 ? error / size : error;
}

void place(System& system, double t, const VecX& q, const VecX& v) {
  system.place(t, q, v);
  system.evaluate_constraints();
  system.evaluate_mass();
}

}  // namespace

void Accelerations::prepare(const System& system) {
  nearest_.prepare(system);
  q_.setZero(system.nq());
  for (VecX* x : {&Q_, &v_, &moved_}) x->setZero(system.nv());
  for (VecX* x : {&c0_, &c_dot0_, &b_, &c1_, &c_dot1_, &rate_, &mu_}) x->setZero(system.rows());
}

void Accelerations::evaluate(System& system,
                             double t,
                             const VecX& q,
                             const VecX& v,
                             VecX& v_dot,
                             VecX& lambda,
                             StepStats& stats) {
  place(system, t, q, v);
  stats.dependent_rows = std::max(stats.dependent_rows, system.kkt().factor(drift(system)));
  ++stats.factorisations;
  solve(system, v_dot, lambda, stats);
  // whoever asks for nonsense while all is well is to blame if nothing comes of the step
  if (stats.culprit_row < 0 && !b_.allFinite() && q.allFinite() && v.allFinite())
    stats.culprit_row = worst_row(b_);
  if (system.has_assembly_limits() && system.saturate(lambda)) {
    system.kkt().factor();
    ++stats.factorisations;
    solve(system, v_dot, lambda, stats);
    system.write_saturated(lambda);
    system.release_saturated();
  }
}

void Accelerations::solve(System& system, VecX& v_dot, VecX& lambda, StepStats& stats) {
  ++stats.evaluations;
  system.applied_forces(Q_);
  system.add_bias(Q_);
  system.closing_acceleration(b_);
  const Kkt::Outcome outcome =
      system.kkt().solve(as_span(Q_), as_span(b_), as_span(v_dot), as_span(lambda));
  if (outcome.conflict > 0.0) stats.conflict = std::max(stats.conflict, conflict_error(system, 2));
}

void Accelerations::start(System& system,
                          double t,
                          const VecX& q,
                          const VecX& v,
                          VecX& v_dot,
                          VecX& lambda,
                          StepStats& stats) {
  evaluate(system, t, q, v, v_dot, lambda, stats);
  // those that may only push with their limit follow no course
  redundant_ = stats.dependent_rows > 0 && !system.has_assembly_limits();
  t0_ = t;
  c0_ = system.c();
  c_dot0_ = system.c_dot();
  met_ = kOpen * std::max(1.0, system.extent());
}

void Accelerations::stage(System& system,
                          double t,
                          const VecX& q,
                          const VecX& v,
                          VecX& v_dot,
                          VecX& lambda,
                          StepStats& stats) {
  if (redundant_ && project(system, t, q, v, stats))
    evaluate(system, t, q_, v_, v_dot, lambda, stats);
  else
    evaluate(system, t, q, v, v_dot, lambda, stats);
}

void Accelerations::finish(
    System& system, double t, VecX& q, VecX& v, VecX& v_dot, VecX& lambda, StepStats& stats) {
  if (redundant_ && project(system, t, q, v, stats)) {
    q = q_;
    v = v_;
  }
  evaluate(system, t, q, v, v_dot, lambda, stats);
}

/// Finds the state (q_, v_) nearest to (q, v) whose constraint errors are where they should be by
/// now. False if there is none: what conflicts has no surface.
bool Accelerations::project(
    System& system, double t, const VecX& q, const VecX& v, StepStats& stats) {
  if (!q.allFinite() || !v.allFinite()) return false;
  closing_targets(system, c0_, c_dot0_, t - t0_, met_, c1_, c_dot1_);
  q_ = q;
  if (nearest_.solve(system, t, c1_, q_, moved_, stats) != PositionSolver::Result::met)
    return false;
  place(system, t, q_, v);
  Kkt& kkt = system.kkt();
  kkt.factor();
  ++stats.factorisations;
  kkt.times_mass(as_span(v), as_span(Q_));
  kkt.times_jacobian(as_span(v), as_span(rate_));
  rate_ += c_dot1_ - system.c_dot();
  kkt.solve(as_span(Q_), as_span(rate_), as_span(v_), as_span(mu_));
  return v_.allFinite();
}

}  // namespace holon
