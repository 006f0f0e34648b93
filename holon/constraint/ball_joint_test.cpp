// SPDX-License-Identifier: Apache-2.0
#include "holon/constraint/ball_joint.h"

#include <gmock/gmock.h>

#include <cmath>

#include "holon/checks/constraint_checks.h"
#include "holon/checks/mechanisms.h"

namespace holon::ball_joint_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr double g = 9.81;

// A rod on a ball joint falls over until its cone stops it, and leans there: the cone pushes back
// with m g d sin γ, and the socket carries the weight.
TEST(BallJoint, ConeStopsALeaningRod) {
  const double m = 2.0, d = 0.5, cone = 0.6;
  for (const char* stepper : {"projected", "rk4"}) {
    SCOPED_TRACE(stepper);
    World world({.stepper = stepper});
    world.add(Gravity{.g = {0.0, 0.0, -g}});
    const Quat lean(Eigen::AngleAxisd(0.2, Vec3::UnitY()));
    const ObjectId rod = world.add(RigidBody{.mass = m,
                                             .inertia = Vec3(0.2, 0.2, 0.05).asDiagonal(),
                                             .com = {0.0, 0.0, d},
                                             .orientation = lean});
    const ConstraintId joint =
        world.add(BallJoint{.a = WorldFrame{}, .b = FrameOn{rod}, .cone = cone});
    const ScalarRef leaning = InclinationBetween{WorldDirection{}, DirectionOn{rod}};
    while (world.scalar(leaning).x < cone - 0.02) {
      ASSERT_TRUE(world.step(1e-3).ok);
      EXPECT_EQ(world.lambda(joint)[3], 0.0);
    }
    ASSERT_TRUE(world.run(1.0, 1e-3).ok);  // 20 τ: what the stop left of errors is gone
    EXPECT_NEAR(world.scalar(leaning).x, cone, 1e-9);
    EXPECT_NEAR(world.lambda(joint)[3], m * g * d * std::sin(cone), 1e-5);
    EXPECT_NEAR(world.loads(joint)[1].force.z(), m * g, 1e-5);
  }
}

// Spun about its own axis, it turns as far as its twist may.
TEST(BallJoint, TwistHasAnEnd) {
  World world;
  const ObjectId limb =
      world.add(RigidBody{.inertia = 0.1 * Mat3::Identity(), .angular_velocity = {0.0, 0.0, -4.0}});
  const ConstraintId joint = world.add(
      BallJoint{.a = WorldFrame{}, .b = FrameOn{limb}, .twist_lower = -0.5, .twist_upper = 1.0});
  const ScalarRef twist = TwistBetween{WorldFrame{}, FrameOn{limb}};
  ASSERT_TRUE(world.run(0.5, 0.01).ok);
  EXPECT_NEAR(world.scalar(twist).x, -0.5, 1e-10);
  world.add(AppliedTorque{.frame = FrameOn{limb}, .torque = Path::constant({0.0, 0.0, 3.0})});
  ASSERT_TRUE(world.run(1.0, 0.01).ok);
  EXPECT_NEAR(world.scalar(twist).x, 1.0, 1e-10);
  EXPECT_NEAR(world.lambda(joint)[4], 3.0, 1e-7);
}

// Without limits it is a plain ball joint.
TEST(BallJoint, TurnsFreelyWithoutLimits) {
  World world;
  const ObjectId limb =
      world.add(RigidBody{.inertia = 0.1 * Mat3::Identity(), .angular_velocity = {1.0, 2.0, -4.0}});
  const ConstraintId joint = world.add(BallJoint{.a = WorldFrame{}, .b = FrameOn{limb}});
  ASSERT_TRUE(world.run(2.0, 0.01).ok);
  EXPECT_LT((world.placement(limb).angular_velocity - Vec3(1.0, 2.0, -4.0)).norm(), 1e-11);
  EXPECT_EQ(world.lambda(joint)[3], 0.0);
  EXPECT_EQ(world.lambda(joint)[4], 0.0);
}

TEST(BallJoint, NamesTheFieldThatMakesNoSense) {
  World world;
  const ObjectId id = world.add(RigidBody{});
  EXPECT_THAT(checks::why_refused(world,
                                  BallJoint{.a = WorldFrame{},
                                            .b = FrameOn{id},
                                            .cone = -0.1,
                                            .twist_lower = 1.0,
                                            .twist_upper = 0.5}),
              ElementsAre("cone: must be positive", "twist_lower: must be below twist_upper"));
}

}  // namespace holon::ball_joint_test
