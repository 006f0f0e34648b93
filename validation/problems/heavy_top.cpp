// SPDX-License-Identifier: Apache-2.0
#include "validation/parts.h"
#include "validation/validation.h"

/// A fast symmetric top on a ball joint: nutation, precession and the force at its tip.
namespace holon::validation::heavy_top {
namespace {

constexpr double kArm = 0.2, kSpin = 100.0, kA = 0.06, kC = 0.01;

struct Top {
  World world;
  ObjectId body;
  ConstraintId tip;

  /// Its axis at angle θ from the vertical in the x-z plane, spinning, precessing about z.
  Top(const WorldOptions& o, double theta, double precession) : world(o) {
    const Vec3 axis(std::sin(theta), 0.0, std::cos(theta));
    RigidBody b;
    b.inertia = Vec3(0.02, 0.02, 0.01).asDiagonal();
    b.com = {0.0, 0.0, kArm};
    b.orientation = Quat(std::cos(0.5 * theta), 0.0, std::sin(0.5 * theta), 0.0);
    // in all: ω₃ about the axis, and what the precession has across it
    b.angular_velocity = kSpin * axis + precession * (Vec3::UnitZ() - std::cos(theta) * axis);
    world.add(Gravity{.g = down_z});
    body = world.add(b);
    tip = world.add(PointToPoint{.a = Nail{}, .b = PointOn{body}});
  }
};

struct Motion {
  Vec3 x, v, a, F;  // of the centre of mass; force at the tip
  double theta, theta_dot, phi, phi_dot;
};
Motion motion(const World& w, ObjectId body, ConstraintId tip) {
  Motion m;
  const PointKin p = w.point(PointOn{body, {0.0, 0.0, kArm}});
  m.x = p.x;
  m.v = p.v;
  m.F = force_on_b(w, tip);
  m.a = m.F + down_z;
  const double r2 = p.x.head<2>().squaredNorm();
  m.theta = std::atan2(std::sqrt(r2), p.x.z());
  m.theta_dot = -p.v.z() / std::sqrt(r2);
  m.phi = std::atan2(p.x.y(), p.x.x());
  m.phi_dot = (p.x.x() * p.v.y() - p.x.y() * p.v.x()) / r2;
  return m;
}

Study cuspidal(const Reference& r) {
  Study s;
  s.variant = "cuspidal start";
  s.times = r.times("com.x");
  s.methods = {projected(0.001, 5), rk4(0.001, 5), dormand_prince(0.008)};
  s.build = [](const WorldOptions& o) {
    Top top(o, radians(30.0), 0.0);
    return Scene{std::move(top.world), [body = top.body, tip = top.tip](const World& w, int) {
                   const Motion m = motion(w, body, tip);
                   return Readings{{"com.x", m.x.x()},
                                   {"com.y", m.x.y()},
                                   {"com.z", m.x.z()},
                                   {"theta", m.theta},
                                   {"theta_dot", m.theta_dot},
                                   {"phi_dot (precession)", m.phi_dot},
                                   {"azimuth phi mod 2pi", m.phi},
                                   {"pivot force on the top .x", m.F.x()},
                                   {"pivot force on the top .y", m.F.y()},
                                   {"pivot force on the top .z", m.F.z()}};
                 }};
  };
  return s;
}

/// Half a nutation brings the axis to its lowest, a whole one back to where it started. The time of
/// the turning point follows from what is left of ż where it is expected.
Study nutation(const Reference& r) {
  const double period = r.at("nutation period").value;
  Study s;
  s.variant = "one nutation";
  s.times = {0.5 * period, period};
  s.methods = {projected(period / 480, 5), rk4(period / 480, 5)};
  s.build = [=](const WorldOptions& o) {
    Top top(o, radians(30.0), 0.0);
    return Scene{std::move(top.world),
                 [=, body = top.body, tip = top.tip](const World& w, int i) -> Readings {
                   const Motion m = motion(w, body, tip);
                   if (i == 0) {
                     const double turning = 2.0 * (w.time() - m.v.z() / m.a.z());
                     return {{"theta_max", m.theta},
                             {"cos(theta_max) = u1", m.x.z() / kArm},
                             {"nutation period", turning},
                             {"nutation period (independent: event on B)", turning}};
                   }
                   return {{"theta_min (most upright)", m.theta},
                           {"cos(theta_min) = u2", m.x.z() / kArm},
                           {"mean precession rate", m.phi / period}};
                 }};
  };
  return s;
}

/// Started with the right precession it does not nutate.
Study steady(int k, double degrees, double rate, const std::string& root) {
  Study s;
  s.variant = "steady precession, " + root + ", " + std::to_string(static_cast<int>(degrees)) + "°";
  s.times = {2.0};
  s.methods = {projected(0.001), rk4(0.001)};
  const std::string nth = "#" + std::to_string(k);
  const std::string name = "steady precession rate, " + root + " root, theta="
                           + std::to_string(static_cast<int>(degrees)) + " deg, spin omega3=100";
  s.build = [=](const WorldOptions& o) {
    Top top(o, radians(degrees), rate);
    return Scene{std::move(top.world), [=, body = top.body, tip = top.tip](const World& w, int) {
                   const Motion m = motion(w, body, tip);
                   const Vec3 inward = -Vec3(m.x.x(), m.x.y(), 0.0).normalized();
                   return Readings{
                       {name, m.phi_dot},
                       {"   theta at t=2 for that start" + nth, m.theta},
                       {"   pivot force horizontal component (towards the vertical axis)" + nth,
                        m.F.dot(inward)}};
                 }};
  };
  return s;
}

}  // namespace

void run(Validation& v) {
  Reference& r = v.load("02b_heavy_top");
  v.converge(r, cuspidal(r));
  v.converge(r, nutation(r));
  int k = 0;
  for (double degrees : {30.0, 60.0}) {
    // A cos θ Ω² − C ω₃ Ω + m g l = 0
    const double a = kA * std::cos(radians(degrees)), b = kC * kSpin, c = g0 * kArm;
    const double root = std::sqrt(b * b - 4.0 * a * c);
    v.converge(r, steady(k++, degrees, (b - root) / (2.0 * a), "slow"));
    v.converge(r, steady(k++, degrees, (b + root) / (2.0 * a), "fast"));
  }
}

}  // namespace holon::validation::heavy_top
