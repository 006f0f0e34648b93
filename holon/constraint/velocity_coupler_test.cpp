// SPDX-License-Identifier: Apache-2.0
#include "holon/constraint/velocity_coupler.h"

#include <gmock/gmock.h>

#include <cmath>

#include "holon/checks/constraint_checks.h"
#include "holon/checks/mechanisms.h"

namespace holon::velocity_coupler_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// ẋ_a + 2 ẋ_b = 0 for two beads that are pushed: 1 F on a feels m_a + m_b/4.
TEST(VelocityCoupler, SharesAPush) {
  World world;
  const ObjectId a = world.add(Particle{.mass = 1.0}), b = world.add(Particle{.mass = 4.0});
  const ScalarRef x_a = checks::travel_of(PointOn{a}, Vec3::UnitX());
  const ScalarRef x_b = checks::travel_of(PointOn{b}, Vec3::UnitX());
  const ConstraintId pair =
      world.add(VelocityCoupler{.terms = {{x_a, 1.0}, {x_b, 2.0}}, .velocity = 0.0});
  world.add(AppliedForce{.point = PointOn{a}, .force = Path::constant({4.0, 0.0, 0.0})});
  ASSERT_TRUE(world.run(1.0, 0.01).ok);
  EXPECT_NEAR(world.scalar(x_a).v, 2.0, 1e-9);
  EXPECT_NEAR(world.scalar(x_b).v, -1.0, 1e-9);
  EXPECT_NEAR(world.lambda(pair)[0], -2.0, 1e-8);
  EXPECT_NEAR(world.loads(pair)[4].force.x(), -4.0, 1e-8);
}

TEST(VelocityCoupler, NamesTheFieldThatMakesNoSense) {
  World world;
  const ObjectId id = world.add(Particle{});
  const ScalarRef x = checks::travel_of(PointOn{id}, Vec3::UnitX());
  EXPECT_THAT(
      checks::why_refused(world, VelocityCoupler{.terms = {{x, INFINITY}}, .velocity = 0.0}),
      ElementsAre("terms.0.gain: must be finite and not zero"));
}

}  // namespace holon::velocity_coupler_test
