// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <complex>

#include "validation/parts.h"
#include "validation/validation.h"

/// The cube of [Barenbrug00, app. B] on the stepper of that thesis: how many iterations, what
/// error, and how much the choice of integrators changes where it is after 500 frames.
///
/// Masses are in the vertices there (app. D): the cube has the moments of eight points.
namespace holon::validation::dynamo_cube {
namespace {

constexpr int kFrames = 500;
constexpr double kHalf = 150.0;
const double kArm = kHalf * std::sqrt(3.0);
constexpr double kInertia = 2.0 * kHalf * kHalf;  // about the centre, over the mass
const double kCornerInertia = kInertia + kArm * kArm;
const Vec3 kCentre(kHalf, kHalf, -kHalf);  // at the start, from the corner that is held
const double kAngle = std::acos(1.0 / std::sqrt(3.0));  // of it and gravity, along y
using Integrator = MotionIntegrator;

struct Swing {
  Vec3 position;
  Mat3 orientation;
  double error = 0.0, iterations = 0.0, evaluations = 0.0;  // means over the frames
  double energy = 0.0;                                      // above that of hanging still
};

struct Course {
  int frames = kFrames;
  int parts = 1;  ///< steps in a frame
  double angle = kAngle;
};

/// Time is counted in frames; gravity is g h² then.
Swing swing(double gravity, const WorldOptions& options, const Course& course = {}) {
  World w(options);
  w.add(Gravity{.g = {0.0, gravity, 0.0}});
  const double side = std::sin(course.angle) / std::sqrt(2.0);
  const Vec3 start(side, std::cos(course.angle), -side);
  RigidBody body;
  body.inertia = kInertia * Mat3::Identity();
  body.position = kArm * start;
  body.orientation = Quat::FromTwoVectors(kCentre, start);
  const ObjectId cube = w.add(body);
  const ConstraintId corner = w.add(PointToPoint{.a = Nail{}, .b = PointOn{cube, -kCentre}});
  Swing out;
  const int steps = course.frames * course.parts;
  for (int i = 0; i < steps; ++i) {
    const StepReport& report = w.step(1.0 / course.parts);
    const std::vector<double> c = w.error(corner);
    out.error += Vec3(c[0], c[1], c[2]).norm() / steps;
    out.iterations += static_cast<double>(report.iterations) / steps;
    out.evaluations += static_cast<double>(report.evaluations) / steps;
  }
  out.position = w.placement(cube).position;
  out.orientation = w.placement(cube).orientation.toRotationMatrix();
  out.energy = w.kinetic_energy() + w.potential_energy() + gravity * kArm;
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

Swing run_test(double gravity, Integrator motion, Integrator tests, const Course& course = {}) {
  return swing(gravity, correction(as_in_thesis(motion, tests)), course);
}

/// The g h² with which x is what is wanted after 500 frames, in the ninth swing.
template <class XAfter>
double fitted_gravity(double wanted, XAfter&& x_after) {
  // the cube swings back there: x falls from 200 to −60
  double low = 5.045, high = 5.18;
  for (int i = 0; i < 30; ++i) {
    const double middle = 0.5 * (low + high);
    (x_after(middle) > wanted ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

// ---- the program of the thesis ----

/// What makes its numbers different from ours: it moves orientations as q without bringing q back
/// to length 1 until the frame is over, in trials and test forces too, and sees points through
/// equation 3.1, which takes |q| = 1 for granted. Numbers S are of single precision. In the plane
/// of the swing q is a complex number of half the angle, of which 3.1 makes
///
///     A r = q² r + (|q|² − 1) r        (1)
///
template <class S>
class Dynamo {
 public:
  using Point = std::complex<S>;  ///< across and along gravity
  struct Move {
    Point place, velocity, q;
    S spin;
  };
  struct Result {
    Move end;
    double error = 0.0, iterations = 0.0;  // means over the frames
    double x() const { return end.place.real() / std::sqrt(2.0); }
  };

  Dynamo(double gravity, bool euler_tests)
      : weight_(0, static_cast<S>(gravity)), euler_tests_(euler_tests) {}

  /// 500 frames by Runge-Kutta 4, with a sensitivity by test forces of both signs.
  Result run() {
    Result out;
    Point force(0, 0), before(0, 0);
    for (int i = 0; i < kFrames; ++i) {
      const Point last = force;
      if (before != Point(0, 0)) force = S(2) * force - before;
      before = last;
      Move next = moved(force, false);
      Eigen::Matrix<S, 2, 2> slope;
      int iterations = 0;
      for (; std::abs(error(next)) > S(1e-3); ++iterations) {
        if (iterations == 0) slope << effect(force, Point(1, 0)), effect(force, Point(0, 1));
        const Eigen::Matrix<S, 2, 1> change = slope.inverse() * as_vector(error(next));
        force -= Point(change[0], change[1]);
        next = moved(force, false);
      }
      out.error += static_cast<double>(std::abs(error(next))) / kFrames;
      out.iterations += static_cast<double>(iterations) / kFrames;
      now_ = next;
      now_.q /= std::abs(now_.q);
    }
    out.end = now_;
    return out;
  }

 private:
  struct Rate {
    Point q;
    S spin;
  };
  static Eigen::Matrix<S, 2, 1> as_vector(Point p) { return {p.real(), p.imag()}; }
  Point lever(Point q) const { return q * q * arm_ + (std::norm(q) - S(1)) * arm_; }  // (1)
  Point error(const Move& m) const { return m.place - lever(m.q); }

  /// Of q and spin, while a force pushes the corner; `ahead` of the spin to come is in q's already.
  Rate rate(Point q, S spin, Point force, S ahead) const {
    const Point r = -lever(q);
    const S spin_rate = (r.real() * force.imag() - r.imag() * force.real()) / S(kInertia);
    return {q * Point(0, S(0.5) * (spin + ahead * spin_rate)), spin_rate};
  }
  Move moved(Point force, bool euler) const {
    const Point acceleration = force + weight_;
    Move m{now_.place + now_.velocity + S(0.5) * acceleration,
           now_.velocity + acceleration,
           now_.q,
           now_.spin};
    const auto at = [&](const Rate& k, S h) {
      return rate(now_.q + h * k.q, now_.spin + h * k.spin, force, S(0));
    };
    if (euler) {
      const Rate k = rate(now_.q, now_.spin, force, S(0.5));
      m.q += k.q;
      m.spin += k.spin;
      return m;
    }
    const Rate k1 = rate(now_.q, now_.spin, force, S(0)), k2 = at(k1, S(0.5)), k3 = at(k2, S(0.5)),
               k4 = at(k3, S(1));
    m.q += (k1.q + S(2) * k2.q + S(2) * k3.q + k4.q) / S(6);
    m.spin += (k1.spin + S(2) * k2.spin + S(2) * k3.spin + k4.spin) / S(6);
    return m;
  }
  Eigen::Matrix<S, 2, 1> effect(Point force, Point along) const {
    return as_vector(error(moved(force + S(0.5) * along, euler_tests_))
                     - error(moved(force - S(0.5) * along, euler_tests_)));
  }

  Point weight_;
  bool euler_tests_;
  Point arm_{S(kHalf * std::sqrt(2.0)), S(kHalf)};
  Move now_{arm_, Point(0, 0), Point(1, 0), S(0)};
};

void compare_rebuilt(Validation& v, Reference& r) {
  const double gravity = fitted_gravity(
      r.at("test 1: x").value, [](double g) { return Dynamo<double>(g, false).run().x(); });
  const std::string method = "the thesis's program, rebuilt";
  for (const bool euler_tests : {false, true}) {
    const std::string test = euler_tests ? "test 2" : "test 1";
    const auto exact = Dynamo<double>(gravity, euler_tests).run();
    const auto single = Dynamo<float>(gravity, euler_tests).run();
    const double x = exact.x(), y = exact.end.place.imag();
    const std::string digits = "0.001, the last digit";
    v.compare(r, method, test + ": x", x, 1e-3 / x, digits);
    v.compare(r, method, test + ": y", y, 1e-3 / y, digits);
    v.compare(r, method, test + ": z", -x, 1.1e-3 / x, digits);
    v.compare(r,
              method,
              test + ": mean error",
              single.error,
              0.5,
              "a half: rounding in two coordinates instead of three");
    v.compare(r,
              method,
              test + ": mean iterations",
              single.iterations,
              0.15,
              "what is next to the allowed error is decided by rounding");
    if (!euler_tests) continue;
    const double turn = 2.0 * std::arg(exact.end.q), c = std::cos(turn);
    const std::string six = "2e-6, the last digits";
    v.compare(r, method, "test 2: A00", 0.5 * (1.0 + c), 2e-6, six);
    v.compare(r, method, "test 2: A01", -std::sin(turn) / std::sqrt(2.0), 7e-6, six);
    v.compare(r, method, "test 2: A11", c, 2e-6, six);
  }
}

// ---- ours ----

void compare_work(Validation& v,
                  Reference& r,
                  const std::string& test,
                  const std::string& method,
                  const Swing& s,
                  int stages) {
  const std::string how =
      "a quarter: test forces with q of length 1 tell a little more than those of the thesis";
  const bool rounding = test != "test 2";
  v.compare(r,
            method,
            test + ": mean error",
            s.error,
            rounding ? 1.0 : 0.25,
            rounding ? "what is left in double precision is less than the thesis saw" : how);
  const double enough = rounding ? 0.05 : 0.25;
  const std::string why = rounding ? "the first frames need one or two more" : how;
  v.compare(r, method, test + ": mean iterations", s.iterations, enough, why);
  // The thesis counts an evaluation of the motion for each iteration; there is one more.
  v.compare(r, method, test + ": evaluations per frame", s.evaluations - stages, enough, why);
}

void compare_position(Validation& v, Reference& r, const std::string& test, const Swing& s) {
  for (int k = 0; k < 3; ++k) {
    const std::string quantity = test + ": " + "xyz"[k];
    v.compare(r,
              "correction",
              quantity,
              s.position[k],
              0.02 / std::abs(r.at(quantity).value),
              "errors of up to 0.001 a frame, of one sign, shift the phase by about 1e-4: 0.02 of "
              "260");
  }
}

/// In both directions, and by formula, the sensitivity leads to the same swing.
void compare_sensitivities(Validation& v, double gravity, const Swing& first) {
  struct Case {
    std::string name;
    Sensitivity sensitivity;
    Integrator tests;
  };
  for (const Case& c :
       {Case{"test forces one way, rk4", Sensitivity::empirical, Integrator::rk4},
        Case{"test forces one way, euler", Sensitivity::empirical, Integrator::euler},
        Case{"formula", Sensitivity::analytic, Integrator::euler}}) {
    CorrectionOptions options = as_in_thesis(Integrator::rk4, c.tests);
    options.sensitivity = c.sensitivity;
    const Swing s = swing(gravity, correction(options));
    v.bound("correction, " + c.name,
            "distance from test 1 after 500 frames",
            "",
            (s.position - first.position).norm(),
            0.02,
            "errors of up to 0.001 a frame, of one sign, shift the phase by about 1e-4: 0.02 of "
            "260; the thesis says 'almost identical'");
    v.note("By " + c.name + ": " + std::to_string(s.iterations) + " iterations and "
           + std::to_string(s.evaluations - 4) + " evaluations a frame.");
  }
}

/// The lever of a force held from t to t + h is that of t, half a step old, so that it adds the
/// torque ½ h ω r f: small swings grow by k = h r f / 4I a frame, f being the weight.
void compare_growth(Validation& v, double gravity) {
  const double expected = gravity * kArm / (4.0 * kCornerInertia);
  const auto energy = [&](int frames) {
    return run_test(
               gravity, Integrator::euler, Integrator::euler, {.frames = frames, .angle = 0.01})
        .energy;
  };
  constexpr int kFirst = 58, kLast = 290;  // one swing and five
  const double growth = 0.5 * std::log(energy(kLast) / energy(kFirst)) / (kLast - kFirst);
  v.bound("correction, euler",
          "rate at which small swings grow, off h r f / 4I",
          "1/frame",
          growth - expected,
          0.02 * expected,
          "errors of the next order: (h ω)² = 0.012");
}

/// What the numbers printed for test 3 say of themselves. The centre is not where the orientation A
/// puts it but off by ε (A + 1) r in x and in y. That is what the thesis's A(q), equation 3.1,
/// makes of a q that is too long by |q|² − 1 = ε, as a step of Euler leaves it: ε = (ω h/2)².
std::string what_test_3_tells(const Reference& r, double gravity) {
  const double a00 = r.at("test 3: A00").value, a11 = r.at("test 3: A11").value,
               s = -r.at("test 3: A01").value;
  const double x = kHalf * (2.0 * a00 - s - 1.0), y = kHalf * (2.0 * s + a11);
  const double eps_x = (r.at("test 3: x").value - x) / (x + kHalf);
  const double eps_y = (r.at("test 3: y").value - y) / (y + kHalf);
  const double speed = std::sqrt(2.0 * (eps_x + eps_y));
  const double turned = kAngle - std::acos(a11);
  const double amplitude =
      std::acos(std::cos(turned) - speed * speed * kCornerInertia / (2.0 * gravity * kArm));
  char text[256];
  std::snprintf(
      text,
      sizeof text,
      "ε = %.3g and %.3g from x and y, so ω h = %.4f; at an angle of %.3f that is a swing "
      "of %.2f rad, where it began with %.2f",
      eps_x,
      eps_y,
      speed,
      turned,
      amplitude,
      kAngle);
  return text;
}

/// Where the centre is after 500 frames, from θ̈ = −(m g d / I) sin θ, I about the corner, by
/// Runge-Kutta at 1/400 of a frame: (ω h)⁴ = 5e-15.
Vec3 pendulum(double gravity) {
  const double rate = gravity * kArm / kCornerInertia;
  constexpr int kParts = 400;
  constexpr double h = 1.0 / kParts;
  const auto pull = [&](double angle) { return -rate * std::sin(angle); };
  double angle = kAngle, speed = 0.0;
  for (int i = 0; i < kFrames * kParts; ++i) {
    const double v1 = speed, a1 = pull(angle);
    const double v2 = speed + 0.5 * h * a1, a2 = pull(angle + 0.5 * h * v1);
    const double v3 = speed + 0.5 * h * a2, a3 = pull(angle + 0.5 * h * v2);
    const double v4 = speed + h * a3, a4 = pull(angle + h * v3);
    angle += h / 6.0 * (v1 + 2.0 * v2 + 2.0 * v3 + v4);
    speed += h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
  }
  const double side = kArm * std::sin(angle) / std::sqrt(2.0);
  return {side, kArm * std::cos(angle), -side};
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
      error[i] = (swing(gravity,
                        correction({.integrator = c.integrator, .max_error = 1e-10}),
                        {.parts = c.parts << i})
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
  const double gravity = fitted_gravity(r.at("test 1: x").value, [](double g) {
    return run_test(g, Integrator::rk4, Integrator::rk4).position.x();
  });
  v.note("g h² is not given; " + std::to_string(gravity)
         + " makes x of test 1 right, and all other numbers follow from it. Those of test 2 do so "
           "to the last digit if one does as the thesis does and leaves q unnormalised within a "
           "frame; mean errors then are those of single precision. `correction` keeps q "
           "normalised: test forces by Euler tell it more, it needs fewer iterations, and it "
           "stops elsewhere within the allowed error.");
  compare_rebuilt(v, r);
  const Swing first = run_test(gravity, Integrator::rk4, Integrator::rk4);
  compare_position(v, r, "test 1", first);
  compare_work(v, r, "test 1", "correction", first, 4);
  r.skip("test 1: A",
         "it does not belong to its own position, nor to that of test 2, from which it is turned "
         "by 0.055 rad, two thirds of a frame (see the reference)");

  const Swing second = run_test(gravity, Integrator::rk4, Integrator::euler);
  compare_position(v, r, "test 2", second);
  compare_work(v, r, "test 2", "correction", second, 4);
  const std::string why = "the same 0.02 of 260 as an angle";
  v.compare(r, "correction", "test 2: A00", second.orientation(0, 0), 1e-4, why);
  v.compare(r, "correction", "test 2: A01", second.orientation(0, 1), 2e-4, why);
  v.compare(r, "correction", "test 2: A11", second.orientation(1, 1), 1e-4, why);
  compare_sensitivities(v, gravity, first);

  // Its work is that of a swing as long as it is one.
  const Swing third = run_test(gravity, Integrator::euler, Integrator::euler, {.frames = 60});
  compare_work(v, r, "test 3", "correction, euler, 60 frames", third, 1);
  for (const char* quantity : {"test 3: x", "test 3: y", "test 3: z", "test 3: A"})
    r.skip(quantity, "Euler's method as it is printed does not stay on the swing (see the notes)");
  compare_growth(v, gravity);
  const Swing over = run_test(gravity, Integrator::euler, Integrator::euler, {.frames = 300});
  v.note(
      "Test 3 is not reproduced. With the torque of A(t), as the thesis prints it and says in a "
      "footnote, Euler's method lets a swing grow: small ones by h r f / 4I a frame, which is "
      "confirmed below, and this one by a quarter each time, so that it goes over the top in the "
      "fifth (after 300 frames the centre is at y = "
      + std::to_string(over.position.y())
      + "). The numbers of test 3 are of a swing that has shrunk: "
      + what_test_3_tells(r, gravity)
      + ". So they are not of the method that is described; in what the program differed from it "
        "then is not to be found in the text.");
  compare_integrators(v, gravity);
}

}  // namespace holon::validation::dynamo_cube
