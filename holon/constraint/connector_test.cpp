// SPDX-License-Identifier: Apache-2.0
#include "holon/constraint/connector.h"

#include <gmock/gmock.h>

#include "holon/checks/constraint_checks.h"

namespace holon::connector_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr double g = 9.81;

// A beam of 2 m welded to a wall at its end carries its weight m g and the moment m g L/2 there.
TEST(Connector, BeamInAWallShowsForceAndMoment) {
  const double m = 3.0;
  World world;
  world.add(Gravity{.g = {0.0, 0.0, -g}});
  const ObjectId beam = world.add(RigidBody{.mass = m, .position = {1.0, 0.0, 0.0}});
  const ConstraintId weld =
      world.add(Connector{.a = WorldFrame{}, .b = FrameOn{beam, {-1.0, 0.0, 0.0}}});
  ASSERT_TRUE(world.run(0.5, 0.01).ok);
  EXPECT_LT((world.placement(beam).position - Vec3(1.0, 0.0, 0.0)).norm(), 1e-12);
  const ConnectorLoad load = world.loads(weld)[1];
  EXPECT_LT((load.force - Vec3(0.0, 0.0, m * g)).norm(), 1e-10);
  EXPECT_LT((load.torque - Vec3(0.0, -m * g, 0.0)).norm(), 1e-10);
  const std::vector<double> lambda = world.lambda(weld);
  EXPECT_NEAR(lambda[2], m * g, 1e-10);
  EXPECT_NEAR(lambda[4], -m * g, 1e-10);
}

// Two welded bodies fly as one: the spin is that of one body with the inertia of both.
TEST(Connector, WeldedBodiesFlyAsOne) {
  World world;
  const Mat3 inertia = 0.1 * Mat3::Identity();
  const Vec3 spin(0.0, 0.0, 2.0);
  const auto half = [&](double x) {
    return world.add(RigidBody{.inertia = inertia,
                               .position = {x, 0.0, 0.0},
                               .velocity = spin.cross(Vec3(x, 0.0, 0.0)),
                               .angular_velocity = spin});
  };
  const ObjectId left = half(-0.5), right = half(0.5);
  const ConstraintId weld = world.add(
      Connector{.a = FrameOn{left, {0.5, 0.0, 0.0}}, .b = FrameOn{right, {-0.5, 0.0, 0.0}}});
  ASSERT_TRUE(world.run(1.0, 0.001).ok);
  const Placement p = world.placement(right);
  EXPECT_LT((p.angular_velocity - spin).norm(), 1e-10);
  // the weld pulls inwards with m ω² r
  EXPECT_NEAR(world.loads(weld)[1].force.dot(p.position.normalized()), -2.0, 1e-5);
  EXPECT_LT((p.position - 0.5 * Vec3(std::cos(2.0), std::sin(2.0), 0.0)).norm(), 1e-6);
}

TEST(Connector, BreaksAtItsLimitOfTorque) {
  World world;
  const ObjectId body = world.add(RigidBody{});
  const ConstraintId weld =
      world.add(Connector{.a = WorldFrame{}, .b = FrameOn{body}}, {.break_torque = 2.05});
  world.add(AppliedTorque{.frame = FrameOn{body}, .torque = {0.0, Polynomial{{0.0, 10.0}}, 0.0}});
  std::vector<Event> events;
  world.on_event([&](const Event& e) { events.push_back(e); });
  ASSERT_TRUE(world.run(0.4, 0.01).ok);
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].constraint, weld);
  EXPECT_NEAR(events[0].time, 0.21, 1e-12);
  EXPECT_NEAR(events[0].value, 2.1, 1e-9);
}

TEST(Connector, NamesTheFieldThatMakesNoSense) {
  World world;
  const ObjectId body = world.add(RigidBody{}), dot = world.add(Particle{});
  const auto refused = [&](const FrameRef& a, const FrameRef& b) {
    return checks::why_refused(world, Connector{.a = a, .b = b});
  };
  EXPECT_THAT(refused(WorldFrame{}, FrameOn{body}), IsEmpty());
  EXPECT_THAT(refused(WorldFrame{}, FrameOn{dot}),
              ElementsAre("b: needs an object with an orientation, and a particle has none"));
  EXPECT_THAT(refused(WorldFrame{.at = {0.0, NAN, 0.0}}, FrameOn{}),
              ElementsAre("a: must be finite", "b: names no object"));
}

}  // namespace holon::connector_test
