// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "holon/step/methods.h"
#include "holon/step/one_sided.h"
#include "holon/step/position_solver.h"

namespace holon {
namespace {

/// Forces make velocities: things stop when forces stop [Witkin90, sec. 2.5].
///
///     M v − Jᵀ λ = Q,   J v = −c/τ − ∂c/∂t        (1)
///
/// by the midpoint rule (second order), the positions then being brought to c(t) e^{−h/τ}.
/// Masses act as drag coefficients. λ is the constraint force in the same sense as Q.
class FirstOrder : public Stepper {
 public:
  explicit FirstOrder(const StepperOptions& options) : options_(options), closest_(options) {}

  void prepare(const System& system) override {
    closest_.prepare(system);
    one_sided_.prepare(system);
    for (VecX* x : {&Q_, &v_mid_, &zero_, &moved_}) x->setZero(system.nv());
    for (VecX* x : {&b_, &c1_}) x->setZero(system.rows());
    q_mid_.setZero(system.nq());
    q1_.setZero(system.nq());
  }

  StepStats step(System& system, double t, double h, VecX& q, VecX& v, VecX& lambda) override {
    StepStats stats;
    velocity(system, t, q, v_mid_, lambda, stats);
    for (int i = 0; i < system.rows(); ++i)
      c1_[i] = std::abs(system.error(i)) <= met(system)
                   ? 0.0
                   : system.c()[i] * std::exp(-h / system.tau()[i]);
    system.advance(q, v_mid_, 0.5 * h, q_mid_);
    velocity(system, t + 0.5 * h, q_mid_, v_mid_, lambda, stats);
    system.advance(q, v_mid_, h, q1_);
    if (!q1_.allFinite()
        || closest_.solve(system, t + h, c1_, q1_, moved_, stats)
               == PositionSolver::Result::failed) {
      stats.ok = false;
      stats.failure = "the position constraints could not be met";
      if (q1_.allFinite()) blame(system.c() - c1_, stats);
      return stats;
    }
    q = q1_;
    velocity(system, t + h, q, v, lambda, stats);
    system.place(t + h, q, v);
    return stats;
  }

  StepStats evaluate(
      System& system, double t, const VecX& q, VecX& v, VecX& v_dot, VecX& lambda) override {
    StepStats stats;
    velocity(system, t, q, v, lambda, stats);
    system.place(t, q, v);
    v_dot.setZero();
    return stats;
  }

 private:
  /// Errors below this count as none.
  double met(const System& system) const {
    return 100.0 * options_.tolerance * std::max(1.0, system.extent());
  }
  /// Equation (1) at (t, q).
  void velocity(System& system, double t, const VecX& q, VecX& v, VecX& lambda, StepStats& stats) {
    system.place(t, q, zero_);
    system.evaluate_constraints();  // at v = 0, ċ is ∂c/∂t
    system.evaluate_mass();
    one_sided_.offer(system, [&](int row) { return system.c()[row] <= met(system); });
    stats.dependent_rows = std::max(stats.dependent_rows, system.kkt().factor());
    ++stats.factorisations;
    system.applied_forces(Q_);
    for (int i = 0; i < system.rows(); ++i)
      b_[i] =
          -system.c_dot()[i] - (system.is_position_row(i) ? system.c()[i] / system.tau()[i] : 0.0);
    if (q.allFinite()) blame(b_, stats);
    const Kkt::Outcome outcome = one_sided_.solve(system, Q_, b_, v, lambda, stats);
    if (outcome.conflict > 0.0)
      stats.conflict = std::max(stats.conflict, conflict_error(system, 1));
  }

  /// Whoever asks for nonsense first is to blame if nothing comes of the step.
  static void blame(const VecX& wanted, StepStats& stats) {
    if (stats.culprit_row < 0 && !wanted.allFinite()) stats.culprit_row = worst_row(wanted);
  }

  StepperOptions options_;
  PositionSolver closest_;
  OneSided one_sided_;
  VecX Q_, v_mid_, zero_, moved_, b_, c1_, q_mid_, q1_;
};

}  // namespace

std::unique_ptr<Stepper> make_first_order(const StepperOptions& options) {
  return std::make_unique<FirstOrder>(options);
}

}  // namespace holon
