// SPDX-License-Identifier: Apache-2.0
#include "holon/force/kick.h"

#include <gmock/gmock.h>

#include "holon/holon.h"

namespace holon::kick_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::StartsWith;

constexpr double h = 0.01;

/// The travel of an object along x, from the origin.
TravelAlong along_x(ObjectId id) {
  return {Nail{}, PointOn{id}, WorldDirection{{1, 0, 0}}};
}
AngleBetween about_z(ObjectId id) {
  return {WorldDirection{{1, 0, 0}}, DirectionOn{id, {1, 0, 0}}, WorldDirection{{0, 0, 1}}};
}
double speed(const World& world, ObjectId id) {
  return world.placement(id).velocity.x();
}

// ---- when ----

// The host pulls a trigger: one step later the momentum is there, and no more comes.
TEST(Kick, StrikesInTheStepsInWhichItsControllerSaysSo) {
  World world;
  const ObjectId ball = world.add(Particle{.mass = 2.0});
  const ControllerId trigger = world.add(Input{});
  world.add(Kick{.quantity = along_x(ball), .momentum = trigger});
  world.step(h);
  EXPECT_EQ(speed(world, ball), 0.0);
  EXPECT_THAT(world.report().blows, IsEmpty()) << "it is told nothing";
  world.set(trigger, Input{.value = 3.0});
  world.step(h);
  EXPECT_NEAR(speed(world, ball), 3.0 / 2.0, 1e-15);
  EXPECT_NEAR(world.placement(ball).position.x(), h * 1.5, 1e-16) << "at the start of the step";
  world.set(trigger, Input{.value = 0.0});
  world.run(10 * h, h);
  EXPECT_NEAR(speed(world, ball), 3.0 / 2.0, 1e-15);
  world.set(trigger, Input{.value = -1.0});
  world.run(2 * h, h);
  EXPECT_NEAR(speed(world, ball), (3.0 - 2.0) / 2.0, 1e-15) << "each step anew";
}

// A ball that a racket holds up: a formula strikes whenever it comes down to z = 0. Each blow turns
// the speed round, so from 1 m it comes down every 2 √(2/g) and rises to 1 m again. Late by a
// fraction of a step each time, and off by as much: some g h² / 2 + v h of height.
TEST(Kick, ByAFormulaKeepsABallInTheAir) {
  const double g = 9.81, step = 1e-4;
  World world;
  world.add(Gravity{.g = {0, 0, -g}});
  const ObjectId ball = world.add(Particle{.mass = 0.5, .position = {0, 0, 1}}, {.name = "ball"});
  const ControllerId racket =
      world.add(Computed{.formula = "-2*0.5*v*step(-z)*step(-v)",
                         .inputs = {{"z", NamedSignal{"ball.z"}}, {"v", NamedSignal{"ball.vz"}}}});
  world.add(Kick{.quantity = TravelAlong{Nail{}, PointOn{ball}, WorldDirection{{0, 0, 1}}},
                 .momentum = racket});
  const double fall = std::sqrt(2.0 / g), v = g * fall;
  std::vector<double> times;
  double highest = 0.0;
  while (world.time() < 5.9 * fall) {
    ASSERT_TRUE(world.step(step).ok);
    for (const Blow& blow : world.report().blows) {
      if (blow.load.object != ball) continue;
      times.push_back(blow.time);
      EXPECT_NEAR(blow.load.force.z(), 2.0 * 0.5 * v, 0.01);
    }
    if (world.time() > fall) highest = std::max(highest, world.placement(ball).position.z());
  }
  ASSERT_THAT(times, SizeIs(3));
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(times[i], (2 * i + 1) * fall, 3 * (2 * i + 1) * step);
  EXPECT_NEAR(highest, 1.0, 3 * v * step);
}

// A number in place of a controller is momentum for every step: u / h on the average.
TEST(Kick, OfANumberIsGivenInEveryStep) {
  World world;
  const ObjectId ball = world.add(Particle{});
  world.add(Kick{.quantity = along_x(ball), .momentum = 0.25});
  world.run(8 * h, h);
  EXPECT_NEAR(speed(world, ball), 2.0, 1e-14);
  // h u (1 + 2 + … + 8)
  EXPECT_NEAR(world.placement(ball).position.x(), h * 0.25 * 36.0, 1e-15);
}

// ---- how much ----

// The reason for actuators of this sort: told −m v, one stops what moves within one step, however
// short it is. The controller hears the speed as it is when the step begins.
TEST(Kick, StopsABodyInOneStep) {
  World world;
  const ObjectId ball = world.add(Particle{.mass = 2.0, .velocity = {3, 1, 0}}, {.name = "ball"});
  const ControllerId brake =
      world.add(Computed{.formula = "-2*v", .inputs = {{"v", NamedSignal{"ball.vx"}}}});
  world.add(Kick{.quantity = along_x(ball), .momentum = brake});
  world.step(1e-6);
  EXPECT_NEAR(speed(world, ball), 0.0, 1e-15);
  EXPECT_NEAR(world.placement(ball).velocity.y(), 1.0, 1e-15) << "nothing is done across it";
}

TEST(Kick, IsNoStrongerThanItIs) {
  World world;
  const ObjectId ball = world.add(Particle{});
  world.add(Kick{.quantity = along_x(ball), .momentum = -100.0, .strength = 0.5});
  world.run(4 * h, h);
  EXPECT_NEAR(speed(world, ball), -2.0, 1e-15);
}

// ---- on whom ----

// Two masses driven apart by P part with P/m each, so with P/μ of each other; nothing is left over.
TEST(Kick, BetweenTwoMassesIsFeltByBoth) {
  World world;
  const ObjectId a = world.add(Particle{.mass = 1.0}),
                 b = world.add(Particle{.mass = 4.0, .position = {1, 0, 0}});
  world.add(Kick{.quantity = DistanceBetween{PointOn{a}, PointOn{b}}, .momentum = 2.0});
  world.step(h);
  EXPECT_NEAR(speed(world, a), -2.0, 1e-15);
  EXPECT_NEAR(speed(world, b), 0.5, 1e-15);
  ASSERT_THAT(world.report().blows, SizeIs(2));
  EXPECT_EQ(world.report().blows[0].load.force, Vec3(-2, 0, 0));
  EXPECT_EQ(world.report().blows[1].load.force, Vec3(2, 0, 0));
  EXPECT_EQ(world.report().blows[1].load.point, Vec3(1, 0, 0)) << "where it fell";
}

// Along an angle it is angular momentum: ω = L / I.
TEST(Kick, AboutAnAxisIsAngularMomentum) {
  World world;
  const ObjectId wheel = world.add(RigidBody{.inertia = 0.5 * Mat3::Identity()});
  world.add(Kick{.quantity = about_z(wheel), .momentum = 2.0});
  world.step(h);
  EXPECT_NEAR(world.placement(wheel).angular_velocity.z(), 4.0, 1e-14);
  EXPECT_NEAR(speed(world, wheel), 0.0, 1e-16);
}

// On a rod of mass m and length l that hangs from a nail, L about it gives ω = L / (m l²/3): the
// nail takes what it has to. Every stepper that knows of velocities passes it on alike.
TEST(Kick, IsPassedOnByConstraints) {
  const double m = 2.0, l = 1.2, I = m * l * l / 12.0;
  for (const StepperKind& kind : stepper_kinds()) {
    if (kind.name == "first_order") continue;  // has no momentum to give
    World world(WorldOptions{.stepper = std::string(kind.name)});
    const ObjectId rod = world.add(RigidBody{
        .mass = m, .inertia = Vec3(I, 1e-6, I).asDiagonal(), .position = {0, -0.5 * l, 0}});
    world.add(PointToPoint{Nail{}, PointOn{rod, {0, 0.5 * l, 0}}});
    world.add(Kick{.quantity = about_z(rod), .momentum = 0.3});
    world.step(1e-8);
    EXPECT_NEAR(world.placement(rod).angular_velocity.z(), 0.3 / (m * l * l / 3.0), 1e-6)
        << kind.name;
    EXPECT_LT(world.point(PointOn{rod, {0, 0.5 * l, 0}}).v.norm(), 1e-7) << kind.name;
  }
}

// Against an end stop it cannot drive, away from it it can.
TEST(Kick, IsTakenUpByAnEndStop) {
  for (const double u : {-1.0, 1.0}) {
    World world;
    const ObjectId slider = world.add(Particle{});
    world.add(Limit{.quantity = along_x(slider), .lower = 0.0});
    world.add(Kick{.quantity = along_x(slider), .momentum = u});
    world.step(h);
    EXPECT_NEAR(speed(world, slider), std::max(u, 0.0), 1e-14);
  }
}

// ---- the record ----

// A step that is not made has given nothing.
TEST(Kick, OfAStepThatFailsIsNotRecorded) {
  World world;
  const ObjectId ball = world.add(Particle{});
  world.add(Kick{.quantity = along_x(ball), .momentum = 1.0});
  EXPECT_TRUE(world.step(h).ok);
  EXPECT_THAT(world.report().blows, Not(IsEmpty()));
  const ForceId bad = world.add(
      AppliedForce{.point = PointOn{ball}, .force = {TimeFormula("1/(t - t)"), 0.0, 0.0}});
  EXPECT_FALSE(world.step(h).ok);
  EXPECT_THAT(world.report().blows, IsEmpty());
  EXPECT_EQ(speed(world, ball), 1.0);
  world.remove(bad);
  EXPECT_TRUE(world.step(h).ok);
  EXPECT_EQ(speed(world, ball), 2.0);
}

TEST(Kick, NamesTheFieldThatMakesNoSense) {
  World world;
  const ObjectId mass = world.add(Particle{});
  const auto errors_of = [&](Kick kind) -> std::vector<std::string> {
    try {
      world.add(std::move(kind));
    } catch (const ModelError& e) {
      return e.errors();
    }
    return {};
  };
  EXPECT_THAT(errors_of({.quantity = along_x(mass), .momentum = 1.0, .strength = 0.0}),
              ElementsAre("strength: must be positive"));
  EXPECT_THAT(errors_of({.quantity = along_x(mass), .momentum = ControllerId{3, 0}}),
              ElementsAre("momentum: names no controller"));
  EXPECT_THAT(errors_of({.quantity = along_x(mass), .momentum = std::nan("")}),
              ElementsAre(StartsWith("momentum: ")));
  EXPECT_THAT(errors_of({.quantity = along_x(ObjectId{}), .momentum = 1.0}),
              ElementsAre("quantity.b: names no object"));
}

}  // namespace holon::kick_test
