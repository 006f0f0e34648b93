// SPDX-License-Identifier: Apache-2.0
#include "holon/constraint/limit.h"

#include <gmock/gmock.h>

#include <cmath>

#include "holon/checks/constraint_checks.h"
#include "holon/checks/mechanisms.h"

namespace holon::limit_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr double g = 9.81;

// A flap falls about its hinge onto a stop: free before it, at rest on it, held by m g d.
TEST(Limit, FlapFallsOntoItsStop) {
  const double m = 2.0, d = 0.5, I = 0.3;
  for (const char* stepper : {"projected", "rk4"}) {
    SCOPED_TRACE(stepper);
    World world({.stepper = stepper});
    world.add(Gravity{.g = {0.0, -g, 0.0}});
    const Quat up(Eigen::AngleAxisd(1.0, Vec3::UnitZ()));
    const ObjectId flap = world.add(RigidBody{.mass = m,
                                              .inertia = Vec3(0.2, 0.2, I).asDiagonal(),
                                              .com = {d, 0.0, 0.0},
                                              .orientation = up});
    world.add(LineHinge{.a = WorldFrame{}, .b = FrameOn{flap}});
    const ScalarRef angle = AngleBetween{.a = WorldDirection{Vec3::UnitX()},
                                         .b = DirectionOn{flap, Vec3::UnitX()},
                                         .axis = WorldDirection{}};
    const ConstraintId stop = world.add(Limit{.quantity = angle, .lower = 0.0});
    while (world.scalar(angle).x > 0.02) {
      ASSERT_TRUE(world.step(1e-3).ok);
      EXPECT_EQ(world.lambda(stop)[0], 0.0);
      const double speed = world.scalar(angle).v;
      // ½ (I + m d²) θ̇² = m g d (sin 1 − sin θ)
      const double energy = m * g * d * (std::sin(1.0) - std::sin(world.scalar(angle).x));
      EXPECT_NEAR(0.5 * (I + m * d * d) * speed * speed, energy, 1e-4);
    }
    ASSERT_TRUE(world.run(0.1, 1e-3).ok);
    EXPECT_NEAR(world.scalar(angle).x, 0.0, 1e-9);
    EXPECT_NEAR(world.scalar(angle).v, 0.0, 1e-9);
    EXPECT_NEAR(world.lambda(stop)[0], m * g * d, 1e-6);
  }
}

// A slider between two stops, pushed to and fro.
TEST(Limit, SliderStaysBetweenItsStops) {
  World world;
  const ObjectId slider = world.add(Particle{.mass = 1.0, .velocity = {2.0, 0.0, 0.0}});
  const ScalarRef travel = checks::travel_of(PointOn{slider}, Vec3::UnitX());
  const ConstraintId stops = world.add(Limit{.quantity = travel, .lower = -0.3, .upper = 0.2});
  ASSERT_TRUE(world.run(0.2, 0.01).ok);
  EXPECT_NEAR(world.scalar(travel).x, 0.2, 1e-12);
  EXPECT_NEAR(world.scalar(travel).v, 0.0, 1e-12);
  world.add(AppliedForce{.point = PointOn{slider}, .force = Path::constant({5.0, 0.0, 0.0})});
  ASSERT_TRUE(world.run(0.1, 0.01).ok);
  EXPECT_NEAR(world.lambda(stops)[0], 5.0, 1e-8);
  EXPECT_NEAR(world.loads(stops)[1].force.x(), -5.0, 1e-8);
  world.add(AppliedForce{.point = PointOn{slider}, .force = Path::constant({-12.0, 0.0, 0.0})});
  ASSERT_TRUE(world.step(0.01).ok);
  EXPECT_EQ(world.lambda(stops)[0], 0.0) << "it lets go at once";
  ASSERT_TRUE(world.run(1.0, 0.01).ok);
  EXPECT_NEAR(world.scalar(travel).x, -0.3, 1e-12);
  EXPECT_NEAR(world.lambda(stops)[0], 7.0, 1e-8);
}

// Turns are counted: a wheel may turn three times and no further.
TEST(Limit, CountsWholeTurns) {
  World world;
  const checks::Turning wheel = checks::add_turning(world, 0.5, 10.0);
  const double most = 6.0 * std::acos(-1.0);
  world.add(Limit{.quantity = wheel.angle, .upper = most});
  ASSERT_TRUE(world.run(1.5, 0.01).ok);
  EXPECT_NEAR(world.placement(wheel.body).angular_velocity.z(), 10.0, 1e-9);
  ASSERT_TRUE(world.run(1.0, 0.01).ok);
  EXPECT_NEAR(world.placement(wheel.body).angular_velocity.z(), 0.0, 1e-9);
  EXPECT_NEAR(std::remainder(world.scalar(wheel.angle).x - most, 2.0 * std::acos(-1.0)), 0.0, 1e-9);
}

TEST(Limit, NamesTheFieldThatMakesNoSense) {
  World world;
  const ObjectId id = world.add(Particle{});
  const auto refused = [&](double lower, double upper) {
    return checks::why_refused(
        world,
        Limit{.quantity = DistanceBetween{Nail{}, PointOn{id}}, .lower = lower, .upper = upper});
  };
  EXPECT_THAT(refused(0.1, no_limit), IsEmpty());
  EXPECT_THAT(refused(2.0, 1.0), ElementsAre("lower: must be below upper"));
  EXPECT_THAT(refused(-no_limit, no_limit), ElementsAre("upper: needs a value, or lower does"));
  EXPECT_THAT(refused(std::nan(""), 1.0), ElementsAre("lower: must be below upper"));
}

}  // namespace holon::limit_test
