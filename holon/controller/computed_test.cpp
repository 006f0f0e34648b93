// SPDX-License-Identifier: Apache-2.0
#include "holon/controller/computed.h"

#include <gmock/gmock.h>

#include "holon/world/world.h"

namespace holon::computed_test {

// Open loop: a force of 6 t N on 2 kg gives ½ t³.
TEST(Computed, RunsOpenLoop) {
  World world;
  const ObjectId mass = world.add(Particle{.mass = 2.0});
  const ControllerId program = world.add(Computed{.formula = "6*t"});
  const DistanceBetween along{Nail{{-1, 0, 0}}, PointOn{mass}};
  world.add(Actuator{.quantity = along, .effort = program});
  world.run(1.0, 0.001);
  // held over each step, the force is half a step late: ½ h · 6 / 2 · ½ t²
  EXPECT_NEAR(world.placement(mass).position.x(), 0.5 - 0.5 * 0.001 * 1.5, 1e-6);
}

TEST(Computed, HearsSignalsByTheirNames) {
  World world;
  const ObjectId bob = world.add(Particle{.mass = 3.0, .position = {0, 0, -1}}, {.name = "bob"});
  world.add(Distance{.a = Nail{}, .b = PointOn{bob}, .length = 1.0}, {.name = "rod"});
  world.add(Gravity{});
  const ControllerId sum =
      world.add(Computed{.formula = "2*f + z",
                         .inputs = {{"f", NamedSignal{"rod.force"}}, {"z", NamedSignal{"bob.z"}}}});
  world.step(0.01);
  EXPECT_NEAR(world.output(sum), 2.0 * 3.0 * 9.81 - 1.0, 1e-9);
}

TEST(Computed, ANumberThatIsNoneFailsTheStepAndChangesNothing) {
  World world;
  const ObjectId mass = world.add(Particle{.velocity = {1, 0, 0}}, {.name = "mass"});
  const ControllerId bad =
      world.add(Computed{.formula = "log(0.05 - x)", .inputs = {{"x", NamedSignal{"mass.x"}}}},
                {.name = "bad"});
  world.run(0.04, 0.01);
  ASSERT_TRUE(world.report().ok);
  world.run(0.02, 0.01);
  const auto hash = world.hash();
  ASSERT_FALSE(world.step(0.01).ok);
  EXPECT_EQ(world.hash(), hash);
  ASSERT_EQ(world.report().events.size(), 1U);
  EXPECT_EQ(world.report().events[0].controller, bad);
  EXPECT_NEAR(world.placement(mass).position.x(), 0.05, 1e-12);
}

TEST(Computed, NamesTheFieldThatMakesNoSense) {
  World world;
  const auto errors_of = [&](Computed kind) -> std::vector<std::string> {
    try {
      world.add(std::move(kind));
    } catch (const ModelError& e) {
      return e.errors();
    }
    return {};
  };
  EXPECT_THAT(errors_of({.formula = "2*"}),
              ::testing::ElementsAre(::testing::StartsWith("formula: ")));
  EXPECT_THAT(errors_of({.formula = "x", .inputs = {{"x", 1.0}, {"x", 2.0}}}),
              ::testing::ElementsAre("inputs.1.name: is taken already by another"));
  EXPECT_THAT(errors_of({.formula = "t", .inputs = {{"t", 1.0}}}),
              ::testing::ElementsAre("inputs.0.name: is taken already by another"));
  EXPECT_THAT(errors_of({.formula = "x", .inputs = {{"x", NamedSignal{"nobody.x"}}}}),
              ::testing::ElementsAre("listens to 'nobody.x', which is not there"));
  EXPECT_EQ(world.model().controllers().size(), 0U);
}

}  // namespace holon::computed_test
