// SPDX-License-Identifier: Apache-2.0
#include "validation/parts.h"
#include "validation/validation.h"

/// A thin disk that rolls on a floor without slipping: in a circle, and wobbling.
namespace holon::validation::rolling_disk {
namespace {

constexpr double kMass = 1.0, kRadius = 0.5;
constexpr double kAcross = 0.25 * kMass * kRadius * kRadius, kAlong = 2.0 * kAcross;

/// How the disk leans and turns: θ between its axle and the vertical, φ̇ with which the axle goes
/// round, ω₃ about the axle.
struct Rolling {
  double theta, phi_dot, omega3;
};

struct Disk {
  World world;
  ObjectId body;
  ConstraintId floor;
  Disk(const WorldOptions& o, const Rolling& start) : world(o) {
    world.add(Gravity{.g = down_z});
    const double s = std::sin(start.theta), c = std::cos(start.theta);
    const Vec3 axle(s, 0.0, c), ahead = Vec3::UnitY(), up = axle.cross(ahead);
    Mat3 R;
    R << ahead, up, axle;
    RigidBody b;
    b.mass = kMass;
    b.inertia = Vec3(kAcross, kAcross, kAlong).asDiagonal();
    b.position = {0.0, 0.0, kRadius * s};
    b.orientation = Quat(R);
    b.velocity = -kRadius * start.omega3 * ahead;
    b.angular_velocity = start.phi_dot * s * up + start.omega3 * axle;
    body = world.add(b);
    floor = world.add(
        Wheel{.wheel = FrameOn{body}, .surface = {WorldFrame{}, Plane{}}, .radius = kRadius});
  }
};

/// The same angles and rates of a disk in motion.
struct Attitude {
  double theta, theta_dot, phi_dot, omega3;
};
Attitude attitude(const World& w, ObjectId body) {
  const FrameKin f = w.frame(FrameOn{body});
  const Vec3 axle = f.R.col(2), ahead = Vec3::UnitZ().cross(axle).normalized();
  const double sine = axle.head<2>().norm();
  return {
      std::atan2(sine, axle.z()), f.w.dot(ahead), f.w.dot(axle.cross(ahead)) / sine, f.w.dot(axle)};
}

/// ω₃ of steady motion: (C + m r²) ω₃ Ω sin θ − A Ω² sin θ cos θ + m g r cos θ = 0.
double steady_spin(double theta, double turn) {
  const double s = std::sin(theta), c = std::cos(theta);
  return (kAcross * turn * turn * s * c - kMass * g0 * kRadius * c)
         / ((kAlong + kMass * kRadius * kRadius) * turn * s);
}

Study circle(int number, const std::string& name, double degrees, double turn) {
  Study s;
  s.variant = "circle " + std::to_string(number + 1);
  s.times = {5.0};
  s.methods = {projected(0.01, 5), rk4(0.01, 4)};
  const double theta = radians(degrees);
  s.build = [=](const WorldOptions& o) {
    Disk d(o, {theta, turn, steady_spin(theta, turn)});
    return Scene{
        std::move(d.world),
        [name, nth = "#" + std::to_string(number), body = d.body, floor = d.floor](const World& w,
                                                                                   int) {
          const Attitude at = attitude(w, body);
          const Placement p = w.placement(body);
          const Vec3 force = w.loads(floor)[0].force;
          return Readings{
              {name, at.omega3},
              {"   theta after 5 s" + nth, at.theta},
              {"   centre x after 5 s (start at x=y=0, phi=0)" + nth, p.position.x()},
              {"   centre y after 5 s" + nth, p.position.y()},
              {"   radius of the centre circle" + nth, p.velocity.norm() / std::abs(at.phi_dot)},
              {"   contact force vertical" + nth, force.z()},
              {"   contact force horizontal magnitude (minimum friction coefficient = this/(m g))"
                   + nth,
               force.head<2>().norm()}};
        }};
  };
  return s;
}

Study wobble(const Reference& r) {
  Study s;
  s.variant = "wobbling";
  s.times = r.times("theta");
  s.methods = {projected(0.01, 5), rk4(0.01, 4)};
  s.build = [](const WorldOptions& o) {
    Disk d(o, {radians(70.0), 1.0, -6.0});
    return Scene{
        std::move(d.world), [body = d.body, floor = d.floor](const World& w, int i) {
          const Attitude at = attitude(w, body);
          const Vec3 x = w.placement(body).position;
          const Vec3 force = w.loads(floor)[0].force;
          Readings out = {{"theta", at.theta},
                          {"theta_dot", at.theta_dot},
                          {"phi_dot", at.phi_dot},
                          {"omega3", at.omega3},
                          {"centre x", x.x()},
                          {"centre y", x.y()},
                          {"centre z", x.z()},
                          {"F.x", force.x()},
                          {"F.y", force.y()},
                          {"F.z", force.z()}};
          if (i == 4)
            out.push_back({"total energy (constant)", w.kinetic_energy() + w.potential_energy()});
          return out;
        }};
  };
  return s;
}

}  // namespace

void run(Validation& v) {
  Reference& steady = v.load("05a_disk_steady_circle");
  v.converge(steady, circle(0, "omega3 for theta=60 deg, Omega=3.0", 60.0, 3.0));
  v.converge(steady, circle(1, "omega3 for theta=80 deg, Omega=0.5", 80.0, 0.5));
  v.converge(steady, circle(2, "omega3 for theta=20 deg, Omega=8.0", 20.0, 8.0));
  v.converge(steady, circle(3, "omega3 for theta=45 deg, Omega=-4.0", 45.0, -4.0));
  Reference& general = v.load("05b_disk_rolling_general");
  v.converge(general, wobble(general));
}

}  // namespace holon::validation::rolling_disk
