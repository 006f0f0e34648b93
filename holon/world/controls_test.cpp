// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "holon/world/signal_reader.h"

/// The graph of signals, whatever the kinds of controllers in it.
namespace holon::controls_test {

Computed twice(const std::string& signal) {
  return {.formula = "2*x", .inputs = {{"x", NamedSignal{signal}}}};
}

// Each is done after what it listens to, in the same step, whatever the order they were added in.
TEST(Controls, RunInTheOrderOfWhatTheyListenTo) {
  World world;
  const ControllerId first = world.add(Input{.value = 1.0}, {.name = "a"});
  const ControllerId c = world.add(twice("a.output"), {.name = "c"});
  const ControllerId b = world.add(twice("a.output"), {.name = "b"});
  world.set(c, twice("b.output"));
  world.step(0.1);
  EXPECT_EQ(world.output(first), 1.0);
  EXPECT_EQ(world.output(b), 2.0);
  EXPECT_EQ(world.output(c), 4.0);
}

TEST(Controls, ACircleIsReportedAndRefused) {
  World world;
  world.add(Input{}, {.name = "a"});
  world.add(twice("a.output"), {.name = "b"});
  const ControllerId c = world.add(twice("b.output"), {.name = "c"});
  world.add(twice("c.output"), {.name = "d"});
  try {
    world.set(c, twice("d.output"));
    FAIL() << "c listens to d, which listens to c";
  } catch (const ModelError& e) {
    EXPECT_THAT(e.what(), ::testing::HasSubstr("in a circle: c to d to c"));
  }
  EXPECT_TRUE(world.step(0.1).ok) << "nothing has changed";
}

TEST(Controls, ThoseThatListenToWhatIsGoneFallSilent) {
  World world;
  const ObjectId mass = world.add(Particle{.position = {3, 0, 0}}, {.name = "mass"});
  const ControllerId id = world.add(twice("mass.x"), {.name = "double"});
  world.step(0.1);
  EXPECT_EQ(world.output(id), 6.0);
  world.remove(mass);
  ASSERT_TRUE(world.step(0.1).ok);
  EXPECT_EQ(world.output(id), 0.0);
  ASSERT_EQ(world.report().events.size(), 1U);
  EXPECT_EQ(world.report().events[0].kind, EventKind::deactivated);
  EXPECT_EQ(world.report().events[0].controller, id);
  ASSERT_TRUE(world.step(0.1).ok);
  EXPECT_TRUE(world.report().events.empty()) << "told once";
}

TEST(Controls, OneInCommandIsNotRemoved) {
  World world;
  const ObjectId mass = world.add(Particle{});
  const ControllerId id = world.add(Input{.value = 1.0}, {.name = "lever"});
  const ForceId push =
      world.add(Actuator{.quantity = DistanceBetween{Nail{{1, 0, 0}}, PointOn{mass}}, .effort = id},
                {.name = "push"});
  try {
    world.remove(id);
    FAIL();
  } catch (const ModelError& e) {
    EXPECT_THAT(e.what(), ::testing::HasSubstr("is in command of 'push'"));
  }
  world.remove(push);
  world.remove(id);
  EXPECT_EQ(world.model().controllers().size(), 0U);
  EXPECT_THROW(world.output(id), UsageError);
}

// What a controller remembers is part of the state.
TEST(Controls, ASnapshotGoesOnAlike) {
  World world;
  const ObjectId mass = world.add(Particle{}, {.name = "mass"});
  const ControllerId servo = world.add(
      Pid{.input = NamedSignal{"mass.x"}, .reference = 1.0, .p = 9.0, .i = 3.0, .d = 2.0});
  world.add(
      Actuator{.quantity = DistanceBetween{Nail{{-1, 0, 0}}, PointOn{mass}}, .effort = servo});
  world.run(0.5, 0.01);
  const World::Snapshot middle = world.snapshot();
  world.run(0.5, 0.01);
  const auto hash = world.hash();
  world.restore(middle);
  EXPECT_NE(world.hash(), hash);
  world.run(0.5, 0.01);
  EXPECT_EQ(world.hash(), hash);
}

// A spring that grows stiffer: x'' = −(1 + t) x is Airy's equation, x(t) = α Ai(−1−t) + β Bi(−1−t).
// Its solution from x = 1, x' = 0 by a series of Taylor of the right side, to 1e-12, is the
// reference; the stiffness of each step is that of its start, so the error is of first order.
TEST(Controls, DriveAnyNumber) {
  const auto end_of = [](double h) {
    World world;
    const ObjectId mass = world.add(Particle{.position = {1, 0, 0}});
    world.add(SpringDamper{.a = Nail{}, .b = PointOn{mass}}, {.name = "spring"});
    world.add(Computed{.formula = "1 + t"}, {.name = "winder", .drives = "spring.stiffness"});
    world.run(1.0, h);
    EXPECT_NEAR(world.signal("winder.output"), 2.0 - h, 1e-9);
    return world.placement(mass).position.x();
  };
  // x = Σ c_n tⁿ with (n+2)(n+1) c_{n+2} = −c_n − c_{n−1}
  double c[60] = {1.0, 0.0}, exact = 1.0;
  for (int n = 0; n + 2 < 60; ++n) {
    c[n + 2] = -(c[n] + (n > 0 ? c[n - 1] : 0.0)) / ((n + 2) * (n + 1));
    exact += c[n + 2];
  }
  const double a = end_of(0.002) - exact, b = end_of(0.001) - exact;
  EXPECT_LT(std::abs(b), 1e-3);
  EXPECT_NEAR(2.0 * b - a, 0.0, 1e-6);
}

TEST(Controls, WhatIsDrivenMayRefuseAndNothingChanges) {
  World world;
  const ObjectId mass = world.add(Particle{.velocity = {1, 0, 0}}, {.name = "mass"});
  const ControllerId leak =
      world.add(Computed{.formula = "0.95 - t"}, {.name = "leak", .drives = "mass.mass"});
  world.run(1.0, 0.1);
  ASSERT_TRUE(world.report().ok) << "0.05 kg are left";
  const auto hash = world.hash();
  ASSERT_FALSE(world.step(0.1).ok);
  EXPECT_EQ(world.hash(), hash);
  EXPECT_EQ(world.report().events[0].controller, leak);
  EXPECT_NEAR(std::get<Particle>(world.model().objects()[mass].kind).mass, 0.05, 1e-12);
  EXPECT_THROW(world.add(Input{}, {.drives = "mass.colour"}), ModelError);
}

// The number that was driven in the steps before stays, whoever makes the next step fail.
TEST(Controls, AFailureGivesBackWhatTheLastStepHad) {
  World world;
  const ObjectId mass = world.add(Particle{.mass = 7.0}, {.name = "mass"});
  world.add(Computed{.formula = "1 + t"}, {.name = "filler", .drives = "mass.mass"});
  world.add(Computed{.formula = "log(0.25 - t)"}, {.name = "bad"});
  world.run(0.3, 0.1);
  ASSERT_TRUE(world.report().ok);
  ASSERT_FALSE(world.step(0.1).ok);
  EXPECT_NEAR(std::get<Particle>(world.model().objects()[mass].kind).mass, 1.2, 1e-12);
}

// Islands look at the outputs where they lie; adding controllers moves them.
TEST(Controls, ForcesAreReadRightAfterMoreControllersWereAdded) {
  World world;
  const ObjectId mass = world.add(Particle{});
  const ControllerId push = world.add(Input{.value = 3.0});
  const ForceId force = world.add(
      Actuator{.quantity = DistanceBetween{Nail{{-1, 0, 0}}, PointOn{mass}}, .effort = push});
  world.step(0.01);
  for (int i = 0; i < 100; ++i) world.add(Input{});
  const std::vector<ConnectorLoad> loads = world.loads(force);
  ASSERT_EQ(loads.size(), 2U);
  EXPECT_NEAR(loads[1].force.x(), 3.0, 1e-12);
}

TEST(Controls, EveryNumberHasAName) {
  World world;
  const ObjectId rod = world.add(
      RigidBody{.position = {1, 2, 3}, .velocity = {4, 5, 6}, .angular_velocity = {0, 0, 7}},
      {.name = "rod"});
  world.add(PointToPoint{.a = PointOn{rod}, .b = Nail{{1, 2, 3}}}, {.name = "pin"});
  EXPECT_EQ(world.signal("rod.y"), 2.0);
  EXPECT_EQ(world.signal("rod.vz"), 6.0);
  EXPECT_EQ(world.signal("rod.wz"), 7.0);
  EXPECT_EQ(world.signal("time"), 0.0);
  EXPECT_EQ(world.signal("energy.total"), world.kinetic_energy());
  EXPECT_EQ(world.signal("pin.lambda1"), world.lambda(world.model().find_constraint("pin"))[1]);
  EXPECT_THROW(world.signal("rod.vv"), UsageError);
  int signals = 0;
  SignalReader reader;
  for_each_signal(world.model(), [&](const std::string& name, std::string_view, const Signal& s) {
    ++signals;
    EXPECT_TRUE(std::isfinite(reader.read(world, s))) << name;
  });
  EXPECT_EQ(signals, 1 + 13 + 6 + 3 + 3);
}

}  // namespace holon::controls_test
