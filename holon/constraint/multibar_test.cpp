// SPDX-License-Identifier: Apache-2.0
#include "holon/constraint/multibar.h"

#include <gmock/gmock.h>

#include <cmath>

#include "holon/checks/constraint_checks.h"
#include "holon/checks/mechanisms.h"

namespace holon::multibar_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

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

TEST(Multibar, NamesTheFieldThatMakesNoSense) {
  World world;
  const ObjectId id = world.add(Particle{});
  EXPECT_THAT(
      checks::why_refused(world, Multibar{.path = PathLength{{PointOn{id}}}, .length = INFINITY}),
      ElementsAre("points: must go through two points at least",
                  "length: must be positive and finite"));
}

}  // namespace holon::multibar_test
