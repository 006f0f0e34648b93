// SPDX-License-Identifier: Apache-2.0
#include "holon/constraint/rope.h"

#include <gmock/gmock.h>

#include <cmath>
#include <string>
#include <vector>

#include "holon/checks/constraint_checks.h"
#include "holon/checks/mechanisms.h"

namespace holon::rope_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr double g = 9.81;

// A weight falls from half the length of its rope: freely until t = √(L/g), then it hangs.
TEST(Rope, WeightFallsAndIsCaught) {
  const double L = 1.0, m = 2.0, h = 1e-3;
  for (const char* stepper : {"projected", "rk4", "rk2", "dormand_prince", "adams"}) {
    SCOPED_TRACE(stepper);
    World world({.stepper = stepper});
    world.add(Gravity{.g = {0.0, 0.0, -g}});
    const ObjectId weight = world.add(Particle{.mass = m, .position = {0.0, 0.0, -0.5 * L}});
    const ConstraintId rope = world.add(Rope{.a = Nail{}, .b = PointOn{weight}, .length = L});
    const double caught = std::sqrt(L / g);
    while (world.time() < caught - h) {
      ASSERT_TRUE(world.step(h).ok);
      EXPECT_EQ(world.lambda(rope)[0], 0.0) << "slack at " << world.time();
      const double t = world.time();
      // adams allows itself 1e-9 of everything in each step
      EXPECT_NEAR(world.placement(weight).position.z(), -0.5 * L - 0.5 * g * t * t, 1e-6);
    }
    ASSERT_TRUE(world.run(0.2, h).ok);
    EXPECT_NEAR(world.placement(weight).position.z(), -L, 1e-9);
    EXPECT_LT(world.placement(weight).velocity.norm(), 1e-9) << "no bounce";
    EXPECT_NEAR(world.lambda(rope)[0], m * g, 1e-6 * m * g);
    EXPECT_NEAR(world.loads(rope)[1].force.z(), m * g, 1e-6 * m * g);
  }
}

// A stone on a rope, started at the lowest point with v² = 3.5 g L, leaves its circle where the
// tension m g (1.5 + 3 cos θ) vanishes, at θ = 120°, and flies on freely.
TEST(Rope, StoneLeavesItsCircleWhereTheTensionVanishes) {
  const double L = 1.0, m = 0.7, h = 5e-4;
  World world;
  world.add(Gravity{.g = {0.0, 0.0, -g}});
  const ObjectId stone = world.add(Particle{
      .mass = m, .position = {0.0, 0.0, -L}, .velocity = {std::sqrt(3.5 * g * L), 0.0, 0.0}});
  const ConstraintId rope = world.add(Rope{.a = Nail{}, .b = PointOn{stone}, .length = L});
  double cosine = 1.0;
  do {
    ASSERT_TRUE(world.step(h).ok);
    const Vec3 x = world.placement(stone).position;
    cosine = -x.z() / L;
    const double tension = world.lambda(rope)[0];
    if (tension > 0.0) {
      // second order: (v h / L)² is 1e-5
      EXPECT_NEAR(tension, m * g * (1.5 + 3.0 * cosine), 1e-4 * m * g);
      EXPECT_NEAR(x.norm(), L, 1e-11);
    }
  } while (world.lambda(rope)[0] > 0.0);
  EXPECT_NEAR(cosine, -0.5, 6e-3) << "one step turns it by 2e-3";
  const Placement at = world.placement(stone);
  ASSERT_TRUE(world.run(0.1, h).ok);
  EXPECT_LT((world.placement(stone).position
             - (at.position + 0.1 * at.velocity - Vec3(0.0, 0.0, 0.5 * g * 0.01)))
                .norm(),
            1e-10)
      << "free flight";
  EXPECT_LT(world.placement(stone).position.norm(), L);
}

// Two ropes side by side share a weight; a third that is longer carries nothing.
TEST(Rope, RedundantRopesShareTheLoad) {
  World world;
  world.add(Gravity{.g = {0.0, 0.0, -g}});
  const ObjectId weight = world.add(Particle{.mass = 3.0, .position = {0.0, 0.0, -1.0}});
  const Rope taut{.a = Nail{}, .b = PointOn{weight}, .length = 1.0};
  const ConstraintId one = world.add(taut), two = world.add(taut);
  const ConstraintId longer = world.add(Rope{.a = Nail{}, .b = PointOn{weight}, .length = 1.1});
  ASSERT_TRUE(world.run(0.1, 0.01).ok);
  EXPECT_NEAR(world.lambda(one)[0], 1.5 * g, 1e-6);
  EXPECT_NEAR(world.lambda(two)[0], 1.5 * g, 1e-6);
  EXPECT_EQ(world.lambda(longer)[0], 0.0);
  EXPECT_EQ(world.error(longer)[0], 0.0) << "slack is no error";
}

// A plate on four ropes: one more than it needs. All are taut, and share it as if they gave way
// alike.
TEST(Rope, FourCornersShareAPlate) {
  for (const char* stepper : {"projected", "rk4"}) {
    World world({.stepper = stepper});
    world.add(Gravity{.g = {0.0, 0.0, -g}});
    const ObjectId plate = world.add(RigidBody{.mass = 4.0});
    std::vector<ConstraintId> ropes;
    for (const Vec3& corner : {Vec3(1, 1, 0), Vec3(-1, 1, 0), Vec3(-1, -1, 0), Vec3(1, -1, 0)})
      ropes.push_back(world.add(Rope{
          .a = Nail{corner + 2.0 * Vec3::UnitZ()}, .b = PointOn{plate, corner}, .length = 2.0}));
    ASSERT_TRUE(world.run(0.1, 0.01).ok);
    for (ConstraintId rope : ropes) EXPECT_NEAR(world.lambda(rope)[0], g, 1e-6) << stepper;
  }
}

class PullingIn : public ::testing::TestWithParam<std::string> {};

// Too short from the start, a rope brings its end in without a throw, for it could not brake it.
TEST_P(PullingIn, EndsWhereTheRopeEnds) {
  const double tau = 0.1;
  World world({.stepper = GetParam()});
  const ObjectId far = world.add(Particle{.position = {2.0, 0.0, 0.0}});
  const ConstraintId rope =
      world.add(Rope{.a = Nail{}, .b = PointOn{far}, .length = 1.0}, {.tau = tau});
  for (int i = 0; i < 200; ++i) {
    ASSERT_TRUE(world.step(0.01).ok);
    const double open = std::exp(-world.time() / tau);
    if (open > 1e-3) {
      EXPECT_NEAR(world.error(rope)[0], -open, 1e-9);
    }
    EXPECT_EQ(world.lambda(rope)[0], 0.0);
  }
  EXPECT_NEAR(world.placement(far).position.x(), 1.0, 1e-8) << "e^{−20} is 2e-9";
  EXPECT_NEAR(world.placement(far).velocity.x(), 0.0, 1e-8);
}

// A weight hangs on the rope while that is still too long, and is felt.
TEST_P(PullingIn, CarriesTheWeightMeanwhile) {
  World world({.stepper = GetParam()});
  world.add(Gravity{.g = {0.0, 0.0, -g}});
  const ObjectId weight = world.add(Particle{.mass = 2.0, .position = {0.0, 0.0, -1.05}});
  const ConstraintId rope = world.add(Rope{.a = Nail{}, .b = PointOn{weight}, .length = 1.0});
  for (int i = 0; i < 300; ++i) {
    ASSERT_TRUE(world.step(0.001).ok);
    EXPECT_NEAR(world.lambda(rope)[0], 2.0 * g, 1e-6) << "at " << world.time();
  }
  EXPECT_GT(world.placement(weight).position.z(), -1.001);
}

INSTANTIATE_TEST_SUITE_P(By,
                         PullingIn,
                         ::testing::Values("projected", "euler", "rk2", "rk4"),
                         [](const auto& info) { return info.param; });

// The method of the thesis switches a rope off a step after it pushes.
TEST(Rope, PushesForNoMoreThanAStepUnderCorrection) {
  World world({.stepper = "correction"});
  const ObjectId far = world.add(Particle{.position = {2.0, 0.0, 0.0}});
  const ConstraintId rope = world.add(Rope{.a = Nail{}, .b = PointOn{far}, .length = 1.0});
  bool pushed = false;
  for (int i = 0; i < 400; ++i) {
    ASSERT_TRUE(world.step(0.001).ok);
    const bool pushes = world.lambda(rope)[0] < 0.0;
    EXPECT_FALSE(pushes && pushed) << "at " << world.time();
    pushed = pushes;
  }
}

TEST(Rope, NamesTheFieldThatMakesNoSense) {
  World world;
  const ObjectId id = world.add(Particle{});
  const auto refused = [&](double length) {
    return checks::why_refused(world, Rope{.a = Nail{}, .b = PointOn{id}, .length = length});
  };
  EXPECT_THAT(refused(0.5), IsEmpty());
  EXPECT_THAT(refused(0.0), ElementsAre("length: must be positive and finite"));
  EXPECT_THAT(refused(std::nan("")), ElementsAre("length: must be positive and finite"));
}

}  // namespace holon::rope_test
