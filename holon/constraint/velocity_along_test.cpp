// SPDX-License-Identifier: Apache-2.0
#include "holon/constraint/velocity_along.h"

#include <gmock/gmock.h>

#include <cmath>

#include "holon/checks/constraint_checks.h"
#include "holon/checks/mechanisms.h"

namespace holon::velocity_along_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// A skate with its centre of mass over the blade: it runs in a circle at constant speed v and spin
// ω, and the ice pushes sideways with m v ω.
TEST(VelocityAlong, SkateRunsInACircle) {
  const double m = 60.0, v = 3.0, w = 1.5;
  for (const char* stepper : {"projected", "rk4"}) {
    SCOPED_TRACE(stepper);
    World world({.stepper = stepper});
    const ObjectId skate = world.add(
        RigidBody{.mass = m, .velocity = {v, 0.0, 0.0}, .angular_velocity = {0.0, 0.0, w}});
    const ConstraintId blade = world.add(VelocityAlong{.a = Nail{},
                                                       .b = PointOn{skate},
                                                       .along = DirectionOn{skate, Vec3::UnitY()},
                                                       .speed = 0.0});
    ASSERT_TRUE(world.run(2.0, 0.001).ok);
    const Placement at = world.placement(skate);
    // second order: v t (ω h)² is 1e-5
    EXPECT_LT((at.position - v / w * Vec3(std::sin(w * 2.0), 1.0 - std::cos(w * 2.0), 0.0)).norm(),
              1e-5);
    EXPECT_NEAR(at.velocity.norm(), v, 1e-6) << "no work";
    EXPECT_NEAR(at.angular_velocity.z(), w, 1e-12);
    EXPECT_NEAR(world.lambda(blade)[0], m * v * w, 1e-3);
  }
}

// A conveyor takes things along at its speed.
TEST(VelocityAlong, ConveyorMovesAtItsSpeed) {
  World world;
  const ObjectId box = world.add(Particle{.mass = 2.0, .velocity = {0.5, 0.0, 0.0}});
  world.add(VelocityAlong{
      .a = Nail{}, .b = PointOn{box}, .along = WorldDirection{Vec3::UnitX()}, .speed = 0.5});
  ASSERT_TRUE(world.run(2.0, 0.01).ok);
  EXPECT_NEAR(world.placement(box).position.x(), 1.0, 1e-12);
}

TEST(VelocityAlong, NamesTheFieldThatMakesNoSense) {
  World world;
  const ObjectId id = world.add(Particle{});
  EXPECT_THAT(
      checks::why_refused(
          world,
          VelocityAlong{
              .a = Nail{}, .b = PointOn{id}, .along = WorldDirection{Vec3::Zero()}, .speed = 0.0}),
      ElementsAre("along: must be a direction of finite length that is not zero"));
}

}  // namespace holon::velocity_along_test
