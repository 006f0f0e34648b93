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
    if (system.is_position_row(i)) error = std::max(error, std::abs(system.error(i)));
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
  one_sided_.prepare(system);
  held_.assign(system.rows(), 0);
  Q_.setZero(system.nv());
  b_.setZero(system.rows());
}

void StageAccelerations::prepare(const System& system) {
  Accelerations::prepare(system);
  nearest_.prepare(system);
  pushing_.assign(system.rows(), Pushing::no);
  q_.setZero(system.nq());
  for (VecX* x : {&v_, &moved_}) x->setZero(system.nv());
  for (VecX* x : {&c0_, &c_dot0_, &c1_, &c_dot1_, &rate_, &mu_}) x->setZero(system.rows());
}

void Accelerations::renew(const System& system) {
  one_sided_.prepare(system);
  std::ranges::fill(held_, 0);
}

void Accelerations::evaluate(System& system,
                             double t,
                             const VecX& q,
                             const VecX& v,
                             VecX& v_dot,
                             VecX& lambda,
                             StepStats& stats) {
  place(system, t, q, v);
  notice_held(system);
  one_sided_.offer_touching(system);
  evaluate_offered(system, q, v, {v_dot, lambda, stats});
}

/// Which one-sided constraints have yet to be assembled is decided once in a step: what a stage on
/// the way sees as violated is of its own making.
void Accelerations::notice_held(const System& system) {
  near_ = touching(system);
  for (int row : system.one_sided()) held_[row] = system.c()[row] < -near_;
}

/// The same where the system has been placed and evaluated, and one-sided rows are on offer.
void Accelerations::evaluate_offered(System& system,
                                     const VecX& q,
                                     const VecX& v,
                                     const Answer& out) {
  const auto& [v_dot, lambda, stats] = out;
  stats.dependent_rows = std::max(stats.dependent_rows, system.kkt().factor(drift(system)));
  ++stats.factorisations;
  const bool some_give_way = system.has_limited() ? solve_giving_way(system, v_dot, lambda, stats)
                                                  : (solve(system, v_dot, lambda, stats), false);
  // whoever asks for nonsense while all is well is to blame if nothing comes of the step
  if (stats.culprit_row < 0 && !b_.allFinite() && q.allFinite() && v.allFinite())
    stats.culprit_row = worst_row(b_);
  if (some_give_way) {
    if (!stats.shortest) system.kkt().shorten(as_span(lambda));
    stats.shortest = true;
    system.write_saturated(lambda);
    system.release_saturated();
  }
}

void Accelerations::solve(System& system, VecX& v_dot, VecX& lambda, StepStats& stats) {
  const Kkt::Outcome outcome = solve_as_offered(system, {v_dot, lambda, stats});
  if (outcome.conflict > 0.0) stats.conflict = std::max(stats.conflict, conflict_error(system, 2));
}

bool Accelerations::solve_giving_way(System& system, VecX& v_dot, VecX& lambda, StepStats& stats) {
  bool any = false;
  Kkt::Outcome outcome = solve_as_offered(system, {v_dot, lambda, stats});
  while (system.saturate(lambda, outcome)) {
    any = true;
    system.kkt().factor();
    ++stats.factorisations;
    outcome = solve_as_offered(system, {v_dot, lambda, stats});
  }
  if (outcome.conflict > 0.0) stats.conflict = std::max(stats.conflict, conflict_error(system, 2));
  return any;
}

Kkt::Outcome Accelerations::solve_as_offered(System& system, const Answer& out) {
  ++out.stats.evaluations;
  system.applied_forces(Q_);
  system.add_bias(Q_);
  if (is_given_) Q_ += given_;
  system.closing_acceleration(b_);
  for (int row : system.one_sided())  // those that are held do not close by themselves
    if (held_[row]) b_[row] += system.c()[row] / (system.tau()[row] * system.tau()[row]);
  return one_sided_.solve(system, Q_, b_, out.v_dot, out.lambda, out.stats);
}

void StageAccelerations::start(
    System& system, double t, const VecX& q, const VecX& v, const Answer& out) {
  place(system, t, q, v);
  notice_held(system);
  one_sided_.offer_touching(system);
  for (int row : system.one_sided())
    if (out.lambda[row] > 0.0 || !system.kkt().is_masked(row))
      pushing_[row] = Pushing::since_start;
    else
      pushing_[row] = Pushing::no;
  offer_pushing(system);
  evaluate_offered(system, q, v, out);
  // those that may only push with their limit follow no course
  redundant_ = out.stats.dependent_rows > 0 && !system.has_limited();
  t0_ = t;
  c0_ = system.c();
  c_dot0_ = system.c_dot();
  open_ = kOpen * std::max(1.0, system.extent());
}

void StageAccelerations::stage(
    System& system, double t, const VecX& q, const VecX& v, const Answer& out) {
  const bool from_surfaces = redundant_ && project(system, t, q, v, out.stats);
  const VecX &q_seen = from_surfaces ? q_ : q, &v_seen = from_surfaces ? v_ : v;
  place(system, t, q_seen, v_seen);
  offer_pushing(system);
  evaluate_offered(system, q_seen, v_seen, out);
}

void StageAccelerations::finish(System& system, double t, VecX& q, VecX& v, const Answer& out) {
  StepStats& stats = out.stats;
  const bool hit = notice_hits(system, t, q, v);
  if ((redundant_ && project(system, t, q, v, stats)) || (hit && stop(system, t, q, v, stats))) {
    q = q_;
    v = v_;
  }
  if (glide(system, t, q, v, stats)) q = q_;
  place(system, t, q, v);
  notice_held(system);
  offer_pushing(system);
  evaluate_offered(system, q, v, out);
}

/// Moves (q, v) to q_, where the one-sided constraints that are violated have come nearer.
bool StageAccelerations::glide(
    System& system, double t, const VecX& q, const VecX& v, StepStats& stats) {
  if (system.one_sided().empty() || !q.allFinite() || !v.allFinite()) return false;
  system.place(t, q, v);
  system.evaluate_errors();
  c1_ = system.c();
  for (int row : system.one_sided()) c1_[row] = std::min(c1_[row], 0.0);
  if (!close_violated(system, near_, t - t0_, c1_)) return false;
  q_ = q;
  return nearest_.solve(system, t, c1_, q_, moved_, stats) != PositionSolver::Result::failed;
}

void StageAccelerations::offer_pushing(System& system) {
  one_sided_.offer(system, [&](int row) { return pushing_[row] != Pushing::no; });
}

/// Constraints that were slack at the start of the step and are violated now have been hit.
bool StageAccelerations::notice_hits(System& system, double t, const VecX& q, const VecX& v) {
  if (system.one_sided().empty() || !q.allFinite() || !v.allFinite()) return false;
  system.place(t, q, v);
  system.evaluate_errors();
  bool hit = false;
  for (int row : system.one_sided())
    if (pushing_[row] == Pushing::no && system.c()[row] < 0.0 && c0_[row] >= -near_) {
      pushing_[row] = Pushing::since_hit;
      hit = true;
    }
  return hit;
}

/// Finds the state (q_, v_) nearest to (q, v) in which what was hit just touches and is not run
/// into; the other constraints stay as they are.
bool StageAccelerations::stop(
    System& system, double t, const VecX& q, const VecX& v, StepStats& stats) {
  const auto was_hit = [&](int row) { return pushing_[row] == Pushing::since_hit; };
  c1_ = system.c();
  for (int row : system.one_sided()) c1_[row] = was_hit(row) ? 0.0 : std::min(c1_[row], 0.0);
  q_ = q;
  if (nearest_.solve(system, t, c1_, q_, moved_, stats) != PositionSolver::Result::met)
    return false;
  place(system, t, q_, v);
  c_dot1_ = system.c_dot();
  for (int row : system.one_sided())
    if (was_hit(row)) c_dot1_[row] = 0.0;
  system.put_limited_aside();
  match_velocities(system, v, stats);
  system.release_saturated();
  return v_.allFinite();
}

/// v_ is the velocity nearest to v with ċ = c_dot1_, where the system has been placed with v.
void StageAccelerations::match_velocities(System& system, const VecX& v, StepStats& stats) {
  offer_pushing(system);
  Kkt& kkt = system.kkt();
  kkt.factor();
  ++stats.factorisations;
  kkt.times_mass(as_span(v), as_span(Q_));
  kkt.times_jacobian(as_span(v), as_span(rate_));
  rate_ += c_dot1_ - system.c_dot();
  one_sided_.solve(system, Q_, rate_, v_, mu_, stats);
}

/// Finds the state (q_, v_) nearest to (q, v) whose constraint errors are where they should be by
/// now. False if there is none: what conflicts has no surface.
bool StageAccelerations::project(
    System& system, double t, const VecX& q, const VecX& v, StepStats& stats) {
  if (!q.allFinite() || !v.allFinite()) return false;
  closing_targets(system, c0_, c_dot0_, t - t0_, open_, c1_, c_dot1_);
  hold_violated(system, c0_, near_, c1_, c_dot1_);
  q_ = q;
  if (nearest_.solve(system, t, c1_, q_, moved_, stats) != PositionSolver::Result::met)
    return false;
  place(system, t, q_, v);
  match_velocities(system, v, stats);
  return v_.allFinite();
}

}  // namespace holon
