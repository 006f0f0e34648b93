// SPDX-License-Identifier: Apache-2.0
#include "holon/controller/pid.h"

#include <gmock/gmock.h>

#include "holon/world/world.h"

namespace holon::pid_test {

WorldFrame rail() {
  return {Vec3::Zero(), Quat(frame_with_z(Vec3::UnitX()))};
}

/// A slider of 2 kg that a controller pushes along x, from rest at 0 to a reference.
struct Slider {
  World world;
  ObjectId mass;
  ControllerId servo;

  explicit Slider(Pid pid, double strength = no_limit, const char* stepper = "projected")
      : world(WorldOptions{.stepper = stepper}) {
    mass = world.add(Particle{.mass = 2.0}, {.name = "mass"});
    world.add(PointOnLine{.a = rail(), .b = PointOn{mass}});
    pid.input = QuantitySignal{travel()};
    servo = world.add(std::move(pid), {.name = "servo"});
    world.add(Actuator{.quantity = travel(), .effort = servo, .strength = strength});
  }
  ScalarRef travel() const { return TravelAlong{Nail{}, PointOn{mass}, WorldDirection{{1, 0, 0}}}; }
  double x() const { return world.placement(mass).position.x(); }
};

/// Second order, ω = 5, ζ = 0.6, for a jump of the reference to 1.
double second_order(double t) {
  const double zw = 3.0, wd = 4.0;
  return 1.0 - std::exp(-zw * t) * (std::cos(wd * t) + zw / wd * std::sin(wd * t));
}

double worst_error(bool half_step, double h) {
  Slider s({.reference = 1.0, .p = 50.0, .d = 12.0, .half_step = half_step});
  double worst = 0.0;
  while (s.world.time() < 1.0 - 0.5 * h) {
    EXPECT_TRUE(s.world.step(h).ok);
    worst = std::max(worst, std::abs(s.x() - second_order(s.world.time())));
  }
  return worst;
}

// A force held over each step is half a step late; from the middle of the step it is in time.
TEST(Pid, FollowsTheClosedFormToSecondOrderFromTheMiddleOfTheStep) {
  const double a = worst_error(true, 0.004), b = worst_error(true, 0.002);
  EXPECT_LT(b, 1e-4);
  EXPECT_GT(a / b, 3.6);
  EXPECT_LT(a / b, 4.4);
}
TEST(Pid, FollowsTheClosedFormToFirstOrderOtherwise) {
  const double a = worst_error(false, 0.004), b = worst_error(false, 0.002);
  EXPECT_GT(a / b, 1.8);
  EXPECT_LT(a / b, 2.2);
  EXPECT_GT(b, 10.0 * worst_error(true, 0.002));
}

// The integral takes away what is left of the error under a load: m g = p e without it.
TEST(Pid, IntegralTakesTheLoad) {
  for (const double i : {0.0, 30.0}) {
    Slider s({.reference = 1.0, .p = 50.0, .i = i, .d = 12.0});
    s.world.add(Gravity{.g = {-9.81, 0.0, 0.0}});
    s.world.run(30.0, 0.005);
    // e^{−0.73 t} is the slowest part of the answer
    EXPECT_NEAR(s.x(), i > 0.0 ? 1.0 : 1.0 - 2.0 * 9.81 / 50.0, 1e-7);
    EXPECT_NEAR(s.world.output(s.servo), 2.0 * 9.81, 1e-5);
  }
}

TEST(Pid, IsTurnedOffAndOnWhileRunning) {
  Slider s({.reference = 1.0, .p = 50.0, .d = 12.0});
  s.world.set_active(s.servo, false);
  s.world.run(0.5, 0.005);
  EXPECT_EQ(s.x(), 0.0);
  EXPECT_EQ(s.world.output(s.servo), 0.0);
  s.world.set_active(s.servo, true);
  s.world.run(5.0, 0.005);
  EXPECT_NEAR(s.x(), 1.0, 1e-4);
}

// Through a drag of 10 N s/m the slider is pushed at its limit of 5 N, at 0.5 m/s, for four seconds
// to its reference. An integral that went on meanwhile would be 4 m s, 24 times what the limit can
// answer to, and would take it as far again beyond.
TEST(Pid, DoesNotWindUp) {
  Slider s({.reference = 2.0, .p = 50.0, .i = 30.0, .low = -5.0, .high = 5.0});
  s.world.add(Drag{.linear = 10.0});
  double most = 0.0;
  for (int i = 0; i < 2000; ++i) {
    s.world.step(0.01);
    most = std::max(most, s.x());
    EXPECT_LE(std::abs(s.world.output(s.servo)), 5.0);
  }
  EXPECT_NEAR(s.x(), 2.0, 1e-3);
  EXPECT_LT(most, 2.1);
}

TEST(Pid, ActuatorIsNoStrongerThanItIs) {
  Slider s({.reference = 1.0, .p = 1e6}, 3.0);
  s.world.run(0.5, 0.001);
  EXPECT_NEAR(s.x(), 0.5 * 3.0 / 2.0 * 0.25, 1e-9) << "the way under 3 N for half a second";
}

TEST(Pid, ReferenceMayMove) {
  Slider s({.reference = Motion(Sine{.amplitude = 0.2, .rate = 1.0}),
            .p = 5000.0,
            .d = 300.0,
            .rate_of_input = false});
  s.world.run(5.0, 0.001);
  // e = m ẍ / p, but for the part that has died out
  EXPECT_NEAR(s.x(), 0.2 * std::sin(5.0), 2.0 * 0.2 / 5000.0);
}

// Angles go on counting beyond a turn.
TEST(Pid, TurnsAWheelThreeTimes) {
  World world;
  const ObjectId wheel = world.add(RigidBody{.mass = 1.0, .inertia = Mat3::Identity()});
  world.add(LineHinge{.a = WorldFrame{}, .b = FrameOn{wheel}});
  const AngleBetween angle{
      WorldDirection{{1, 0, 0}}, DirectionOn{wheel, {1, 0, 0}}, WorldDirection{{0, 0, 1}}};
  const ControllerId servo = world.add(Pid{
      .input = QuantitySignal{angle}, .reference = 6.0 * std::numbers::pi, .p = 20.0, .d = 9.0});
  world.add(Actuator{.quantity = angle, .effort = servo});
  world.run(12.0, 0.005);
  EXPECT_NEAR(world.placement(wheel).angular_velocity.z(), 0.0, 1e-6);
  const Quat q = world.placement(wheel).orientation;
  EXPECT_NEAR(std::abs(q.w()), 1.0, 1e-6);
  EXPECT_LT(std::abs(world.output(servo)), 1e-4) << "it has arrived, not gone round for ever";
}

// An outer loop sets the speed that an inner loop keeps.
TEST(Pid, ControllersNest) {
  World world;
  const ObjectId mass = world.add(Particle{.mass = 2.0}, {.name = "mass"});
  world.add(PointOnLine{.a = rail(), .b = PointOn{mass}});
  world.add(
      Pid{.input = NamedSignal{"mass.x"}, .reference = 1.0, .p = 4.0, .low = -0.5, .high = 0.5},
      {.name = "outer"});
  const ControllerId inner = world.add(
      Pid{.input = NamedSignal{"mass.vx"}, .reference = NamedSignal{"outer.output"}, .p = 200.0},
      {.name = "inner"});
  world.add(
      Actuator{.quantity = DistanceBetween{Nail{{-1, 0, 0}}, PointOn{mass}}, .effort = inner});
  double fastest = 0.0;
  for (int i = 0; i < 2000; ++i) {
    ASSERT_TRUE(world.step(0.002).ok);
    fastest = std::max(fastest, world.signal("mass.vx"));
  }
  EXPECT_NEAR(world.signal("mass.x"), 1.0, 1e-3);
  EXPECT_NEAR(fastest, 0.5, 0.01);
}

TEST(Pid, NamesTheFieldThatMakesNoSense) {
  World world;
  try {
    world.add(Pid{.p = std::numeric_limits<double>::quiet_NaN(), .low = 1.0, .high = 0.0},
              {.name = "servo"});
    FAIL();
  } catch (const ModelError& e) {
    EXPECT_THAT(e.what(), ::testing::HasSubstr("controller 'servo'"));
    EXPECT_THAT(e.errors(), ::testing::ElementsAre("p: must be finite", "low: must be below high"));
  }
  EXPECT_EQ(world.model().controllers().size(), 0U);
}

}  // namespace holon::pid_test
