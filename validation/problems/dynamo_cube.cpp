// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "validation/parts.h"
#include "validation/validation.h"

/// The cube of [Barenbrug00, app. B] on the stepper of that thesis: how many iterations, what
/// error, and how much the choice of integrators changes where it is after 500 frames.
namespace holon::validation::dynamo_cube {
namespace {

constexpr int kFrames = 500;
constexpr double kHalf = 150.0;
using Integrator = MotionIntegrator;

struct Swing {
  Vec3 position;
  Mat3 orientation;
  double error = 0.0, iterations = 0.0, evaluations = 0.0;  // means over the frames
};

/// Time is counted in frames, each made in `parts` steps; gravity, along y, is g h² then.
Swing swing(double gravity, const WorldOptions& options, int parts = 1) {
  World w(options);
  w.add(Gravity{.g = {0.0, gravity, 0.0}});
  const Vec3 centre(kHalf, kHalf, -kHalf);
  RigidBody body;
  body.inertia = 4.0 * kHalf * kHalf / 6.0 * Mat3::Identity();  // m s²/6
  body.position = centre;
  const ObjectId cube = w.add(body);
  const ConstraintId corner = w.add(PointToPoint{.a = Nail{}, .b = PointOn{cube, -centre}});
  Swing out;
  const int steps = kFrames * parts;
  for (int i = 0; i < steps; ++i) {
    const StepReport& report = w.step(1.0 / parts);
    const std::vector<double> c = w.error(corner);
    out.error += Vec3(c[0], c[1], c[2]).norm() / steps;
    out.iterations += static_cast<double>(report.iterations) / steps;
    out.evaluations += static_cast<double>(report.evaluations) / steps;
  }
  out.position = w.placement(cube).position;
  out.orientation = w.placement(cube).orientation.toRotationMatrix();
  return out;
}

/// Positional terms only, test forces of both signs, as in the thesis.
CorrectionOptions as_in_thesis(Integrator motion, Integrator tests) {
  return {.integrator = motion,
          .sensitivity = Sensitivity::empirical_central,
          .test_integrator = tests,
          .max_error = 1e-3,
          .velocity_terms_every = 0};
}

/// The g h² with which the cube is at the given x after 500 frames, in the ninth swing.
double fitted_gravity(double x) {
  // the cube swings back there: x falls from 200 to −60
  double low = 3.70, high = 3.80;
  for (int i = 0; i < 30; ++i) {
    const double middle = 0.5 * (low + high);
    const Swing s = swing(middle, correction(as_in_thesis(Integrator::rk4, Integrator::rk4)));
    (s.position.x() > x ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

void compare_test(
    Validation& v, Reference& r, const std::string& test, const Swing& s, int stages) {
  const std::string method = "correction";
  const std::string where =
      "errors of up to 0.001 a frame, of one sign, shift the phase by about 1e-4: 0.02 of 260";
  const double reach = 0.02;
  for (int k = 0; k < 3; ++k) {
    const std::string quantity = test + ": " + "xyz"[k];
    v.compare(r, method, quantity, s.position[k], reach / std::abs(r.at(quantity).value), where);
  }
  const std::string how = "which norm, and what first guess, the thesis does not say: a quarter";
  v.compare(r, method, test + ": mean error", s.error, 0.25, how);
  v.compare(r, method, test + ": mean iterations", s.iterations, 0.25, how);
  // The thesis counts an evaluation of the motion for each iteration; there is one more.
  v.compare(r, method, test + ": evaluations per frame", s.evaluations - stages, 0.25, how);
}

/// Where the centre is after 500 frames, from θ̈ = −(m g d / I) sin θ, I about the corner, by
/// Runge-Kutta at 1/400 of a frame: (ω h)⁴ = 5e-15.
Vec3 pendulum(double gravity) {
  const double arm = kHalf * std::sqrt(3.0);
  const double rate = gravity * arm / (4.0 * kHalf * kHalf / 6.0 + arm * arm);
  constexpr int kParts = 400;
  constexpr double h = 1.0 / kParts;
  const auto pull = [&](double angle) { return -rate * std::sin(angle); };
  double angle = std::acos(1.0 / std::sqrt(3.0)), speed = 0.0;
  for (int i = 0; i < kFrames * kParts; ++i) {
    const double v1 = speed, a1 = pull(angle);
    const double v2 = speed + 0.5 * h * a1, a2 = pull(angle + 0.5 * h * v1);
    const double v3 = speed + 0.5 * h * a2, a3 = pull(angle + 0.5 * h * v2);
    const double v4 = speed + h * a3, a4 = pull(angle + h * v3);
    angle += h / 6.0 * (v1 + 2.0 * v2 + 2.0 * v3 + v4);
    speed += h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
  }
  const double side = arm * std::sin(angle) / std::sqrt(2.0);
  return {side, arm * std::cos(angle), -side};
}

/// All integrators go to the same motion, with velocity terms by these orders. Those of Euler's
/// methods and of rk2 are their own. That of rk4 is known by measurement only: 3 here and on a
/// chain of two cubes (holon/step/correction_test.cpp), 4 without velocity terms.
void compare_integrators(Validation& v, double gravity) {
  const Vec3 exact = pendulum(gravity);
  struct Case {
    Integrator integrator;
    const char* name;
    int order, parts;
  };
  for (const Case& c : {Case{Integrator::euler, "euler", 1, 64},
                        Case{Integrator::double_euler, "double_euler", 1, 64},
                        Case{Integrator::rk2, "rk2", 2, 8},
                        Case{Integrator::rk4, "rk4", 3, 8}}) {
    std::array<double, 2> error{};
    for (int i = 0; i < 2; ++i)
      error[i] =
          (swing(
               gravity, correction({.integrator = c.integrator, .max_error = 1e-10}), c.parts << i)
               .position
           - exact)
              .norm();
    const double order = std::log2(error[0] / error[1]);
    v.bound("correction, " + std::string(c.name),
            "order: distance from " + std::to_string(c.order),
            "",
            order - c.order,
            0.1,
            "errors of the next order are some percent at these steps");
    v.note(std::string(c.name) + ", a frame in " + std::to_string(2 * c.parts)
           + " steps: the centre is off by " + std::to_string(error[1]) + " after 500 frames.");
  }
}

}  // namespace

void run(Validation& v) {
  Reference& r = v.load("15_dynamo_cube");
  const double gravity = fitted_gravity(r.at("test 1: x").value);
  v.note("g h² is not given; " + std::to_string(gravity)
         + " makes x of test 1 right, and all other numbers follow from it.");
  const Swing first = swing(gravity, correction(as_in_thesis(Integrator::rk4, Integrator::rk4)));
  compare_test(v, r, "test 1", first, 4);
  r.skip("test 1: A", "it does not belong to its own position (see the reference)");

  const Swing second = swing(gravity, correction(as_in_thesis(Integrator::rk4, Integrator::euler)));
  compare_test(v, r, "test 2", second, 4);
  const std::string why = "the same 0.02 of 260 as an angle";
  v.compare(r, "correction", "test 2: A00", second.orientation(0, 0), 1e-4, why);
  v.compare(r, "correction", "test 2: A01", second.orientation(0, 1), 2e-4, why);
  v.compare(r, "correction", "test 2: A11", second.orientation(1, 1), 1e-4, why);

  r.skip("test 3", "Euler's method as it is printed does not stay on the swing (see below)");
  const Swing third =
      swing(gravity, correction(as_in_thesis(Integrator::euler, Integrator::euler)));
  v.note(
      "Test 3: with the torque of A(t), as the thesis prints it, a force f that is held while its "
      "lever r turns by ω h/2 adds the torque ½ h ω r f. The swing grows by about h r f / 4I a "
      "frame, 0.3 %, and goes over the top within 500 frames: the centre ends at y = "
      + std::to_string(third.position.y())
      + ". The numbers of test 3 are those of a swing that has lost amplitude.");
  compare_integrators(v, gravity);
}

}  // namespace holon::validation::dynamo_cube
