// SPDX-License-Identifier: Apache-2.0
#include "holon/object/parametric.h"

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "holon/checks/object_checks.h"
#include "holon/holon.h"

namespace holon::parametric_test {

using checks::Placed;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr double kPi = std::numbers::pi, kG = 9.81;
const Vec3 g(0.0, -kG, 0.0);

// A bead on a vertical circle of radius r, at the angle θ from its lowest point.
Parametric bead(double mass, double r, double theta, double theta_dot) {
  return {.map = CircleMap{.radius = r},
          .masses = {mass},
          .u = {theta - 0.5 * kPi},
          .u_dot = {theta_dot}};
}
// A particle on the unit sphere by longitude and colatitude from −y.
ParametricMap sphere() {
  return ParametricMap::formula<2, 1>(
      []<class S>(const std::array<S, 2>& u, std::array<Vec3T<S>, 1>& x) {
        using std::cos;
        using std::sin;
        x[0] = Vec3T<S>(sin(u[1]) * cos(u[0]), -cos(u[1]), sin(u[1]) * sin(u[0]));
      });
}
std::vector<std::pair<std::string, Parametric>> examples() {
  const Quat turned = rotation_exp({0.5, -0.8, 0.3});
  return {{"circle",
           {.map = CircleMap{.radius = 0.7, .center = {0.1, 0.2, 0.3}, .orientation = turned},
            .masses = {2.0}}},
          {"helix",
           {.map = HelixMap{.radius = 0.5, .rise = 0.3, .center = {1, 0, 0}, .orientation = turned},
            .masses = {1.5}}},
          {"parabola",
           {.map = ParabolaMap{.curvature = 0.8, .vertex = {0, 1, 0}, .orientation = turned},
            .masses = {0.5}}},
          {"linkage",
           {.map = LinkageMap{.lengths = {0.5, 0.8, 0.3}, .pivot = {0, 2, 0}},
            .masses = {1.0, 2.0, 0.5},
            .u = {0.3, 0.7, 1.4},
            .u_dot = {0, 0, 0}}},
          {"formula", {.map = sphere(), .masses = {1.0}, .u = {0.4, 1.2}, .u_dot = {0, 0}}}};
}

// ---- connectors and inertia ----

TEST(Parametric, ConnectorsMatchFiniteDifferences) {
  std::mt19937 random(12);
  for (const auto& [name, description] : examples()) {
    SCOPED_TRACE(name);
    Placed<Parametric> object(description);
    for (int i = 0; i < 5; ++i) {
      object.shake(random, 0.2);
      for (int part = 0; part < object.runtime.particles(); ++part)
        checks::expect_point_derivatives(object, {ObjectId{}, Vec3::Zero(), part});
      checks::expect_way_and_back(object);
    }
  }
}

TEST(Parametric, InertiaIsThatOfItsParticles) {
  std::mt19937 random(13);
  for (const auto& [name, description] : examples()) {
    SCOPED_TRACE(name);
    Placed<Parametric> object(description);
    std::vector<checks::Marker> markers;
    for (std::size_t i = 0; i < description.masses.size(); ++i)
      markers.push_back({description.masses[i], {ObjectId{}, Vec3::Zero(), static_cast<int>(i)}});
    object.shake(random, 0.2);
    checks::expect_inertia_of(object, markers);
    // ẍ = T ü + ẍ at ü = 0
    const VecX u_ddot = checks::random_vector(object.runtime.nv(), random);
    for (const checks::Marker& marker : markers) {
      RowBlock<3, Eigen::Dynamic> J(3, object.runtime.nv());
      J.setZero();
      object.runtime.pull_point<3>(marker.point, Mat3::Identity(), J.data());
      const Vec3 a = object.runtime.acceleration(marker.point.part, u_ddot.data());
      EXPECT_LT((a - J * u_ddot - object.runtime.point(marker.point).a).norm(), 1e-13);
    }
  }
}

// The generalised force of drag on each particle, and Lagrange's equations for M(u):
//     bias = ½ ∂(u̇ᵀ M u̇)/∂u − Ṁ u̇
TEST(Parametric, BiasIsThatOfLagrangesEquations) {
  std::mt19937 random(14);
  for (const auto& [name, description] : examples()) {
    SCOPED_TRACE(name);
    Placed<Parametric> object(description);
    object.shake(random, 0.2);
    const int n = object.runtime.nv();
    const auto mass = [&](double t, const VecX& way) {
      MatX M = MatX::Zero(n, n);
      object.after(t, way).mass_matrix(M.data());
      return M;
    };
    const auto momentum = [&](double t) -> VecX { return mass(t, object.v) * object.v; };
    VecX expected = -checks::first_difference(momentum);
    for (int k = 0; k < n; ++k) {
      const auto energy = [&](double t) {
        return Eigen::Matrix<double, 1, 1>(0.5
                                           * object.v.dot(mass(t, VecX::Unit(n, k)) * object.v));
      };
      expected[k] += checks::first_difference(energy)[0];
    }
    VecX bias = VecX::Zero(n);
    object.runtime.add_bias(bias.data());
    EXPECT_LT((bias - expected).norm(), checks::first_tolerance);
  }
}

// ---- free flight ----

// Positions are differences of order h, so momenta lose digits by 1/h.
TEST(Parametric, FlightIsReversible) {
  std::mt19937 random(15);
  const double h = 0.1;
  for (const auto& [name, description] : examples()) {
    SCOPED_TRACE(name);
    Placed<Parametric> object(description);
    object.shake(random, 0.2);
    const VecX p = checks::momentum_of(object);
    const auto there = checks::fly<Parametric>(object.runtime, h, object.q, p);
    const auto back = checks::fly<Parametric>(object.runtime, h, there.q, -there.p);
    ASSERT_TRUE(there.ok && back.ok);
    EXPECT_GT((there.q - object.q).norm(), 0.01);
    EXPECT_LT((back.q - object.q).norm(), 1e-12);
    EXPECT_LT((back.p + p).norm(), 1e-12);
  }
}

// (u, p) are canonical: the derivative D of the flight keeps DᵀΩD = Ω.
TEST(Parametric, FlightIsSymplectic) {
  const Parametric description = examples()[3].second;
  const Placed<Parametric> object(description);
  const int n = object.runtime.nv();
  VecX start(2 * n);
  start << object.q, 0.05 * VecX::Ones(n);
  MatX D(2 * n, 2 * n), Omega = MatX::Zero(2 * n, 2 * n);
  for (int k = 0; k < 2 * n; ++k) {
    const auto end = [&](double t) -> VecX {
      const VecX from = start + t * VecX::Unit(2 * n, k);
      const auto f = checks::fly<Parametric>(object.runtime, 0.2, from.head(n), from.tail(n));
      VecX out(2 * n);
      out << f.q, f.p;
      return out;
    };
    D.col(k) = checks::first_difference(end);
  }
  Omega.topRightCorner(n, n).setIdentity();
  Omega.bottomLeftCorner(n, n) = -MatX::Identity(n, n);
  EXPECT_GT((D - MatX::Identity(2 * n, 2 * n)).norm(), 0.1);
  EXPECT_LT((D.transpose() * Omega * D - Omega).norm(), 1e-8);
}

// On a circle nothing changes the speed: after a time t the bead is at u₀ + u̇ t.
TEST(Parametric, FreeBeadGoesRoundEvenly) {
  World world;
  const ObjectId id = world.add(bead(2.0, 0.5, 0.0, 3.0));
  const double h = 0.01;
  world.run(2.0, h);
  const Vec3 x = world.placement(id).position;
  // chords for arcs: the discrete rate is off by (u̇h)²/6, here 1.5e-4 of 6 rad
  EXPECT_NEAR(std::atan2(x.x(), -x.y()), 6.0 - 2.0 * kPi, 1.5e-3);
  EXPECT_NEAR(x.norm(), 0.5, 1e-15);
  const std::vector<Vec3> force = world.parametric_forces(id);
  ASSERT_EQ(force.size(), 1u);
  EXPECT_LT((force[0] + 2.0 * 9.0 * x).norm(), 1e-3 * 9.0) << "centripetal, m r u̇²";
}

// ---- a bead on a wire ----

// On a vertical circle it is a pendulum: θ̈ = −(g/r) sin θ, and the wire pushes towards the centre
// with N = m (g cos θ + r θ̇²).
TEST(Parametric, BeadOnAVerticalCircleIsAPendulum) {
  const double m = 0.3, r = 0.5, theta = 0.7, rate = 1.3;
  World world;
  world.add(Gravity{.g = g});
  const ObjectId id = world.add(bead(m, r, theta, rate));
  for (int i = 0; i < 20; ++i) {
    const double u = world.state().q(id)[0] + 0.5 * kPi, u_dot = world.state().v(id)[0];
    const Vec3 inward = -world.placement(id).position / r;
    const Vec3 N = world.parametric_forces(id)[0];
    EXPECT_NEAR(N.dot(inward), m * (kG * std::cos(u) + r * u_dot * u_dot), 1e-12);
    EXPECT_LT(N.cross(inward).norm(), 1e-13) << "a frictionless wire does no work";
    world.step(0.02);
  }
}

// Its period is 4 √(r/g) K(sin θ₀/2).
TEST(Parametric, BeadSwingsWithThePeriodOfTheEllipticIntegral) {
  const double r = 0.5, theta = 1.5;
  const double period = 4.0 * std::sqrt(r / kG) * std::comp_ellint_1(std::sin(0.5 * theta));
  double error[2];
  for (int i = 0; i < 2; ++i) {
    World world;
    world.add(Gravity{.g = g});
    const ObjectId id = world.add(bead(1.0, r, theta, 0.0));
    world.run(1.25 * period, period / (200 << i));
    error[i] = world.state().q(id)[0] + 0.5 * kPi;  // zero: it passes the lowest point
  }
  EXPECT_LT(std::abs(error[1]), 1e-3);
  EXPECT_NEAR(error[0] / error[1], 4.0, 0.1);
}

// What else pulls at the bead is not the wire's: a weight hung on it, a spring, drag.
TEST(Parametric, ForceOfTheWireLeavesOutAllOtherForces) {
  const double m = 0.3, r = 0.5, theta = 0.7, rate = 1.3, hung = 0.4;
  World world;
  world.add(Gravity{.g = g});
  world.add(Drag{.linear = 0.2});
  const ObjectId id = world.add(bead(m, r, theta, rate));
  const PointKin k = world.point(PointOn{id});
  const ObjectId weight = world.add(Particle{.mass = hung, .position = k.x, .velocity = k.v});
  const ConstraintId knot = world.add(PointToPoint{PointOn{id}, PointOn{weight}});
  const Vec3 anchor(0.6, 0.1, 0.0);
  world.add(SpringDamper{Nail{anchor}, PointOn{id}, 2.0, 0.0, 0.0});
  const Vec3 N = world.parametric_forces(id)[0], inward = -k.x / r;
  // across the wire: (m + M) r θ̇² = N + (m + M) g·n + spring·n, drag being along it
  const Vec3 spring = 2.0 * (anchor - k.x);
  const double across = (m + hung) * (r * rate * rate - g.dot(inward)) - spring.dot(inward);
  EXPECT_NEAR(N.dot(inward), across, 1e-12);
  EXPECT_LT(N.cross(inward).norm(), 1e-12);
  EXPECT_GT(world.loads(knot)[1].force.norm(), 1.0);
}

// A bead slides down a helix with a = −g k²/(r² + k²)… along the axis: u̇ grows evenly.
TEST(Parametric, BeadSlidesDownAHelix) {
  const double r = 0.4, rise = 0.2, t = 1.0;
  World world;
  world.add(Gravity{.g = {0, 0, -kG}});
  const ObjectId id =
      world.add(Parametric{.map = HelixMap{.radius = r, .rise = rise}, .masses = {3.0}});
  world.set_stepper("rk4");
  world.run(t, 0.01);
  const double u_ddot = -kG * rise / (r * r + rise * rise);
  EXPECT_NEAR(world.state().q(id)[0], 0.5 * u_ddot * t * t, 1e-12);
  EXPECT_NEAR(world.state().v(id)[0], u_ddot * t, 1e-12);
}

// Typed as a formula of two parameters: going round at the height cos α = g/ω² of a conical
// pendulum of length 1. The force of the sphere is the tension m ω², and then some rounding.
TEST(Parametric, ParticleOnASphereGoesRoundAsAConicalPendulum) {
  const double alpha = 0.8, w = std::sqrt(kG / std::cos(alpha)), m = 2.0;
  World world;
  world.add(Gravity{.g = g});
  const ObjectId id =
      world.add(Parametric{.map = sphere(), .masses = {m}, .u = {0.0, alpha}, .u_dot = {w, 0.0}});
  EXPECT_NEAR(world.parametric_forces(id)[0].norm(), m * w * w, 1e-12);
  world.set_stepper("rk4");
  world.run(2.0, 0.002);
  EXPECT_NEAR(world.state().q(id)[0], 2.0 * w, 1e-8);
  EXPECT_NEAR(world.state().q(id)[1], alpha, 1e-8);
}

// ---- linkages ----

// A double pendulum by its angles, and as two particles on bars: the same motion, the same bars.
TEST(Parametric, LinkageMovesAsParticlesOnBars) {
  const double l1 = 0.7, l2 = 0.5, m1 = 1.0, m2 = 0.6;
  World angles(WorldOptions{.stepper = "rk4"}), bars(WorldOptions{.stepper = "rk4"});
  for (World* w : {&angles, &bars}) w->add(Gravity{.g = g});
  const ObjectId id = angles.add(Parametric{.map = LinkageMap{.lengths = {l1, l2}},
                                            .masses = {m1, m2},
                                            .u = {1.0, 2.0},
                                            .u_dot = {0.5, -1.0}});
  ObjectId p[2];
  for (int i = 0; i < 2; ++i) {
    const PointKin k = angles.point(PointOn{id, Vec3::Zero(), i});
    p[i] = bars.add(Particle{.mass = i == 0 ? m1 : m2, .position = k.x, .velocity = k.v});
  }
  const ConstraintId first = bars.add(Distance{Nail{}, PointOn{p[0]}, l1});
  const ConstraintId second = bars.add(Distance{PointOn{p[0]}, PointOn{p[1]}, l2});
  angles.run(1.0, 0.001);
  bars.run(1.0, 0.001);
  Vec3 x[2];
  for (int i = 0; i < 2; ++i) {
    x[i] = angles.point(PointOn{id, Vec3::Zero(), i}).x;
    EXPECT_LT((bars.placement(p[i]).position - x[i]).norm(), 1e-8);
  }
  // what holds each particle is the pull of the bars at it
  const double s1 = -bars.lambda(first)[0], s2 = -bars.lambda(second)[0];
  const Vec3 along2 = (x[1] - x[0]) / l2;
  const std::vector<Vec3> force = angles.parametric_forces(id);
  EXPECT_LT((force[1] + s2 * along2).norm(), 1e-6);
  EXPECT_LT((force[0] + s1 * x[0] / l1 - s2 * along2).norm(), 1e-6);
  EXPECT_GT(s1, 1.0);
}

// ---- moved by the host ----

// The host's bead goes round by itself with u̇; what is tied to it is carried along.
TEST(Parametric, KinematicOneGoesOnAndCarriesWhatHangsOnIt) {
  const double r = 0.5, w = 2.0, m = 3.0;
  World world;
  world.add(Gravity{.g = g});
  const ObjectId id = world.add(bead(1.0, r, 0.0, w), {.kinematic = true});
  const ObjectId weight =
      world.add(Particle{.mass = m, .position = {0, -r, 0}, .velocity = {r * w, 0, 0}});
  const ConstraintId knot = world.add(PointToPoint{PointOn{id}, PointOn{weight}});
  world.run(1.0, 0.01);
  const Vec3 x = r * Vec3(std::sin(w), -std::cos(w), 0);
  EXPECT_LT((world.placement(weight).position - x).norm(), 1e-11);
  EXPECT_LT((world.loads(knot)[1].force - m * (-w * w * x - g)).norm(), 1e-9);
  EXPECT_LT((world.loads(knot)[0].force + m * (-w * w * x - g)).norm(), 1e-9);
  const double u[] = {0.0}, stop[] = {0.0};
  world.place(id, u, stop);  // the host may put it elsewhere between two steps
  EXPECT_LT((world.placement(id).position - Vec3(r, 0, 0)).norm(), 1e-15);
}

TEST(Parametric, IsNotPlacedOrDrivenByAPosition) {
  World world;
  const ObjectId free = world.add(bead(1, 1, 0, 0));
  const ObjectId led = world.add(bead(1, 1, 0, 0), {.kinematic = true});
  EXPECT_THROW(world.place(free, Placement{}), UsageError);
  EXPECT_THROW(world.drive(led, Placement{}), UsageError);
  EXPECT_THROW(world.parametric_forces(led), UsageError);
}

// ---- what is refused ----

TEST(Parametric, NamesTheFieldThatMakesNoSense) {
  const auto errors = [](const Parametric& p) {
    Diagnostics d;
    p.check(d);
    return d.errors();
  };
  EXPECT_THAT(errors({.map = CircleMap{.radius = -1.0}}),
              ElementsAre("map: radius: must be positive and finite"));
  EXPECT_THAT(errors({.map = LinkageMap{.lengths = {1, 1}}}),
              ElementsAre("masses: must be one per particle of the map: 2",
                          "u: must be one per parameter of the map: 2",
                          "u_dot: must be one per parameter of the map: 2"));
  EXPECT_THAT(errors({.masses = {-1.0}}), ElementsAre("masses: must be positive and finite"));
  EXPECT_THAT(errors({.u = {std::nan("")}}), ElementsAre("u: must be finite"));
  EXPECT_THAT(errors({.u_dot = {std::nan("")}}), ElementsAre("u_dot: must be finite"));
  EXPECT_THAT(errors({.map = ParametricMap::Function()}),
              ElementsAre(HasSubstr("map: function: ")));
}

}  // namespace holon::parametric_test
