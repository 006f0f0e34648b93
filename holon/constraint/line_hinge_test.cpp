// SPDX-License-Identifier: Apache-2.0
#include "holon/constraint/line_hinge.h"

#include <gmock/gmock.h>

#include "holon/checks/constraint_checks.h"

namespace holon::line_hinge_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr double g = 9.81;

// A door at rest on an upright hinge: the hinge carries its weight and the moment m g d.
TEST(LineHinge, DoorAtRestShowsForceAndMoment) {
  const double m = 20.0, d = 0.4;
  World world;
  world.add(Gravity{.g = {0.0, 0.0, -g}});
  const ObjectId door = world.add(RigidBody{.mass = m, .position = {d, 0.0, 0.0}});
  const ConstraintId hinge =
      world.add(LineHinge{.a = WorldFrame{}, .b = FrameOn{door, {-d, 0.0, 0.0}}});
  ASSERT_TRUE(world.run(0.3, 0.01).ok);
  const ConnectorLoad load = world.loads(hinge)[1];
  EXPECT_LT((load.force - Vec3(0.0, 0.0, m * g)).norm(), 1e-9);
  EXPECT_LT((load.torque - Vec3(0.0, -m * g * d, 0.0)).norm(), 1e-9);
  const std::vector<double> lambda = world.lambda(hinge);
  EXPECT_NEAR(lambda[2], m * g, 1e-9) << "along the hinge";
  EXPECT_NEAR(lambda[3], -m * g * d, 1e-9) << "τ_y";
}

// Let go at the height of its hinge, a rod of length L passes the lowest point with ω² = 3 g / L,
// and its hinge pulls with 5/2 m g.
TEST(LineHinge, RodSwingsDown) {
  const double m = 1.5, L = 1.0, inertia = m * L * L / 12.0;
  World world;
  world.add(Gravity{.g = {0.0, -g, 0.0}});
  const ObjectId rod = world.add(
      RigidBody{.mass = m, .inertia = inertia * Mat3::Identity(), .position = {0.5 * L, 0.0, 0.0}});
  const ConstraintId hinge =
      world.add(LineHinge{.a = WorldFrame{}, .b = FrameOn{rod, {-0.5 * L, 0.0, 0.0}}});
  while (world.placement(rod).position.x() > 0.0) ASSERT_TRUE(world.step(1e-4).ok);
  // the last step ends at most a tenth of a millirad past the lowest point
  EXPECT_NEAR(world.placement(rod).angular_velocity.z(), -std::sqrt(3.0 * g / L), 1e-6);
  EXPECT_NEAR(world.loads(hinge)[1].force.y(), 2.5 * m * g, 1e-4);
}

// The frame of the wall turns by 0.5 rad/s about z and the door by 2 rad/s.
TEST(LineHinge, ReadsItsAngleAndRate) {
  World world;
  const ObjectId wall = world.add(RigidBody{.angular_velocity = {0.0, 0.0, 0.5}});
  const ObjectId door =
      world.add(RigidBody{.orientation = Quat(std::cos(0.15), 0, 0, std::sin(0.15)),
                          .angular_velocity = {0.0, 0.0, 2.0}});
  world.add(LineHinge{.a = FrameOn{wall}, .b = FrameOn{door}}, {.name = "hinge"});
  EXPECT_NEAR(world.signal("hinge.angle"), 0.3, 1e-15);
  EXPECT_NEAR(world.signal("hinge.angle_dot"), 1.5, 1e-15);
  ASSERT_TRUE(world.run(0.2, 0.01).ok);
  // a free flight turns by an angle that is off by (ω h)²/3 of itself
  EXPECT_NEAR(world.signal("hinge.angle"), 0.6, 0.4 * 0.02 * 0.02 / 3.0 * 1.01);
}

TEST(LineHinge, ClosesCriticallyDamped) {
  World world;
  const ObjectId id = world.add(RigidBody{.inertia = Vec3(0.2, 0.3, 0.4).asDiagonal(),
                                          .position = {0.3, -0.4, 0.2},
                                          .angular_velocity = {0.5, -1.0, 2.0}});
  const ConstraintId hinge =
      world.add(LineHinge{.a = WorldFrame{.orientation = Quat(0.9, 0.2, -0.3, 0.1)},
                          .b = FrameOn{id, {0.1, 0.2, 0.3}}},
                {.tau = 0.1});
  const checks::Closing closing = checks::watch_closing(world, hinge, 0.01, 200);
  EXPECT_TRUE(closing.ok);
  EXPECT_LT(closing.off_course, 1e-9);
  EXPECT_LT(closing.final_error, 1e-6);
}

TEST(LineHinge, NamesTheFieldThatMakesNoSense) {
  World world;
  const ObjectId body = world.add(RigidBody{}), dot = world.add(Particle{});
  const auto refused = [&](const FrameRef& a, const FrameRef& b) {
    return checks::why_refused(world, LineHinge{.a = a, .b = b});
  };
  EXPECT_THAT(refused(WorldFrame{}, FrameOn{body}), IsEmpty());
  EXPECT_THAT(refused(WorldFrame{}, FrameOn{dot}),
              ElementsAre("b: needs an object with an orientation, and a particle has none"));
  EXPECT_THAT(refused(WorldFrame{.at = {0.0, NAN, 0.0}}, FrameOn{}),
              ElementsAre("a: must be finite", "b: names no object"));
}

}  // namespace holon::line_hinge_test
