// SPDX-License-Identifier: Apache-2.0
#include "validation/parts.h"
#include "validation/validation.h"

/// Ropes over pulleys, as constraints, and without: masses are functions of a few lengths, so that
/// they are parametric objects of a formula, and the force that holds each on its course is the
/// pull of its rope.
namespace holon::validation::atwood {
namespace {

template <class S>
Vec3T<S> at(double x, const S& y) {
  return Vec3T<S>(S(x), y, S(0.0));
}

struct Ropes {
  World world;
  ObjectId id;
  Ropes(const WorldOptions& o, ParametricMap map, std::vector<double> masses, std::vector<double> u)
      : world(o) {
    world.add(Gravity{.g = down_y});
    id = world.add(Parametric{.map = std::move(map),
                              .masses = std::move(masses),
                              .u = u,
                              .u_dot = std::vector<double>(u.size(), 0.0)});
  }
  /// Pull of the rope on a mass.
  double pull(int part) const { return world.parametric_forces(id)[part].y(); }
  double way_down(int part, const Vec3& start) const {
    return start.y() - world.point(PointOn{id, Vec3::Zero(), part}).x.y();
  }
  Vec3 position(int part) const { return world.point(PointOn{id, Vec3::Zero(), part}).x; }
};

ParametricMap simple() {
  return ParametricMap::formula<1, 2>(
      []<class S>(const std::array<S, 1>& u, std::array<Vec3T<S>, 2>& x) {
        x[0] = at<S>(-0.5, S(-2.0) + u[0]);
        x[1] = at<S>(0.5, S(-2.0) - u[0]);
      });
}
/// The pulley (radius 1/2, M = 1) as a fixed half of its mass and a half on its rim, the latter in
/// two parts: the inertia is M r²/2.
ParametricMap with_pulley() {
  return ParametricMap::formula<1, 5>(
      []<class S>(const std::array<S, 1>& u, std::array<Vec3T<S>, 5>& x) {
        const S a = S(-2.0) * u[0];
        x[0] = at<S>(-0.5, S(-2.0) + u[0]);
        x[1] = at<S>(0.5, S(-2.0) - u[0]);
        x[2] = Vec3T<S>(S(0.5) * cos(a), S(0.5) * sin(a), S(0.0));
        x[3] = Vec3T<S>(S(-0.5) * cos(a), S(-0.5) * sin(a), S(0.0));
        x[4] = Vec3T<S>(S(0.0), S(0.0), S(0.0));
      });
}
ParametricMap twice() {
  return ParametricMap::formula<2, 3>(
      []<class S>(const std::array<S, 2>& u, std::array<Vec3T<S>, 3>& x) {
        x[0] = at<S>(-0.5, S(-2.0) - u[0]);
        x[1] = at<S>(0.3, S(-4.0) + u[0] - u[1]);
        x[2] = at<S>(0.7, S(-4.0) + u[0] + u[1]);
      });
}
/// A load on n parts of a rope whose end carries another mass.
template <int parts>
ParametricMap tackle() {
  return ParametricMap::formula<1, 2>(
      []<class S>(const std::array<S, 1>& u, std::array<Vec3T<S>, 2>& x) {
        x[0] = at<S>(-0.5, S(-2.0) - u[0]);
        x[1] = at<S>(0.5, S(-2.0) + S(parts) * u[0]);
      });
}

struct Check {
  Validation& v;
  Reference& r;
  std::string method;
  void operator()(const std::string& quantity, double value, double tolerance = 1e-12) const {
    v.compare(r,
              method,
              quantity,
              value,
              tolerance,
              "constant acceleration: every method is exact but for rounding");
  }
};

void straight_ropes(Validation& v, Reference& atwood, Reference& block, const char* stepper) {
  const WorldOptions o{.stepper = stepper};
  constexpr double t = 1.0;
  // where masses are after a second tells their acceleration
  const auto downward = [&](Ropes& s, int part) {
    Ropes fresh = std::move(s);
    const Vec3 start = fresh.position(part);
    fresh.world.run(t, 0.01);
    const double a = 2.0 * fresh.way_down(part, start) / (t * t);
    s = std::move(fresh);
    return a;
  };
  const Check A{v, atwood, std::string("parametric formula, ") + stepper};
  Ropes S(o, simple(), {1.0, 2.0}, {0.0});
  A("(S) acceleration of m2 downwards", downward(S, 1), 1e-11);
  A("(S) tension", S.pull(0));
  A("(S) tension", S.pull(1));
  A("(S) axle load", S.pull(0) + S.pull(1));

  Ropes D(o, twice(), {4.0, 1.0, 2.0}, {0.0, 0.0});
  const Vec3 start[3] = {D.position(0), D.position(1), D.position(2)};
  D.world.run(t, 0.01);
  for (int i = 0; i < 3; ++i)
    A("(D) downward acceleration m" + std::to_string(i + 1),
      2.0 * D.way_down(i, start[i]) / (t * t),
      1e-11);
  A("(D) upper rope tension", D.pull(0));
  A("(D) lower rope tension", D.pull(1));
  A("(D) lower rope tension", D.pull(2));

  const Check B{v, block, std::string("parametric formula, ") + stepper};
  Ropes V(o, tackle<2>(), {3.0, 1.0}, {0.0});
  const Vec3 m0 = V.position(1);
  B("(V) acceleration of M downwards", downward(V, 0), 1e-11);
  B("(V) acceleration of m downwards", 2.0 * V.way_down(1, m0) / (t * t), 1e-11);
  B("(V) rope tension", V.pull(1));
  B("(V) fixed pulley load", 2.0 * V.pull(1));
  Ropes N(o, tackle<4>(), {5.0, 1.0}, {0.0});
  B("(N) n=4 acceleration of M downwards", downward(N, 0), 1e-11);
  B("(N) n=4 tension", N.pull(1));
}

/// With a pulley that turns: exact at the start, where forces are read; later by convergence.
Study turning_pulley() {
  Study s;
  s.variant = "(P) parametric formula, pulley of three particles";
  s.times = {1.0};
  s.methods = {projected(0.01, 5), rk4(0.01, 5)};
  s.build = [](const WorldOptions& o) {
    Ropes p(o, with_pulley(), {1.0, 2.0, 0.25, 0.25, 0.5}, {0.0});
    return Scene{std::move(p.world), [id = p.id](const World& w, int) {
                   const std::vector<Vec3> f = w.parametric_forces(id);
                   const double way = -2.0 - w.point(PointOn{id, Vec3::Zero(), 1}).x.y();
                   const double axle = f[0].y() + f[1].y() + f[2].y() + f[3].y() + f[4].y();
                   return Readings{{"(P) acceleration", 2.0 * way},
                                   {"(P) T1", f[0].y()},
                                   {"(P) T2", f[1].y()},
                                   {"(P) axle load", axle}};
                 }};
  };
  return s;
}

/// A ring that slides on a rope between two points, with a bob at its end.
Study sliding_ring(const Reference& r) {
  Study s;
  s.variant = "(G) parametric formula";
  s.times = r.times("(G) P.x");
  s.times.insert(s.times.begin(), 0.0);
  s.methods = {projected(0.005, 5), rk4(0.005, 5)};
  s.build = [](const WorldOptions& o) {
    const Vec3 A(-0.5, 3.0, 0.0), B(0.5, 3.0, 0.0), P(0.2, 1.5, 0.0);
    const double rope = (P - A).norm() + (P - B).norm() + 1.0;
    const ParametricMap map = ParametricMap::formula<2, 2>(
        [=]<class S>(const std::array<S, 2>& u, std::array<Vec3T<S>, 2>& x) {
          const auto from = [&](const Vec3& p) {
            const S dx = u[0] - S(p.x()), dy = u[1] - S(p.y());
            return sqrt(S(dx * dx + dy * dy));
          };
          x[0] = Vec3T<S>(u[0], u[1], S(0.0));
          x[1] = at<S>(0.5, S(3.0 - rope) + from(A) + from(B));
        });
    Ropes ring(o, map, {3.0, 2.0}, {P.x(), P.y()});
    return Scene{std::move(ring.world), [id = ring.id](const World& w, int) {
                   const Vec3 x = w.point(PointOn{id, Vec3::Zero(), 0}).x;
                   return Readings{{"(G) P.x", x.x()},
                                   {"(G) P.y", x.y()},
                                   {"(G) Q.y", w.point(PointOn{id, Vec3::Zero(), 1}).x.y()},
                                   {"(G) tension", w.parametric_forces(id)[1].y()}};
                 }};
  };
  return s;
}

/// |AP| + |PB| + |BQ| stays what it is: a ring P on a rope that ends in a bob Q.
Study ring_on_a_rope(const Reference& r) {
  Study s;
  s.variant = "(G) multirope";
  s.times = r.times("(G) P.x");
  s.times.insert(s.times.begin(), 0.0);
  s.methods = {projected(0.005, 5), rk4(0.005, 5)};
  s.build = [](const WorldOptions& o) {
    World w(o);
    w.add(Gravity{.g = down_y});
    const Vec3 A(-0.5, 3.0, 0.0), B(0.5, 3.0, 0.0), P(0.2, 1.5, 0.0), Q(0.5, 2.0, 0.0);
    const ObjectId ring = w.add(Particle{.mass = 3.0, .position = P});
    const ObjectId bob = w.add(Particle{.mass = 2.0, .position = Q});
    const ConstraintId rope =
        w.add(Multirope{.path = PathLength{{Nail{A}, PointOn{ring}, Nail{B}, PointOn{bob}}},
                        .length = (P - A).norm() + (B - P).norm() + (Q - B).norm()});
    return Scene{std::move(w), [=](const World& world, int) {
                   const Vec3 p = world.placement(ring).position;
                   return Readings{{"(G) P.x", p.x()},
                                   {"(G) P.y", p.y()},
                                   {"(G) Q.y", world.placement(bob).position.y()},
                                   {"(G) tension", world.lambda(rope)[0]}};
                 }};
  };
  return s;
}

/// Straight ropes as constraints: the tension is read.
void multiropes(Validation& v, Reference& atwood, Reference& block, const char* stepper) {
  const auto particle = [](World& w, double m, double x, double y) {
    return w.add(Particle{.mass = m, .position = {x, y, 0.0}});
  };
  const auto way = [](const World& w, ObjectId id, double start) {
    return 2.0 * (start - w.placement(id).position.y());  // after a second
  };
  const std::string method = std::string("multirope, ") + stepper;
  World S({.stepper = stepper});
  S.add(Gravity{.g = down_y});
  const ObjectId m1 = particle(S, 1.0, -0.5, -4.0), m2 = particle(S, 2.0, 0.5, -4.0);
  const Vec3 left(-0.5, 0.0, 0.0), right(0.5, 0.0, 0.0);
  const ConstraintId over = S.add(Multirope{
      .path = PathLength{{PointOn{m1}, Nail{left}, Nail{right}, PointOn{m2}}}, .length = 9.0});
  S.run(1.0, 0.01);
  const Check A{v, atwood, method};
  A("(S) acceleration of m2 downwards", way(S, m2, -4.0), 1e-9);
  A("(S) tension", S.lambda(over)[0], 1e-8);
  A("(S) axle load", -S.loads(over)[1].force.y() - S.loads(over)[2].force.y(), 1e-8);

  World V({.stepper = stepper});
  V.add(Gravity{.g = down_y});
  const ObjectId load = particle(V, 3.0, -0.5, -4.0), end = particle(V, 1.0, 0.5, -4.0);
  const ConstraintId tackle = V.add(Multirope{
      .path = PathLength{{Nail{left}, PointOn{load}, Nail{left}, Nail{right}, PointOn{end}}},
      .length = 13.0});
  V.run(1.0, 0.01);
  const Check B{v, block, method};
  B("(V) acceleration of M downwards", way(V, load, -4.0), 1e-9);
  B("(V) acceleration of m downwards", way(V, end, -4.0), 1e-9);
  B("(V) rope tension", V.lambda(tackle)[0], 1e-8);
}

}  // namespace

void run(Validation& v) {
  Reference& machines = v.load("07a_atwood");
  Reference& block = v.load("07b_block_and_tackle");
  for (const char* stepper : {"projected", "rk4", "dormand_prince"}) {
    straight_ropes(v, machines, block, stepper);
    multiropes(v, machines, block, stepper);
  }
  v.converge(machines, turning_pulley());
  v.converge(block, sliding_ring(block));
  v.converge(block, ring_on_a_rope(block));
}

}  // namespace holon::validation::atwood
