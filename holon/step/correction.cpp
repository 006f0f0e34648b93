// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include "holon/solve/solver_ladder.h"
#include "holon/step/accelerations.h"
#include "holon/step/methods.h"
#include "holon/step/trial_motion.h"

namespace holon {
namespace {

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

constexpr double kNowhere = std::numeric_limits<double>::infinity();

/// Constraint correction [Barenbrug00, sec. 3.4]: look one step ahead, see by how much the
/// constraints are missed, and change the forces until they are not.
///
/// The restriction values R are the constraint forces, λ of the other methods, held constant over
/// the step. A trial motion with R ends at (q₁, v₁), where the constraint error is
///
///     C(R) = c(q₁) + a h ċ(q₁, v₁) − C₁,   a = ½ with velocity terms, 0 without       (1)
///
/// [Barenbrug00, app. C], and (½ + a) h ċ(q₁, v₁) − C₁ for a constraint on velocities. C₁ is zero
/// for a constraint that is met, and on the closing course of one that is not. Newton's iteration
/// with one matrix for the whole step solves C(R) = 0:
///
///     ΔR = −(∂C/∂R)⁻¹ s C,   s the stiffness                                          (2)
///
/// A constant force changes velocities by h M⁻¹ and positions by (h²/2) M⁻¹, so that
///
///     ∂C/∂R ≈ (½ + a) h² J M⁻¹ Jᵀ                                                      (3)
///
/// for rows of both kinds; or each column is the effect of a test force. Changes that make matters
/// worse are not applied, and the next linear solver is tried.
class Correction : public Stepper {
 public:
  explicit Correction(const StepperOptions& options)
      : options_(options.correction),
        accelerations_(options),
        ladder_({options_.min_solver, options_.calm_steps, options_.cg_tolerance}) {}

  void prepare(const System& system) override {
    accelerations_.prepare(system);
    motion_.prepare(system);
    inverse_.prepare(system);
    ladder_.prepare(system.rows());
    for (Trial* trial : {&best_, &next_, &test_}) {
      trial->q.setZero(system.nq());
      trial->v.setZero(system.nv());
      trial->R.setZero(system.rows());
      trial->C.setZero(system.rows());
    }
    for (VecX* x : {&target_, &c1_, &c_dot1_, &change_, &rhs_, &free_, &mu_})
      x->setZero(system.rows());
    force_.setZero(system.nv());
    memory_.setZero(kMemory, system.rows());
  }

  /// For each row what the next step has to know of the ones before.
  std::span<double> history() override {
    return {memory_.data(), static_cast<std::size_t>(memory_.size())};
  }

  StepStats step(System& system, double t, double h, VecX& q, VecX& v, VecX& lambda) override {
    StepStats stats;
    motion_.reset();
    recall(h);
    begin(system, t, h, q, v, lambda, stats);
    guess(h, lambda);
    const Start start{t, h, q, v};
    if (attempt(system, start, tableau_of(options_.integrator), best_) < kNowhere) {
      correct(system, start, stats);
      finish(system, start, q, v, lambda, stats);
    } else {
      stats.ok = false;
      stats.failure = "the motion is not finite";
      // a force may be to blame as well, and then there is no C
      stats.culprit_row = best_.C.allFinite() ? -1 : worst_row(best_.C);
    }
    system.release_saturated();
    stats.evaluations += motion_.evaluations();
    return stats;
  }

 private:
  enum Memory { kBefore, kStep, kSolver, kCalm, kPositionsOnly, kMemory };
  struct Start {
    double t, h;
    const VecX& q;
    const VecX& v;
  };
  struct Trial {
    VecX R, C, q, v;
    double error = kNowhere;  ///< |C|, or of it what forces can change
  };

  /// Where the ladder of solvers stands, and whether this step has velocity terms.
  void recall(double h) {
    SolverLadder::Place place{LinearSolver::lu, 0};
    int positions_only = 0;
    if (memory_.cols() > 0) {
      place.solver = static_cast<LinearSolver>(static_cast<int>(memory_.row(kSolver).maxCoeff()));
      place.calm = static_cast<int>(memory_.row(kCalm).minCoeff());
      positions_only = static_cast<int>(memory_.row(kPositionsOnly).maxCoeff());
    }
    ladder_.begin(place);
    const int every = options_.velocity_terms_every;
    const bool terms = every > 0 && positions_only + 1 >= every;
    positions_only_ = terms || every == 0 ? 0 : positions_only + 1;
    ahead_ = terms ? 0.5 * h : 0.0;
  }

  /// Evaluates the start of the step, and where C should be at its end.
  void begin(System& system,
             double t,
             double h,
             const VecX& q,
             const VecX& v,
             const VecX& lambda,
             StepStats& stats) {
    system.place(t, q, v);
    system.evaluate_constraints();
    // rounding of positions in a sum over the rows
    noise_ = 1e-14 * std::max(1.0, system.extent())
             * std::sqrt(static_cast<double>(std::max(1, system.rows())));
    closing_targets(system, system.c(), system.c_dot(), h, 0.0, c1_, c_dot1_);
    // The switching rope of sec. 4.1: on a step after it is too long, off a step after it pushes.
    // One that is too long has nothing to do as long as it gets shorter fast enough by itself.
    for (int row : system.one_sided()) {
      const double c = system.c()[row], alone = c + h * system.c_dot()[row];
      const bool off = c >= 0.0 ? lambda[row] <= 0.0 : lambda[row] < 0.0 || alone >= c1_[row];
      system.kkt().mask_row(row, off);
    }
    const double met = 100.0 * std::max(options_.max_error, noise_);
    for (int i = 0; i < system.rows(); ++i) {
      const double c = system.c()[i], c_dot = system.c_dot()[i];
      if (system.is_position_row(i)) {
        // the last step left one or the other at zero
        const bool is_met = std::abs(c) <= met || std::abs(c + 0.5 * h * c_dot) <= met;
        target_[i] = is_met ? 0.0 : c1_[i] + ahead_ * c_dot1_[i];
      } else {
        const double reach = 0.5 * h + ahead_;
        target_[i] = std::abs(reach * c_dot) <= met ? 0.0 : reach * c_dot1_[i];
      }
    }
    free_.setOnes();
    system.ignore_masked(free_);
    if (!system.has_assembly_limits()) return;
    // what the constraints would need at once; those that need too much push with their limit
    system.evaluate_mass();
    system.kkt().factor();
    ++stats.factorisations;
    StepStats probe;
    accelerations_.solve(system, force_, mu_, probe);
    system.saturate(mu_);
    system.ignore_masked(free_);
  }

  /// The restriction values to begin with.
  void guess(double h, const VecX& lambda) {
    for (Eigen::Index i = 0; i < lambda.size(); ++i) {
      const bool line = options_.first_guess == FirstGuess::linear && memory_(kStep, i) == h;
      best_.R[i] = free_[i] * (line ? 2.0 * lambda[i] - memory_(kBefore, i) : lambda[i]);
    }
  }

  /// Equation (1): moves with the trial's R, and returns the size of its C.
  double attempt(System& system, const Start& start, const Tableau& tableau, Trial& trial) {
    const auto& [t, h, q, v] = start;
    trial.error = kNowhere;
    trial.C.setZero();
    if (!motion_.run(system, tableau, t, h, q, v, trial.R, trial.q, trial.v)) return kNowhere;
    if (!trial.q.allFinite() || !trial.v.allFinite()) return kNowhere;
    system.place(t + h, trial.q, trial.v);
    if (ahead_ > 0.0)
      system.evaluate_constraints();
    else
      system.evaluate_errors();
    for (int i = 0; i < system.rows(); ++i)
      trial.C[i] = (system.is_position_row(i)
                        ? system.c()[i] + (ahead_ > 0.0 ? ahead_ * system.c_dot()[i] : 0.0)
                        : (0.5 * h + ahead_) * system.c_dot()[i])
                   - target_[i];
    system.ignore_masked(trial.C);
    if (trial.C.allFinite()) trial.error = trial.C.norm();
    return trial.error;
  }

  bool is_met(double error) const {
    return options_.max_error >= 0.0 && error <= std::max(options_.max_error, noise_);
  }

  /// Equation (2), until C is small enough, or as small as it gets.
  void correct(System& system, const Start& start, StepStats& stats) {
    if (system.rows() == 0) return;
    while (!is_met(best_.error) && stats.iterations < options_.max_iterations) {
      if (stats.iterations == 0) fill_sensitivity(system, start);
      rhs_ = -options_.stiffness * best_.C;
      if (!ladder_.solve(rhs_, change_)) break;
      // what no force can change is a conflict, and no reason to go on
      best_.error = ladder_.changeable(best_.C);
      if (is_met(best_.error)) break;
      next_.R = best_.R + change_;
      ++stats.iterations;
      if (attempt(system, start, tableau_of(options_.integrator), next_) < kNowhere)
        next_.error = ladder_.changeable(next_.C);
      if (next_.error < best_.error)
        std::swap(best_, next_);
      else if (best_.error <= noise_ || !ladder_.climb())
        break;
    }
    stats.factorisations += ladder_.factorisations();
  }

  void fill_sensitivity(System& system, const Start& start) {
    if (options_.sensitivity == Sensitivity::analytic)
      fill_analytic(system, start);
    else
      fill_empirical(system, start);
    // constraints put aside ask for nothing and get nothing
    MatX& A = ladder_.matrix();
    const double scale = A.diagonal().cwiseAbs().maxCoeff();
    for (int i = 0; i < system.rows(); ++i)
      if (free_[i] == 0.0) A(i, i) = scale > 0.0 ? scale : 1.0;
  }

  /// Equation (3) where the forces act in the mean. Their directions matter more than those of the
  /// errors: a chain is pulled by forces much larger than what moves it.
  void fill_analytic(System& system, const Start& start) {
    const Tableau& tableau = tableau_of(options_.integrator);
    const double when = start.h
                        * (ahead_ > 0.0 ? 0.5 * (tableau.pushes_at() + tableau.speeds_up_at())
                                        : tableau.pushes_at());
    system.advance(start.q, start.v, when, test_.q);
    system.place(start.t + when, test_.q, start.v);
    system.evaluate_constraints();
    system.evaluate_mass();
    inverse_.factor(system);
    const Kkt& kkt = system.kkt();
    const double gain = (0.5 * start.h + ahead_) * start.h;
    for (int i = 0; i < system.rows(); ++i) {
      rhs_.setZero();
      rhs_[i] = gain;
      force_.setZero();
      kkt.add_jacobian_transposed(as_span(rhs_), as_span(force_));
      inverse_.apply(force_);
      kkt.times_jacobian(as_span(force_), as_span(change_));
      ladder_.matrix().col(i) = change_;
    }
  }

  /// One test force for each restriction value, or two in opposite directions.
  void fill_empirical(System& system, const Start& start) {
    const Tableau& tableau = tableau_of(options_.test_integrator);
    const bool central = options_.sensitivity == Sensitivity::empirical_central;
    const double r = options_.test_force;
    MatX& A = ladder_.matrix();
    test_.R = best_.R;
    mu_ = best_.C;  // without test forces
    if (!central && options_.test_integrator != options_.integrator) {
      attempt(system, start, tableau, test_);
      mu_ = test_.C;
    }
    for (int i = 0; i < system.rows(); ++i) {
      test_.R[i] = best_.R[i] + (central ? 0.5 * r : r);
      attempt(system, start, tableau, test_);
      A.col(i) = test_.C;
      if (central) {
        test_.R[i] = best_.R[i] - 0.5 * r;
        attempt(system, start, tableau, test_);
        mu_ = test_.C;
      }
      A.col(i) = (A.col(i) - mu_) / r;
      test_.R[i] = best_.R[i];
    }
  }

  /// Takes over the best trial, and reads what is left at its end.
  void finish(
      System& system, const Start& start, VecX& q, VecX& v, VecX& lambda, StepStats& stats) {
    const SolverLadder::Place place = ladder_.end();
    for (Eigen::Index i = 0; i < memory_.cols(); ++i) {
      memory_(kBefore, i) = lambda[i];
      memory_(kStep, i) = start.h;
      memory_(kSolver, i) = static_cast<int>(place.solver);
      memory_(kCalm, i) = place.calm;
      memory_(kPositionsOnly, i) = positions_only_;
    }
    stats.solver = name_of(place.solver);
    const double end = start.t + start.h;
    lambda = best_.R;
    system.write_saturated(lambda);
    system.release_saturated();
    if (place.solver != LinearSolver::lu)  // rows may depend on each other, or conflict
      accelerations_.evaluate(system, end, best_.q, best_.v, force_, mu_, stats);
    system.place(end, best_.q, best_.v);
    system.evaluate_constraints();
    system.applied_forces(force_);
    q = best_.q;
    v = best_.v;
  }

  CorrectionOptions options_;
  Accelerations accelerations_;
  TrialMotion motion_;
  MassInverse inverse_;
  SolverLadder ladder_;
  double ahead_ = 0.0;  // a h
  double noise_ = 0.0;
  int positions_only_ = 0;  // steps since the last with velocity terms
  Trial best_, next_, test_;
  VecX target_, c1_, c_dot1_, change_, rhs_, force_, mu_;
  VecX free_;  // 0 for rows that are slack, or push with their limit
  MatX memory_;
};

}  // namespace

void CorrectionOptions::check(Diagnostics& d) const {
  d.expect(std::isfinite(test_force) && test_force != 0.0,
           "correction.test_force",
           "must be finite and not zero");
  d.expect(std::isfinite(max_error), "correction.max_error", "must be finite");
  d.expect(max_iterations >= 0, "correction.max_iterations", "must not be negative");
  d.expect(stiffness > 0.0 && stiffness <= 1.0,
           "correction.stiffness",
           "must be more than 0 and at most 1");
  d.expect(velocity_terms_every >= 0,
           "correction.velocity_terms_every",
           "must not be negative (0: no velocity terms)");
  d.expect(calm_steps >= 1, "correction.calm_steps", "must be at least 1");
  d.expect(cg_tolerance > 0.0 && cg_tolerance < 1.0,
           "correction.cg_tolerance",
           "must lie between 0 and 1");
}

std::unique_ptr<Stepper> make_correction(const StepperOptions& options) {
  Diagnostics d;
  options.correction.check(d);
  if (!d.ok()) throw ModelError("stepper 'correction'", d.errors());
  return std::make_unique<Correction>(options);
}

}  // namespace holon
