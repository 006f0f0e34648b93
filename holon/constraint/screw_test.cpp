// SPDX-License-Identifier: Apache-2.0
#include "holon/constraint/screw.h"

#include <gmock/gmock.h>

#include <cmath>

#include "holon/checks/constraint_checks.h"
#include "holon/checks/mechanisms.h"

namespace holon::screw_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// A screw turns down in its nut by its own weight: a = m g / (m + I (2π/p)²). A step turns it by
// ω h = 2e-2 at most, and the method is of second order: (ω h)²/12 is 4e-5.
TEST(Screw, TurnsDownByItsWeight) {
  const double m = 2.0, I = 0.4, p = 2.0, g = 9.81, pi = std::acos(-1.0);
  World world;
  world.add(Gravity{.g = {0.0, 0.0, -g}});
  const ObjectId bolt = world.add(RigidBody{.mass = m, .inertia = I * Mat3::Identity()});
  world.add(CylinderJoint{.a = WorldFrame{}, .b = FrameOn{bolt}});
  const ScalarRef twist = TwistBetween{WorldFrame{}, FrameOn{bolt}};
  const ScalarRef travel = checks::travel_of(PointOn{bolt}, Vec3::UnitZ());
  const ConstraintId thread = world.add(Screw{.twist = twist, .travel = travel, .pitch = p});
  ASSERT_TRUE(world.run(2.0, 0.001).ok);
  const double k = 2.0 * pi / p, a = m * g / (m + I * k * k);
  EXPECT_NEAR(world.scalar(travel).x, -2.0 * a, 1e-4 * a);
  EXPECT_GT(2.0 * a * k, 6.0 * pi) << "three turns";
  EXPECT_NEAR(world.placement(bolt).angular_velocity.z(), -2.0 * a * k, 1e-4 * a * k);
  EXPECT_NEAR(world.lambda(thread)[0], m * (g - a), 1e-6);
}

TEST(Screw, NamesTheFieldThatMakesNoSense) {
  World world;
  const ObjectId id = world.add(RigidBody{});
  const ScalarRef twist = TwistBetween{WorldFrame{}, FrameOn{id}};
  EXPECT_THAT(
      checks::why_refused(world, Screw{.twist = twist, .travel = twist, .pitch = 0.0}),
      ElementsAre("travel: must be a travel or a distance", "pitch: must be finite and not zero"));
}

}  // namespace holon::screw_test
