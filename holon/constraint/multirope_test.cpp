// SPDX-License-Identifier: Apache-2.0
#include "holon/constraint/multirope.h"

#include <gmock/gmock.h>

#include <cmath>

#include "holon/checks/constraint_checks.h"
#include "holon/checks/mechanisms.h"

namespace holon::multirope_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr double g = 9.81;

// Atwood's machine: a = (m₁ − m₂) g / (m₁ + m₂), T = 2 m₁ m₂ g / (m₁ + m₂).
TEST(Multirope, AtwoodsMachine) {
  const double m1 = 3.0, m2 = 2.0;
  for (const char* stepper : {"projected", "rk4"}) {
    SCOPED_TRACE(stepper);
    World world({.stepper = stepper});
    world.add(Gravity{.g = {0.0, 0.0, -g}});
    const ObjectId heavy = world.add(Particle{.mass = m1, .position = {0.0, 0.0, -2.0}});
    const ObjectId light = world.add(Particle{.mass = m2, .position = {0.0, 0.0, -3.0}});
    const ConstraintId rope = world.add(
        Multirope{.path = PathLength{{PointOn{heavy}, Nail{}, PointOn{light}}}, .length = 5.0});
    ASSERT_TRUE(world.run(0.5, 0.01).ok);
    const double a = (m1 - m2) * g / (m1 + m2), T = 2.0 * m1 * m2 * g / (m1 + m2);
    EXPECT_NEAR(world.placement(heavy).position.z(), -2.0 - 0.125 * a, 1e-10);
    EXPECT_NEAR(world.placement(light).position.z(), -3.0 + 0.125 * a, 1e-10);
    EXPECT_NEAR(world.lambda(rope)[0], T, 1e-8);
    const auto loads = world.loads(rope);
    ASSERT_EQ(loads.size(), 3U);
    EXPECT_NEAR(loads[0].force.z(), T, 1e-8);
    EXPECT_NEAR(loads[1].force.z(), -2.0 * T, 1e-8) << "the pulley carries both sides";
    EXPECT_NEAR(loads[2].force.z(), T, 1e-8);
  }
}

// A moving block halves the force: m hangs still on a rope whose end is held by m/2.
TEST(Multirope, MovingBlockHalvesTheForce) {
  World world;
  world.add(Gravity{.g = {0.0, 0.0, -g}});
  const ObjectId block = world.add(Particle{.mass = 4.0, .position = {0.0, 0.0, -2.0}});
  const ObjectId counter = world.add(Particle{.mass = 2.0, .position = {1.0, 0.0, -1.0}});
  // straight up on both sides of the block, so that the closed form is exact
  const ConstraintId rope = world.add(Multirope{
      .path = PathLength{{Nail{}, PointOn{block}, Nail{}, Nail{{1.0, 0.0, 0.0}}, PointOn{counter}}},
      .length = 6.0});
  ASSERT_TRUE(world.run(0.5, 0.01).ok);
  EXPECT_LT(world.placement(block).velocity.norm(), 1e-10);
  EXPECT_LT(world.placement(counter).velocity.norm(), 1e-10);
  EXPECT_NEAR(world.lambda(rope)[0], 2.0 * g, 1e-8);
}

// A block of mass m hangs in a loop of rope: the tension is m g / 2, though the block feels m g.
TEST(Multirope, BreaksByItsTension) {
  const double m = 4.0, T = 0.5 * m * g;
  for (const double limit : {0.99 * T, 1.01 * T}) {
    World world;
    world.add(Gravity{.g = {0.0, 0.0, -g}});
    const ObjectId block = world.add(Particle{.mass = m, .position = {0.0, 0.0, -2.0}});
    const ConstraintId rope =
        world.add(Multirope{.path = PathLength{{Nail{}, PointOn{block}, Nail{}}}, .length = 4.0},
                  {.name = "rope", .break_force = limit});
    EXPECT_NEAR(world.signal("rope.force"), T, 1e-8);
    world.step(0.01);
    EXPECT_EQ(world.is_active(rope), limit > T);
    if (limit > T) continue;
    ASSERT_EQ(world.report().events.size(), 1U);
    EXPECT_EQ(world.report().events[0].kind, EventKind::broken);
    EXPECT_NEAR(world.report().events[0].value, T, 1e-8);
  }
}

// Lifted from below, a weight leaves its rope slack.
TEST(Multirope, DoesNotPush) {
  World world;
  const ObjectId a = world.add(Particle{.position = {0.0, 0.0, -1.0}, .velocity = {0.0, 0.0, 1.0}});
  const ConstraintId rope =
      world.add(Multirope{.path = PathLength{{Nail{}, PointOn{a}}}, .length = 1.0});
  ASSERT_TRUE(world.run(0.5, 0.01).ok);
  EXPECT_NEAR(world.placement(a).position.z(), -0.5, 1e-12);
  EXPECT_EQ(world.lambda(rope)[0], 0.0);
}

TEST(Multirope, NamesTheFieldThatMakesNoSense) {
  World world;
  const ObjectId id = world.add(Particle{});
  const auto refused = [&](std::vector<PointRef> points, double length) {
    return checks::why_refused(world,
                               Multirope{.path = PathLength{std::move(points)}, .length = length});
  };
  EXPECT_THAT(refused({Nail{}, PointOn{id}}, 1.0), IsEmpty());
  EXPECT_THAT(refused({PointOn{id}}, 1.0),
              ElementsAre("points: must go through two points at least"));
  EXPECT_THAT(refused({Nail{}, PointOn{id}}, -1.0),
              ElementsAre("length: must be positive and finite"));
  EXPECT_THAT(refused({Nail{}, PointOn{id}, PointOn{}}, 1.0),
              ElementsAre("points.2: names no object"));
}

}  // namespace holon::multirope_test
