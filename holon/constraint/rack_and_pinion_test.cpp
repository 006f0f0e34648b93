// SPDX-License-Identifier: Apache-2.0
#include "holon/constraint/rack_and_pinion.h"

#include <gmock/gmock.h>

#include <cmath>

#include "holon/checks/constraint_checks.h"
#include "holon/checks/mechanisms.h"

namespace holon::rack_and_pinion_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// A rack falls and spins the wheel it runs on: a = m g / (m + I/r²). A step turns the wheel by
// ω h = 6e-3 at most, and the method is of second order: (ω h)²/12 is 3e-6.
TEST(RackAndPinion, FallingRackSpinsItsWheel) {
  const double m = 2.0, I = 1.25, r = 0.5, g = 9.81;
  World world;
  const checks::Turning wheel = checks::add_turning(world, I);
  const ObjectId rack = world.add(Particle{.mass = m});
  world.add(Gravity{.g = {0.0, -g, 0.0}, .objects = {rack}});
  const ScalarRef travel = checks::travel_of(PointOn{rack}, Vec3::UnitY());
  const ConstraintId mesh =
      world.add(RackAndPinion{.angle = wheel.angle, .travel = travel, .radius = r});
  ASSERT_TRUE(world.run(1.0, 0.001).ok);
  const double a = m * g / (m + I / (r * r));
  EXPECT_NEAR(world.scalar(travel).x, -0.5 * a, 1e-5 * a);
  EXPECT_NEAR(world.scalar(travel).v, -a, 1e-5 * a);
  EXPECT_NEAR(world.placement(wheel.body).angular_velocity.z(), -a / r, 1e-5 * a);
  EXPECT_NEAR(world.lambda(mesh)[0], m * (g - a), 1e-6) << "the teeth carry the rest";
}

TEST(RackAndPinion, NamesTheFieldThatMakesNoSense) {
  World world;
  const checks::Turning wheel = checks::add_turning(world, 1.0);
  EXPECT_THAT(checks::why_refused(
                  world,
                  RackAndPinion{.angle = checks::travel_of(PointOn{wheel.body}, Vec3::UnitX()),
                                .travel = wheel.angle,
                                .radius = 0.0,
                                .offset = NAN}),
              ElementsAre("angle: must be an angle or a twist",
                          "travel: must be a travel or a distance",
                          "radius: must be finite and not zero",
                          "offset: must be finite"));
}

}  // namespace holon::rack_and_pinion_test
