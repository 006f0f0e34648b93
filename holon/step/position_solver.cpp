// SPDX-License-Identifier: Apache-2.0
#include "holon/step/position_solver.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace holon {
namespace {

// Where rows conflict, their part of λ grows as 1/μ and rounding leaves 1e-16/μ of it in the step;
// where they do not, each step leaves μ of the error. This μ balances the two.
constexpr double kFirstDamping = 1e-8;
// Where a mechanism is singular the error is of the second order in a motion that it hardly
// forbids; there it takes less.
constexpr double kSmallestDamping = 1e-14;
// Ends that are this near, relative to the size of the model, touch.
constexpr double kTouching = 1e-9;

// What rounding leaves of the error of a constraint, over the largest coordinate of the island.
constexpr double kRoundingOfPlaces = 4.0 * std::numeric_limits<double>::epsilon();

}  // namespace

void closing_targets(const System& system,
                     const VecX& c0,
                     const VecX& c_dot0,
                     double h,
                     double met,
                     VecX& c1,
                     VecX& c_dot1) {
  if (!system.has_velocity_rows() && (c0.array().abs() <= met).all()
      && ((c_dot0.array() * system.tau().array()).abs() <= met).all()) {
    c1.setZero();
    c_dot1.setZero();
    return;
  }
  for (int i = 0; i < system.rows(); ++i) {
    const double tau = system.tau()[i], c = c0[i], c_dot = c_dot0[i];
    if (!system.is_position_row(i)) {
      const double decay = std::exp(-h / tau);
      c1[i] = std::isfinite(tau) ? c_dot * tau * (1.0 - decay) : c_dot * h;
      c_dot1[i] = c_dot * decay;
    } else if ((std::abs(c) <= met && std::abs(c_dot) <= met / tau)
               || (system.is_one_sided(i) && c >= -met)) {
      c1[i] = 0.0;
      c_dot1[i] = 0.0;
    } else {
      const double decay = std::exp(-h / tau), slope = c_dot + c / tau;
      c1[i] = (c + slope * h) * decay;
      c_dot1[i] = (c_dot - slope * h / tau) * decay;
    }
  }
}

double touching(const System& system) {
  return kTouching * std::max(1.0, system.extent());
}

void hold_violated(const System& system, const VecX& c0, double near, VecX& c1, VecX& c_dot1) {
  for (int row : system.one_sided()) {
    if (!(c0[row] < -near)) continue;
    c1[row] = c0[row];
    c_dot1[row] = 0.0;
  }
}

double position_tolerance(const StepperOptions& options, const System& system) {
  return std::max(options.tolerance, kRoundingOfPlaces * system.extent());
}

bool close_violated(const System& system, double near, double h, VecX& c1) {
  bool any = false;
  for (int row : system.one_sided()) {
    if (!(c1[row] < -near) || system.is_saturated(row)) continue;
    c1[row] *= std::exp(-h / system.tau()[row]);
    any = true;
  }
  return any;
}

void PositionSolver::prepare(const System& system) {
  q_.setZero(system.nq());
  for (VecX& x : spare_.v) x.setZero(system.nv());
  for (VecX& x : spare_.rows) x.setZero(system.rows());
  r_trial_.setZero(system.rows());
}

double PositionSolver::residual(System& system, double t, const VecX& q, const VecX& target) {
  system.place(t, q, spare_.v[0]);  // which is zero
  system.evaluate_errors();
  double sum = 0.0;
  for (int i = 0; i < system.rows(); ++i) {
    r_trial_[i] = system.is_integrable(i) ? system.c()[i] - target[i] : 0.0;
    if (system.is_one_sided(i)) r_trial_[i] = std::min(r_trial_[i], 0.0);
    sum += r_trial_[i] * r_trial_[i];
  }
  return sum;
}

// δ = −W Jᵀ (J W Jᵀ + μ)⁻¹ r: Newton's step for μ → 0, the steepest descent of ½|r|² for large μ.
// μ falls while steps succeed and rises until one does.
PositionSolver::Result PositionSolver::solve(
    System& system, double t, const VecX& target, VecX& q, VecX& moved, StepStats& stats) {
  auto& [zero, dx] = spare_.v;
  auto& [r, lambda] = spare_.rows;
  zero.setZero();
  double sum = residual(system, t, q, target);
  r = r_trial_;
  const double tolerance = position_tolerance(options_, system);
  double mu = kFirstDamping;
  moved.setZero();
  for (int iteration = 0; iteration < 4 * options_.max_iterations; ++iteration) {
    if (!std::isfinite(sum)) return Result::failed;
    if (r.size() == 0 || r.lpNorm<Eigen::Infinity>() <= tolerance) return Result::met;
    system.place(t, q, zero);
    system.evaluate_constraints();
    system.evaluate_mass();
    ++stats.iterations;
    for (int row : system.one_sided()) system.kkt().mask_row(row, r[row] == 0.0);
    bool improved = false;
    while (!improved && mu < 1e8) {
      system.kkt().factor_damped(mu);
      ++stats.factorisations;
      r_trial_ = -r;
      system.kkt().solve_once(as_span(zero), as_span(r_trial_), as_span(dx), as_span(lambda));
      system.advance(q, dx, 1.0, q_);
      const double trial = residual(system, t, q_, target);
      improved = trial < sum;
      if (improved) {
        sum = trial;
        r = r_trial_;
        q = q_;
        moved += dx;
        mu = std::max(kSmallestDamping, 0.1 * mu);
      } else {
        mu *= 10.0;
      }
    }
    // No way down, or hardly any of it left: this is as close as it gets. (The step tells, not the
    // sum of squares, which is flat where it is least.)
    const bool arrived = mu < 1e-3 && dx.lpNorm<Eigen::Infinity>() <= tolerance;
    if (!improved || arrived) break;
  }
  return r.lpNorm<Eigen::Infinity>() <= 100.0 * tolerance ? Result::met : Result::closest;
}

}  // namespace holon
