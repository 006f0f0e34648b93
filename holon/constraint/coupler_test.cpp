// SPDX-License-Identifier: Apache-2.0
#include "holon/constraint/coupler.h"

#include <gmock/gmock.h>

#include <cmath>

#include "holon/checks/constraint_checks.h"
#include "holon/checks/mechanisms.h"

namespace holon::coupler_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr double g = 9.81;

// Two weights whose heights always add up to zero: Atwood's machine without a rope.
TEST(Coupler, WeightsThatBalanceEachOther) {
  const double m1 = 3.0, m2 = 1.0;
  World world;
  world.add(Gravity{.g = {0.0, 0.0, -g}});
  const ObjectId a = world.add(Particle{.mass = m1});
  const ObjectId b = world.add(Particle{.mass = m2});
  const ScalarRef up_a = checks::travel_of(PointOn{a}, Vec3::UnitZ());
  const ScalarRef up_b = checks::travel_of(PointOn{b}, Vec3::UnitZ());
  const ConstraintId pair = world.add(Coupler{.terms = {{up_a, 1.0}, {up_b, 1.0}}, .motion = 0.0});
  ASSERT_TRUE(world.run(0.5, 0.01).ok);
  EXPECT_NEAR(world.scalar(up_a).x, -0.125 * g * (m1 - m2) / (m1 + m2), 1e-10);
  EXPECT_NEAR(world.lambda(pair)[0], 2.0 * m1 * m2 * g / (m1 + m2), 1e-8);
}

// A differential: the cage turns by the mean of the two wheels, θ_a + θ_b − 2 θ_c = 0. A torque on
// the cage turns both wheels alike when they are alike.
TEST(Coupler, DifferentialSharesTheTorque) {
  World world;
  const checks::Turning a = checks::add_turning(world, 0.2), b = checks::add_turning(world, 0.2),
                        cage = checks::add_turning(world, 0.5);
  const ConstraintId gears = world.add(
      Coupler{.terms = {{a.angle, 1.0}, {b.angle, 1.0}, {cage.angle, -2.0}}, .motion = 0.0});
  world.add(AppliedTorque{.frame = FrameOn{cage.body}, .torque = Path::constant({0.0, 0.0, 1.8})});
  ASSERT_TRUE(world.run(2.0, 0.01).ok);
  // (0.5 + 0.2 + 0.2) α = 1.8
  EXPECT_NEAR(world.placement(cage.body).angular_velocity.z(), 4.0, 1e-8);
  EXPECT_NEAR(world.placement(a.body).angular_velocity.z(), 4.0, 1e-8);
  EXPECT_NEAR(world.lambda(gears)[0], 0.4, 1e-8) << "the torque on each wheel, I α";
}

TEST(Coupler, FollowsAFunctionOfTime) {
  World world;
  const ObjectId a = world.add(Particle{.mass = 1.0}), b = world.add(Particle{.mass = 1.0});
  const ScalarRef x_a = checks::travel_of(PointOn{a}, Vec3::UnitX());
  const ScalarRef x_b = checks::travel_of(PointOn{b}, Vec3::UnitX());
  const ConstraintId drive =
      world.add(Coupler{.terms = {{x_b, 1.0}, {x_a, -1.0}}, .motion = Polynomial{{0.0, 0.0, 1.0}}});
  ASSERT_TRUE(world.run(1.0, 0.01).ok);
  EXPECT_NEAR(world.scalar(x_b).x, 0.5, 1e-10);
  EXPECT_NEAR(world.lambda(drive)[0], 1.0, 1e-8);
}

TEST(Coupler, NamesTheFieldThatMakesNoSense) {
  World world;
  const ObjectId id = world.add(Particle{});
  const ScalarRef x = checks::travel_of(PointOn{id}, Vec3::UnitX());
  EXPECT_THAT(checks::why_refused(world, Coupler{.terms = {{x, 1.0}}, .motion = 0.0}), IsEmpty());
  EXPECT_THAT(checks::why_refused(world, Coupler{.terms = {{x, 1.0}, {x, 0.0}}, .motion = 0.0}),
              ElementsAre("terms.1.gain: must be finite and not zero"));
  EXPECT_THAT(
      checks::why_refused(
          world, Coupler{.terms = {{DistanceBetween{Nail{}, PointOn{}}, 1.0}}, .motion = 0.0}),
      ElementsAre("terms.0.quantity.b: names no object"));
}

}  // namespace holon::coupler_test
