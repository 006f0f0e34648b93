// SPDX-License-Identifier: Apache-2.0
#include "holon/constraint/equality.h"

#include <gmock/gmock.h>

#include <cmath>

#include "holon/checks/constraint_checks.h"
#include "holon/checks/mechanisms.h"

namespace holon::equality_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Two beads that stay equally far from the origin share a push in the ratio of their masses.
TEST(Equality, BeadsGoEquallyFar) {
  World world;
  const ObjectId a = world.add(Particle{.mass = 1.0, .position = {1.0, 0.0, 0.0}});
  const ObjectId b = world.add(Particle{.mass = 2.0, .position = {0.0, 1.0, 0.0}});
  const ScalarRef far_a = DistanceBetween{Nail{}, PointOn{a}};
  const ScalarRef far_b = DistanceBetween{Nail{}, PointOn{b}};
  const ConstraintId equal = world.add(Equality{.a = far_a, .b = far_b});
  world.add(AppliedForce{.point = PointOn{a}, .force = Path::constant({6.0, 0.0, 0.0})});
  ASSERT_TRUE(world.run(1.0, 0.01).ok);
  EXPECT_NEAR(world.scalar(far_a).x, 2.0, 1e-10);  // 1 + ½ (6/3)
  EXPECT_NEAR(world.scalar(far_b).x, 2.0, 1e-10);
  EXPECT_NEAR(world.lambda(equal)[0], 4.0, 1e-8);
}

// Angles are equal up to whole turns: the short way is taken.
TEST(Equality, AnglesGoTheShortWay) {
  World world;
  const checks::Turning a = checks::add_turning(world, 1.0), b = checks::add_turning(world, 1.0);
  world.place(a.body, {.orientation = Quat(Eigen::AngleAxisd(3.0, Vec3::UnitZ()))});
  world.place(b.body, {.orientation = Quat(Eigen::AngleAxisd(-3.0, Vec3::UnitZ()))});
  const ConstraintId equal = world.add(Equality{.a = a.angle, .b = b.angle}, {.tau = 0.05});
  EXPECT_NEAR(world.error(equal)[0], 2.0 * std::acos(-1.0) - 6.0, 1e-12);
  ASSERT_TRUE(world.run(1.0, 0.01).ok);
  EXPECT_NEAR(std::abs(world.scalar(a.angle).x), std::acos(-1.0), 1e-6) << "both meet half way";
}

TEST(Equality, NamesTheFieldThatMakesNoSense) {
  World world;
  const ObjectId id = world.add(Particle{});
  EXPECT_THAT(checks::why_refused(world,
                                  Equality{.a = DistanceBetween{Nail{}, PointOn{id}},
                                           .b = DistanceBetween{Nail{}, PointOn{}}}),
              ElementsAre("b.b: names no object"));
}

}  // namespace holon::equality_test
