// SPDX-License-Identifier: Apache-2.0
#include "validation/parts.h"
#include "validation/validation.h"

/// Two point masses on massless rods: as distances, and as a parametric linkage.
namespace holon::validation::double_pendulum_points {
namespace {

Vec3 arm(double angle) {
  return {std::sin(angle), -std::cos(angle), 0.0};
}

Readings readings(const std::string& which, const Vec3& x1, const Vec3& x2, double T1, double T2) {
  return {{"x1" + which, x1.x()},
          {"y1" + which, x1.y()},
          {"x2" + which, x2.x()},
          {"y2" + which, x2.y()},
          {"T1" + which, T1},
          {"T2" + which, T2}};
}

Scene by_distance(const WorldOptions& o, const std::string& which, double th1, double th2) {
  World w(o);
  w.add(Gravity{.g = down_y});
  const ObjectId a = w.add(Particle{.position = arm(th1)});
  const ObjectId b = w.add(Particle{.position = arm(th1) + arm(th2)});
  const ConstraintId first = w.add(Distance{.a = Nail{}, .b = PointOn{a}});
  const ConstraintId second = w.add(Distance{.a = PointOn{a}, .b = PointOn{b}});
  return {std::move(w), [=](const World& world, int) {
            return readings(which,
                            world.placement(a).position,
                            world.placement(b).position,
                            tension(world, first),
                            tension(world, second));
          }};
}

Scene by_coordinates(const WorldOptions& o, const std::string& which, double th1, double th2) {
  World w(o);
  w.add(Gravity{.g = down_y});
  const ObjectId chain = w.add(Parametric{.map = LinkageMap{.lengths = {1.0, 1.0}},
                                          .masses = {1.0, 1.0},
                                          .u = {th1, th2},
                                          .u_dot = {0.0, 0.0}});
  return {std::move(w), [=](const World& world, int) {
            const Vec3 x1 = world.point(PointOn{chain, Vec3::Zero(), 0}).x;
            const Vec3 x2 = world.point(PointOn{chain, Vec3::Zero(), 1}).x;
            // the second rod pulls the second mass, both rods the first
            const std::vector<Vec3> f = world.parametric_forces(chain);
            return readings(which, x1, x2, -(f[0] + f[1]).dot(x1), -f[1].dot(x2 - x1));
          }};
}

}  // namespace

void run(Validation& v) {
  Reference& r = v.load("01c_double_pendulum_points");
  struct Case {
    std::string name;
    double th1, th2;
  };
  for (const Case& c : {Case{" case H", 0.5 * pi, 0.5 * pi}, Case{" case M", 0.5 * pi, 0.0}})
    for (bool parametric : {false, true}) {
      Study s;
      s.variant = (parametric ? "parametric linkage," : "two distances,") + c.name;
      s.times = r.times(c.name);
      s.methods = {projected(0.01, 5), rk4(0.01, 5), dormand_prince(0.04)};
      s.build = [=](const WorldOptions& o) {
        return (parametric ? by_coordinates : by_distance)(o, c.name, c.th1, c.th2);
      };
      v.converge(r, s);
    }
}

}  // namespace holon::validation::double_pendulum_points
