// SPDX-License-Identifier: Apache-2.0
#include "holon/constraint/multibar.h"

#include <gmock/gmock.h>

#include <cmath>

#include "holon/checks/constraint_checks.h"
#include "holon/checks/mechanisms.h"

namespace holon::multibar_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr double g = 9.81;

// A sleeve between two nails that keeps the sum of its distances moves on an ellipse; a force along
// the minor axis is carried where it lies: 2 λ cos φ balances it.
TEST(Multibar, CarriesALoadAtTheTopOfAnEllipse) {
  const double half = 0.6, L = 2.0, b = std::sqrt(1.0 - half * half);
  World world;
  world.add(Gravity{.g = {0.0, -9.81, 0.0}});
  const ObjectId bead = world.add(Particle{.mass = 2.0, .position = {0.0, -b, 0.0}});
  const ConstraintId bar = world.add(
      Multibar{.path = PathLength{{Nail{{-half, 0.0, 0.0}}, PointOn{bead}, Nail{{half, 0.0, 0.0}}}},
               .length = L});
  ASSERT_TRUE(world.run(0.3, 0.01).ok);
  EXPECT_LT((world.placement(bead).position - Vec3(0.0, -b, 0.0)).norm(), 1e-12);
  EXPECT_NEAR(world.lambda(bar)[0], -2.0 * 9.81 / (2.0 * b), 1e-8) << "in tension";
}

// Unlike a rope it pushes: on top of the ellipse the load is carried in compression.
TEST(Multibar, PushesToo) {
  const double half = 0.6, b = std::sqrt(1.0 - half * half);
  World world;
  world.add(Gravity{.g = {0.0, -9.81, 0.0}});
  const ObjectId bead = world.add(Particle{.mass = 2.0, .position = {0.0, b, 0.0}});
  const ConstraintId bar = world.add(
      Multibar{.path = PathLength{{Nail{{-half, 0.0, 0.0}}, PointOn{bead}, Nail{{half, 0.0, 0.0}}}},
               .length = 2.0});
  ASSERT_TRUE(world.run(0.1, 0.01).ok);
  EXPECT_NEAR(world.lambda(bar)[0], 2.0 * 9.81 / (2.0 * b), 1e-8);
}

// A weight on a bar that is bent over a sleeve: the same push all along.
TEST(Multibar, BreaksByThePushAlongIt) {
  const double m = 4.0;
  for (const double limit : {0.99 * 0.5 * m * g, 1.01 * 0.5 * m * g}) {
    World world;
    world.add(Gravity{.g = {0.0, 0.0, -g}});
    const ObjectId block = world.add(Particle{.mass = m, .position = {0.0, 0.0, 2.0}});
    const ConstraintId bar =
        world.add(Multibar{.path = PathLength{{Nail{}, PointOn{block}, Nail{}}}, .length = 4.0},
                  {.break_force = limit});
    world.step(0.01);
    EXPECT_EQ(world.is_active(bar), limit > 0.5 * m * g);
  }
}

TEST(Multibar, NamesTheFieldThatMakesNoSense) {
  World world;
  const ObjectId id = world.add(Particle{});
  EXPECT_THAT(
      checks::why_refused(world, Multibar{.path = PathLength{{PointOn{id}}}, .length = INFINITY}),
      ElementsAre("points: must go through two points at least",
                  "length: must be positive and finite"));
}

}  // namespace holon::multibar_test
