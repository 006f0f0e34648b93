// SPDX-License-Identifier: Apache-2.0
#include "holon/constraint/cylinder_joint.h"

#include <gmock/gmock.h>

#include "holon/checks/constraint_checks.h"

namespace holon::cylinder_joint_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr double g = 9.81;

// The bearing turns about y while the shaft slides out of it: travel is along the shaft.
TEST(CylinderJoint, ReadsHowFarAndHowFastItHasGone) {
  World world;
  const ObjectId bearing = world.add(RigidBody{.angular_velocity = {0.0, 1.0, 0.0}});
  const ObjectId shaft =
      world.add(RigidBody{.position = {0.0, 0.0, 2.0},
                          .orientation = Quat(std::cos(0.2), 0, 0, std::sin(0.2)),
                          .velocity = {2.0, 0.0, 0.7},
                          .angular_velocity = {0.0, 1.0, 3.0}});
  world.add(CylinderJoint{.a = FrameOn{bearing}, .b = FrameOn{shaft}}, {.name = "joint"});
  EXPECT_NEAR(world.signal("joint.travel"), 2.0, 1e-15);
  EXPECT_NEAR(world.signal("joint.travel_dot"), 0.7, 1e-15);
  EXPECT_NEAR(world.signal("joint.angle"), 0.4, 1e-15);
  EXPECT_NEAR(world.signal("joint.angle_dot"), 3.0, 1e-15);
  const double before = world.signal("joint.travel"), h = 1e-4;
  world.step(h);
  EXPECT_NEAR((world.signal("joint.travel") - before) / h, world.signal("joint.travel_dot"), 1e-2)
      << "its rate is its rate";
}

// A ring on a tilted shaft slides with g sin α, spins on as it was, and is carried by m g cos α.
TEST(CylinderJoint, RingSlidesAndSpinsOnATiltedShaft) {
  const double m = 2.0, alpha = 0.6, t = 0.8;
  const Vec3 down(std::cos(alpha), 0.0, -std::sin(alpha));
  const Quat turn = Quat(frame_with_z(down));
  World world;
  world.add(Gravity{.g = {0.0, 0.0, -g}});
  const ObjectId ring = world.add(RigidBody{.mass = m,
                                            .inertia = Vec3(0.2, 0.2, 0.1).asDiagonal(),
                                            .orientation = turn,
                                            .angular_velocity = 3.0 * down});
  const ConstraintId bearing =
      world.add(CylinderJoint{.a = WorldFrame{.orientation = turn}, .b = FrameOn{ring}});
  ASSERT_TRUE(world.run(t, 0.01).ok);
  const Placement p = world.placement(ring);
  // constant forces and an even spin are exact steps
  EXPECT_LT((p.position - 0.5 * g * std::sin(alpha) * t * t * down).norm(), 1e-11);
  EXPECT_LT((p.angular_velocity - 3.0 * down).norm(), 1e-10);
  const ConnectorLoad load = world.loads(bearing)[1];
  const Vec3 normal(std::sin(alpha), 0.0, std::cos(alpha));
  EXPECT_LT((load.force - m * g * std::cos(alpha) * normal).norm(), 1e-9);
  EXPECT_LT(load.torque.norm(), 1e-9);
}

// A load beside the bearing bends the shaft: at rest the torque is m g d.
TEST(CylinderJoint, BearsABendingTorque) {
  const double m = 2.0, d = 0.3;
  World world;
  world.add(Gravity{.g = {-g, 0.0, 0.0}});
  const ObjectId body = world.add(RigidBody{.mass = m, .position = {0.0, 0.0, d}});
  const ConstraintId bearing =
      world.add(CylinderJoint{.a = WorldFrame{}, .b = FrameOn{body, {0.0, 0.0, -d}}});
  ASSERT_TRUE(world.run(0.2, 0.01).ok);
  const ConnectorLoad load = world.loads(bearing)[1];
  EXPECT_LT((load.force - Vec3(m * g, 0.0, 0.0)).norm(), 1e-10);
  EXPECT_LT((load.torque - Vec3(0.0, m * g * d, 0.0)).norm(), 1e-10);
  EXPECT_NEAR(world.lambda(bearing)[2], m * g * d, 1e-10) << "τ_y";
}

TEST(CylinderJoint, NamesTheFieldThatMakesNoSense) {
  World world;
  const ObjectId body = world.add(RigidBody{}), dot = world.add(Particle{});
  const auto refused = [&](const FrameRef& a, const FrameRef& b) {
    return checks::why_refused(world, CylinderJoint{.a = a, .b = b});
  };
  EXPECT_THAT(refused(WorldFrame{}, FrameOn{body}), IsEmpty());
  EXPECT_THAT(refused(WorldFrame{}, FrameOn{dot}),
              ElementsAre("b: needs an object with an orientation, and a particle has none"));
  EXPECT_THAT(refused(WorldFrame{.at = {0.0, NAN, 0.0}}, FrameOn{}),
              ElementsAre("a: must be finite", "b: names no object"));
}

}  // namespace holon::cylinder_joint_test
