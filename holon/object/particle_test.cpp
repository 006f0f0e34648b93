// SPDX-License-Identifier: Apache-2.0
#include "holon/object/particle.h"

#include <gmock/gmock.h>

#include "holon/checks/object_checks.h"
#include "holon/holon.h"

namespace holon::particle_test {

using checks::Placed;
using ::testing::ElementsAre;

const Vec3 g(0.0, -9.81, 0.0);
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

TEST(Particle, ConnectorsMatchFiniteDifferences) {
  std::mt19937 random(1);
  Placed<Particle> particle(Particle{.mass = 2.0, .position = {0.1, 0.2, 0.3}});
  for (int i = 0; i < 5; ++i) {
    particle.shake(random);
    checks::expect_point_derivatives(particle, {});
    checks::expect_way_and_back(particle);
    checks::expect_inertia_of(particle, {{2.0, PointOn{}}});
    checks::expect_reversible_flight(particle, 0.3);
  }
}

// A point has no extent: where on it a connector is makes no difference.
TEST(Particle, HasOnePointOnly) {
  Placed<Particle> particle(Particle{.position = {1, 2, 3}, .velocity = {4, 5, 6}});
  const PointKin k = particle.runtime.point({ObjectId{}, Vec3(7, 8, 9)});
  EXPECT_EQ(k.x, Vec3(1, 2, 3));
  EXPECT_EQ(k.v, Vec3(4, 5, 6));
}

// The default stepper is exact where the force is constant, whatever the step. The sum of 20 steps
// rounds to about 20 · 1e-16 · 50 m.
TEST(Particle, ThrownFliesItsParabola) {
  World world;
  world.add(Gravity{.g = g});
  const Vec3 x0(1, 2, 3), v0(3, 10, -1);
  const ObjectId stone = world.add(Particle{.mass = 0.3, .position = x0, .velocity = v0});
  const double t = 2.0;
  world.run(t, 0.1);
  const Placement p = world.placement(stone);
  EXPECT_LT((p.position - (x0 + v0 * t + 0.5 * g * t * t)).norm(), 1e-13);
  EXPECT_LT((p.velocity - (v0 + g * t)).norm(), 1e-13);
}

TEST(Particle, FlightKeepsItsMomentum) {
  const Particle stone{.mass = 3.0, .position = {1, 0, 0}, .velocity = {1, 2, 3}};
  const Placed<Particle> placed(stone);
  const VecX p = checks::momentum_of(placed);
  const auto f = checks::fly<Particle>(placed.runtime, 0.5, placed.q, p);
  EXPECT_TRUE(f.ok);
  EXPECT_EQ(f.p, p);
  EXPECT_LT((f.q - VecX(Vec3(1.5, 1.0, 1.5))).norm(), 1e-15);
  EXPECT_LT((f.v - VecX(Vec3(1, 2, 3))).norm(), 1e-15);
}

// ---- moved by the host ----

struct Hanging {
  World world;
  ObjectId hook, weight;
  ConstraintId knot;
};
constexpr double kMass = 2.0;

// A weight tied to a particle that the host moves.
Hanging hanging(const Particle& hook) {
  Hanging h;
  h.world.add(Gravity{.g = g});
  h.hook = h.world.add(hook, {.name = "hook", .kinematic = true});
  h.weight =
      h.world.add(Particle{.mass = kMass, .position = hook.position, .velocity = hook.velocity});
  h.knot = h.world.add(PointToPoint{PointOn{h.hook}, PointOn{h.weight}});
  return h;
}

TEST(Particle, KinematicOneGoesOnAtConstantVelocityAndCarriesAWeight) {
  const Vec3 v(1.0, 0.5, -2.0);
  Hanging h = hanging(Particle{.position = {0, 1, 0}, .velocity = v});
  h.world.run(1.0, 0.01);
  EXPECT_LT((h.world.placement(h.hook).position - (Vec3(0, 1, 0) + v)).norm(), 1e-13);
  EXPECT_LT((h.world.placement(h.weight).position - (Vec3(0, 1, 0) + v)).norm(), 1e-12);
  const auto loads = h.world.loads(h.knot);
  ASSERT_EQ(loads.size(), 2u);
  EXPECT_EQ(loads[0].object, h.hook);
  EXPECT_LT((loads[0].force - kMass * g).norm(), 1e-10) << "the hook feels the weight";
  EXPECT_LT((loads[1].force + kMass * g).norm(), 1e-10);
  EXPECT_EQ(h.world.degrees_of_freedom(), 3) << "the hook has none";
}

// Gravity and other forces do not touch what the host moves.
TEST(Particle, KinematicOneDoesNotFall) {
  World world;
  world.add(Gravity{.g = g});
  const ObjectId id = world.add(Particle{.position = {1, 2, 3}}, {.kinematic = true});
  const ObjectId falling = world.add(Particle{});
  world.run(1.0, 0.1);
  EXPECT_EQ(world.placement(id).position, Vec3(1, 2, 3));
  EXPECT_LT(world.placement(falling).position.y(), -4.0);
}

// Led around a circle at constant speed, x = r (cos ωt, 0, sin ωt): the weight follows, and the
// knot has to carry the weight and to bend its way, m (ẍ − g).
TEST(Particle, DrivenOneLeadsAWeightAroundACircle) {
  const double r = 0.5, w = 3.0, h = 0.001;
  const auto at = [&](double t) {
    return Placement{.position = r * Vec3(std::cos(w * t), 0, std::sin(w * t)),
                     .velocity = r * w * Vec3(-std::sin(w * t), 0, std::cos(w * t))};
  };
  Hanging h_ = hanging(Particle{.position = at(0).position, .velocity = at(0).velocity});
  for (int i = 0; i < 1000; ++i) {
    h_.world.drive(h_.hook, at(h_.world.time() + h));
    ASSERT_TRUE(h_.world.step(h).ok);
  }
  const Placement end = at(1.0), weight = h_.world.placement(h_.weight);
  EXPECT_LT((weight.position - end.position).norm(), 1e-11);
  EXPECT_LT((weight.velocity - end.velocity).norm(), 1e-11);
  const Vec3 force = kMass * (-w * w * end.position - g);
  EXPECT_LT((h_.world.loads(h_.knot)[1].force - force).norm(), 1e-3 * force.norm());
}

TEST(Particle, CompanionReadsBeforeAndWritesAfterAStep) {
  Hanging h = hanging(Particle{.velocity = {0, 0.5, 0}});
  const auto lift = [](double t) {
    return Placement{.position = {0, 0.5 * t, 0}, .velocity = {0, 0.5, 0}};
  };
  std::vector<double> asked;
  std::vector<std::pair<double, double>> told;  // time and height
  h.world.attach(h.hook, Companion{.read = [&](double t) {
                   asked.push_back(t);
                   return lift(t);
                 }});
  h.world.attach(h.weight, Companion{.write = [&](const Placement& p, double t) {
                   told.emplace_back(t, p.position.y());
                 }});
  h.world.run(0.3, 0.1);
  EXPECT_THAT(
      asked,
      ElementsAre(
          ::testing::DoubleEq(0.1), ::testing::DoubleEq(0.2), ::testing::DoubleNear(0.3, 1e-15)));
  ASSERT_EQ(told.size(), 3u);
  for (const auto& [t, y] : told) EXPECT_NEAR(y, 0.5 * t, 1e-11);
}

// ---- what is refused ----

TEST(Particle, NamesTheFieldThatMakesNoSense) {
  Diagnostics d;
  Particle{.mass = 0.0, .position = {0, kNan, 0}, .velocity = {0, 0, kNan}}.check(d);
  EXPECT_THAT(d.errors(),
              ElementsAre("mass: must be positive and finite",
                          "position: must be finite",
                          "velocity: must be finite"));
}

TEST(Particle, RefusedByAWorldUnderItsName) {
  World world;
  try {
    world.add(Particle{.mass = -1.0}, {.name = "bob"});
    FAIL() << "a negative mass was accepted";
  } catch (const ModelError& e) {
    EXPECT_THAT(e.what(), ::testing::HasSubstr("'bob'"));
    EXPECT_THAT(e.errors(), ElementsAre("mass: must be positive and finite"));
  }
  EXPECT_EQ(world.degrees_of_freedom(), 0);
}

}  // namespace holon::particle_test
