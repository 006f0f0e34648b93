// SPDX-License-Identifier: Apache-2.0
#include "holon/controller/input.h"

#include <gmock/gmock.h>

#include "holon/world/world.h"

namespace holon::input_test {

// A mass is pushed for a while and then pulled as long: it comes to rest.
TEST(Input, IsWhatTheHostSaysFromTheNextStepOn) {
  World world;
  const ObjectId mass = world.add(Particle{.mass = 2.0});
  const ControllerId pedal = world.add(Input{.value = 4.0}, {.name = "pedal"});
  const DistanceBetween along{Nail{{-1, 0, 0}}, PointOn{mass}};
  world.add(Actuator{.quantity = along, .effort = pedal});
  world.run(0.5, 0.01);
  EXPECT_NEAR(world.placement(mass).velocity.x(), 1.0, 1e-12);
  EXPECT_EQ(world.signal("pedal.output"), 4.0);
  const int islands = world.islands();
  world.set(pedal, Input{.value = -4.0});
  world.run(0.5, 0.01);
  EXPECT_NEAR(world.placement(mass).velocity.x(), 0.0, 1e-12);
  EXPECT_EQ(world.islands(), islands);
}

// A speed that the host sets, kept by a constraint.
TEST(Input, CommandsAVelocity) {
  World world;
  const ObjectId mass = world.add(Particle{});
  const ControllerId lever = world.add(Input{.value = 0.5});
  const DistanceBetween along{Nail{{-1, 0, 0}}, PointOn{mass}};
  world.add(PrescribedVelocity{.quantity = along, .velocity = lever}, {.tau = 0.01});
  world.run(1.0, 0.001);
  EXPECT_NEAR(world.scalar(along).v, 0.5, 1e-9);
  world.set(lever, Input{.value = -0.25});
  world.run(1.0, 0.001);
  EXPECT_NEAR(world.scalar(along).v, -0.25, 1e-9);
}

TEST(Input, NamesTheFieldThatMakesNoSense) {
  World world;
  const ControllerId pedal = world.add(Input{.value = 1.0});
  EXPECT_THROW(world.set(pedal, Input{.value = std::numeric_limits<double>::infinity()}),
               ModelError);
  EXPECT_EQ(get<Input>(world.model().controllers()[pedal].kind).value, 1.0);
}

}  // namespace holon::input_test
