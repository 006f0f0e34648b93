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

/// A cart on a straight track that a drive of limited strength keeps at a speed.
struct Cart {
  World world;
  ObjectId body;
  ScalarRef x;
  ConstraintId drive;
  Cart(double speed, double wanted, double strength, double tau = 0.01) {
    body = world.add(Particle{.mass = 2.0, .velocity = {speed, 0.0, 0.0}});
    x = checks::travel_of(PointOn{body}, Vec3::UnitX());
    drive = world.add(PrescribedVelocity{.quantity = x, .velocity = wanted},
                      {.tau = tau, .max_force = strength});
  }
  void run(int steps, double largest) {
    for (int i = 0; i < steps; ++i) {
      ASSERT_TRUE(world.step(0.001).ok);
      ASSERT_LE(std::abs(world.lambda(drive)[0]), largest * (1.0 + 1e-12));
    }
  }
};

// m = 2 kg and F = 4 N: 2 m/s² until the speed is near, where e^{−t/τ} asks for less.
TEST(LimitedDrive, SpeedsUpWithItsLargestForceAndThenHoldsItsSpeed) {
  Cart cart(0.0, 3.0, 4.0);
  cart.run(1000, 4.0);
  EXPECT_NEAR(cart.world.scalar(cart.x).v, 2.0, 1e-10);
  EXPECT_NEAR(cart.world.scalar(cart.x).x, 1.0, 1e-10);
  EXPECT_NEAR(cart.world.lambda(cart.drive)[0], 4.0, 1e-12);
  cart.run(1000, 4.0);
  EXPECT_NEAR(cart.world.scalar(cart.x).v, 3.0, 1e-10);
  EXPECT_NEAR(cart.world.lambda(cart.drive)[0], 0.0, 1e-8);
}

// Against 7 N it falls back by (7 − 4)/2 = 1.5 m/s², against 3 N it holds.
TEST(LimitedDrive, IsPushedBackByWhatIsStronger) {
  Cart cart(1.0, 1.0, 4.0);
  const ForceId push =
      cart.world.add(AppliedForce{.point = PointOn{cart.body}, .force = {-3, 0, 0}});
  cart.run(1000, 4.0);
  EXPECT_NEAR(cart.world.scalar(cart.x).v, 1.0, 1e-10);
  EXPECT_NEAR(cart.world.lambda(cart.drive)[0], 3.0, 1e-9);
  cart.world.set(push, AppliedForce{.point = PointOn{cart.body}, .force = {-7, 0, 0}});
  cart.run(1000, 4.0);
  EXPECT_NEAR(cart.world.scalar(cart.x).v, -0.5, 2e-3) << "but for the step in which it gave way";
}

// At the speed zero a drive of limited strength is dry friction: the cart comes to rest after
// v²/(2 F/m), sticks under what is weaker, and does not creep.
TEST(LimitedDrive, IsDryFrictionAtRest) {
  Cart cart(2.0, 0.0, 4.0);
  cart.run(2000, 4.0);
  const double rest = cart.world.scalar(cart.x).x;
  EXPECT_NEAR(rest, 1.0, 2e-3) << "the last of it within tau";
  cart.world.add(AppliedForce{.point = PointOn{cart.body}, .force = {3.99, 0, 0}});
  cart.run(5000, 4.0);
  EXPECT_NEAR(cart.world.scalar(cart.x).x, rest, 1e-9);
}

// Two drives that want different speeds cannot both have them: the weaker one gives way.
TEST(LimitedDrive, GivesWayToAStrongerOneThatWantsSomethingElse) {
  Cart cart(0.0, 3.0, 4.0);
  const ConstraintId stronger = cart.world.add(
      PrescribedVelocity{.quantity = cart.x, .velocity = -1.0}, {.tau = 0.01, .max_force = 6.0});
  cart.run(5000, 4.0);
  EXPECT_NEAR(cart.world.scalar(cart.x).v, -1.0, 1e-9);
  EXPECT_NEAR(cart.world.lambda(cart.drive)[0], 4.0, 1e-9);
  EXPECT_NEAR(cart.world.lambda(stronger)[0], -4.0, 1e-9);
}

// What it drives runs into a stop: the stop holds, the drive pushes with what it has.
TEST(LimitedDrive, PushesAgainstAStopWithAllItHas) {
  for (const char* stepper : {"projected", "rk4", "dormand_prince"}) {
    Cart cart(0.0, 3.0, 4.0);
    cart.world.set_stepper(stepper);
    const ConstraintId stop = cart.world.add(Limit{.quantity = cart.x, .upper = 0.5});
    double furthest = 0.0;
    for (int i = 0; i < 2000; ++i) {
      ASSERT_TRUE(cart.world.step(0.001).ok) << stepper;
      furthest = std::max(furthest, cart.world.scalar(cart.x).x);
    }
    EXPECT_LT(furthest, 0.5 + 1e-8) << stepper;
    EXPECT_NEAR(cart.world.scalar(cart.x).x, 0.5, 1e-8) << stepper;
    EXPECT_NEAR(cart.world.lambda(cart.drive)[0], 4.0, 1e-9) << stepper;
    EXPECT_NEAR(cart.world.lambda(stop)[0], 4.0, 1e-9) << stepper;
  }
}

// A crank of 0.6 that cannot go round: a coupler of 0.7 and a rocker of 0.5 about (1, 0, 0) let it
// turn to cos φ = (0.36 + 1 − 1.44)/1.2, where they are straight. It stalls there and tears
// nothing.
TEST(LimitedDrive, StallsWhereALinkageEnds) {
  World world;
  const checks::Turning crank = checks::add_turning(world, 0.1);
  const PointOn knee{crank.body, {0.6, 0.0, 0.0}};
  const ObjectId elbow = world.add(Particle{.mass = 1.0, .position = {1.1, std::sqrt(0.24), 0.0}});
  world.add(Distance{knee, PointOn{elbow}, 0.7});
  world.add(Distance{Nail{{1.0, 0.0, 0.0}}, PointOn{elbow}, 0.5});
  world.add(PointOnPlane{.a = WorldFrame{}, .b = PointOn{elbow}});
  const ConstraintId drive =
      world.add(PrescribedVelocity{.quantity = crank.angle, .velocity = 2.0}, {.max_force = 20.0});
  double worst = 0.0, furthest = 0.0;
  for (int i = 0; i < 5000; ++i) {
    const StepReport& report = world.step(0.001);
    ASSERT_TRUE(report.ok);
    ASSERT_LE(std::abs(world.lambda(drive)[0]), 20.0 * (1.0 + 1e-9));
    worst = std::max(worst, report.worst_error);
    furthest = std::max(furthest, world.scalar(crank.angle).x);
  }
  EXPECT_LT(worst, 1e-9);
  EXPECT_NEAR(furthest, std::acos(-0.08 / 1.2), 1e-3);
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
