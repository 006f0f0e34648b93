// SPDX-License-Identifier: Apache-2.0
// Objects that the host moves, and companions that tell it where things are.
#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "holon/world/world.h"

namespace holon::kinematic_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(Kinematic, IsWhereTheHostDrivesIt) {
  World world;
  world.add(Gravity{});
  const ObjectId hand = world.add(RigidBody{}, {.kinematic = true});
  const Placement there{.position = {1, 2, 3},
                        .velocity = {4, 5, 6},
                        .orientation = Quat(0.6, 0.8, 0, 0),
                        .angular_velocity = {0, 0, 7}};
  world.drive(hand, there);
  ASSERT_TRUE(world.step(0.25).ok);
  const Placement p = world.placement(hand);
  EXPECT_EQ(p.position, there.position);
  EXPECT_EQ(p.velocity, there.velocity);
  EXPECT_LT(p.orientation.angularDistance(there.orientation), 1e-15);
  EXPECT_LT((p.angular_velocity - there.angular_velocity).norm(), 1e-14);
}

TEST(Kinematic, GoesOnAsItMovesWhenNobodyDrivesIt) {
  World world;
  world.add(Gravity{});
  const ObjectId cart = world.add(RigidBody{.velocity = {2, 0, 0}, .angular_velocity = {0, 0, 1}},
                                  {.kinematic = true});
  world.run(0.5, 0.125);
  EXPECT_EQ(world.placement(cart).position, Vec3(1, 0, 0)) << "no gravity either";
  EXPECT_LT(world.placement(cart).orientation.angularDistance(
                Quat(Eigen::AngleAxisd(0.5, Vec3::UnitZ()))),
            1e-14);
  // a drive is for one step: afterwards it keeps the velocity it was given
  world.drive(cart, {.position = {5, 0, 0}, .velocity = {0, 1, 0}});
  world.step(0.5);
  EXPECT_EQ(world.placement(cart).position, Vec3(5, 0, 0));
  world.step(0.5);
  EXPECT_EQ(world.placement(cart).position, Vec3(5, 0.5, 0));
}

TEST(Kinematic, IsHeavierThanEverything) {
  World world;
  const ObjectId wall = world.add(Particle{.mass = 1e-6}, {.kinematic = true});
  const ObjectId ball = world.add(Particle{.mass = 1e6, .velocity = {-10, 0, 0}});
  world.add(PointToPoint{PointOn{wall}, PointOn{ball}});
  world.add(SpringDamper{.a = PointOn{wall}, .b = Nail{{9, 9, 9}}, .stiffness = 1e6});
  ASSERT_TRUE(world.run(1.0, 0.01).ok);
  EXPECT_EQ(world.placement(wall).position, Vec3(0, 0, 0));
  // stopped as an unmet constraint closes: e^{−t/τ}, 20 time constants on
  EXPECT_LT(world.placement(ball).position.norm(), 1e-6);
  EXPECT_EQ(world.degrees_of_freedom(), 3) << "those of the ball";
}

// A lift that goes up with acceleration a: the rope of the lamp in it carries m (g + a).
TEST(Kinematic, FeelsTheLoadOfWhatItHolds) {
  for (const char* stepper : {"projected", "rk4"}) {
    World world({.stepper = stepper});
    const double g = 10.0, a = 3.0, m = 2.0, h = 0.01;
    world.add(Gravity{.g = {0, 0, -g}});
    const ObjectId lift = world.add(RigidBody{}, {.kinematic = true});
    const ObjectId lamp = world.add(Particle{.mass = m, .position = {0, 0, -1}});
    const ConstraintId rope = world.add(Distance{PointOn{lift}, PointOn{lamp}, 1.0});
    for (int i = 1; i <= 100; ++i) {
      const double t = i * h;
      world.drive(lift, {.position = {0, 0, 0.5 * a * t * t}, .velocity = {0, 0, a * t}});
      ASSERT_TRUE(world.step(h).ok);
    }
    const std::vector<ConnectorLoad> loads = world.loads(rope);
    ASSERT_EQ(loads.size(), 2u);
    EXPECT_EQ(loads[0].object, lift);
    EXPECT_EQ(loads[1].object, lamp);
    // a is read off velocities, so rounding of v over h is left; rk4 closes the rope with an error
    // of (h/τ)⁴ of what its stages miss
    const double allowed = std::string_view(stepper) == "rk4" ? 1e-3 : 1e-9;
    EXPECT_NEAR(loads[0].force.z(), -m * (g + a), allowed) << stepper;
    EXPECT_NEAR(loads[1].force.z(), m * (g + a), allowed) << stepper;
    EXPECT_NEAR(world.error(rope).at(0), 0.0, 1e-3 * allowed) << stepper;
  }
}

// A carousel: m ω² r inwards.
TEST(Kinematic, CarriesAlongWhatIsFixedToIt) {
  World world;
  const double omega = 2.0, r = 1.5, m = 2.0;
  const ObjectId disc =
      world.add(RigidBody{.angular_velocity = {0, 0, omega}}, {.kinematic = true});
  const ObjectId child =
      world.add(Particle{.mass = m, .position = {r, 0, 0}, .velocity = {0, r * omega, 0}});
  const ConstraintId seat = world.add(PointToPoint{PointOn{disc, {r, 0, 0}}, PointOn{child}});
  ASSERT_TRUE(world.run(1.0, 0.01).ok);
  const Vec3 x = world.placement(child).position;
  EXPECT_LT((x - Vec3(r * std::cos(omega), r * std::sin(omega), 0)).norm(), 1e-11);
  EXPECT_LT((world.loads(seat).at(1).force + m * omega * omega * x).norm(), 1e-9);
}

TEST(Kinematic, AConstraintBetweenTwoDoesNothingAndHarmsNothing) {
  World world;
  const ObjectId a = world.add(RigidBody{}, {.kinematic = true});
  const ObjectId b = world.add(RigidBody{.position = {1, 0, 0}}, {.kinematic = true});
  const ObjectId dot = world.add(Particle{.velocity = {0, 0, 1}});
  const ConstraintId rod = world.add(Distance{PointOn{a}, PointOn{b}, 5.0}, {.break_force = 1e-3});
  EXPECT_EQ(world.islands(), 1) << "only the particle moves by itself";
  world.drive(b, {.position = {2, 0, 0}});
  const StepReport& report = world.step(0.1);
  EXPECT_TRUE(report.ok);
  EXPECT_THAT(report.events, IsEmpty());
  EXPECT_EQ(report.worst_error, 0.0);
  EXPECT_EQ(world.placement(a).position, Vec3(0, 0, 0));
  EXPECT_EQ(world.placement(b).position, Vec3(2, 0, 0));
  EXPECT_NEAR(world.placement(dot).position.z(), 0.1, 1e-15);
  EXPECT_THAT(world.lambda(rod), ElementsAre(0.0));
  EXPECT_THAT(world.loads(rod), IsEmpty());
  world.set_active(rod, false);
  world.set_active(rod, true);
  world.set(rod, Distance{PointOn{a}, PointOn{b}, 2.0});
  EXPECT_TRUE(world.step(0.1).ok);
  world.remove(a);
  EXPECT_TRUE(world.step(0.1).ok);
}

// Two chains held by the same hand do not feel each other.
TEST(Kinematic, DoesNotJoinIslands) {
  World world;
  const ObjectId hand = world.add(RigidBody{}, {.kinematic = true});
  for (const double x : {-1.0, 1.0}) {
    const ObjectId dot = world.add(Particle{.position = {x, 0, 0}});
    world.add(Distance{PointOn{hand}, PointOn{dot}, 1.0});
  }
  EXPECT_EQ(world.islands(), 2);
}

// ---- companions ----

TEST(Companion, IsAskedBeforeAStepAndToldAfterIt) {
  World world;
  std::vector<std::string> log;
  const auto note = [&](const char* what, double time) {
    log.push_back(std::string(what) + " " + std::to_string(time).substr(0, 5));
  };
  const ObjectId cart = world.add(Particle{}, {.kinematic = true});
  const ObjectId load = world.add(Particle{});
  const ConstraintId rod = world.add(PointToPoint{PointOn{cart}, PointOn{load}});
  Vec3 shown = Vec3::Zero(), shown_load = Vec3::Zero();
  world.attach(cart,
               {.read =
                    [&](double time) {
                      note("read", time);
                      return Placement{.position = {time, 0, 0}, .velocity = {1, 0, 0}};
                    },
                .write =
                    [&](const Placement& p, double time) {
                      note("write", time);
                      shown = p.position;
                    }});
  world.attach(load, {.write = [&](const Placement& p, double time) {
                 note("load", time);
                 shown_load = p.position;
               }});
  world.step(0.25);
  EXPECT_THAT(log, ElementsAre("read 0.250", "write 0.250", "load 0.250"));
  EXPECT_EQ(shown, Vec3(0.25, 0, 0));
  world.step(0.5);
  EXPECT_THAT(log,
              ElementsAre("read 0.250",
                          "write 0.250",
                          "load 0.250",  //
                          "read 0.750",
                          "write 0.750",
                          "load 0.750"));
  EXPECT_EQ(shown, Vec3(0.75, 0, 0));
  EXPECT_EQ(shown_load, world.placement(load).position);

  world.attach(load, {});  // attached anew: the old one is gone
  log.clear();
  world.step(0.25);
  EXPECT_THAT(log, ElementsAre("read 1.000", "write 1.000"));
  world.remove(cart);
  log.clear();
  world.step(0.25);
  EXPECT_THAT(log, IsEmpty());
  EXPECT_FALSE(world.model().constraints().contains(rod));
}

TEST(Companion, IsNotToldOfAStepThatFailed) {
  World world;
  int asked = 0, told = 0;
  const ObjectId cart = world.add(Particle{}, {.kinematic = true});
  world.attach(cart,
               {.read =
                    [&](double time) {
                      ++asked;
                      return Placement{.position = {time, 0, 0}};
                    },
                .write = [&](const Placement&, double) { ++told; }});
  const ObjectId dot = world.add(Particle{});
  const TimeFunction bad = [](double) { return Taylor(nan); };
  const ForceId push = world.add(AppliedForce{PointOn{dot}, Path{bad, 0.0, 0.0}});
  ASSERT_FALSE(world.step(0.1).ok);
  EXPECT_EQ(asked, 1);
  EXPECT_EQ(told, 0);
  EXPECT_EQ(world.placement(cart).position, Vec3(0, 0, 0));
  world.remove(push);
  ASSERT_TRUE(world.step(0.2).ok);
  EXPECT_EQ(told, 1);
  EXPECT_EQ(world.placement(cart).position, Vec3(0.2, 0, 0));
}

TEST(Companion, MayNotLeadAnObjectOutOfTheWorld) {
  World world;
  const ObjectId cart = world.add(RigidBody{}, {.kinematic = true});
  const ObjectId dot = world.add(Particle{.velocity = {1, 0, 0}});
  bool lost = true;
  world.attach(cart, {.read = [&](double) {
                 return Placement{.position = {lost ? nan : 1.0, 0, 0}};
               }});
  const std::uint64_t before = world.hash();
  EXPECT_THROW(world.step(0.1), UsageError);
  EXPECT_EQ(world.hash(), before);
  EXPECT_EQ(world.placement(dot).position, Vec3(0, 0, 0));
  lost = false;
  EXPECT_TRUE(world.step(0.1).ok);
  EXPECT_EQ(world.placement(cart).position, Vec3(1, 0, 0));
}

// ---- what is refused ----

TEST(Kinematic, RefusesToBeDrivenNowhere) {
  World world;
  const ObjectId body = world.add(RigidBody{}, {.kinematic = true});
  const ObjectId bead = world.add(Parametric{}, {.kinematic = true});
  const ObjectId free = world.add(RigidBody{});
  for (const double bad : {nan, std::numeric_limits<double>::infinity()}) {
    EXPECT_THROW(world.drive(body, {.position = {0, bad, 0}}), UsageError);
    EXPECT_THROW(world.drive(body, {.velocity = {bad, 0, 0}}), UsageError);
    EXPECT_THROW(world.drive(body, {.orientation = Quat(1, bad, 0, 0)}), UsageError);
    EXPECT_THROW(world.drive(body, {.angular_velocity = {0, 0, bad}}), UsageError);
  }
  EXPECT_THROW(world.drive(body, {.orientation = Quat(0, 0, 0, 0)}), UsageError);
  EXPECT_THROW(world.drive(bead, {}), UsageError);
  EXPECT_THROW(world.drive(free, {}), UsageError) << "it moves by itself";
  EXPECT_TRUE(world.step(0.1).ok);
  EXPECT_EQ(world.placement(body).position, Vec3(0, 0, 0));
}

}  // namespace holon::kinematic_test
