// SPDX-License-Identifier: Apache-2.0
#include "validation/parts.h"
#include "validation/validation.h"

/// A uniform rod on a pin, released from rest: the simplest mechanism with a force at its pin.
namespace holon::validation::pendulum_rod {
namespace {

struct Pendulum {
  World world;
  ObjectId body;
  ConstraintId pin;

  Pendulum(const WorldOptions& options, double amplitude) : world(options) {
    world.add(Gravity{.g = down_y});
    body = world.add(rod(1.0, Vec3::Zero(), {std::sin(amplitude), -std::cos(amplitude), 0.0}));
    pin = world.add(PointToPoint{.a = Nail{}, .b = PointOn{body, {-0.5, 0.0, 0.0}}});
  }
};

double theta(const World& w, ObjectId body) {
  const Vec3 d = w.direction(DirectionOn{body, Vec3::UnitX()}).x;
  return std::atan2(d.x(), -d.y());
}

Study swing(double degrees, const std::vector<double>& times, std::vector<Method> methods) {
  const std::string which = ", A=" + std::to_string(static_cast<int>(degrees)) + " deg";
  Study s;
  s.variant = "rod released at " + std::to_string(static_cast<int>(degrees)) + "°";
  s.times = times;
  s.methods = std::move(methods);
  s.build = [=](const WorldOptions& o) {
    Pendulum p(o, radians(degrees));
    return Scene{std::move(p.world), [=, body = p.body, pin = p.pin](const World& w, int) {
                   const Vec3 R = force_on_b(w, pin);
                   return Readings{{"theta" + which, theta(w, body)},
                                   {"theta_dot" + which, plane_rate(w, body)},
                                   {"Rx" + which, R.x()},
                                   {"Ry" + which, R.y()}};
                 }};
  };
  return s;
}

/// A quarter of a period: the time of the lowest point follows from what is left of θ at the time
/// when it is expected.
Study quarter(const Reference& r, double degrees) {
  const std::string which = ", A=" + std::to_string(static_cast<int>(degrees)) + " deg";
  const double expected = r.at("period T" + which).value / 4.0;
  Study s;
  s.variant = "rod released at " + std::to_string(static_cast<int>(degrees)) + "°, lowest point";
  s.times = {expected};
  s.methods = {projected(expected / 50), rk4(expected / 50)};
  s.build = [=](const WorldOptions& o) {
    Pendulum p(o, radians(degrees));
    return Scene{std::move(p.world), [=, body = p.body, pin = p.pin](const World& w, int) {
                   const double rate = plane_rate(w, body);
                   return Readings{
                       {"period T" + which, 4.0 * (expected - theta(w, body) / rate)},
                       {"hinge force magnitude at lowest point" + which, force_on_b(w, pin).norm()},
                       {"angular speed at lowest point" + which, std::abs(rate)}};
                 }};
  };
  return s;
}

/// Force over time for the plot, with the closed form R = m g ((5 cos θ − 3 cos A)/2, sin θ / 4).
void plot_force(Validation& v) {
  Pendulum p({}, radians(90.0));
  std::vector<std::vector<double>> rows;
  for (int i = 0; i <= 400; ++i) {
    if (i > 0) p.world.step(0.005);
    const Vec3 R = force_on_b(p.world, p.pin);
    const double a = theta(p.world, p.body);
    const Vec3 along(-std::sin(a), std::cos(a), 0.0), across(std::cos(a), std::sin(a), 0.0);
    rows.push_back({p.world.time(),
                    R.dot(along),
                    R.dot(across),
                    g0 * 2.5 * std::cos(a),
                    g0 * std::sin(a) / 4});
  }
  v.csv("pendulum_force.csv", {"t", "along", "across", "along_exact", "across_exact"}, rows);
  v.plot("pendulum_force.png", "Force of the pin on the rod over time");
}

}  // namespace

void run(Validation& v) {
  Reference& r = v.load("01a_pendulum_rod");
  for (double degrees : {30.0, 90.0, 120.0, 170.0}) v.converge(r, quarter(r, degrees));
  v.converge(r, swing(90.0, r.times("A=90 deg"), {projected(0.01, 5), rk4(0.01, 5)}));
  v.converge(r, swing(170.0, r.times("A=170 deg"), {projected(0.01, 5), rk4(0.01, 5)}));
  plot_force(v);
}

}  // namespace holon::validation::pendulum_rod
