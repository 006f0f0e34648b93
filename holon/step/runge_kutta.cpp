// SPDX-License-Identifier: Apache-2.0
#include "holon/step/accelerations.h"
#include "holon/step/methods.h"
#include "holon/step/tableau.h"

/// The explicit methods of seed 004, appendix B: euler, double_euler, rk2 (Heun) and rk4, on
///     q̇ = N(q) v,   v̇ from the KKT system with feedback,
/// constraints being held by their closing acceleration (seeds 000 to 003).
namespace holon {
namespace {

class RungeKutta : public Stepper {
 public:
  RungeKutta(const Tableau& tableau, const StepperOptions& options)
      : tableau_(tableau), accelerations_(options) {}

  void prepare(const System& system) override {
    accelerations_.prepare(system);
    for (int i = 0; i < tableau_.stages; ++i) {
      q_dot_[i].setZero(system.nq());
      v_dot_[i].setZero(system.nv());
    }
    q_.setZero(system.nq());
    v_.setZero(system.nv());
  }

  StepStats step(System& system, double t, double h, VecX& q, VecX& v, VecX& lambda) override {
    StepStats stats;
    for (int i = 0; i < tableau_.stages; ++i) {
      q_ = q;
      v_ = v;
      for (int j = 0; j < i; ++j) {
        q_ += h * tableau_.a[i][j] * q_dot_[j];
        v_ += h * tableau_.a[i][j] * v_dot_[j];
      }
      system.normalize(q_);
      const double now = t + tableau_.c[i] * h;
      if (i == 0)
        accelerations_.start(system, now, q_, v_, {v_dot_[i], lambda, stats});
      else
        accelerations_.stage(system, now, q_, v_, {v_dot_[i], lambda, stats});
      system.q_dot(q_, v_, q_dot_[i]);
    }
    for (int i = 0; i < tableau_.stages; ++i) {
      q += h * tableau_.b[i] * q_dot_[i];
      v += h * tableau_.b[i] * v_dot_[i];
    }
    system.normalize(q);
    accelerations_.finish(system, t + h, q, v, {v_dot_[0], lambda, stats});
    return stats;
  }

 private:
  const Tableau& tableau_;
  StageAccelerations accelerations_;
  VecX q_dot_[4], v_dot_[4], q_, v_;
};

}  // namespace

std::unique_ptr<Stepper> make_euler(const StepperOptions& options) {
  return std::make_unique<RungeKutta>(kEuler, options);
}
std::unique_ptr<Stepper> make_double_euler(const StepperOptions& options) {
  return std::make_unique<RungeKutta>(kDoubleEuler, options);
}
std::unique_ptr<Stepper> make_rk2(const StepperOptions& options) {
  return std::make_unique<RungeKutta>(kHeun, options);
}
std::unique_ptr<Stepper> make_rk4(const StepperOptions& options) {
  return std::make_unique<RungeKutta>(kClassic, options);
}

}  // namespace holon
