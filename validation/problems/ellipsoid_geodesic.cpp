// SPDX-License-Identifier: Apache-2.0
#include "validation/parts.h"
#include "validation/validation.h"

/// A free particle on an ellipsoid, held by two coordinates of a formula, or by a constraint on the
/// surface: a geodesic.
namespace holon::validation::ellipsoid_geodesic {
namespace {

ParametricMap ellipsoid() {
  return ParametricMap::formula<2, 1>(
      []<class S>(const std::array<S, 2>& u, std::array<Vec3T<S>, 1>& x) {
        x[0] = Vec3T<S>(S(2.0) * cos(u[0]) * cos(u[1]), S(1.5) * cos(u[0]) * sin(u[1]), sin(u[0]));
      });
}

Readings readings(const PointKin& p, const Vec3& N) {
  const Vec3 inv(1.0 / 4.0, 1.0 / 2.25, 1.0);
  const double invariant = p.x.cwiseProduct(inv).squaredNorm() * p.v.cwiseProduct(p.v).dot(inv);
  return {{"x", p.x.x()},
          {"y", p.x.y()},
          {"z", p.x.z()},
          {"vx", p.v.x()},
          {"vy", p.v.y()},
          {"vz", p.v.z()},
          {"N.x", N.x()},
          {"N.y", N.y()},
          {"N.z", N.z()},
          {"Joachimsthal invariant", invariant},
          {"|v|", p.v.norm()}};
}

}  // namespace

void run(Validation& v) {
  Reference& r = v.load("03d_ellipsoid_geodesic");
  Study s;
  s.variant = "parametric formula";
  s.times = r.times("x");
  s.methods = {projected(0.02, 5), rk4(0.02, 5)};
  s.build = [](const WorldOptions& o) {
    World w(o);
    const ObjectId id = w.add(Parametric{.map = ellipsoid(), .u = {0.3, 0.4}, .u_dot = {0.5, 0.7}});
    return Scene{std::move(w), [=](const World& world, int) {
                   return readings(world.point(PointOn{id}), world.parametric_forces(id)[0]);
                 }};
  };
  v.converge(r, s);

  s.variant = "point to surface";
  s.build = [](const WorldOptions& o) {
    World w(o);
    // α = 0.3, β = 0.4 with rates 0.5 and 0.7, as above
    const double ca = std::cos(0.3), sa = std::sin(0.3), cb = std::cos(0.4), sb = std::sin(0.4);
    const Vec3 x(2.0 * ca * cb, 1.5 * ca * sb, sa);
    const Vec3 rate = 0.5 * Vec3(-2.0 * sa * cb, -1.5 * sa * sb, ca)
                      + 0.7 * Vec3(-2.0 * ca * sb, 1.5 * ca * cb, 0.0);
    const ObjectId id = w.add(Particle{.position = x, .velocity = rate});
    const Surface surface = EllipsoidSurface{.radii = {2.0, 1.5, 1.0}};
    const ConstraintId on =
        w.add(PointToSurface{.point = PointOn{id}, .surface = {WorldFrame{}, surface}});
    return Scene{std::move(w), [=](const World& world, int) {
                   return readings(world.point(PointOn{id}), world.loads(on)[0].force);
                 }};
  };
  v.converge(r, s);

  const std::string name =
      "circuit time of the principal ellipse z=0 started at (2,0,0) with v=(0,1,0) (= perimeter 4a "
      "E(1-b^2/a^2))";
  const double circuit = r.at(name).value;
  s.variant = "once round the principal ellipse";
  s.times = {circuit};
  s.methods = {projected(circuit / 512, 5), rk4(circuit / 512, 5)};
  s.build = [=](const WorldOptions& o) {
    World w(o);
    const ObjectId id =
        w.add(Parametric{.map = ellipsoid(), .u = {0.0, 0.0}, .u_dot = {0.0, 1.0 / 1.5}});
    return Scene{std::move(w), [=](const World& world, int) {
                   const PointKin p = world.point(PointOn{id});
                   return Readings{{name, circuit - p.x.y() / p.v.y()}};
                 }};
  };
  v.converge(r, s);
}

}  // namespace holon::validation::ellipsoid_geodesic
