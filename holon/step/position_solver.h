// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/step/stepper.h"

namespace holon {

/// Where each constraint error should be a time h after it was c₀ and ċ₀: on the
/// critically damped way to zero, D̈ + (2/τ) Ḋ + D/τ² = 0 [Barzel88, eq. 3], whose solution is
///     D(h) = (D + (Ḋ + D/τ) h) e^{−h/τ},   Ḋ(h) = (Ḋ − (Ḋ + D/τ) h/τ) e^{−h/τ}.
/// Met constraints stay met: errors below `met` are not carried along but set to zero; so are those
/// of one-sided constraints that are slack.
/// For a constraint on velocities, whose error E decays as E e^{−h/τ}, `c1` is ∫E dt over the step.
void closing_targets(const System& system,
                     const VecX& c0,
                     const VecX& c_dot0,
                     double h,
                     double met,
                     VecX& c1,
                     VecX& c_dot1);

/// How near positions are to be met: as the options say, but no nearer than rounding of the largest
/// coordinate leaves.
double position_tolerance(const StepperOptions& options, const System& system);

/// One-sided constraints with errors up to this size touch; one that is violated by more than that
/// has yet to be assembled.
double touching(const System& system);

/// A one-sided constraint may push but cannot brake: what it threw towards its side would fly on.
/// So one that is to be assembled (c₀ below −near) does not follow the course above. It holds what
/// it has, and is closed by a displacement alone, which gives no speed: c = c₀ e^{−t/τ}. Sets its
/// targets to hold.
void hold_violated(const System& system, const VecX& c0, double near, VecX& c1, VecX& c_dot1);
/// Brings the targets of those that are held as near as they come in the time h. Returns whether
/// there are any; a PositionSolver then makes the displacement.
bool close_violated(const System& system, double near, double h, VecX& c1);

/// Moves a configuration to where the position constraints, and those on velocities that know how
/// far they have gone, have given values, by the shortest way in the metric of the masses. Where no
/// configuration has these values it finds one that comes closest in the sense of least squares
/// [Marquardt63]. One-sided rows may exceed their values.
class PositionSolver {
 public:
  explicit PositionSolver(const StepperOptions& options) : options_(options) {}
  void prepare(const System& system);
  /// Vectors as long as v, and as there are rows, for whoever has use for them; solve() leaves
  /// anything there.
  struct Spare {
    VecX v[2], rows[2];
  };
  Spare& spare() { return spare_; }

  enum class Result { met, closest, failed };
  /// Changes q (at time t) until c(q) = target on the rows that have a c; `moved` is the sum of the
  /// displacements, as a velocity times one second.
  Result solve(
      System& system, double t, const VecX& target, VecX& q, VecX& moved, StepStats& stats);

 private:
  double residual(System& system, double t, const VecX& q, const VecX& target);

  StepperOptions options_;
  VecX q_, r_trial_;
  Spare spare_;
};

}  // namespace holon
