// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>

#include "holon/step/correction_options.h"
#include "holon/step/mobility.h"

namespace holon {

const Tableau& tableau_of(MotionIntegrator integrator);

/// Where a step begins.
struct StepStart {
  double t, h;
  const VecX& q;
  const VecX& v;
};

/// What a step with restriction values R comes to: the state at its end, and the error C there.
struct Trial {
  static constexpr double nowhere = std::numeric_limits<double>::infinity();

  VecX R, C, q, v;
  double error = nowhere;  ///< |C|, or of it what forces can change

  void prepare(const System& system);
};

/// Looks one step ahead, as [Barenbrug00, sec. 3.4] does. A motion with the restriction values R,
/// held constant over the step, ends at (q₁, v₁), where the constraint error is
///
///     C(R) = c(q₁) + a h ċ(q₁, v₁) − C₁,   a = ½ with velocity terms, 0 without       (1)
///
/// [Barenbrug00, app. C], and (½ + a) h ċ(q₁, v₁) − C₁ for a constraint on velocities that cannot
/// be integrated. Where a point collides, c and ċ are both given, and an impulse at the start of
/// the step has a part in them. What it has none in is left to the force (correction_collisions.h):
///
///     C(R) = (1 + 2a) (h ċ(q₁, v₁) − c(q₁)) − C₁                                       (2)
///
/// What R changes is, in rows of all kinds, as a constant force changes velocities by h M⁻¹ and
/// positions by (h²/2) M⁻¹,
///
///     ∂C/∂R ≈ (½ + a) h² J M⁻¹ Jᵀ                                                      (3)
///
/// or each column is the effect of a test force [Barenbrug00, sec. 3.4.5].
class LookAhead {
 public:
  explicit LookAhead(const CorrectionOptions& options) : options_(options) {}

  void prepare(const System& system);
  /// Equations (1) and (2): moves with the trial's R, and returns the size of its C.
  double attempt(System& system, const StepStart& start, const Tableau& tableau, Trial& trial);
  /// Equation (3), where the forces act in the mean.
  void formula(System& system, const StepStart& start, Mobility& out);
  /// One test force for each restriction value beside those of `from`, or two in opposite
  /// directions.
  void test_forces(System& system, const StepStart& start, const Trial& from, MatX& A);

  int evaluations() const { return motion_.evaluations(); }  ///< of the motion, since reset
  void reset() { motion_.reset(); }

  double ahead = 0.0;  ///< a h
  VecX target;         ///< C₁
  /// Sets C₁ of a row that collides, or makes it an ordinary one again.
  void aim_at(int row, double h, double c1, double c_dot1);
  void collide_no_more();

 private:
  double error_of(const System& system, int row, double h) const;

  CorrectionOptions options_;
  TrialMotion motion_;
  Trial test_;
  VecX untested_;               // C without test forces
  std::vector<char> collides_;  // by row
  bool any_collide_ = false;
};

}  // namespace holon
