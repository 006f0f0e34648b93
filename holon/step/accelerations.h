// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/step/one_sided.h"
#include "holon/step/position_solver.h"

namespace holon {

/// What is found out at a state: what accelerates it, what pushes, and how that went.
struct Answer {
  VecX& v_dot;
  VecX& lambda;
  StepStats& stats;
};

/// Solves for the accelerations and constraint forces of a system at (t, q, v):
///     M v̇ − Jᵀ λ = Q + bias,   J v̇ = b,   b the closing acceleration of each constraint.
class Accelerations {
 public:
  void prepare(const System& system);
  /// After constraints have joined or left.
  void renew(const System& system);

  /// At a state by itself: one-sided constraints that touch may push.
  void evaluate(System& system,
                double t,
                const VecX& q,
                const VecX& v,
                VecX& v_dot,
                VecX& lambda,
                StepStats& stats);
  /// The same where the system has been placed, evaluated and factored already.
  void solve(System& system, VecX& v_dot, VecX& lambda, StepStats& stats);
  /// The same, but those that would have to pull harder than they may give way, and stay saturated.
  /// Returns whether there are any.
  bool solve_giving_way(System& system, VecX& v_dot, VecX& lambda, StepStats& stats);
  /// From now on something else pushes as well; to be filled with what, on each coordinate.
  VecX& give() {
    is_given_ = true;
    return given_;
  }
  void take_back() { is_given_ = false; }

 protected:
  void evaluate_offered(System& system, const VecX& q, const VecX& v, const Answer& out);
  void notice_held(const System& system);
  Kkt::Outcome solve_as_offered(System& system, const Answer& out);

  OneSided one_sided_;
  std::vector<char> held_;  // by row: violated, and to be closed by a displacement
  double near_ = 0.0;
  VecX Q_, b_;
  VecX given_;
  bool is_given_ = false;
};

/// The same for methods that go from a state to another.
///
/// Redundant rows depend on each other on the constraint surfaces only. Beside them, where the
/// stages of an explicit method lie, they are apart by a small angle, and forbid the very motion
/// that the mechanism has. So where rows are redundant, a method sees the accelerations at the
/// nearest state on the surfaces instead, which move with the closing course of the constraints.
/// That field is as smooth as the other and the same on the surfaces, so the order of the method
/// stays what it is.
///
/// One-sided constraints that pushed at the start of a step may push all through it; those that
/// are found violated at its end were hit on the way, and stop there what runs into them.
class StageAccelerations : public Accelerations {
 public:
  explicit StageAccelerations(const StepperOptions& options) : nearest_(options) {}
  void prepare(const System& system);

  /// The start of a step …
  void start(System& system, double t, const VecX& q, const VecX& v, const Answer& out);
  /// … a stage on the way …
  void stage(System& system, double t, const VecX& q, const VecX& v, const Answer& out);
  /// … and the end, brought onto the surfaces and evaluated.
  void finish(System& system, double t, VecX& q, VecX& v, const Answer& out);

 private:
  enum class Pushing : char { no, since_start, since_hit };

  void offer_pushing(System& system);
  bool notice_hits(System& system, double t, const VecX& q, const VecX& v);
  bool stop(System& system, double t, const VecX& q, const VecX& v, StepStats& stats);
  void match_velocities(System& system, const VecX& v, StepStats& stats);
  bool project(System& system, double t, const VecX& q, const VecX& v, StepStats& stats);
  bool glide(System& system, double t, const VecX& q, const VecX& v, StepStats& stats);

  PositionSolver nearest_;
  std::vector<Pushing> pushing_;  // by row: whether it may push in this step
  bool redundant_ = false;        // in this step
  double t0_ = 0.0, open_ = 0.0;
  VecX c0_, c_dot0_;  // at the start of the step
  VecX q_, v_, moved_, c1_, c_dot1_, rate_, mu_;
};

}  // namespace holon
