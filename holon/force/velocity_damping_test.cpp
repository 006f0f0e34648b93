// SPDX-License-Identifier: Apache-2.0
#include "holon/force/velocity_damping.h"

#include <gmock/gmock.h>

#include "holon/holon.h"

namespace holon::velocity_damping_test {

using ::testing::ElementsAre;

double speed_left(const char* stepper, double factor, double t, double h) {
  World world(WorldOptions{.stepper = stepper});
  world.add(VelocityDamping{.factor = factor});
  const ObjectId id = world.add(Particle{.mass = 3.0, .velocity = {1, 0, 0}});
  world.run(t, h);
  return world.placement(id).velocity.x();
}

// What is left after two seconds does not depend on how they are cut into steps.
TEST(VelocityDamping, LeavesTheFractionPerSecondWhateverTheStep) {
  for (const double h : {0.001, 0.01, 0.0137})
    EXPECT_NEAR(speed_left("projected", 0.5, 2.0, h), 0.25, 1e-5) << h;
  for (const double h : {0.01, 0.1, 0.137})
    EXPECT_NEAR(speed_left("rk4", 0.5, 2.0, h), 0.25, 1e-6) << h;
}

TEST(VelocityDamping, IsOfSecondOrderWithTheDefaultMethod) {
  const double exact = 0.09;
  const double e1 = speed_left("projected", 0.3, 2.0, 0.05) - exact;
  const double e2 = speed_left("projected", 0.3, 2.0, 0.025) - exact;
  EXPECT_NEAR(e1 / e2, 4.0, 0.1);
}

TEST(VelocityDamping, OfFactorOneDoesNothing) {
  EXPECT_NEAR(speed_left("projected", 1.0, 1.0, 0.1), 1.0, 1e-14);
}

// Every velocity of every kind, whatever the inertia that goes with it.
TEST(VelocityDamping, SlowsEveryKindOfMotionAlike) {
  RigidBody ball;
  ball.mass = 2.0;
  ball.inertia = 0.3 * Mat3::Identity();
  ball.velocity = {1, 0, 0};
  ball.angular_velocity = {0, 2, 0};
  AffineBody jelly;
  jelly.young = 0.0;  // shape changes are free
  jelly.deformation_rate = Vec3(0.1, -0.2, 0.3).asDiagonal();
  AffineBody2d sheet;
  sheet.mu = sheet.lambda = 0.0;
  sheet.deformation_rate << 0.1, 0.2, 0.3, 0.4;
  World world;
  world.add(VelocityDamping{.factor = 0.5});
  const ObjectId ids[] = {
      world.add(ball),
      world.add(jelly),
      world.add(sheet),
      world.add(Parametric{.map = CircleMap{}, .masses = {2.0}, .u = {0.0}, .u_dot = {0.4}})};
  std::vector<std::vector<double>> before;
  for (const ObjectId id : ids)
    before.emplace_back(world.state().v(id).begin(), world.state().v(id).end());
  world.run(1.0, 0.005);
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t k = 0; k < before[i].size(); ++k)
      EXPECT_NEAR(world.state().v(ids[i])[k], 0.5 * before[i][k], 1e-5) << i << " " << k;
}

// Constraints feel nothing of it: a free chain slows down as a whole, without a pull in its bar.
TEST(VelocityDamping, PutsNoLoadOnConstraints) {
  World world;
  world.add(VelocityDamping{.factor = 0.1});
  const ObjectId a = world.add(Particle{.mass = 1.0, .velocity = {1, 0, 0}});
  const ObjectId b = world.add(Particle{.mass = 9.0, .position = {1, 0, 0}, .velocity = {1, 0, 0}});
  const ConstraintId bar = world.add(Distance{PointOn{a}, PointOn{b}, 1.0});
  world.run(1.0, 0.01);
  EXPECT_NEAR(world.placement(b).velocity.x(), 0.1, 1e-4);
  EXPECT_NEAR(world.lambda(bar)[0], 0.0, 1e-12);
}

TEST(VelocityDamping, NamesTheFieldThatMakesNoSense) {
  for (const double factor : {0.0, -0.5, 1.5, std::nan("")}) {
    Diagnostics d;
    VelocityDamping{.factor = factor}.check(d);
    EXPECT_THAT(d.errors(), ElementsAre("factor: must lie above 0 and be at most 1")) << factor;
  }
}

}  // namespace holon::velocity_damping_test
