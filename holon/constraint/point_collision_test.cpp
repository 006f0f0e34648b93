// SPDX-License-Identifier: Apache-2.0
#include "holon/constraint/point_collision.h"

#include <gmock/gmock.h>

#include <cmath>

#include "holon/checks/constraint_checks.h"

/// What it is under every stepper. Its rebounds: holon/step/correction_collisions_test.cpp.
namespace holon::point_collision_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr double g = 9.81, m = 1.5;
const Gravity kWeight{.g = {0.0, 0.0, -g}};

// It falls freely, z = 1 − ½ g t², stops on the floor however elastic it is called, and rests.
TEST(PointCollision, StopsWhatFalls) {
  for (const char* stepper : {"projected", "rk4", "rk2", "dormand_prince"}) {
    SCOPED_TRACE(stepper);
    World world({.stepper = stepper});
    world.add(kWeight);
    const ObjectId bead = world.add(Particle{.mass = m, .position = {0.0, 0.0, 1.0}});
    const ConstraintId floor = world.add(PointCollision{
        .a = Nail{}, .b = PointOn{bead}, .normal = WorldDirection{}, .elasticity = 1.0});
    ASSERT_TRUE(world.run(0.4, 0.01).ok);
    EXPECT_NEAR(world.placement(bead).position.z(), 1.0 - 0.5 * g * 0.16, 1e-9);
    EXPECT_EQ(world.lambda(floor)[0], 0.0);
    ASSERT_TRUE(world.run(0.6, 0.01).ok);
    EXPECT_NEAR(world.placement(bead).position.z(), 0.0, 1e-9);
    EXPECT_NEAR(world.placement(bead).velocity.z(), 0.0, 1e-9);
    EXPECT_NEAR(world.lambda(floor)[0], m * g, 1e-6);
    EXPECT_NEAR(world.loads(floor)[1].force.z(), m * g, 1e-6);
  }
}

// The plane of a lid that turns about the y axis: it throws a bead up by its speed there, Ω r, as
// soon as it is slower than that.
TEST(PointCollision, PlaneMayTurn) {
  const double rate = 2.0, r = 0.4, h = 1e-3;
  for (const char* stepper : {"projected", "correction"}) {
    SCOPED_TRACE(stepper);
    World world({.stepper = stepper});
    world.add(kWeight);
    const ObjectId lid = world.add(RigidBody{}, {.name = "lid", .kinematic = true});
    const ObjectId bead = world.add(Particle{.mass = m, .position = {r, 0.0, 0.0}});
    const ConstraintId plane = world.add(PointCollision{
        .a = PointOn{lid}, .b = PointOn{bead}, .normal = DirectionOn{lid, Vec3::UnitZ()}});
    for (int i = 1; i <= 100; ++i) {
      const double angle = -0.5 * rate * (i * h) * (i * h) / 0.1, omega = -rate * i * h / 0.1;
      world.drive(lid,
                  {.orientation = rotation_exp(Vec3(0.0, angle, 0.0)),
                   .angular_velocity = {0.0, omega, 0.0}});
      ASSERT_TRUE(world.step(h).ok);
      ASSERT_GT(world.error(plane)[0], -1e-9) << i;
    }
    EXPECT_GT(world.placement(bead).velocity.z(), 0.9 * rate * r);
    EXPECT_GT(world.lambda(plane)[0], m * g) << "it speeds up, and slides out";
  }
}

// Two beads that meet stay together: (m v + 2 m 0)/(3 m).
TEST(PointCollision, StopsTwoPointsAgainstEachOther) {
  World world;
  const ObjectId left = world.add(Particle{.mass = m, .velocity = {3.0, 0.0, 0.0}});
  const ObjectId right = world.add(Particle{.mass = 2.0 * m, .position = {0.5, 0.0, 0.0}});
  world.add(PointCollision{
      .a = PointOn{left}, .b = PointOn{right}, .normal = WorldDirection{Vec3::UnitX()}});
  ASSERT_TRUE(world.run(0.5, 0.01).ok);
  EXPECT_NEAR(world.placement(left).velocity.x(), 1.0, 1e-9);
  EXPECT_NEAR(world.placement(right).velocity.x(), 1.0, 1e-9);
}

TEST(PointCollision, NamesTheFieldThatMakesNoSense) {
  World world;
  const ObjectId bead = world.add(Particle{});
  const auto refused = [&](double elasticity) {
    return checks::why_refused(
        world,
        PointCollision{
            .a = Nail{}, .b = PointOn{bead}, .normal = WorldDirection{}, .elasticity = elasticity});
  };
  EXPECT_THAT(refused(0.0), IsEmpty());
  EXPECT_THAT(refused(1.0), IsEmpty());
  for (const double wrong : {-0.1, 1.1, std::nan("")})
    EXPECT_THAT(refused(wrong), ElementsAre("elasticity: must lie between 0 and 1"));
}

}  // namespace holon::point_collision_test
