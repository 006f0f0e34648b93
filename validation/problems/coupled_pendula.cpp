// SPDX-License-Identifier: Apache-2.0
#include <complex>

#include "validation/parts.h"
#include "validation/validation.h"

/// Two pendula joined by a spring, damped, the left one driven by a force or by a motor: response
/// at many frequencies. The closed form is linear, so the push is a thousandth of the stated one,
/// the led swing a five-thousandth, and the answer as many times what is read.
///
/// Each run starts on the orbit of the closed form and goes on for 25 s before it is read, so that
/// what the start got wrong has died out (e⁻⁵), and then over one period, of which the first
/// harmonic is taken.
namespace holon::validation::coupled_pendula {
namespace {

using Complex = std::complex<double>;
constexpr double kPush = 1e-3, kLead = 2e-4, kSpring = 5.0, kDrag = 0.4, kForce = 0.1,
                 kSwing = 0.05;
constexpr int kSamples = 16;

/// First harmonic of readings at equal times over one period: x = Re(X e^{iωt}).
class Harmonic {
 public:
  explicit Harmonic(double rate) : rate_(rate) {}
  void add(double t, double x) { sum_ += x * std::polar(1.0, -rate_ * t); }
  Complex value() const { return sum_ * (2.0 / kSamples); }

 private:
  double rate_;
  Complex sum_ = 0.0;
};

std::vector<double> sample_times(double rate) {
  const double period = 2.0 * pi / rate;
  const double start = std::ceil(25.0 / period) * period;
  std::vector<double> out;
  for (int i = 0; i < kSamples; ++i) out.push_back(start + i * period / kSamples);
  return out;
}

Complex response(double rate, double stiffness) {
  return 1.0 / Complex(stiffness - rate * rate, kDrag * rate);
}
Vec3 bob(double angle) {
  return {std::sin(angle), -std::cos(angle), 0.0};
}

/// The left bob is pushed by a force F cos ωt.
Scene pushed(const WorldOptions& o, double rate, const std::string& which) {
  const Complex P = kForce * response(rate, g0), Q = kForce * response(rate, g0 + 2.0 * kSpring);
  const Complex X[2] = {kPush * 0.5 * (P + Q), kPush * 0.5 * (P - Q)};
  World w(o);
  ObjectId id[2];
  for (int i = 0; i < 2; ++i) {
    const Vec3 pivot(i, 0.0, 0.0);
    const double angle = std::asin(X[i].real()), speed = -rate * X[i].imag();
    const Vec3 along(std::cos(angle), std::sin(angle), 0.0);
    id[i] = w.add(Particle{.position = pivot + bob(angle), .velocity = speed / along.x() * along});
    w.add(Distance{.a = Nail{pivot}, .b = PointOn{id[i]}});
  }
  w.add(Gravity{.g = down_y});
  w.add(Drag{.linear = kDrag});
  w.add(
      SpringDamper{.a = PointOn{id[0]}, .b = PointOn{id[1]}, .stiffness = kSpring, .length = 1.0});
  w.add(AppliedForce{
      .point = PointOn{id[0]},
      .force = Path{Sine{.amplitude = kPush * kForce, .rate = rate, .phase = 0.5 * pi}, 0.0, 0.0}});
  return {std::move(w),
          [=, h0 = Harmonic(rate), h1 = Harmonic(rate)](const World& world, int i) mutable {
            h0.add(world.time(), world.placement(id[0]).position.x());
            h1.add(world.time(), world.placement(id[1]).position.x() - 1.0);
            if (i + 1 < kSamples) return Readings{};
            const Complex a = h0.value() / kPush, b = h1.value() / kPush;
            return Readings{{"|X1|" + which, std::abs(a)},
                            {"arg X1" + which, std::arg(a)},
                            {"|X2|" + which, std::abs(b)},
                            {"arg X2" + which, std::arg(b)}};
          }};
}

/// A pendulum as a body that swings like a bob of 1 kg at 1 m: m a = 1 kg m, I + m a² = 1 kg m².
RigidBody swinging(const Vec3& pivot, double angle, double rate) {
  RigidBody b = plane_body(2.0, 0.5);
  b.com = {0.5, 0.0, 0.0};
  b.position = pivot;
  b.orientation = turn_z(angle - 0.5 * pi);
  b.angular_velocity = {0.0, 0.0, rate};
  return b;
}

/// The left pendulum is led by a motor: its angle is A cos ωt. λ is the torque of the motor.
Scene led(const WorldOptions& o, double rate, const std::string& which) {
  const double A = kLead * kSwing;
  const Complex Z = A * kSpring * response(rate, g0 + kSpring);
  World w(o);
  const Vec3 pivot[2] = {{0, 0, 0}, {1, 0, 0}};
  const ObjectId left = w.add(swinging(pivot[0], A, 0.0));
  const ObjectId right = w.add(swinging(pivot[1], Z.real(), -rate * Z.imag()));
  w.add(PointToPoint{.a = Nail{pivot[0]}, .b = PointOn{left}});
  w.add(PointToPoint{.a = Nail{pivot[1]}, .b = PointOn{right}});
  w.add(Gravity{.g = down_y});
  // −c v on a bob at 1 m is a torque −c θ̇: half a metre of it is drag on the centre of mass
  w.add(Drag{.linear = kDrag, .angular = kDrag * 0.75});
  const Vec3 end(1.0, 0.0, 0.0);
  w.add(SpringDamper{
      .a = PointOn{left, end}, .b = PointOn{right, end}, .stiffness = kSpring, .length = 1.0});
  const ConstraintId motor =
      w.add(Prescribed{.quantity = AngleBetween{.a = WorldDirection{-Vec3::UnitY()},
                                                .b = DirectionOn{left, Vec3::UnitX()},
                                                .axis = WorldDirection{Vec3::UnitZ()}},
                       .motion = Sine{.amplitude = A, .rate = rate, .phase = 0.5 * pi}});
  return {std::move(w),
          [=, angle = Harmonic(rate), torque = Harmonic(rate)](const World& world, int i) mutable {
            angle.add(world.time(), plane_angle(world, right) + 0.5 * pi);
            torque.add(world.time(), world.lambda(motor)[0]);
            if (i + 1 < kSamples) return Readings{};
            const Complex z = angle.value() / kLead, tau = torque.value() / kLead;
            return Readings{{"|Z| (K)" + which, std::abs(z)},
                            {"arg Z (K)" + which, std::arg(z)},
                            {"|tau| (K)" + which, std::abs(tau)},
                            {"arg tau (K)" + which, std::arg(tau)}};
          }};
}

/// Modes without drive: a quarter of a period of each, undamped; damped ones by the time at which
/// the velocity vanishes again.
void modes(Validation& v, Reference& r) {
  struct Mode {
    std::string name;
    double sign, drag;
  };
  for (const Mode& m : {Mode{"mode 1 frequency w1 (in phase)", 1.0, 0.0},
                        Mode{"mode 2 frequency w2 (anti phase)", -1.0, 0.0},
                        Mode{"damped mode 1 frequency", 1.0, kDrag},
                        Mode{"damped mode 2 frequency", -1.0, kDrag}}) {
    const double omega = r.at(m.name).value, half = pi / omega;
    Study s;
    s.variant = m.name;
    s.times = {half};
    s.methods = {rk4(half / 64, 5)};
    s.limit = 1e-8;
    s.limit_why = "amplitude 1e-5: its square shifts the frequency, and 11 digits are left";
    s.floor = 1e-9;
    s.build = [=](const WorldOptions& o) {
      World w(o);
      ObjectId id[2];
      for (int i = 0; i < 2; ++i) {
        const Vec3 pivot(i, 0.0, 0.0);
        id[i] = w.add(Particle{.position = pivot + bob(1e-5 * (i == 0 ? 1.0 : m.sign))});
        w.add(Distance{.a = Nail{pivot}, .b = PointOn{id[i]}});
      }
      w.add(Gravity{.g = down_y});
      if (m.drag > 0.0) w.add(Drag{.linear = m.drag});
      w.add(SpringDamper{
          .a = PointOn{id[0]}, .b = PointOn{id[1]}, .stiffness = kSpring, .length = 1.0});
      return Scene{std::move(w), [=](const World& world, int) {
                     const Placement p = world.placement(id[0]);
                     const double square = omega * omega + 0.25 * m.drag * m.drag;
                     const double late = -p.velocity.x() / (square * p.position.x());
                     return Readings{{m.name, pi / (world.time() - late)}};
                   }};
    };
    v.converge(r, s);
  }
}

}  // namespace

void run(Validation& v) {
  Reference& r = v.load("06a_driven_coupled_pendula");
  r.skip("undamped antiresonance", "it is the frequency at which the response below is smallest");
  // sizes of responses: those at resonance; of phases: one radian
  r.resize("|X", 0.04);
  r.resize("|Z|", 0.16);
  r.resize("arg", 1.0);
  modes(v, r);
  const double w1 = std::sqrt(g0), w2 = std::sqrt(g0 + 2.0 * kSpring);
  const std::pair<std::string, double> rates[] = {{"0.5", 0.5},
                                                  {"1", 1.0},
                                                  {"1.5", 1.5},
                                                  {"2", 2.0},
                                                  {"2.5", 2.5},
                                                  {"3", 3.0},
                                                  {"w1", w1},
                                                  {"3.25", 3.25},
                                                  {"3.5", 3.5},
                                                  {"3.85", 3.85},
                                                  {"4", 4.0},
                                                  {"4.25", 4.25},
                                                  {"w2", w2},
                                                  {"4.5", 4.5},
                                                  {"5", 5.0},
                                                  {"6", 6.0},
                                                  {"8", 8.0},
                                                  {"10", 10.0}};
  for (const auto& [name, rate] : rates) {
    const std::string which = " at w=" + name;
    Study s;
    s.times = sample_times(rate);
    s.methods = {rk4(0.04, 4)};
    s.limit = 1e-8;
    s.limit_why =
        "the square of the amplitude (4e-5 rad at resonance) bends the linear answer by 2e-9";
    s.floor = 1e-8;
    s.variant = "force" + which;
    s.build = [=, rate = rate](const WorldOptions& o) { return pushed(o, rate, which); };
    v.converge(r, s);
    // the drive is met within the time constant of its constraint, which wants finer steps
    s.methods = {rk4(0.02, 4)};
    s.variant = "motor" + which;
    s.build = [=, rate = rate](const WorldOptions& o) { return led(o, rate, which); };
    v.converge(r, s);
  }
}

}  // namespace holon::validation::coupled_pendula
