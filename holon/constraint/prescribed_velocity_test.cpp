// SPDX-License-Identifier: Apache-2.0
#include "holon/constraint/prescribed_velocity.h"

#include <gmock/gmock.h>

#include <cmath>

#include "holon/checks/constraint_checks.h"
#include "holon/checks/mechanisms.h"

namespace holon::prescribed_velocity_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// v(t) = 2 + t needs the force m, whatever the place.
TEST(PrescribedVelocity, NeedsTheForceOfItsAcceleration) {
  World world;
  const ObjectId cart = world.add(Particle{.mass = 3.0, .velocity = {2.0, 0.0, 0.0}});
  const ScalarRef x = checks::travel_of(PointOn{cart}, Vec3::UnitX());
  const ConstraintId drive =
      world.add(PrescribedVelocity{.quantity = x, .velocity = Polynomial{{2.0, 1.0}}});
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(world.step(0.01).ok);
    EXPECT_NEAR(world.scalar(x).v, 2.0 + world.time(), 1e-10);
    EXPECT_NEAR(world.lambda(drive)[0], 3.0, 1e-8);
  }
  EXPECT_NEAR(world.scalar(x).x, 2.5, 1e-10);
}

// A speed that is not there yet is reached as e^{−t/τ}.
TEST(PrescribedVelocity, ReachesItsSpeedExponentially) {
  World world;
  const checks::Turning wheel = checks::add_turning(world, 0.5);
  const ConstraintId drive =
      world.add(PrescribedVelocity{.quantity = wheel.angle, .velocity = 3.0}, {.tau = 0.1});
  const checks::Closing closing = checks::watch_closing(world, drive, 0.01, 100);
  EXPECT_NEAR(closing.first_error, 3.0, 1e-12);
  EXPECT_LT(closing.off_course, 1e-10);
}

TEST(PrescribedVelocity, NamesTheFieldThatMakesNoSense) {
  World world;
  const ObjectId id = world.add(Particle{});
  EXPECT_THAT(
      checks::why_refused(
          world,
          PrescribedVelocity{.quantity = DistanceBetween{Nail{}, PointOn{id}}, .velocity = NAN}),
      ::testing::SizeIs(1));
}

}  // namespace holon::prescribed_velocity_test
