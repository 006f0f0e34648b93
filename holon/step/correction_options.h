// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/math/diagnostics.h"
#include "holon/solve/linear_solver.h"

namespace holon {

/// The motion integrators of [Barenbrug00, app. B].
enum class MotionIntegrator { euler, double_euler, rk2, rk4 };
/// How ∂C/∂R is found: from J M⁻¹ Jᵀ, by a test force for each restriction value, or by two, one
/// each way [Barenbrug00, sec. 3.4.5].
enum class Sensitivity { analytic, empirical, empirical_central };
/// The restriction values a step begins with: the last ones, or on a line through the last two.
enum class FirstGuess { constant, linear };
/// Where the force of what rolls acts in the course of a step: wherever it touches; or fastened to
/// the points of both objects that touch as the step begins, or when the integrator looks at forces
/// in the mean, which is half a step later for rk2 and rk4 [Barenbrug00, sec. 4.1.13].
enum class ForcePoint { moving, at_start, at_mean };

/// Settings of the stepper `correction`.
struct CorrectionOptions {
  MotionIntegrator integrator = MotionIntegrator::rk2;
  Sensitivity sensitivity = Sensitivity::analytic;
  MotionIntegrator test_integrator = MotionIntegrator::euler;  ///< of test forces
  double test_force = 1.0;       ///< change of a restriction value in a test [N or N m]
  double max_error = 1e-12;      ///< of |C| [m]; negative: always max_iterations
  int max_iterations = 20;       ///< of the correction, per step
  double stiffness = 1.0;        ///< part of the error that an iteration corrects, up to 1
  int velocity_terms_every = 1;  ///< steps from one with velocity terms to the next; 0: never
  FirstGuess first_guess = FirstGuess::linear;
  ForcePoint force_point = ForcePoint::moving;
  LinearSolver min_solver = LinearSolver::lu;  ///< faster ones are never tried
  int calm_steps = 10;         ///< without trouble before a faster solver is tried again
  double cg_tolerance = 0.01;  ///< what conjugate gradients may leave of the error

  void check(Diagnostics& d) const;
};

}  // namespace holon
