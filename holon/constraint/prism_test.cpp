// SPDX-License-Identifier: Apache-2.0
#include "holon/constraint/prism.h"

#include <gmock/gmock.h>

#include "holon/checks/constraint_checks.h"

namespace holon::prism_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr double g = 9.81;

TEST(Prism, ReadsItsTravelAndRate) {
  World world;
  const ObjectId block =
      world.add(RigidBody{.position = {0.0, 0.0, -0.25}, .velocity = {0.0, 0.0, 2.0}});
  world.add(Prism{.a = WorldFrame{}, .b = FrameOn{block}}, {.name = "slide"});
  EXPECT_NEAR(world.signal("slide.travel"), -0.25, 1e-15);
  EXPECT_NEAR(world.signal("slide.travel_dot"), 2.0, 1e-15);
  ASSERT_TRUE(world.run(0.5, 0.01).ok);
  EXPECT_NEAR(world.signal("slide.travel"), 0.75, 1e-12);
}

// A carriage on a tilted rail slides with g sin α without turning, though its centre of mass stands
// a height d above the rail: the rail gives the torque that this takes.
TEST(Prism, CarriageSlidesDownARail) {
  const double m = 2.0, alpha = 0.5, d = 0.3, t = 0.8;
  const Vec3 down(std::cos(alpha), 0.0, -std::sin(alpha)),
      up(std::sin(alpha), 0.0, std::cos(alpha));
  const Quat turn = Quat(frame_with_z(down));
  World world;
  world.add(Gravity{.g = {0.0, 0.0, -g}});
  const ObjectId carriage = world.add(RigidBody{.mass = m, .position = d * up});
  const ConstraintId rail =
      world.add(Prism{.a = WorldFrame{.orientation = turn}, .b = FrameOn{carriage, -d * up, turn}});
  ASSERT_TRUE(world.run(t, 0.01).ok);
  const Placement p = world.placement(carriage);
  EXPECT_LT((p.position - d * up - 0.5 * g * std::sin(alpha) * t * t * down).norm(), 1e-11);
  EXPECT_LT(p.angular_velocity.norm(), 1e-10);
  const ConnectorLoad load = world.loads(rail)[1];
  const Vec3 force = m * g * std::cos(alpha) * up;
  EXPECT_LT((load.force - force).norm(), 1e-9);
  // nothing turns: about the centre of mass the force at the rail and the torque cancel
  EXPECT_LT((load.torque - (d * up).cross(force)).norm(), 1e-9);
}

// It cannot turn: a torque along the rail is borne in full.
TEST(Prism, BearsATorqueAlongTheRail) {
  World world;
  const ObjectId body = world.add(RigidBody{});
  const ConstraintId rail = world.add(Prism{.a = WorldFrame{}, .b = FrameOn{body}});
  world.add(AppliedTorque{.frame = FrameOn{body}, .torque = {0.0, 0.0, 4.0}});
  ASSERT_TRUE(world.run(0.2, 0.01).ok);
  EXPECT_NEAR(world.lambda(rail)[4], -4.0, 1e-10);
  EXPECT_LT(world.placement(body).angular_velocity.norm(), 1e-11);
}

TEST(Prism, NamesTheFieldThatMakesNoSense) {
  World world;
  const ObjectId body = world.add(RigidBody{}), dot = world.add(Particle{});
  const auto refused = [&](const FrameRef& a, const FrameRef& b) {
    return checks::why_refused(world, Prism{.a = a, .b = b});
  };
  EXPECT_THAT(refused(WorldFrame{}, FrameOn{body}), IsEmpty());
  EXPECT_THAT(refused(WorldFrame{}, FrameOn{dot}),
              ElementsAre("b: needs an object with an orientation, and a particle has none"));
  EXPECT_THAT(refused(WorldFrame{.at = {0.0, NAN, 0.0}}, FrameOn{}),
              ElementsAre("a: must be finite", "b: names no object"));
}

}  // namespace holon::prism_test
