// SPDX-License-Identifier: Apache-2.0
#include "holon/force/nonlinear_spring.h"

#include <gmock/gmock.h>

#include <cmath>

#include "holon/checks/oscillator.h"
#include "holon/holon.h"

namespace holon::nonlinear_spring_test {

using checks::Oscillator;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// The travel of an object along x from the origin.
TravelAlong along_x(ObjectId id) {
  return {Nail{}, PointOn{id}, WorldDirection{Vec3::UnitX()}};
}

// Duffing's oscillator m ẍ = −α x − β x³, let go at A: a quarter of the period is K(k)/ω with
// ω² = (α + β A²)/m and k² = β A²/(2 (α + β A²)); there x = 0 and m ẋ² = α A² + β A⁴/2.
TEST(NonlinearSpring, SwingsLikeDuffing) {
  const double m = 2.0, alpha = 30.0, beta = 80.0, A = 0.7;
  const double stiff = alpha + beta * A * A;
  const double quarter =
      std::comp_ellint_1(std::sqrt(0.5 * beta * A * A / stiff)) / std::sqrt(stiff / m);
  World world(WorldOptions{.stepper = "rk4"});
  const ObjectId id = world.add(Particle{.mass = m, .position = {A, 0, 0}});
  world.add(NonlinearSpring{.quantity = along_x(id), .force = ForceLaw("30*s + 80*s^3")});
  const double energy = 0.5 * alpha * A * A + 0.25 * beta * std::pow(A, 4);
  EXPECT_NEAR(world.potential_energy(), energy, 1e-13);
  world.run(quarter, quarter / 400);
  EXPECT_NEAR(world.placement(id).position.x(), 0.0, 1e-8);
  EXPECT_NEAR(world.placement(id).velocity.x(), -std::sqrt(2.0 * energy / m), 1e-8);
  world.run(4.0 * quarter, quarter / 400);
  EXPECT_NEAR(world.placement(id).position.x(), 0.0, 1e-7) << "one period later";
}

// A table on a line is a linear spring: as it swings, stretched or not, damped or not.
TEST(NonlinearSpring, WithATableOnALineIsALinearSpring) {
  const double m = 2.0, k = 50.0, c = 2.0, t = 3.0;
  const Oscillator exact{.omega = 5.0, .gamma = 0.5 * c / m, .x0 = 0.3};
  World world(WorldOptions{.stepper = "rk4"});
  const ObjectId id = world.add(Particle{.mass = m, .position = {1.3, 0, 0}});
  world.add(NonlinearSpring{.quantity = DistanceBetween{Nail{}, PointOn{id}},
                            .force = ForceTable{{-0.2, 0.0, 0.1}, {-0.2 * k, 0.0, 0.1 * k}},
                            .rest = 1.0,
                            .damping = c});
  world.run(t, 0.002);
  EXPECT_NEAR(world.placement(id).position.x() - 1.0, exact.at(t).x, 1e-9);
  EXPECT_NEAR(world.placement(id).velocity.x(), exact.at(t).v, 1e-9);
}

// ---- a constant-force spring ----

// It pulls with the same force at any length: a weight on it falls with g − F/m.
TEST(NonlinearSpring, OfConstantForceLetsAWeightFallEvenly) {
  const double m = 2.0, F = 12.0, g = 9.81, t = 1.5;
  World world;
  world.add(Gravity{.g = {0, 0, -g}});
  const ObjectId id = world.add(Particle{.mass = m, .position = {0, 0, -1}});
  const DistanceBetween length{Nail{}, PointOn{id}};
  world.add(NonlinearSpring{.quantity = length, .force = ForceLaw("12")});
  world.run(t, 0.01);
  const double a = g - F / m;
  EXPECT_NEAR(world.placement(id).velocity.z(), -a * t, 1e-12);
  EXPECT_NEAR(world.placement(id).position.z(), -1.0 - 0.5 * a * t * t, 1e-12);
  EXPECT_NEAR(world.potential_energy(),
              F * (1.0 + 0.5 * a * t * t) - m * g * (1.0 + 0.5 * a * t * t),
              1e-11);
}

// Over two pulleys, with a counterweight: it pulls both ends with the same force.
TEST(NonlinearSpring, OnAPathPullsAtBothEnds) {
  World world;
  const ObjectId left = world.add(Particle{.mass = 1.0, .position = {0, 0, -2}});
  const ObjectId right = world.add(Particle{.mass = 4.0, .position = {1, 0, -3}});
  world.add(NonlinearSpring{
      .quantity = PathLength{{PointOn{left}, Nail{}, Nail{{1, 0, 0}}, PointOn{right}}},
      .force = ForceLaw("6")});
  world.run(0.5, 0.01);
  EXPECT_NEAR(world.placement(left).velocity.z(), 3.0, 1e-12) << "F t/m";
  EXPECT_NEAR(world.placement(right).velocity.z(), 0.75, 1e-12);
  EXPECT_NEAR(world.placement(left).velocity.x(), 0.0, 1e-15);
}

// ---- on angles ----

// With the torque −m g l sin θ a wheel swings like a pendulum: a quarter of the period is
// K(sin θ₀/2)/√(g/l).
TEST(NonlinearSpring, OnAnAngleTurnsAWheel) {
  const double w = 3.0, I = 0.4, start = 2.0;
  const double quarter = std::comp_ellint_1(std::sin(0.5 * start)) / w;
  RigidBody wheel;
  wheel.inertia = I * Mat3::Identity();
  wheel.orientation = rotation_exp({0, 0, start});
  World world(WorldOptions{.stepper = "rk4"});
  const ObjectId id = world.add(wheel);
  const AngleBetween angle{
      WorldDirection{Vec3::UnitX()}, DirectionOn{id, Vec3::UnitX()}, WorldDirection{Vec3::UnitZ()}};
  world.add(NonlinearSpring{.quantity = angle, .force = ForceLaw("3.6*sin(s)")});  // I ω² = 3.6
  world.run(quarter, quarter / 500);
  EXPECT_NEAR(world.scalar(angle).x, 0.0, 1e-8);
  // energy: ½ I θ̇² = I ω² (1 − cos θ₀)
  EXPECT_NEAR(world.scalar(angle).v, -w * std::sqrt(2.0 * (1.0 - std::cos(start))), 1e-7);
}

// ---- energy and failures ----

TEST(NonlinearSpring, KeepsTheEnergyWithoutADamper) {
  double worst[2] = {0, 0};
  for (int i = 0; i < 2; ++i) {
    World world;
    const ObjectId id = world.add(Particle{.position = {1.2, 0, 0}, .velocity = {0, 2, 0}});
    world.add(NonlinearSpring{.quantity = DistanceBetween{Nail{}, PointOn{id}},
                              .force = ForceTable{{-1, 0, 0.2, 1}, {-40, 0, 4, 90}},
                              .rest = 1.0});
    const double e0 = world.kinetic_energy() + world.potential_energy();
    const int steps = 1000 << i;
    for (int k = 0; k < steps; ++k)
      worst[i] = std::max(worst[i], std::abs(world.step(10.0 / steps).energy() - e0));
  }
  EXPECT_LT(worst[1], 1e-2);
  EXPECT_NEAR(worst[0] / worst[1], 4.0, 0.4);
}

// Where a formula has no value there is no step: it is reported, and nothing has moved.
TEST(NonlinearSpring, OutsideTheDomainOfItsFormulaStopsTheWorld) {
  World world;
  const ObjectId id = world.add(Particle{.position = {0.5, 0, 0}});
  world.add(NonlinearSpring{.quantity = along_x(id), .force = ForceLaw("log(-s)")});
  EXPECT_FALSE(world.step(0.01).ok);
  EXPECT_EQ(world.placement(id).position, Vec3(0.5, 0, 0));
  EXPECT_EQ(world.time(), 0.0);
}

TEST(NonlinearSpring, NamesTheFieldThatMakesNoSense) {
  Diagnostics d;
  NonlinearSpring{.rest = std::nan(""), .damping = -1.0}.check(d);
  EXPECT_THAT(d.errors(), ElementsAre("rest: must be finite", HasSubstr("damping: ")));
}

}  // namespace holon::nonlinear_spring_test
