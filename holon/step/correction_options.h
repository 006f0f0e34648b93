// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

#include "holon/math/diagnostics.h"
#include "holon/solve/linear_solver.h"

namespace holon {

/// The motion integrators of [Barenbrug00, app. B].
enum class MotionIntegrator { euler, double_euler, rk2, rk4 };
constexpr std::array<std::string_view, 4> names_of(MotionIntegrator /*integrator*/) {
  return {"euler", "double_euler", "rk2", "rk4"};
}
/// How ∂C/∂R is found: from J M⁻¹ Jᵀ, by a test force for each restriction value, or by two, one
/// each way [Barenbrug00, sec. 3.4.5].
enum class Sensitivity { analytic, empirical, empirical_central };
constexpr std::array<std::string_view, 3> names_of(Sensitivity /*sensitivity*/) {
  return {"analytic", "empirical", "empirical_central"};
}
/// The restriction values a step begins with: the last ones, or on a line through the last two.
enum class FirstGuess { constant, linear };
constexpr std::array<std::string_view, 2> names_of(FirstGuess /*guess*/) {
  return {"constant", "linear"};
}
/// Where the force of what rolls acts in the course of a step: wherever it touches; or fastened to
/// the points of both objects that touch as the step begins, or when the integrator looks at forces
/// in the mean, which is half a step later for rk2 and rk4 [Barenbrug00, sec. 4.1.13].
enum class ForcePoint { moving, at_start, at_mean };
constexpr std::array<std::string_view, 3> names_of(ForcePoint /*point*/) {
  return {"moving", "at_start", "at_mean"};
}

/// What a collision mirrors: the velocity at the plane, from where the forces of the step act on;
/// or the ends of the step, as if they did not [Barenbrug00, sec. 4.1.14].
enum class Mirror { at_plane, at_ends };
constexpr std::array<std::string_view, 2> names_of(Mirror /*mirror*/) {
  return {"at_plane", "at_ends"};
}

/// Settings of the stepper `correction`.
struct CorrectionOptions {
  MotionIntegrator integrator = MotionIntegrator::rk2;
  Sensitivity sensitivity = Sensitivity::analytic;
  MotionIntegrator test_integrator = MotionIntegrator::euler;
  double test_force = 1.0;
  double max_error = 1e-12;
  int max_iterations = 20;
  double stiffness = 1.0;
  int velocity_terms_every = 1;
  FirstGuess first_guess = FirstGuess::linear;
  ForcePoint force_point = ForcePoint::moving;
  Mirror mirror = Mirror::at_plane;
  LinearSolver min_solver = LinearSolver::lu;
  int calm_steps = 10;
  double cg_tolerance = 0.01;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("integrator", self.integrator, "of the motion");
    visit("sensitivity", self.sensitivity, "how the effect of restriction values is found");
    visit("test_integrator", self.test_integrator, "of test forces");
    visit("test_force", self.test_force, "change of a restriction value in a test [N or N m]");
    visit("max_error", self.max_error, "of |C| [m]; negative: always max_iterations");
    visit("max_iterations", self.max_iterations, "of the correction, per step");
    visit("stiffness", self.stiffness, "part of the error that an iteration corrects, up to 1");
    visit("velocity_terms_every",
          self.velocity_terms_every,
          "steps from one with velocity terms to the next; 0: never");
    visit("first_guess", self.first_guess, "of the restriction values of a step");
    visit("force_point", self.force_point, "where the force of what rolls acts during a step");
    visit("mirror", self.mirror, "what collisions mirror");
    visit("min_solver", self.min_solver, "faster ones are never tried");
    visit("calm_steps", self.calm_steps, "without trouble before a faster solver is tried again");
    visit("cg_tolerance", self.cg_tolerance, "what conjugate gradients may leave of the error");
  }
  void check(Diagnostics& d) const;
};

}  // namespace holon
