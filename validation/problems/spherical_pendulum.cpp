// SPDX-License-Identifier: Apache-2.0
#include "validation/parts.h"
#include "validation/validation.h"

/// A particle at a fixed distance from a nail, swinging in space.
namespace holon::validation::spherical_pendulum {
namespace {

struct Pendulum {
  World world;
  ObjectId bob;
  ConstraintId bar;
  explicit Pendulum(const WorldOptions& o) : world(o) {
    world.add(Gravity{.g = down_z});
    const double a = radians(60.0);
    bob = world.add(Particle{.position = {std::sin(a), 0.0, -std::cos(a)},
                             .velocity = {0.0, 2.0 * std::sin(a), 0.0}});
    bar = world.add(Distance{.a = Nail{}, .b = PointOn{bob}});
  }
};

}  // namespace

void run(Validation& v) {
  Reference& r = v.load("03f_spherical_pendulum");
  Study s;
  s.variant = "distance to a nail";
  s.times = r.times("x");
  s.methods = {projected(0.01, 5), rk4(0.01, 5)};
  s.build = [](const WorldOptions& o) {
    Pendulum p(o);
    return Scene{
        std::move(p.world), [bob = p.bob, bar = p.bar](const World& w, int) {
          const Vec3 x = w.placement(bob).position;
          return Readings{{"x", x.x()}, {"y", x.y()}, {"z", x.z()}, {"N", tension(w, bar)}};
        }};
  };
  v.converge(r, s);

  // Half a period of z leads to its lowest, a whole one back up; ż passes zero at both.
  const double period = r.at("period of z").value;
  s.variant = "one swing of z";
  s.times = {0.5 * period, period};
  s.methods = {projected(period / 128, 5), rk4(period / 128, 5)};
  s.build = [](const WorldOptions& o) {
    Pendulum p(o);
    return Scene{std::move(p.world), [bob = p.bob, bar = p.bar](const World& w, int i) {
                   const Placement at = w.placement(bob);
                   const Vec3 x = at.position;
                   if (i == 0) return Readings{{"z_min", x.z()}};
                   const double a = -tension(w, bar) * x.z() - g0;
                   const double late = at.velocity.z() / a;
                   const double turn = (x.x() * at.velocity.y() - x.y() * at.velocity.x())
                                       / x.head<2>().squaredNorm();
                   double azimuth = std::atan2(x.y(), x.x()) - turn * late;
                   if (azimuth < 0.0) azimuth += 2.0 * pi;
                   return Readings{{"z_max", x.z()},
                                   {"period of z", w.time() - late},
                                   {"azimuth advance per z-period", azimuth}};
                 }};
  };
  v.converge(r, s);
}

}  // namespace holon::validation::spherical_pendulum
