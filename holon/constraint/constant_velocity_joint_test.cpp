// SPDX-License-Identifier: Apache-2.0
#include "holon/constraint/constant_velocity_joint.h"

#include <gmock/gmock.h>

#include <cmath>

#include "holon/checks/constraint_checks.h"
#include "holon/checks/mechanisms.h"

namespace holon::constant_velocity_joint_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// The driven shaft turns as fast as the driving one at every moment; through a universal joint it
// would vary by 1/cos β.
TEST(ConstantVelocityJoint, BothShaftsTurnAlike) {
  const double angle = 0.6, w = 5.0;
  World world;
  const Quat bent(Eigen::AngleAxisd(angle, Vec3::UnitY()));
  const Vec3 axis = bent * Vec3::UnitZ();
  const RigidBody shaft{.inertia = Vec3(0.3, 0.3, 0.1).asDiagonal()};
  RigidBody in = shaft, out = shaft;
  in.angular_velocity = w * Vec3::UnitZ();
  out.orientation = bent;
  out.angular_velocity = w * axis;
  const ObjectId a = world.add(in), b = world.add(out);
  world.add(AxisToAxis{.a = WorldFrame{}, .b = DirectionOn{a}});
  world.add(PointToPoint{.a = Nail{}, .b = PointOn{a}});
  world.add(AxisToAxis{.a = WorldFrame{.orientation = bent}, .b = DirectionOn{b}});
  const ConstraintId joint = world.add(ConstantVelocityJoint{.a = FrameOn{a}, .b = FrameOn{b}});
  const ScalarRef turned = AngleBetween{.a = WorldDirection{Vec3::UnitX()},
                                        .b = DirectionOn{a, Vec3::UnitX()},
                                        .axis = WorldDirection{}};
  world.add(Prescribed{.quantity = turned, .motion = Polynomial{{0.0, w}}});
  world.add(AppliedTorque{.frame = FrameOn{b}, .torque = Path::constant(-2.0 * axis)});
  for (int i = 0; i < 200; ++i) {
    ASSERT_TRUE(world.step(0.01).ok);
    EXPECT_NEAR(world.placement(b).angular_velocity.dot(axis), w, 1e-9);
    // the torque on b about its own shaft is what the load takes
    EXPECT_NEAR(world.loads(joint)[1].torque.dot(axis), 2.0, 1e-7);
    EXPECT_NEAR(world.loads(joint)[0].torque.z(), -2.0, 1e-7) << "and a has to give it";
  }
}

TEST(ConstantVelocityJoint, ClosesCriticallyDamped) {
  World world;
  const ObjectId id = world.add(RigidBody{.inertia = Vec3(0.2, 0.3, 0.4).asDiagonal(),
                                          .position = {0.3, -0.4, 0.2},
                                          .angular_velocity = {0.5, -1.0, 2.0}});
  const ConstraintId joint =
      world.add(ConstantVelocityJoint{.a = WorldFrame{.orientation = Quat(0.9, 0.2, -0.3, 0.4)},
                                      .b = FrameOn{id, {0.1, 0.2, 0.3}}},
                {.tau = 0.1});
  const checks::Closing closing = checks::watch_closing(world, joint, 0.01, 200);
  EXPECT_TRUE(closing.ok);
  EXPECT_GT(closing.first_error, 0.1);
  EXPECT_LT(closing.off_course, 1e-9);
}

TEST(ConstantVelocityJoint, NamesTheFieldThatMakesNoSense) {
  World world;
  const ObjectId point = world.add(Particle{});
  EXPECT_THAT(
      checks::why_refused(world, ConstantVelocityJoint{.a = WorldFrame{}, .b = FrameOn{point}}),
      ElementsAre("b: needs an object with an orientation, and a particle has none"));
}

}  // namespace holon::constant_velocity_joint_test
