// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>

#include "holon/step/accelerations.h"

namespace holon {

/// The motion of a system while the same constraints hold, for methods of high order.
///
/// From one landing to the next each constraint follows a course D(t): zero if it was met, else its
/// closing course from there,
///     M v̇ − Jᵀ λ = Q + bias,   J v̇ = D̈(t) − c̈ at v̇ = 0.                               (1)
/// No feedback leads an error back, so no time constant limits the step. The method lands on the
/// surfaces after each step instead, by the shortest way in the metric of the masses:
///     c(q) = D(t),   ċ(q, v) = Ḋ(t).                                                      (2)
/// Rows that depended on others at a landing are left out until the next one: the others alone give
/// the same motion, and beside the surfaces one that is as smooth.
///
/// One-sided constraints that push at a landing do so until the next one, even if they have to
/// pull; the others are not looked at. `depth` and `pull` tell when one should change sides.
///
/// Constraints that conflict, or that may only push with a limit, follow no course: then the motion
/// is that of Accelerations.
class SmoothMotion {
 public:
  explicit SmoothMotion(const StepperOptions& options)
      : options_(options), nearest_(options), accelerations_(options) {}
  void prepare(const System& system);

  /// Begins at (t, q, v), and says what accelerates it there.
  void begin(System& system, double t, const VecX& q, const VecX& v, const Answer& out);
  /// What accelerates it on the way (1). False if nothing finite does.
  bool rate(System& system, double t, VecX& q, VecX& v, const Answer& out);
  /// Brings (q, v) onto the courses at t (2), and what has been hit to rest. False if that cannot
  /// be.
  bool land(System& system, double t, VecX& q, VecX& v, const Answer& out);
  /// Between two landings, where all is met, it is enough to come back to the surfaces as near as
  /// the method itself is exact, which costs hardly more than `rate`. The accelerations are those
  /// before v has come back, if that is not far; what they lack is of higher order than the error
  /// of a step.
  bool may_touch_down(const System& system) const;
  bool touch_down(System& system, double t, VecX& q, VecX& v, const Answer& out);
  /// Decides anew, where it has landed, who pushes and what depends on what.
  void go_on(System& system, double t, const Answer& out);
  /// Ends at (t, q, v), where it has landed.
  void end(System& system, double t, VecX& q, VecX& v, const Answer& out);
  /// λ there as exactly as it can be found: where rows are redundant that takes time, which only
  /// those who look should pay.
  void forces(System& system, const Answer& out);

  bool has_course() const { return has_course_; }

  // ---- who changes sides ----
  /// How much deeper than touching a one-sided constraint that does not push has been run into;
  /// negative if none has.
  double depth(System& system, double t, const VecX& q, const VecX& v);
  /// Those that have been run into where it was asked last push at the next landing.
  void hit(const System& system);
  /// How much harder than rounding explains one that pushes would have to pull; negative if none.
  double pull(const System& system, const VecX& lambda) const;

  // ---- dead points ----
  /// Whether constraints nearly depended on each other somewhere since the last landing. There an
  /// error beside the surfaces counts by the inverse square of the angle between them.
  bool is_nearly_singular() const { return smallest_pivot_ < kNearlySingular; }
  /// Until the next landing, what `rate` looks at is brought onto the surfaces too, which costs
  /// some more.
  void tread_on_surfaces() { on_surfaces_ = true; }
  bool treads_on_surfaces() const { return on_surfaces_; }
  /// Whether it has landed where the constraints are too near to singular to start again.
  bool landed_badly(const System& system) const;

  /// The row to blame if it cannot reach (q, v) at t: what asks for no finite number, is farthest
  /// off its course, or pushes hardest.
  int culprit(System& system, double t, const VecX& q, const VecX& v, const VecX& lambda);

 private:
  // Squares of angles between rows.
  static constexpr double kNearlySingular = 1e-2;

  static void place(System& system, double t, const VecX& q, const VecX& v);
  bool stands_at(const System& system, const VecX& q, const VecX& v) const;
  bool agrees(const System& system, double conflict) const;
  void mask(System& system, bool masked);
  void keep_sides(System& system);
  void start_course(System& system, double t);
  void courses(const System& system, double t);
  void factor(System& system, StepStats& stats);
  void note_factors(const System& system, StepStats& stats);
  static double open_by(const System& system);
  void set_up(System& system, double t, StepStats& stats);
  double accelerate(System& system, const Answer& out, double slack);
  double decide(System& system, double t, const Answer& out);
  double slack(const VecX& asked) const;
  double off_course(System& system, double t, const VecX& q, const VecX& v);
  bool meet_positions(
      System& system, double t, VecX& q, const VecX& v, double goal, StepStats& stats);
  bool find_nearest(System& system, double t, VecX& q, StepStats& stats);
  void set_up_velocities(System& system, const VecX& v);
  void meet_velocities(System& system, VecX& v, StepStats& stats);

  StepperOptions options_;
  PositionSolver nearest_;
  StageAccelerations accelerations_;
  OneSided one_sided_;
  std::vector<char> pushes_;   // by row: one-sided, and pushing until the next landing
  std::vector<int> left_out_;  // rows that depend on others, masked until the next landing
  bool has_course_ = true, all_met_ = true, on_surfaces_ = false;
  bool aloft_ = false;  // the last landing was but a touch-down
  double t0_ = 0.0, tolerance_ = 0.0, near_ = 0.0, smallest_pivot_ = 1.0;
  double allowed_ = 0.0;  // error of a step
  double t_end_ = 0.0;    // when the last step of the host ended, and where,
  VecX q_end_, v_end_;
  std::uint64_t end_ = std::numeric_limits<std::uint64_t>::max();  // and the evaluation there
  VecX c0_, c_dot0_;                                               // at the last landing
  VecX c1_, c_dot1_;                                               // where they should be
  VecX Q_, b_, r_, mu_, dx_, v_, q_, moved_, none_;
};

}  // namespace holon
