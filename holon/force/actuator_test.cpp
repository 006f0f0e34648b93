// SPDX-License-Identifier: Apache-2.0
#include "holon/force/actuator.h"

#include <gmock/gmock.h>

#include "holon/world/world.h"

namespace holon::actuator_test {

// Two masses pushed apart by F: each goes F t²/2m, and together they stay.
TEST(Actuator, PushesTwoMassesApart) {
  World world;
  const ObjectId a = world.add(Particle{.mass = 1.0}),
                 b = world.add(Particle{.mass = 4.0, .position = {1, 0, 0}});
  world.add(Actuator{.quantity = DistanceBetween{PointOn{a}, PointOn{b}}, .effort = 2.0});
  world.run(1.0, 0.01);
  EXPECT_NEAR(world.placement(a).position.x(), -1.0, 1e-12);
  EXPECT_NEAR(world.placement(b).position.x(), 1.25, 1e-12);
  EXPECT_NEAR(world.report().momentum.norm(), 0.0, 1e-14);
}

// Along an angle it is a torque about the axis, and its reaction.
TEST(Actuator, TurnsAWheelByAFunctionOfTime) {
  World world;
  const ObjectId wheel = world.add(RigidBody{.inertia = 0.5 * Mat3::Identity()});
  const AngleBetween angle{
      WorldDirection{{1, 0, 0}}, DirectionOn{wheel, {1, 0, 0}}, WorldDirection{{0, 0, 1}}};
  world.add(Actuator{.quantity = angle, .effort = Polynomial{{0.0, 3.0}}});
  world.run(1.0, 0.001);
  EXPECT_NEAR(world.placement(wheel).angular_velocity.z(), 1.5 / 0.5, 1e-9);
}

TEST(Actuator, IsNoStrongerThanItIs) {
  World world;
  const ObjectId mass = world.add(Particle{});
  world.add(Actuator{.quantity = DistanceBetween{Nail{{1, 0, 0}}, PointOn{mass}},
                     .effort = 100.0,
                     .strength = 3.0});
  world.run(0.5, 0.01);
  EXPECT_NEAR(world.placement(mass).velocity.x(), -1.5, 1e-12);
}

TEST(Actuator, NamesTheFieldThatMakesNoSense) {
  World world;
  const ObjectId mass = world.add(Particle{});
  const DistanceBetween along{Nail{{1, 0, 0}}, PointOn{mass}};
  const auto errors_of = [&](Actuator kind) -> std::vector<std::string> {
    try {
      world.add(std::move(kind));
    } catch (const ModelError& e) {
      return e.errors();
    }
    return {};
  };
  EXPECT_THAT(errors_of({.quantity = along, .effort = 1.0, .strength = -1.0}),
              ::testing::ElementsAre("strength: must be positive"));
  EXPECT_THAT(errors_of({.quantity = along, .effort = ControllerId{3, 0}}),
              ::testing::ElementsAre("effort: names no controller"));
  EXPECT_THAT(errors_of({.quantity = along, .effort = std::numeric_limits<double>::infinity()}),
              ::testing::ElementsAre(::testing::StartsWith("effort")));
  EXPECT_EQ(world.model().forces().size(), 0U);
}

}  // namespace holon::actuator_test
