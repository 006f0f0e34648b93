// SPDX-License-Identifier: Apache-2.0
#include "holon/step/smooth_motion.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace holon {
namespace {

constexpr int kMostIterations = 10;  // before a surer way is taken
// What rounding leaves of the error of a constraint, over the size of the model.
constexpr double kLeftByRounding = 4.0 * std::numeric_limits<double>::epsilon();
// The square of the angle between rows below which it is no place to land.
constexpr double kBadLanding = 1e-4;
// A force of this part of the largest is as good as none.
constexpr double kNoForce = 1e-8;
// Errors of this many tolerances, where a step begins, are no errors.
constexpr double kMet = 100.0;
// What a step may leave of an error of positions or velocities, over what it may err itself.
constexpr double kNegligible = 0.01;
// Velocities that have come back by more than this part of them need new accelerations.
constexpr double kStale = 1e-5;
// A conflict between accelerations of this part of them, where all positions are met, is what
// rounding of these leaves between rows that nearly depend on each other.
constexpr double kNoConflict = 1e-6;

}  // namespace

void SmoothMotion::prepare(const System& system) {
  nearest_.prepare(system);
  accelerations_.prepare(system);
  one_sided_.prepare(system);
  pushes_.assign(system.rows(), 0);
  left_out_.clear();
  left_out_.reserve(static_cast<std::size_t>(system.rows()));
  end_ = std::numeric_limits<std::uint64_t>::max();
  for (VecX* x : {&q_, &q_end_}) x->setZero(system.nq());
  for (VecX* x : {&Q_, &v_end_, &v_, &dx_, &moved_, &none_}) x->setZero(system.nv());
  for (VecX* x : {&c0_, &c_dot0_, &c1_, &c_dot1_, &b_, &r_, &mu_}) x->setZero(system.rows());
}

// ---- from landing to landing ----

void SmoothMotion::begin(
    System& system, double t, const VecX& q, const VecX& v, const Answer& out) {
  mask(system, false);  // a step that failed may have left it so
  left_out_.clear();
  std::ranges::fill(pushes_, 0);
  const bool stands = stands_at(system, q, v);
  if (!stands)
    place(system, t, q, v);
  else if (t != t_end_)
    system.place(t, q, v);
  const double extent = system.extent();
  tolerance_ = options_.tolerance * std::max(1.0, extent);
  allowed_ = options_.absolute_tolerance + options_.relative_tolerance * extent;
  near_ = touching(system);
  start_course(system, t);
  has_course_ = !system.has_limited();
  if (has_course_) {
    one_sided_.offer_touching(system);
    if (stands)
      note_factors(system, out.stats);
    else
      factor(system, out.stats);
    has_course_ = agrees(system, decide(system, t, out));
  }
  if (has_course_)
    keep_sides(system);
  else
    accelerations_.start(system, t, q, v, out);
}

/// Whether the constraints ask for a motion that there is.
bool SmoothMotion::agrees(const System& system, double conflict) const {
  return conflict == 0.0
         || (open_by(system) <= tolerance_
             && conflict <= kNoConflict * std::max(1.0, b_.lpNorm<Eigen::Infinity>()));
}

/// Whether constraints, masses and factors are those of (q, v) from the end of the last step.
bool SmoothMotion::stands_at(const System& system, const VecX& q, const VecX& v) const {
  return system.evaluations() == end_ && system.kkt().is_factored() && q == q_end_ && v == v_end_;
}

void SmoothMotion::go_on(System& system, double t, const Answer& out) {
  if (!has_course_ || aloft_) return;
  start_course(system, t);
  if (!system.one_sided().empty()) {
    one_sided_.offer_touching(system);
    factor(system, out.stats);
    decide(system, t, out);
  }
  keep_sides(system);
}

void SmoothMotion::end(System& system, double t, VecX& q, VecX& v, const Answer& out) {
  if (!has_course_) return accelerations_.finish(system, t, q, v, out);
  mask(system, false);
  if (system.one_sided().empty()) {
    out.stats.shortest = system.kkt().dependent_rows() == 0 || !system.kkt().is_factored();
    out.stats.forces_known = out.stats.shortest;
    t_end_ = t;
    if (!system.depends_on_state_only()) return;
    end_ = system.evaluations();
    q_end_ = q;
    v_end_ = v;
    return;
  }
  one_sided_.offer_touching(system);
  factor(system, out.stats);
  decide(system, t, out);
}

void SmoothMotion::forces(System& system, const Answer& out) {
  set_up(system, t_end_, out.stats);
  accelerate(system, out, 0.0);
  out.stats.shortest = system.kkt().dependent_rows() == 0 || !system.kkt().is_factored();
}

void SmoothMotion::place(System& system, double t, const VecX& q, const VecX& v) {
  system.place(t, q, v);
  system.evaluate_constraints();
  system.evaluate_mass();
}

/// Takes out of the factors, or puts back, what is left out until the next landing.
void SmoothMotion::mask(System& system, bool masked) {
  for (int row : left_out_) system.kkt().mask_row(row, masked);
}

void SmoothMotion::keep_sides(System& system) {
  for (int row : system.one_sided()) pushes_[row] = !system.kkt().is_masked(row);
  // At a dead point more rows depend on others than before and after it.
  const std::span<const int> dependent = system.kkt().left_out();
  if (left_out_.empty() || dependent.size() <= left_out_.size() || !system.one_sided().empty())
    left_out_.assign(dependent.begin(), dependent.end());
  mask(system, true);
}

void SmoothMotion::start_course(System& system, double t) {
  t0_ = t;
  c0_ = system.c();
  c_dot0_ = system.c_dot();
  on_surfaces_ = false;
  smallest_pivot_ = 1.0;
  courses(system, t);
  all_met_ = c_dot1_.isZero(0.0);
  for (int i = 0; i < system.rows(); ++i)
    all_met_ = all_met_ && (!system.is_position_row(i) || c1_[i] == 0.0);
}

/// Where the constraints should be at t.
void SmoothMotion::courses(const System& system, double t) {
  closing_targets(system, c0_, c_dot0_, t - t0_, kMet * tolerance_, c1_, c_dot1_);
  hold_violated(system, c0_, near_, c1_, c_dot1_);
}

void SmoothMotion::factor(System& system, StepStats& stats) {
  system.kkt().factor();
  ++stats.factorisations;
  note_factors(system, stats);
}
void SmoothMotion::note_factors(const System& system, StepStats& stats) {
  stats.dependent_rows = std::max(stats.dependent_rows, system.kkt().dependent_rows());
  smallest_pivot_ = std::min(smallest_pivot_, system.kkt().smallest_pivot());
}

/// Fills Q_ and b_ with the right-hand side of (1).
void SmoothMotion::set_up(System& system, double t, StepStats& stats) {
  ++stats.evaluations;
  system.applied_forces(Q_);
  system.add_bias(Q_);
  b_ = -system.c_ddot();
  if (!all_met_) {
    courses(system, t);
    for (int i = 0; i < system.rows(); ++i) {
      const double tau = system.tau()[i];
      if (!system.is_position_row(i))
        b_[i] -= c_dot1_[i] / tau;
      else if (!system.is_one_sided(i))  // which holds what it has
        b_[i] -= 2.0 * c_dot1_[i] / tau + c1_[i] / (tau * tau);
    }
  }
}

/// Solves (1) with the factors as they are, and returns what conflicts.
double SmoothMotion::accelerate(System& system, const Answer& out, double slack) {
  return system.kkt()
      .solve(as_span(Q_), as_span(b_), as_span(out.v_dot), as_span(out.lambda), slack)
      .conflict;
}

/// The same, deciding who pushes of those on offer.
double SmoothMotion::decide(System& system, double t, const Answer& out) {
  set_up(system, t, out.stats);
  return one_sided_.solve(system, Q_, b_, out.v_dot, out.lambda, out.stats, slack(b_)).conflict;
}

/// What a dependent row may lack of what it asks for, as the positions may to count as met.
double SmoothMotion::slack(const VecX& asked) const {
  return kMet * tolerance_
         * std::max(1.0, asked.size() > 0 ? asked.lpNorm<Eigen::Infinity>() : 0.0);
}

bool SmoothMotion::rate(System& system, double t, VecX& q, VecX& v, const Answer& out) {
  if (!has_course_) {
    accelerations_.stage(system, t, q, v, out);
    return out.v_dot.allFinite();
  }
  if (on_surfaces_) {
    courses(system, t);
    if (!meet_positions(system, t, q, v, tolerance_, out.stats)) return false;
  }
  place(system, t, q, v);
  factor(system, out.stats);
  if (on_surfaces_) {
    set_up_velocities(system, v);
    system.kkt().solve(as_span(Q_), as_span(b_), as_span(v_), as_span(mu_));
    v = v_;
    system.place(t, q, v);
    system.evaluate_rates();
    set_up(system, t, out.stats);
    accelerate(system, out, slack(b_));
  } else {
    set_up(system, t, out.stats);
    system.kkt().solve_once(as_span(Q_), as_span(b_), as_span(out.v_dot), as_span(out.lambda));
  }
  return out.v_dot.allFinite();
}

bool SmoothMotion::land(System& system, double t, VecX& q, VecX& v, const Answer& out) {
  aloft_ = false;
  if (!has_course_) return rate(system, t, q, v, out);
  courses(system, t);
  close_violated(system, near_, t - t0_, c1_);
  if (!meet_positions(system, t, q, v, tolerance_, out.stats)) return false;
  place(system, t, q, v);
  mask(system, false);
  one_sided_.offer(system, [&](int row) { return pushes_[row] != 0; });
  factor(system, out.stats);
  meet_velocities(system, v, out.stats);
  system.place(t, q, v);
  system.evaluate_rates();
  set_up(system, t, out.stats);
  if (accelerate(system, out, slack(b_)) > 0.0)
    out.stats.conflict = std::max(out.stats.conflict, conflict_error(system, 2));
  return v.allFinite() && out.v_dot.allFinite();
}

bool SmoothMotion::may_touch_down(const System& system) const {
  return has_course_ && all_met_ && !on_surfaces_ && smallest_pivot_ >= kBadLanding
         && system.one_sided().empty();
}

bool SmoothMotion::touch_down(System& system, double t, VecX& q, VecX& v, const Answer& out) {
  const double goal = std::max(tolerance_, kNegligible * smallest_pivot_ * allowed_);
  if (!meet_positions(system, t, q, v, goal, out.stats)) return false;
  aloft_ = true;
  smallest_pivot_ = 1.0;
  if (!rate(system, t, q, v, out)) return false;
  b_ = -system.c_dot();
  system.kkt().solve_once(as_span(none_), as_span(b_), as_span(dx_), as_span(mu_));
  v += dx_;
  if (!(dx_.lpNorm<Eigen::Infinity>() > kStale * v.lpNorm<Eigen::Infinity>())) return v.allFinite();
  system.place(t, q, v);
  system.evaluate_rates();
  set_up(system, t, out.stats);
  system.kkt().solve_once(as_span(Q_), as_span(b_), as_span(out.v_dot), as_span(out.lambda));
  return v.allFinite() && out.v_dot.allFinite();
}

// ---- landing ----

/// The largest error where the constraints have been evaluated last.
double SmoothMotion::open_by(const System& system) {
  double largest = 0.0;
  for (int i = 0; i < system.rows(); ++i) {
    const double error = std::abs(system.error(i));
    if (!(error <= largest)) largest = error;
  }
  return largest;
}

/// Fills r_ with what the rows that hold lack to where they should be.
double SmoothMotion::off_course(System& system, double t, const VecX& q, const VecX& v) {
  system.place(t, q, v);
  system.evaluate_errors();
  double largest = 0.0;
  for (int i = 0; i < system.rows(); ++i) {
    const bool holds = system.is_integrable(i) && (!system.is_one_sided(i) || pushes_[i]);
    r_[i] = holds ? c1_[i] - system.c()[i] : 0.0;
    if (!std::isfinite(r_[i])) return HUGE_VAL;
    largest = std::max(largest, std::abs(r_[i]));
  }
  return largest;
}

/// Newton's iteration with the factors of the last stage, each gaining what J has changed since; or
/// with new ones and down to rounding where constraints are nearly singular.
bool SmoothMotion::meet_positions(
    System& system, double t, VecX& q, const VecX& v, double goal, StepStats& stats) {
  if (on_surfaces_) goal = kLeftByRounding * std::max(1.0, system.extent());
  double last = HUGE_VAL;
  for (int i = 0; i < kMostIterations; ++i) {
    const double error = off_course(system, t, q, v);
    if (error <= goal) return true;
    if (!(error < 0.5 * last)) {
      if (error <= tolerance_) return true;
      break;
    }
    last = error;
    ++stats.iterations;
    if (on_surfaces_) {
      system.evaluate_constraints();
      system.evaluate_mass();
      factor(system, stats);
    }
    system.kkt().solve_once(as_span(none_), as_span(r_), as_span(dx_), as_span(mu_));
    system.advance(q, dx_, 1.0, q_);
    q = q_;
  }
  return std::isfinite(last) && !on_surfaces_ && find_nearest(system, t, q, stats);
}

bool SmoothMotion::find_nearest(System& system, double t, VecX& q, StepStats& stats) {
  for (int row : system.one_sided())
    if (!pushes_[row]) c1_[row] = -HUGE_VAL;
  mask(system, false);
  const bool met = nearest_.solve(system, t, c1_, q, moved_, stats) == PositionSolver::Result::met;
  for (int row : system.one_sided()) system.kkt().mask_row(row, !pushes_[row]);
  mask(system, true);
  return met;
}

/// Fills Q_ and b_ with the right-hand side of the velocity that is nearest to v and on course.
void SmoothMotion::set_up_velocities(System& system, const VecX& v) {
  system.kkt().times_mass(as_span(v), as_span(Q_));
  system.kkt().times_jacobian(as_span(v), as_span(b_));
  b_ += c_dot1_ - system.c_dot();
}

/// v becomes that; what has been hit does not pull.
void SmoothMotion::meet_velocities(System& system, VecX& v, StepStats& stats) {
  set_up_velocities(system, v);
  one_sided_.solve(system, Q_, b_, v_, mu_, stats, slack(v));
  v = v_;
}

bool SmoothMotion::landed_badly(const System& system) const {
  return has_course_ && system.kkt().smallest_pivot() < kBadLanding;
}

// ---- who changes sides ----

double SmoothMotion::depth(System& system, double t, const VecX& q, const VecX& v) {
  system.place(t, q, v);
  system.evaluate_errors();
  double deepest = -HUGE_VAL;
  for (int row : system.one_sided())
    if (!pushes_[row] && c0_[row] >= -0.5 * near_)
      deepest = std::max(deepest, -system.c()[row] - 0.5 * near_);
  return deepest;
}

void SmoothMotion::hit(const System& system) {
  for (int row : system.one_sided())
    if (c0_[row] >= -0.5 * near_ && system.c()[row] < -0.5 * near_) pushes_[row] = 1;
}

double SmoothMotion::pull(const System& system, const VecX& lambda) const {
  const double least =
      std::max(kNoForce, options_.relative_tolerance) * lambda.lpNorm<Eigen::Infinity>();
  double hardest = -HUGE_VAL;
  for (int row : system.one_sided())
    if (pushes_[row]) hardest = std::max(hardest, -lambda[row] - least);
  return hardest;
}

int SmoothMotion::culprit(
    System& system, double t, const VecX& q, const VecX& v, const VecX& lambda) {
  if (!b_.allFinite()) return worst_row(b_);
  if (!q.allFinite() || !v.allFinite()) return -1;
  courses(system, t);
  return worst_row(off_course(system, t, q, v) > tolerance_ ? r_ : lambda);
}

}  // namespace holon
