// SPDX-License-Identifier: Apache-2.0
#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sunlinsol/sunlinsol_spgmr.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <exception>
#include <utility>

#include "holon/step/accelerations.h"
#include "holon/step/methods.h"

/// The adaptive methods that seed 000 asks for, by SUNDIALS CVODE [Hindmarsh05]: Adams' predictor-
/// corrector, and Gear's method (BDF) for stiff models, on y = (q, v). Each step of the host is one
/// integration from t to t + h under error control; its inner steps are reported as substeps.
namespace holon {
namespace {

class Cvode : public Stepper {
 public:
  Cvode(int method, const StepperOptions& options)
      : method_(method), options_(options), accelerations_(options) {
    SUNContext_Create(nullptr, &context_);
  }
  ~Cvode() override {
    release();
    SUNContext_Free(&context_);
  }
  Cvode(const Cvode&) = delete;
  Cvode& operator=(const Cvode&) = delete;

  void prepare(const System& system) override {
    release();
    accelerations_.prepare(system);
    q_.setZero(system.nq());
    v_.setZero(system.nv());
    q_dot_.setZero(system.nq());
    v_dot_.setZero(system.nv());
    y_ = N_VNew_Serial(system.nq() + system.nv(), context_);
    memory_ = CVodeCreate(method_, context_);
    CVodeInit(memory_, &Cvode::rate, 0.0, y_);
    CVodeSStolerances(memory_, options_.relative_tolerance, options_.absolute_tolerance);
    CVodeSetMaxNumSteps(memory_, 100000);
    CVodeSetUserData(memory_, this);
    CVodeSetErrFile(memory_, nullptr);  // failures are reported as values, not printed
    if (method_ == CV_ADAMS) {
      iteration_ = SUNNonlinSol_FixedPoint(y_, 0, context_);
      CVodeSetNonlinearSolver(memory_, iteration_);
    } else {
      linear_ = SUNLinSol_SPGMR(y_, SUN_PREC_NONE, 0, context_);
      CVodeSetLinearSolver(memory_, linear_, nullptr);
    }
  }

  StepStats step(System& system, double t, double h, VecX& q, VecX& v, VecX& lambda) override {
    StepStats stats;
    system_ = &system;
    lambda_ = &lambda;
    stats_ = &stats;
    accelerations_.start(system, t, q, v, {v_dot_, lambda, stats});
    double* y = N_VGetArrayPointer(y_);
    std::copy(q.data(), q.data() + q.size(), y);
    std::copy(v.data(), v.data() + v.size(), y + q.size());
    // A fresh start each time: the host may have changed anything, and equal states give equal
    // bits.
    CVodeReInit(memory_, t, y_);
    CVodeSetStopTime(memory_, t + h);
    double reached = t;
    const int flag = CVode(memory_, t + h, y_, &reached, CV_NORMAL);
    long substeps = 0;
    CVodeGetNumSteps(memory_, &substeps);
    stats.substeps = static_cast<int>(substeps);
    if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
    if (flag < 0) {
      stats.ok = false;
      stats.failure = "the integrator could not reach the end of the step";
      return stats;
    }
    std::copy(y, y + q.size(), q.data());
    std::copy(y + q.size(), y + q.size() + v.size(), v.data());
    system.normalize(q);
    accelerations_.finish(system, t + h, q, v, {v_dot_, lambda, stats});
    return stats;
  }

 private:
  /// An exception of a function of the host goes round SUNDIALS, which is C.
  static int rate(double t, N_Vector y, N_Vector y_dot, void* self) {
    auto& m = *static_cast<Cvode*>(self);
    try {
      return m.rate(t, y, y_dot);
    } catch (...) {
      m.thrown_ = std::current_exception();
      return -1;  // give up
    }
  }
  int rate(double t, N_Vector y, N_Vector y_dot) {
    const double* in = N_VGetArrayPointer(y);
    double* out = N_VGetArrayPointer(y_dot);
    q_ = Eigen::Map<const VecX>(in, q_.size());
    v_ = Eigen::Map<const VecX>(in + q_.size(), v_.size());
    system_->normalize(q_);
    accelerations_.stage(*system_, t, q_, v_, {v_dot_, *lambda_, *stats_});
    system_->q_dot(q_, v_, q_dot_);
    Eigen::Map<VecX>(out, q_.size()) = q_dot_;
    Eigen::Map<VecX>(out + q_.size(), v_.size()) = v_dot_;
    return v_dot_.allFinite() ? 0 : 1;  // 1: try a smaller step
  }

  void release() {
    if (memory_ != nullptr) CVodeFree(&memory_);
    if (iteration_ != nullptr) SUNNonlinSolFree(iteration_);
    if (linear_ != nullptr) SUNLinSolFree(linear_);
    if (y_ != nullptr) N_VDestroy(y_);
    memory_ = nullptr;
    iteration_ = nullptr;
    linear_ = nullptr;
    y_ = nullptr;
  }

  int method_;
  StepperOptions options_;
  SUNContext context_ = nullptr;
  N_Vector y_ = nullptr;
  void* memory_ = nullptr;
  SUNNonlinearSolver iteration_ = nullptr;
  SUNLinearSolver linear_ = nullptr;
  System* system_ = nullptr;
  VecX* lambda_ = nullptr;
  StepStats* stats_ = nullptr;
  std::exception_ptr thrown_;
  StageAccelerations accelerations_;
  VecX q_, v_, q_dot_, v_dot_;
};

}  // namespace

std::unique_ptr<Stepper> make_adams(const StepperOptions& options) {
  return std::make_unique<Cvode>(CV_ADAMS, options);
}
std::unique_ptr<Stepper> make_bdf(const StepperOptions& options) {
  return std::make_unique<Cvode>(CV_BDF, options);
}

}  // namespace holon
