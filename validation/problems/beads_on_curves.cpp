// SPDX-License-Identifier: Apache-2.0
#include "validation/parts.h"
#include "validation/validation.h"

/// Beads on a helix, a parabola and a spline: maps that exist, a map from a formula, and a map tied
/// to a particle, so that part of the force goes through a connector; and particles on curves.
namespace holon::validation::beads_on_curves {
namespace {

Study helix(const Reference& r) {
  Study s;
  s.variant = "parametric helix";
  s.times = r.times("p");
  s.methods = {projected(0.01, 5), rk4(0.01, 5)};
  s.build = [](const WorldOptions& o) {
    World w(o);
    w.add(Gravity{.g = down_z});
    const ObjectId bead = w.add(Parametric{.map = HelixMap{.radius = 1.0, .rise = 0.5}});
    return Scene{std::move(w), [=](const World& world, int) {
                   const Vec3 x = world.placement(bead).position;
                   const Vec3 N = world.parametric_forces(bead)[0];
                   return Readings{{"p", x.z() / 0.5},
                                   {"x", x.x()},
                                   {"y", x.y()},
                                   {"z", x.z()},
                                   {"N.x", N.x()},
                                   {"N.y", N.y()},
                                   {"N.z", N.z()}};
                 }};
  };
  return s;
}

struct ParabolaBead {
  World world;
  ObjectId bead;
  std::function<Vec3(const World&)> force;
};

/// The whole mass on the map.
ParabolaBead on_map(const WorldOptions& o, double x0) {
  ParabolaBead p{World(o), {}, {}};
  p.world.add(Gravity{.g = down_y});
  const ObjectId bead = p.world.add(Parametric{.map = ParabolaMap{}, .u = {x0}});
  p.bead = bead;
  p.force = [=](const World& w) { return w.parametric_forces(bead)[0]; };
  return p;
}
/// Half the mass on the map, the other half a particle tied to it. The wire carries both: what it
/// does to the map's half is seen there, what it does to the other passes through the tie.
ParabolaBead tied(const WorldOptions& o, double x0) {
  ParabolaBead p{World(o), {}, {}};
  p.world.add(Gravity{.g = down_y});
  const ObjectId half = p.world.add(Parametric{.map = ParabolaMap{}, .masses = {0.5}, .u = {x0}});
  const ObjectId rest = p.world.add(Particle{.mass = 0.5, .position = {x0, x0 * x0, 0.0}});
  p.world.add(PointToPoint{.a = PointOn{half}, .b = PointOn{rest}});
  p.bead = rest;
  p.force = [=](const World& w) { return w.parametric_forces(half)[0]; };
  return p;
}

Vec3 normal(double x) {
  return Vec3(-2.0 * x, 1.0, 0.0).normalized();
}

using Build = ParabolaBead (*)(const WorldOptions&, double);

Study parabola_motion(const Reference& r, const std::string& name, Build build) {
  Study s;
  s.variant = name;
  s.times = r.times("x (x0=1)");
  s.methods = {projected(0.01, 5), rk4(0.01, 5)};
  s.build = [=](const WorldOptions& o) {
    ParabolaBead p = build(o, 1.0);
    return Scene{std::move(p.world), [bead = p.bead, force = p.force](const World& w, int) {
                   const Placement at = w.placement(bead);
                   return Readings{{"x (x0=1)", at.position.x()},
                                   {"y (x0=1)", at.position.y()},
                                   {"xdot (x0=1)", at.velocity.x()},
                                   {"N (x0=1)", force(w).dot(normal(at.position.x()))}};
                 }};
  };
  return s;
}

Study parabola_quarter(const Reference& r, const std::string& name, Build build, double x0) {
  char which[16];
  std::snprintf(which, sizeof which, ", x0=%.1f", x0);
  const double expected = r.at(std::string("period") + which).value / 4.0;
  Study s;
  s.variant = name + which + ", lowest point";
  s.times = {0.0, expected};
  s.methods = {projected(expected / 100, 5), rk4(expected / 100, 5)};
  s.build = [=, which = std::string(which)](const WorldOptions& o) {
    ParabolaBead p = build(o, x0);
    return Scene{std::move(p.world), [=, bead = p.bead, force = p.force](const World& w, int i) {
                   const Placement at = w.placement(bead);
                   const double N = force(w).dot(normal(at.position.x()));
                   if (i == 0) return Readings{{"N at release" + which, N}};
                   return Readings{
                       {"period" + which, 4.0 * (expected - at.position.x() / at.velocity.x())},
                       {"N at the bottom" + which, N}};
                 }};
  };
  return s;
}

/// One segment of a uniform cubic B-spline, as a formula of its parameter.
ParametricMap spline_map() {
  return ParametricMap::formula<1, 1>(
      []<class S>(const std::array<S, 1>& u, std::array<Vec3T<S>, 1>& x) {
        static const Vec3 P[4] = {{-3, 3, 0}, {-1, 0, 1}, {1, 0, -1}, {3, 4, 0}};
        const S t = u[0], one = S(1.0) - t;
        const S B[4] = {one * one * one / S(6.0),
                        (S(3.0) * t * t * t - S(6.0) * t * t + S(4.0)) / S(6.0),
                        (S(-3.0) * t * t * t + S(3.0) * t * t + S(3.0) * t + S(1.0)) / S(6.0),
                        t * t * t / S(6.0)};
        for (int i = 0; i < 3; ++i)
          x[0][i] = S(P[0][i]) * B[0] + S(P[1][i]) * B[1] + S(P[2][i]) * B[2] + S(P[3][i]) * B[3];
      });
}

Study spline(const Reference& r) {
  Study s;
  s.variant = "parametric formula";
  s.times = r.times("x");
  s.methods = {projected(0.01, 5), rk4(0.01, 5)};
  s.build = [](const WorldOptions& o) {
    World w(o);
    w.add(Gravity{.g = down_y});
    const ObjectId bead = w.add(Parametric{.map = spline_map(), .u = {0.2}});
    return Scene{std::move(w), [=](const World& world, int) {
                   const Vec3 x = world.placement(bead).position;
                   const Vec3 N = world.parametric_forces(bead)[0];
                   return Readings{{"u", world.state().q(bead)[0]},
                                   {"x", x.x()},
                                   {"y", x.y()},
                                   {"z", x.z()},
                                   {"N.x", N.x()},
                                   {"N.y", N.y()},
                                   {"N.z", N.z()}};
                 }};
  };
  return s;
}

/// Half a period leads to the other turning point, where u̇ vanishes.
Study spline_turning(const Reference& r) {
  const double half = r.at("period").value / 2.0;
  Study s;
  s.variant = "parametric formula, turning point";
  s.times = {half};
  s.methods = {projected(half / 128, 5), rk4(half / 128, 5)};
  s.build = [=](const WorldOptions& o) {
    World w(o);
    w.add(Gravity{.g = down_y});
    const ObjectId bead = w.add(Parametric{.map = spline_map(), .u = {0.2}});
    return Scene{std::move(w), [=](const World& world, int) {
                   // along the wire: m s̈ = m g·t, and u̇ has its sign; ü = s̈ / |x'|
                   const auto v = world.state().v(bead);
                   const auto map = spline_map().function();
                   ParametricSample at;
                   at.x.resize(1);
                   at.convective.resize(1);
                   at.T.resize(3, 1);
                   map->sample(world.state().q(bead).data(), v.data(), at);
                   const Vec3 T = at.T.col(0);
                   const double u_ddot = (down_y - at.convective[0]).dot(T) / T.squaredNorm();
                   return Readings{{"other turning point u1", world.state().q(bead)[0]},
                                   {"period", 2.0 * (half - v[0] / u_ddot)}};
                 }};
  };
  return s;
}

/// A particle on the curve itself.
Readings place_and_force(const World& w, ObjectId bead, ConstraintId track) {
  const Vec3 x = w.placement(bead).position, N = w.loads(track)[0].force;
  return {{"x", x.x()}, {"y", x.y()}, {"z", x.z()}, {"N.x", N.x()}, {"N.y", N.y()}, {"N.z", N.z()}};
}

Study on_curve(
    const Reference& r, const std::string& name, const Curve& curve, double start, const Vec3& g) {
  Study s;
  s.variant = name;
  s.times = r.times("x");
  s.methods = {projected(0.01, 5), rk4(0.01, 5)};
  s.build = [=](const WorldOptions& o) {
    World w(o);
    w.add(Gravity{.g = g});
    const ObjectId bead = w.add(Particle{.position = curve.at(start).r});
    const ConstraintId wire =
        w.add(PointToCurve{.point = PointOn{bead}, .curve = {WorldFrame{}, curve}});
    return Scene{std::move(w),
                 [=](const World& world, int) { return place_and_force(world, bead, wire); }};
  };
  return s;
}

}  // namespace

void run(Validation& v) {
  Reference& h = v.load("03a_bead_helix");
  v.converge(h, helix(h));
  v.converge(h,
             on_curve(h, "point to curve", Curve(Helix{.radius = 1.0, .rise = 0.5}), 0.0, down_z));
  Reference& p = v.load("03b_bead_parabola");
  const std::pair<std::string, Build> models[] = {{"parametric parabola", on_map},
                                                  {"particle tied to a parametric parabola", tied}};
  for (const auto& [name, build] : models) {
    v.converge(p, parabola_motion(p, name, build));
    for (double x0 : {0.5, 1.0, 2.0}) v.converge(p, parabola_quarter(p, name, build, x0));
  }
  Reference& b = v.load("03c_bead_bspline");
  v.converge(b, spline(b));
  v.converge(b, spline_turning(b));
  const Curve curve =
      BSpline{.points = {{-3, 3, 0}, {-1, 0, 1}, {1, 0, -1}, {3, 4, 0}}, .clamped = false};
  v.converge(b, on_curve(b, "point to curve", curve, curve.domain().begin + 0.2, down_y));
}

}  // namespace holon::validation::beads_on_curves
