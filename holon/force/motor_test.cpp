// SPDX-License-Identifier: Apache-2.0
#include "holon/force/motor.h"

#include <gmock/gmock.h>

#include <cmath>

#include "holon/holon.h"

namespace holon::motor_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// A wheel on the z axis of the world, at rest.
struct Wheel {
  World world{WorldOptions{.stepper = "rk4"}};
  ObjectId id;
  explicit Wheel(double I) {
    RigidBody body;
    body.inertia = I * Mat3::Identity();
    id = world.add(body);
    world.add(PointToPoint{Nail{}, PointOn{id}});
    world.add(AxisToAxis{WorldFrame{}, DirectionOn{id, Vec3::UnitZ()}});
  }
  AngleBetween angle() const {
    return {WorldDirection{Vec3::UnitX()},
            DirectionOn{id, Vec3::UnitX()},
            WorldDirection{Vec3::UnitZ()}};
  }
  double speed() const { return world.placement(id).angular_velocity.z(); }
};

// A direct-current motor, stall torque τ₀ = 2 N m, free speed ω₀ = 40/s: I ω̇ = τ₀ (1 − ω/ω₀), so
// ω = ω₀ (1 − e^{−t τ₀/(I ω₀)}).
TEST(Motor, OfDirectCurrentRunsUpExponentially) {
  const double I = 0.05, stall = 2.0, free = 40.0;
  Wheel w(I);
  w.world.add(Motor{.quantity = w.angle(), .speed = free, .gain = stall / free});
  for (const double t : {0.5, 1.0, 2.0}) {
    w.world.run(t - w.world.time(), 0.005);
    EXPECT_NEAR(w.speed(), free * (1.0 - std::exp(-t * stall / (I * free))), 1e-8) << t;
  }
}

// Under load it settles where its torque is that of the load: ω = ω₀ (1 − τ/τ₀).
TEST(Motor, OfDirectCurrentSlowsDownUnderLoad) {
  const double stall = 2.0, free = 40.0, load = 0.5;
  Wheel w(0.02);
  w.world.add(Motor{.quantity = w.angle(), .speed = free, .gain = stall / free});
  w.world.add(AppliedTorque{FrameOn{w.id}, Path::constant({0, 0, -load})});
  w.world.run(15.0, 0.01);  // e^{−37} of the start is left
  EXPECT_NEAR(w.speed(), free * (1.0 - load / stall), 1e-9);
}

// A stiff drive with a limit gives just the limit until the speed is reached.
TEST(Motor, WithALimitAcceleratesEvenlyAndThenHoldsItsSpeed) {
  const double I = 0.5, limit = 2.0, wanted = 3.0, gain = 20.0;
  Wheel w(I);
  w.world.add(Motor{.quantity = w.angle(), .speed = wanted, .gain = gain, .limit = limit});
  w.world.run(0.5, 0.002);
  EXPECT_NEAR(w.speed(), limit / I * 0.5, 1e-12);
  // at ω₀ − limit/k it leaves the limit; what is left decays with e^{−kt/I}. In the step across
  // the kink, where ω̈ jumps by k·limit/I² = 160/s³, the speed is off by some h² of it.
  const double leaves = (wanted - limit / gain) * I / limit;
  const double h = 2e-4;
  w.world.run(leaves + 0.05 - 0.5, h);
  EXPECT_NEAR(w.speed(), wanted - limit / gain * std::exp(-gain / I * 0.05), 160.0 * h * h);
  w.world.run(1.0, 0.002);
  EXPECT_NEAR(w.speed(), wanted, 1e-10);
}

// It brakes as it drives, and follows a speed that changes: the lag of a first-order system,
// I ω̇ = k (a t − ω), is a I/k in the end.
TEST(Motor, FollowsASpeedThatChanges) {
  const double I = 0.5, gain = 5.0, a = -2.0;
  Wheel w(I);
  w.world.add(Motor{.quantity = w.angle(), .speed = TimeFormula("-2*t"), .gain = gain});
  w.world.run(4.0, 0.005);  // e^{−40} of the start is left
  EXPECT_NEAR(w.speed(), a * 4.0 - a * I / gain, 1e-9);
}

// A lift: the speed at which k (u − v) carries the weight.
TEST(Motor, OnATravelLiftsAWeight) {
  const double m = 10.0, g = 9.81, gain = 500.0, wanted = 1.0;
  World world;
  world.add(Gravity{.g = {0, 0, -g}});
  const ObjectId cabin = world.add(Particle{.mass = m});
  world.add(Motor{.quantity = TravelAlong{Nail{}, PointOn{cabin}, WorldDirection{}},
                  .speed = wanted,
                  .gain = gain,
                  .limit = 200.0});
  world.run(3.0, 0.005);
  EXPECT_NEAR(world.placement(cabin).velocity.z(), wanted - m * g / gain, 1e-9);
}

// Too weak to carry it, it lets the weight sink, holding with all it has.
TEST(Motor, TooWeakForItsLoadGivesWay) {
  World world;
  world.add(Gravity{.g = {0, 0, -10}});
  const ObjectId cabin = world.add(Particle{.mass = 2.0});
  world.add(Motor{.quantity = TravelAlong{Nail{}, PointOn{cabin}, WorldDirection{}},
                  .speed = 1.0,
                  .gain = 1e3,
                  .limit = 8.0});
  world.run(1.0, 0.01);
  EXPECT_NEAR(world.placement(cabin).velocity.z(), -6.0, 1e-12) << "(8 N − 20 N)/2 kg";
}

// Between two bodies it turns them against each other.
TEST(Motor, BetweenTwoBodiesGivesNoAngularMomentum) {
  World world(WorldOptions{.stepper = "rk4"});
  RigidBody first, second;
  first.inertia = 0.5 * Mat3::Identity();
  second.inertia = 2.0 * Mat3::Identity();
  const ObjectId a = world.add(first), b = world.add(second);
  world.add(Motor{.quantity = AngleBetween{DirectionOn{a, Vec3::UnitX()},
                                           DirectionOn{b, Vec3::UnitX()},
                                           DirectionOn{a, Vec3::UnitZ()}},
                  .speed = 5.0,
                  .gain = 4.0});
  world.run(3.0, 0.005);  // with the reduced inertia 0.4: e^{−30} of the start is left
  const double wa = world.placement(a).angular_velocity.z(),
               wb = world.placement(b).angular_velocity.z();
  EXPECT_NEAR(wb - wa, 5.0, 1e-9);
  EXPECT_LT(world.report().angular_momentum.norm(), 1e-10);
}

TEST(Motor, NamesTheFieldThatMakesNoSense) {
  World world;
  const ObjectId mass = world.add(Particle{});
  Motor motor{.quantity = DistanceBetween{Nail{{1, 0, 0}}, PointOn{mass}},
              .speed = Polynomial{{std::nan("")}},
              .gain = -1.0,
              .limit = std::nan("")};
  try {
    world.add(motor);
    FAIL();
  } catch (const ModelError& e) {
    EXPECT_THAT(e.errors(),
                ElementsAre(HasSubstr("gain: "), "limit: must be positive", HasSubstr("speed")));
  }
  EXPECT_EQ(world.model().forces().size(), 0U);
}

}  // namespace holon::motor_test
