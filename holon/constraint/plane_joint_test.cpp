// SPDX-License-Identifier: Apache-2.0
#include "holon/constraint/plane_joint.h"

#include <gmock/gmock.h>

#include "holon/checks/constraint_checks.h"

namespace holon::plane_joint_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr double g = 9.81;

// A puck on a tilted table slides with g sin α, spins on, and is carried by m g cos α.
TEST(PlaneJoint, PuckSlidesAndSpinsOnATiltedTable) {
  const double m = 2.0, alpha = 0.4, t = 0.8;
  const Vec3 up(std::sin(alpha), 0.0, std::cos(alpha)),
      down(std::cos(alpha), 0.0, -std::sin(alpha));
  const Quat turn = Quat(frame_with_z(up));
  const Vec3 v0(0.0, 0.7, 0.0);
  World world;
  world.add(Gravity{.g = {0.0, 0.0, -g}});
  const ObjectId puck = world.add(RigidBody{.mass = m,
                                            .inertia = Vec3(0.1, 0.1, 0.2).asDiagonal(),
                                            .orientation = turn,
                                            .velocity = v0,
                                            .angular_velocity = 3.0 * up});
  const ConstraintId table =
      world.add(PlaneJoint{.a = WorldFrame{.orientation = turn}, .b = FrameOn{puck}});
  ASSERT_TRUE(world.run(t, 0.01).ok);
  const Placement p = world.placement(puck);
  const Vec3 x = v0 * t + 0.5 * g * std::sin(alpha) * t * t * down;
  EXPECT_LT((p.position - x).norm(), 1e-11);
  EXPECT_LT((p.angular_velocity - 3.0 * up).norm(), 1e-10);
  const ConnectorLoad load = world.loads(table)[1];
  EXPECT_LT((load.force - m * g * std::cos(alpha) * up).norm(), 1e-9);
  EXPECT_NEAR(world.lambda(table)[2], m * g * std::cos(alpha), 1e-9) << "along the normal";
}

// A cupboard pushed at a height d above its sole is kept from falling by the torque F d.
TEST(PlaneJoint, KeepsFromFalling) {
  const double F = 5.0, d = 0.8;
  World world;
  const ObjectId body = world.add(RigidBody{.mass = 2.0, .position = {0.0, 0.0, d}});
  const ConstraintId floor =
      world.add(PlaneJoint{.a = WorldFrame{}, .b = FrameOn{body, {0.0, 0.0, -d}}});
  world.add(AppliedForce{.point = PointOn{body, {0.0, 0.0, d}}, .force = {F, 0.0, 0.0}});
  ASSERT_TRUE(world.run(0.5, 0.01).ok);
  EXPECT_NEAR(world.placement(body).velocity.x(), F / 2.0 * 0.5, 1e-10);
  EXPECT_LT(world.placement(body).angular_velocity.norm(), 1e-10);
  // about the centre of mass: the push turns by F d about y
  EXPECT_NEAR(world.lambda(floor)[0], -F * d, 1e-9) << "τ_y";
}

TEST(PlaneJoint, NamesTheFieldThatMakesNoSense) {
  World world;
  const ObjectId body = world.add(RigidBody{}), dot = world.add(Particle{});
  const auto refused = [&](const FrameRef& a, const FrameRef& b) {
    return checks::why_refused(world, PlaneJoint{.a = a, .b = b});
  };
  EXPECT_THAT(refused(WorldFrame{}, FrameOn{body}), IsEmpty());
  EXPECT_THAT(refused(WorldFrame{}, FrameOn{dot}),
              ElementsAre("b: needs an object with an orientation, and a particle has none"));
  EXPECT_THAT(refused(WorldFrame{.at = {0.0, NAN, 0.0}}, FrameOn{}),
              ElementsAre("a: must be finite", "b: names no object"));
}

}  // namespace holon::plane_joint_test
