// SPDX-License-Identifier: Apache-2.0
#include "holon/constraint/prescribed_acceleration.h"

#include <gmock/gmock.h>

#include <cmath>

#include "holon/checks/constraint_checks.h"
#include "holon/checks/mechanisms.h"

namespace holon::prescribed_acceleration_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// s̈ = sin t from the speed v₀: v = v₀ + 1 − cos t, and the drive pushes with m sin t. The speed is
// exact but for the quadrature of one step, h⁷/2e6 of f⁽⁶⁾.
TEST(PrescribedAcceleration, AddsUpToSpeed) {
  for (const char* stepper : {"projected", "rk4"}) {
    SCOPED_TRACE(stepper);
    World world({.stepper = stepper});
    const ObjectId cart = world.add(Particle{.mass = 3.0, .velocity = {0.7, 0.0, 0.0}});
    const ScalarRef x = checks::travel_of(PointOn{cart}, Vec3::UnitX());
    const ConstraintId drive = world.add(PrescribedAcceleration{
        .quantity = x, .acceleration = {Sine{.amplitude = 1.0, .rate = 1.0}}});
    for (int i = 0; i < 200; ++i) {
      ASSERT_TRUE(world.step(0.01).ok);
      EXPECT_NEAR(world.scalar(x).v, 1.7 - std::cos(world.time()), 1e-9);
      EXPECT_NEAR(world.lambda(drive)[0], 3.0 * std::sin(world.time()), 1e-8);
    }
    EXPECT_EQ(world.error(drive)[0], 0.0) << "no speed is wrong";
  }
}

// A kick in the middle stays: only the acceleration is prescribed.
TEST(PrescribedAcceleration, KeepsWhateverSpeedThereIs) {
  World world;
  const ObjectId cart = world.add(Particle{});
  const ScalarRef x = checks::travel_of(PointOn{cart}, Vec3::UnitX());
  world.add(PrescribedAcceleration{.quantity = x, .acceleration = {2.0}});
  ASSERT_TRUE(world.run(0.5, 0.01).ok);
  EXPECT_NEAR(world.scalar(x).v, 1.0, 1e-10);
  world.place(cart, {.velocity = {5.0, 0.0, 0.0}});
  ASSERT_TRUE(world.run(0.5, 0.01).ok);
  EXPECT_NEAR(world.scalar(x).v, 6.0, 1e-10);
}

TEST(PrescribedAcceleration, NamesTheFieldThatMakesNoSense) {
  World world;
  const ObjectId id = world.add(Particle{});
  EXPECT_THAT(
      checks::why_refused(world,
                          PrescribedAcceleration{.quantity = DistanceBetween{Nail{}, PointOn{id}},
                                                 .acceleration = {INFINITY}}),
      ::testing::SizeIs(1));
}

}  // namespace holon::prescribed_acceleration_test
