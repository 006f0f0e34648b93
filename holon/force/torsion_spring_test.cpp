// SPDX-License-Identifier: Apache-2.0
#include "holon/force/torsion_spring.h"

#include <gmock/gmock.h>

#include <numbers>

#include "holon/checks/oscillator.h"
#include "holon/holon.h"

namespace holon::torsion_spring_test {

using checks::Oscillator;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr double kPi = std::numbers::pi;

// A wheel about the z axis of the world, turned by `angle`.
struct Wheel {
  World world;
  ObjectId id;
  double angle() const { return world.scalar(measured()).x; }
  AngleBetween measured() const {
    return {WorldDirection{Vec3::UnitX()},
            DirectionOn{id, Vec3::UnitX()},
            WorldDirection{Vec3::UnitZ()}};
  }
};
Wheel wheel(double I, double angle, double rate, const char* stepper) {
  RigidBody body;
  body.inertia = I * Mat3::Identity();
  body.orientation = rotation_exp({0, 0, angle});
  body.angular_velocity = {0, 0, rate};
  Wheel w{World(WorldOptions{.stepper = stepper}), {}};
  w.id = w.world.add(body);
  w.world.add(PointToPoint{Nail{}, PointOn{w.id}});
  w.world.add(AxisToAxis{WorldFrame{}, DirectionOn{w.id, Vec3::UnitZ()}});
  return w;
}

// I θ̈ + c θ̇ + k (θ − θ₀) = 0, below, at and above critical damping (c = 2 √(k I) = 4).
TEST(TorsionSpring, SwingsInAllRegimesOfDamping) {
  const double I = 0.5, k = 8.0, rest = 0.4, t = 1.1;
  for (const double c : {0.0, 0.5, 4.0, 9.0}) {
    const Oscillator exact{.omega = std::sqrt(k / I), .gamma = 0.5 * c / I, .x0 = 0.8, .v0 = -1.0};
    Wheel w = wheel(I, rest + 0.8, -1.0, "rk4");
    w.world.add(TorsionSpring{w.measured(), k, c, rest});
    w.world.run(t, 0.001);
    EXPECT_NEAR(w.angle() - rest, exact.at(t).x, 1e-8) << "c = " << c;
    EXPECT_NEAR(w.world.placement(w.id).angular_velocity.z(), exact.at(t).v, 1e-7) << "c = " << c;
  }
}

TEST(TorsionSpring, IsOfSecondOrderWithTheDefaultMethod) {
  const double t = 1.1;
  const Oscillator exact{.omega = 4.0, .gamma = 0.5, .x0 = 0.8};
  double error[2];
  for (int i = 0; i < 2; ++i) {
    Wheel w = wheel(0.5, 0.8, 0.0, "projected");
    w.world.add(TorsionSpring{w.measured(), 8.0, 0.5, 0.0});
    w.world.run(t, 0.01 / (1 << i));
    error[i] = w.angle() - exact.at(t).x;
  }
  EXPECT_LT(std::abs(error[1]), 1e-3);
  EXPECT_NEAR(error[0] / error[1], 4.0, 0.1);
}

// Between two free bodies: ω² = k (1/I₁ + 1/I₂), and no angular momentum comes from within.
TEST(TorsionSpring, BetweenTwoBodiesTurnsThemAgainstEachOther) {
  const double I1 = 0.5, I2 = 2.0, k = 8.0, w = std::sqrt(k * (1 / I1 + 1 / I2));
  World world(WorldOptions{.stepper = "rk4"});
  RigidBody first, second;
  first.inertia = I1 * Mat3::Identity();
  second.inertia = I2 * Mat3::Identity();
  second.orientation = rotation_exp({0, 0, 0.6});
  const ObjectId a = world.add(first), b = world.add(second);
  const AngleBetween angle{
      DirectionOn{a, Vec3::UnitX()}, DirectionOn{b, Vec3::UnitX()}, DirectionOn{a, Vec3::UnitZ()}};
  world.add(TorsionSpring{angle, k, 0.0, 0.0});
  world.run(3.25 * 2.0 * kPi / w, 0.002);
  EXPECT_NEAR(world.scalar(angle).x, 0.0, 1e-7);
  EXPECT_NEAR(world.scalar(angle).v, -0.6 * w, 1e-6);
  EXPECT_LT(world.report().angular_momentum.norm(), 1e-10);
}

// Wound up by a motor through three turns it stores ½ k (6π)², and pulls back with 6π k.
TEST(TorsionSpring, CanBeWoundUp) {
  Wheel w = wheel(0.5, 0.0, 0.0, "projected");
  w.world.add(TorsionSpring{w.measured(), 8.0, 0.0, 0.0});
  const double wound = 6.0 * kPi;
  const Keyframes turn{{0.0, 3.0}, {0.0, wound}};
  const ConstraintId motor =
      w.world.add(Prescribed{.quantity = w.measured(), .motion = Motion(turn)});
  ASSERT_TRUE(w.world.run(4.0, 0.01).ok);
  EXPECT_NEAR(w.world.potential_energy(), 0.5 * 8.0 * wound * wound, 1e-8);
  EXPECT_NEAR(w.world.lambda(motor)[0], 8.0 * wound, 1e-8);
}

TEST(TorsionSpring, KeepsTheEnergyWithoutADamper) {
  double worst[2] = {0, 0};
  for (int i = 0; i < 2; ++i) {
    Wheel w = wheel(0.5, 1.0, 0.0, "projected");
    w.world.add(TorsionSpring{w.measured(), 8.0, 0.0, 0.0});
    EXPECT_NEAR(w.world.potential_energy(), 4.0, 1e-14);
    const int steps = 500 << i;
    for (int k = 0; k < steps; ++k)
      worst[i] = std::max(worst[i], std::abs(w.world.step(5.0 / steps).energy() - 4.0));
  }
  EXPECT_LT(worst[1], 0.02);
  EXPECT_NEAR(worst[0] / worst[1], 4.0, 0.3);
}

TEST(TorsionSpring, NamesTheFieldThatMakesNoSense) {
  Diagnostics d;
  TorsionSpring{DistanceBetween{Nail{}, Nail{}}, -1.0, -1.0, std::nan("")}.check(d);
  EXPECT_THAT(d.errors(),
              ElementsAre("angle: must be an angle (for a distance use spring_damper)",
                          HasSubstr("stiffness: "),
                          HasSubstr("damping: "),
                          "rest: must be finite"));
  World world;
  const ObjectId point = world.add(Particle{});
  try {
    world.add(TorsionSpring{
        AngleBetween{DirectionOn{point}, WorldDirection{}, WorldDirection{Vec3::UnitX()}}});
    FAIL() << "an angle of a particle was accepted";
  } catch (const ModelError& e) {
    EXPECT_THAT(e.errors(), ElementsAre(HasSubstr("angle.a: needs an object with an orientation")));
  }
}

}  // namespace holon::torsion_spring_test
