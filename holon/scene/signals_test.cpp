// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/signals.h"

#include <gmock/gmock.h>

namespace holon::signals_test {

TEST(Glob, MatchesStarsQuestionMarksAndAlternatives) {
  EXPECT_TRUE(matches_glob("*", "rod.x"));
  EXPECT_TRUE(matches_glob("rod.*", "rod.x"));
  EXPECT_TRUE(matches_glob("*.x", "rod.x"));
  EXPECT_TRUE(matches_glob("r?d.x", "rod.x"));
  EXPECT_TRUE(matches_glob("a*b*c", "aXbYbZc"));
  EXPECT_TRUE(matches_glob("energy.*,rod.x", "rod.x"));
  EXPECT_FALSE(matches_glob("rod.?", "rod.xy"));
  EXPECT_FALSE(matches_glob("rod", "rod.x"));
  EXPECT_FALSE(matches_glob("", "rod.x"));
}

TEST(Signals, TellPlacesForcesAndEnergies) {
  World world;
  const ObjectId ball = world.add(
      Particle{.mass = 2.0, .position = {0, 0, -1}, .velocity = {3, 0, 0}}, {.name = "ball"});
  world.add(Distance{.a = Nail{}, .b = PointOn{ball}, .length = 1.0}, {.name = "string"});
  world.add(Gravity{.g = {0, 0, -10}});
  const Signals signals(world, "ball.z,ball.vx,string.force,string.lambda0,string.fz,energy.total");
  std::vector<double> values;
  signals.sample(world, values);
  ASSERT_EQ(signals.list().size(), 6U);
  // In the order of the world: object, constraint, energy. At the lowest point T = m (g + v²/L) =
  // 38 N.
  EXPECT_EQ(signals.list()[0].name, "ball.z");
  EXPECT_DOUBLE_EQ(values[0], -1.0);
  EXPECT_DOUBLE_EQ(values[1], 3.0);
  EXPECT_EQ(signals.list()[2].name, "string.force");
  EXPECT_NEAR(values[2], 38.0, 1e-12);
  EXPECT_EQ(signals.list()[3].name, "string.fz");
  EXPECT_NEAR(values[3], 38.0, 1e-12) << "the string pulls the ball upward";
  EXPECT_EQ(signals.list()[4].name, "string.lambda0");
  EXPECT_NEAR(values[4], -38.0, 1e-12) << "a bar in tension has a negative multiplier";
  EXPECT_NEAR(values[5], 0.5 * 2 * 9 + 2 * 10 * -1.0, 1e-12);
}

TEST(Signals, HaveUniqueNames) {
  World world;
  world.add(Particle{});
  world.add(Particle{});
  world.add(RigidBody{});
  const Signals signals(world);
  std::vector<std::string> names;
  for (const SignalInfo& s : signals.list()) names.push_back(s.name);
  std::sort(names.begin(), names.end());
  EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
}

}  // namespace holon::signals_test
