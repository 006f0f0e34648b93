// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "holon/step/accelerations.h"
#include "holon/step/correction_collisions.h"
#include "holon/step/methods.h"

namespace holon {
namespace {

/// Constraint correction [Barenbrug00, sec. 3.4]: look one step ahead, see by how much the
/// constraints are missed, and change the forces until they are not.
///
/// The restriction values R are the constraint forces, λ of the other methods, held constant over
/// the step. C(R), the error that a motion with R ends with (look_ahead.h), is measured from zero
/// for a constraint that is met, and from the closing course of one that is not. Newton's iteration
/// with one matrix for the whole step solves C(R) = 0:
///
///     ΔR = −(∂C/∂R)⁻¹ s C,   s the stiffness                                          (1)
///
/// Changes that make matters worse are not applied, and the next linear solver is tried.
///
/// Collisions are looked for at the end of that motion: those in which something went through are
/// met by another one, with impulses at its start and forces, until nothing else goes through.
class Correction : public Stepper {
 public:
  explicit Correction(const StepperOptions& options)
      : options_(options.correction),
        look_(options.correction),
        collisions_(options.correction.mirror),
        ladder_({options_.min_solver, options_.calm_steps, options_.cg_tolerance}) {}

  /// The solvers of its ladder would find them singular.
  bool takes_idle_rows() const override { return false; }
  void prepare(const System& system) override {
    accelerations_.prepare(system);
    look_.prepare(system);
    ladder_.prepare(system.rows());
    if (by_formula())
      by_formula_.prepare(system);
    else
      by_tests_.prepare(system.rows());
    collisions_.prepare(system);
    for (Trial* trial : {&best_, &next_, &last_}) trial->prepare(system);
    for (VecX* x : {&struck_, &last_struck_}) x->setZero(system.nv());
    middle_.setZero(system.nq());
    for (VecX* x : {&c1_, &c_dot1_, &change_, &rhs_, &free_, &mu_, &smooth_, &last_impulses_})
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
    look_.reset();
    recall(h);
    begin(system, t, h, q, v, lambda, stats);
    guess(h, lambda);
    struck_ = v;
    const StepStart start{t, h, q, struck_};
    fasten(system, start);
    const bool can_move = attempt(system, start, best_);
    if (can_move) {
      correct(system, start, stats);
      if (!collisions_.empty()) collide(system, start, v, stats);
    }
    system.release_forces();
    if (can_move) {
      finish(system, start, q, v, lambda, stats);
    } else {
      stats.ok = false;
      stats.failure = "the motion is not finite";
      // a force may be to blame as well, and then there is no C
      stats.culprit_row = best_.C.allFinite() ? -1 : worst_row(best_.C);
    }
    system.release_saturated();
    stats.evaluations += look_.evaluations();
    return stats;
  }

 private:
  enum Memory { kBefore, kStep, kSolver, kCalm, kPositionsOnly, kLeft, kMemory };
  /// Instead of a step, where λ is no guess for the next one: kBefore is, which went before the
  /// collisions.
  static constexpr double kCollided = -1.0;

  /// Where the ladder of solvers stands, and whether this step has velocity terms.
  void recall(double h) {
    place_ = {LinearSolver::lu, 0};
    int positions_only = 0;
    if (memory_.cols() > 0) {
      place_.solver = static_cast<LinearSolver>(static_cast<int>(memory_.row(kSolver).maxCoeff()));
      place_.calm = static_cast<int>(memory_.row(kCalm).minCoeff());
      positions_only = static_cast<int>(memory_.row(kPositionsOnly).maxCoeff());
    }
    const int every = options_.velocity_terms_every;
    const bool terms = every > 0 && positions_only + 1 >= every;
    positions_only_ = terms || every == 0 ? 0 : positions_only + 1;
    look_.ahead = terms ? 0.5 * h : 0.0;
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
    look_.collide_no_more();
    collisions_.begin(system, h);
    const double met = 100.0 * std::max(options_.max_error, noise_);
    for (int i = 0; i < system.rows(); ++i) {
      const double c = system.c()[i], c_dot = system.c_dot()[i];
      if (system.is_position_row(i)) {
        // the last step left one or the other at zero
        const bool is_met = std::abs(c) <= met || std::abs(c + 0.5 * h * c_dot) <= met;
        look_.target[i] = is_met ? 0.0 : c1_[i] + look_.ahead * c_dot1_[i];
      } else if (system.is_integrable(i)) {
        look_.target[i] = -memory_(kLeft, i);  // what the last step left is made good
      } else {
        const double reach = 0.5 * h + look_.ahead;
        look_.target[i] = std::abs(reach * c_dot) <= met ? 0.0 : reach * c_dot1_[i];
      }
    }
    free_.setOnes();
    system.ignore_masked(free_);
    if (!system.has_limited()) return;
    // what the constraints would need at once; those that need too much push with their limit
    system.evaluate_mass();
    system.kkt().factor();
    ++stats.factorisations;
    StepStats probe;
    accelerations_.solve_giving_way(system, force_, mu_, probe);
    system.ignore_masked(free_);
  }

  /// The restriction values to begin with.
  void guess(double h, const VecX& lambda) {
    for (Eigen::Index i = 0; i < lambda.size(); ++i) {
      const double step = memory_(kStep, i), before = memory_(kBefore, i);
      const bool line = options_.first_guess == FirstGuess::linear && step == h;
      const double on_line = line ? 2.0 * lambda[i] - before : lambda[i];
      best_.R[i] = free_[i] * (step == kCollided ? before : on_line);
    }
  }

  /// Fastens the forces of what rolls where they are to stay in this step, if so.
  void fasten(System& system, const StepStart& start) {
    if (options_.force_point == ForcePoint::moving) return;
    const double when = options_.force_point == ForcePoint::at_start
                            ? 0.0
                            : start.h * tableau_of(options_.integrator).speeds_up_at();
    system.advance(start.q, start.v, when, middle_);
    system.place(start.t + when, middle_, start.v);
    system.fasten_forces();
  }

  double tolerance() const { return std::max(options_.max_error, noise_); }
  bool is_met(double error) const { return options_.max_error >= 0.0 && error <= tolerance(); }
  bool attempt(System& system, const StepStart& start, Trial& trial) {
    return look_.attempt(system, start, tableau_of(options_.integrator), trial) < Trial::nowhere;
  }

  /// Equation (1), until C is small enough, or as small as it gets.
  void correct(System& system, const StepStart& start, StepStats& stats) {
    ladder_.begin(place_);
    if (system.rows() == 0) return;
    for (int i = 0; !is_met(best_.error) && i < options_.max_iterations; ++i) {
      if (i == 0) find_sensitivity(system, start);
      rhs_ = -options_.stiffness * best_.C;
      if (!ladder_.solve(sensitivity(), rhs_, change_)) break;
      // what no force can change is a conflict, and no reason to go on
      best_.error = ladder_.changeable(best_.C);
      if (is_met(best_.error)) break;
      next_.R = best_.R + change_;
      ++stats.iterations;
      if (attempt(system, start, next_)) next_.error = ladder_.changeable(next_.C);
      if (next_.error < best_.error)
        std::swap(best_, next_);
      else if (best_.error <= noise_ || !ladder_.climb())
        break;
    }
    stats.factorisations += ladder_.factorisations();
  }

  /// Lets collisions begin and end until nothing goes through and nothing is pulled.
  void collide(System& system, const StepStart& start, const VecX& v, StepStats& stats) {
    smooth_ = best_.R;
    for (;;) {
      place_at_end(system, start);
      if (!collisions_.notice(system, tolerance())
          && !collisions_.let_go(system, best_.R, tolerance()))
        return;
      keep();
      collisions_.aim(look_);
      struck_ = v;
      system.ignore_masked(best_.R);
      if (!attempt(system, start, best_)) return restore();
      correct(system, start, stats);
      strike(system, start, stats);
    }
  }

  /// Gives impulses until collisions end as they should, or as nearly as they can.
  void strike(System& system, const StepStart& start, StepStats& stats) {
    place_at_end(system, start);
    double error = collisions_.error(system);
    for (int i = 0; error > tolerance() && i < options_.max_iterations; ++i) {
      keep();
      const double before = error;
      const bool struck = collisions_.strike(system, start, struck_, stats);
      if (!struck || !attempt(system, start, best_)) return restore();
      correct(system, start, stats);
      place_at_end(system, start);
      error = collisions_.error(system);
      if (!(error < before)) return restore();
    }
  }
  void place_at_end(System& system, const StepStart& start) {
    system.place(start.t + start.h, best_.q, best_.v);
    system.evaluate_constraints();
  }
  void keep() {
    last_ = best_;
    last_struck_ = struck_;
    last_impulses_ = collisions_.impulses();
  }
  void restore() {
    best_ = last_;
    struck_ = last_struck_;
    collisions_.impulses() = last_impulses_;
  }

  bool by_formula() const { return options_.sensitivity == Sensitivity::analytic; }
  Equations& sensitivity() {
    if (by_formula()) return by_formula_;
    return by_tests_;
  }
  void find_sensitivity(System& system, const StepStart& start) {
    if (by_formula())
      look_.formula(system, start, by_formula_);
    else
      look_.test_forces(system, start, best_, by_tests_.entries());
  }

  /// Takes over the best trial, and reads what is left at its end.
  void finish(
      System& system, const StepStart& start, VecX& q, VecX& v, VecX& lambda, StepStats& stats) {
    const SolverLadder::Place place = ladder_.end();
    for (Eigen::Index i = 0; i < memory_.cols(); ++i) {
      memory_(kBefore, i) = collisions_.any() ? smooth_[i] : lambda[i];
      memory_(kStep, i) = collisions_.any() ? kCollided : start.h;
      memory_(kSolver, i) = static_cast<int>(place.solver);
      memory_(kCalm, i) = place.calm;
      memory_(kPositionsOnly, i) = positions_only_;
    }
    stats.solver = name_of(place.solver);
    const double end = start.t + start.h;
    lambda = best_.R;
    if (collisions_.any()) lambda += collisions_.impulses() / start.h;
    system.write_saturated(lambda);
    system.release_saturated();
    if (place.solver != LinearSolver::lu)  // rows may depend on each other, or conflict
      accelerations_.evaluate(system, end, best_.q, best_.v, force_, mu_, stats);
    system.place(end, best_.q, best_.v);
    system.evaluate_constraints();
    system.applied_forces(force_);
    // how far what is integrated from step to step is off: the next begins to count anew
    for (int i = 0; i < system.rows(); ++i)
      if (system.is_integrable(i) && !system.is_position_row(i)) memory_(kLeft, i) += system.c()[i];
    q = best_.q;
    v = best_.v;
  }

  CorrectionOptions options_;
  Accelerations accelerations_;
  LookAhead look_;
  Mobility by_formula_;
  DenseEquations by_tests_;
  CorrectionCollisions collisions_;
  SolverLadder ladder_;
  SolverLadder::Place place_;  // where the last step left it
  double noise_ = 0.0;
  int positions_only_ = 0;  // steps since the last with velocity terms
  Trial best_, next_;
  VecX struck_;  // v at the start, after impulses
  VecX smooth_;  // restriction values without collisions
  Trial last_;   // what the next impulses are to improve on
  VecX last_struck_, last_impulses_;
  VecX middle_;  // where forces are fastened
  VecX c1_, c_dot1_, change_, rhs_, force_, mu_;
  VecX free_;  // 0 for rows that are slack, or push with their limit
  MatX memory_;
};

}  // namespace

void CorrectionOptions::check(Diagnostics& d) const {
  d.expect(
      std::isfinite(test_force) && test_force != 0.0, "test_force", "must be finite and not zero");
  d.expect(std::isfinite(max_error), "max_error", "must be finite");
  d.expect(max_iterations >= 0, "max_iterations", "must not be negative");
  d.expect(stiffness > 0.0 && stiffness <= 1.0, "stiffness", "must be more than 0 and at most 1");
  d.expect(velocity_terms_every >= 0,
           "velocity_terms_every",
           "must not be negative (0: no velocity terms)");
  d.expect(calm_steps >= 1, "calm_steps", "must be at least 1");
  d.expect(cg_tolerance > 0.0 && cg_tolerance < 1.0, "cg_tolerance", "must lie between 0 and 1");
}

std::unique_ptr<Stepper> make_correction(const StepperOptions& options) {
  return std::make_unique<Correction>(options);
}

}  // namespace holon
