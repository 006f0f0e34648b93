// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <complex>

#include "validation/parts.h"
#include "validation/validation.h"

/// The uncontrolled bicycle of [Meijaard07], built of two wheels that roll, a frame with its rider
/// and a fork, and three hinges. It is pushed a little from steady straight running, in lean, steer
/// and their rates; the eigenvalues of what becomes of that are those of the linearised equations
///
///     M q̈ + v C₁ q̇ + (g K₀ + v² K₂) q = f,   q = (lean, steer)        (1)
///
/// and the torques f that it takes to give lean and steer certain accelerations show each of the
/// matrices. x is forward, y to the right, z down; the rear wheel stands on the origin.
namespace holon::validation::bicycle {
namespace {

using Vec2 = Eigen::Vector2d;
using Vec4 = Eigen::Vector4d;
using Mat4 = Eigen::Matrix4d;

constexpr double kBase = 1.02, kTrail = 0.08, kRear = 0.3, kFront = 0.35;
constexpr double kTilt = pi / 10.0;
const Vec3 kSteer(std::sin(kTilt), 0.0, std::cos(kTilt));
const Vec3 kHead = Vec3(kBase + kTrail, 0.0, 0.0) - 0.8 * kSteer;  // a point of the steer axis
const Quat kAxle(Eigen::AngleAxisd(-0.5 * pi, Vec3::UnitX()));     // turns z into y
const Quat kColumn(Eigen::AngleAxisd(kTilt, Vec3::UnitY()));       // turns z into the steer axis

RigidBody part(double mass, double xx, double yy, double zz, double xz) {
  RigidBody b;
  b.mass = mass;
  b.inertia << xx, 0.0, xz, 0.0, yy, 0.0, xz, 0.0, zz;
  return b;
}

class Bicycle {
 public:
  World world;

  /// Straight on at `speed`, but for `pushed`: lean, steer and their rates.
  Bicycle(const std::string& stepper, double speed, const Vec4& pushed) : world({stepper}) {
    world.add(Gravity{.g = {0.0, 0.0, g0}});
    const Vec3 rear(0.0, 0.0, -kRear), front(kBase, 0.0, -kFront);
    add(part(2.0, 0.0603, 0.12, 0.0603, 0.0), rear);
    add(part(85.0, 9.2, 11.0, 2.8, 2.4), {0.3, 0.0, -0.9});
    add(part(4.0, 0.05892, 0.06, 0.00708, -0.00756), {0.9, 0.0, -0.7});
    add(part(3.0, 0.1405, 0.28, 0.1405, 0.0), front);
    hinge(0, 1, rear, kAxle);
    hinge(1, 2, kHead, kColumn);
    hinge(2, 3, front, kAxle);
    const SurfaceRef ground{WorldFrame{}, Plane{.normal = -Vec3::UnitZ()}};
    rolls_[0] = world.add(Wheel{.wheel = FrameOn{.object = parts_[0], .orientation = kAxle},
                                .surface = ground,
                                .radius = kRear});
    rolls_[1] = world.add(Wheel{.wheel = FrameOn{.object = parts_[3], .orientation = kAxle},
                                .surface = ground,
                                .radius = kFront});
    start(speed, pushed);
  }

  /// Lean, steer and their rates.
  Vec4 motion() const {
    const ScalarKin off_vertical = world.scalar(inclination()), steer = world.scalar(twist());
    return {0.5 * pi - off_vertical.x, steer.x, -off_vertical.v, steer.v};
  }

  /// The torques on lean and steer that give them these accelerations: the left side of (1).
  Vec2 torques(const Vec2& accelerations) {
    const ConstraintId lean = drive(inclination(), -accelerations[0]);
    const ConstraintId steer = drive(twist(), accelerations[1]);
    return {-world.lambda(lean)[0], world.lambda(steer)[0]};
  }

 private:
  /// Of the axles and what is down: a right angle less the lean to the right.
  InclinationBetween inclination() const {
    return {.a = WorldDirection{Vec3::UnitZ()}, .b = DirectionOn{parts_[1], Vec3::UnitY()}};
  }
  /// Of the fork in the frame: the steer.
  TwistBetween twist() const {
    return {.a = FrameOn{.object = parts_[1], .orientation = kColumn},
            .b = FrameOn{.object = parts_[2], .orientation = kColumn}};
  }
  ConstraintId drive(const ScalarRef& quantity, double acceleration) {
    return world.add(PrescribedAcceleration{quantity, {Polynomial{{acceleration}}}});
  }
  void add(RigidBody body, const Vec3& at) {
    body.position = at;
    at_.push_back(at);
    parts_.push_back(world.add(body));
  }
  void hinge(int a, int b, const Vec3& at, const Quat& along) {
    world.add(LineHinge{.a = FrameOn{parts_[a], at - at_[a], along},
                        .b = FrameOn{parts_[b], at - at_[b], along}});
  }

  /// The rates of heading and of the spin of both wheels are those with which nothing slips: slip
  /// is linear in them.
  void start(double speed, const Vec4& pushed) {
    const Vec3 slip = slip_at(speed, pushed, Vec3::Zero());
    Mat3 by_rate;
    for (int i = 0; i < 3; ++i) by_rate.col(i) = slip_at(speed, pushed, Vec3::Unit(i)) - slip;
    slip_at(speed, pushed, -by_rate.inverse() * slip);
  }
  /// Places everything, leant about the x axis and steered, and tells the slip along both wheels
  /// and across the front one. Across the rear one there is none.
  Vec3 slip_at(double speed, const Vec4& pushed, const Vec3& rates) {
    const Quat leant(Eigen::AngleAxisd(pushed[0], Vec3::UnitX()));
    const Quat steered(Eigen::AngleAxisd(pushed[1], kSteer));
    const Vec3 w_frame = pushed[2] * Vec3::UnitX() + rates[0] * Vec3::UnitZ();
    const Vec3 w_fork = w_frame + pushed[3] * (leant * kSteer);
    const Vec3 head = leant * kHead;
    for (int i = 0; i < 4; ++i) {
      Placement p;
      const bool on_fork = i >= 2;
      p.orientation = on_fork ? leant * steered : leant;
      p.position = leant * (on_fork ? Vec3(kHead + steered * (at_[i] - kHead)) : at_[i]);
      p.velocity = speed * Vec3::UnitX() + w_frame.cross(on_fork ? head : p.position);
      if (on_fork) p.velocity += w_fork.cross(p.position - head);
      p.angular_velocity = on_fork ? w_fork : w_frame;
      if (i == 0) p.angular_velocity += rates[1] * (p.orientation * Vec3::UnitY());
      if (i == 3) p.angular_velocity += rates[2] * (p.orientation * Vec3::UnitY());
      world.place(parts_[i], p);
    }
    const std::vector<double> rear = world.error(rolls_[0]), front = world.error(rolls_[1]);
    return {rear[1], front[1], front[2]};
  }

  std::vector<ObjectId> parts_;  // rear wheel, frame, fork, front wheel
  std::vector<Vec3> at_;         // their centres of mass
  ConstraintId rolls_[2];
};

/// The eigenvalues at a speed: what a small push has become after T is exp(A T) times the push.
/// Real ones first, increasing.
std::vector<std::complex<double>> eigenvalues(const std::string& stepper, double speed, double h) {
  constexpr double kPush = 1e-4, T = 0.1;
  Mat4 flow;
  for (int i = 0; i < 4; ++i) {
    Vec4 after[2];
    for (int side = 0; side < 2; ++side) {
      Bicycle b(stepper, speed, (side == 0 ? kPush : -kPush) * Vec4::Unit(i));
      if (!b.world.run(T, h).ok) throw std::runtime_error(b.world.report().brief());
      after[side] = b.motion();
    }
    flow.col(i) = (after[0] - after[1]) / (2.0 * kPush);
  }
  const Eigen::EigenSolver<Mat4> solver(flow, false);
  std::vector<std::complex<double>> out;
  for (int i = 0; i < 4; ++i) out.push_back(std::log(solver.eigenvalues()[i]) / T);
  std::ranges::sort(out, [](const auto& a, const auto& b) {
    const auto key = [](const std::complex<double>& x) {
      const bool is_real = std::abs(x.imag()) < 1e-3;
      return std::pair(is_real ? 0 : 1, is_real ? x.real() : x.imag());
    };
    return key(a) < key(b);
  });
  return out;
}

/// The matrices of (1) at a speed.
struct Matrices {
  Mat2 M, C, K;  ///< v C₁ and g K₀ + v² K₂
};
/// By differences about straight running, of pushes both ways.
Matrices matrices(double speed) {
  constexpr double kPush = 1e-4;
  const auto column = [&](const Vec4& pushed, const Vec2& accelerations) -> Vec2 {
    Bicycle one("rk4", speed, pushed), other("rk4", speed, -pushed);
    return 0.5 * (one.torques(accelerations) - other.torques(-accelerations));
  };
  Matrices out;
  for (int i = 0; i < 2; ++i) {
    out.M.col(i) = column(Vec4::Zero(), Vec2::Unit(i));
    out.K.col(i) = column(kPush * Vec4::Unit(i), Vec2::Zero()) / kPush;
    out.C.col(i) = column(kPush * Vec4::Unit(2 + i), Vec2::Zero()) / kPush;
  }
  return out;
}

void compare_matrices(Validation& v, Reference& r) {
  const auto compare = [&](const std::string& method, const std::string& name, const Mat2& found) {
    const bool of_positions = name[0] == 'K';
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j)
        v.compare(r,
                  method,
                  name + "[" + std::to_string(i) + "][" + std::to_string(j) + "]",
                  found(i, j),
                  of_positions ? 1e-7 : 1e-12,
                  of_positions ? "pushes of 1e-4 rad both ways: their square, times up to ten"
                               : "torques are linear in accelerations, and in rates where nothing "
                                 "leans: rounding");
  };
  const Matrices at_rest = matrices(0.0);
  compare("torques at rest", "M", at_rest.M);
  compare("torques at rest", "K0", at_rest.K / g0);
  for (const double speed : {1.0, 3.0, 5.0, 10.0}) {
    const Matrices moving = matrices(speed);
    const std::string method = "torques at " + std::to_string(static_cast<int>(speed)) + " m/s";
    compare(method, "M", moving.M);
    compare(method, "C1", moving.C / speed);
    compare(method, "K2", (moving.K - at_rest.K) / (speed * speed));
  }
}

/// Where f changes sign, by the secant through the last two points.
template <class F>
double zero_of(F&& f, double a, double b) {
  double f_a = f(a), f_b = f(b);
  for (int i = 0; i < 6 && std::abs(b - a) > 1e-10; ++i) {
    const double next = b - f_b * (b - a) / (f_b - f_a);
    a = b;
    f_a = f_b;
    b = next;
    f_b = f(b);
  }
  return b;
}

void compare_all(Validation& v,
                 Reference& r,
                 const std::string& stepper,
                 double h,
                 double tolerance,
                 const std::string& why) {
  char text[32];
  std::snprintf(text, sizeof text, ", h = %.4g", h);
  const std::string method = stepper + text;
  for (int speed = 0; speed <= 10; ++speed) {
    const auto found = eigenvalues(stepper, speed, h);
    const std::string name = "eigenvalue v=" + std::to_string(speed);
    int oscillating = 0;
    for (int i = 0; i < 4; ++i) {
      v.compare(
          r, method, name + " real part#" + std::to_string(i), found[i].real(), tolerance, why);
      if (std::abs(found[i].imag()) < 1e-3) continue;
      v.compare(r,
                method,
                name + " imag part#" + std::to_string(oscillating++),
                found[i].imag(),
                tolerance,
                why);
    }
  }
  // it is stable from where weaving dies away to where it begins to fall into a turn
  const double weave =
      zero_of([&](double s) { return eigenvalues(stepper, s, h)[3].real(); }, 4.2, 4.4);
  const double capsize =
      zero_of([&](double s) { return eigenvalues(stepper, s, h)[1].real(); }, 6.0, 6.1);
  v.compare(r, method, "weave speed", weave, tolerance, why);
  v.compare(r, method, "capsize speed", capsize, tolerance, why);
}

}  // namespace

void run(Validation& v) {
  Reference& r = v.load("05f_bicycle_linear");
  compare_matrices(v, r);
  compare_all(v, r, "rk4", 1e-3, 1e-6, "pushes of 1e-4 rad, and (λh)⁴ = 4e-7 for the fastest");
  compare_all(v, r, "projected", 1e-3, 2e-4, "(λh)²/6 = 1e-4 for the fastest eigenvalue, λ = 25/s");
}

}  // namespace holon::validation::bicycle
