// SPDX-License-Identifier: Apache-2.0
#include "holon/constraint/gear.h"

#include <gmock/gmock.h>

#include <cmath>

#include "holon/checks/constraint_checks.h"
#include "holon/checks/mechanisms.h"

namespace holon::gear_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// A torque on the small wheel sees the large one by the square of the ratio:
// α_a = τ / (I_a + (n_a/n_b)² I_b), and the teeth pass on I_b α_b.
TEST(Gear, RatioOfTeeth) {
  const double I_a = 0.1, I_b = 0.9, torque = 0.5;
  for (const bool inside : {false, true}) {
    SCOPED_TRACE(inside);
    World world;
    const checks::Turning a = checks::add_turning(world, I_a), b = checks::add_turning(world, I_b);
    const ConstraintId gear = world.add(
        Gear{.a = a.angle, .b = b.angle, .teeth_a = 20.0, .teeth_b = 60.0, .inside = inside});
    world.add(
        AppliedTorque{.frame = FrameOn{a.body}, .torque = Path::constant({0.0, 0.0, torque})});
    ASSERT_TRUE(world.run(3.0, 0.01).ok);  // more than one turn of a
    const double alpha = torque / (I_a + I_b / 9.0), sign = inside ? 1.0 : -1.0;
    EXPECT_NEAR(world.placement(a.body).angular_velocity.z(), 3.0 * alpha, 1e-8);
    EXPECT_NEAR(world.placement(b.body).angular_velocity.z(), sign * alpha, 1e-8);
    EXPECT_NEAR(world.lambda(gear)[0], sign * I_b * alpha / 3.0, 1e-8);
    EXPECT_LT(world.report().worst_error, 1e-11);
  }
}

TEST(Gear, NamesTheFieldThatMakesNoSense) {
  World world;
  const checks::Turning a = checks::add_turning(world, 1.0), b = checks::add_turning(world, 1.0);
  EXPECT_THAT(checks::why_refused(world,
                                  Gear{.a = a.angle,
                                       .b = DistanceBetween{Nail{}, PointOn{b.body}},
                                       .teeth_a = 0.0,
                                       .teeth_b = -3.0,
                                       .phase = INFINITY}),
              ElementsAre("b: must be an angle or a twist",
                          "teeth_a: must be positive and finite",
                          "teeth_b: must be positive and finite",
                          "phase: must be finite"));
}

}  // namespace holon::gear_test
