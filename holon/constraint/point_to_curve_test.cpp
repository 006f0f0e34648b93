// SPDX-License-Identifier: Apache-2.0
#include "holon/constraint/point_to_curve.h"

#include <gmock/gmock.h>

#include <cmath>

#include "holon/checks/constraint_checks.h"

namespace holon::point_to_curve_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr double g = 9.81;

// On an upright circle a bead is a pendulum: from rest at the height of the centre it reaches the
// lowest point with v² = 2 g R, where the wire carries 3 m g.
TEST(PointToCurve, BeadOnACircle) {
  const double m = 0.7, R = 1.5;
  World world;
  world.add(Gravity{.g = {0.0, -g, 0.0}});
  const ObjectId bead = world.add(Particle{.mass = m, .position = {R, 0.0, 0.0}});
  const ConstraintId wire = world.add(
      PointToCurve{.point = PointOn{bead}, .curve = {WorldFrame{}, Curve(Circle{.radius = R})}});
  while (world.placement(bead).position.x() > 0.0) {
    ASSERT_TRUE(world.step(1e-3).ok);
    const Vec3 x = world.placement(bead).position;
    EXPECT_NEAR(x.norm(), R, 1e-11);
    // N = m v²/R + m g sin φ = 3 m g sin φ, φ below the horizontal; second order in v h / R = 4e-3
    EXPECT_NEAR(world.loads(wire)[0].force.dot(-x) / R, -3.0 * m * g * x.y() / R, 2e-4 * m * g);
  }
  EXPECT_NEAR(world.placement(bead).velocity.norm(), std::sqrt(2.0 * g * R), 1e-4);
}

// Down a helix of radius R and rise c the bead gains speed as on a slope: s̈ = g c / √(R² + c²).
TEST(PointToCurve, BeadOnAHelix) {
  const double R = 0.5, c = 0.2, slope = c / std::hypot(R, c);
  for (const char* stepper : {"projected", "rk4"}) {
    SCOPED_TRACE(stepper);
    World world({.stepper = stepper});
    world.add(Gravity{.g = {0.0, 0.0, -g}});
    const ObjectId bead = world.add(Particle{.mass = 2.0, .position = {R, 0.0, 0.0}});
    const ConstraintId wire = world.add(PointToCurve{
        .point = PointOn{bead}, .curve = {WorldFrame{}, Curve(Helix{.radius = R, .rise = c})}});
    ASSERT_TRUE(world.run(1.0, 1e-3).ok);
    EXPECT_NEAR(world.placement(bead).velocity.norm(), g * slope, 1e-4);
    // s = ½ g slope t², down by s slope; six radians round
    EXPECT_NEAR(world.placement(bead).position.z(), -0.5 * g * slope * slope, 1e-4);
    EXPECT_LT(world.report().worst_error, stepper == std::string("rk4") ? 1e-7 : 1e-11);
    EXPECT_EQ(world.lambda(wire)[2], 0.0) << "no end in sight";
  }
}

struct Slide {
  World world;
  ObjectId bead;
  ConstraintId wire;
  int events = 0;
};
/// A bead that slides down a straight wire of length 1, inclined by 30°.
std::unique_ptr<Slide> make_slide(TrackEnds ends) {
  auto s = std::make_unique<Slide>();
  s->world.add(Gravity{.g = {0.0, 0.0, -g}});
  s->bead = s->world.add(Particle{.mass = 2.0});
  const Vec3 end(std::cos(std::acos(-1.0) / 6.0), 0.0, -0.5);
  s->wire =
      s->world.add(PointToCurve{.point = PointOn{s->bead},
                                .curve = {WorldFrame{}, Curve(Segment{.a = -0.1 * end, .b = end})},
                                .ends = ends});
  s->world.on_event([slide = s.get()](const Event& e) {
    slide->events += e.kind == EventKind::end_reached ? 1 : 0;
  });
  return s;
}
const double kFall = std::sqrt(4.0 / g);  // ½ (g/2) t² = 1

TEST(PointToCurve, EndStopsTheBead) {
  const auto s = make_slide(TrackEnds::stop);
  ASSERT_TRUE(s->world.run(kFall - 0.01, 1e-3).ok);
  EXPECT_NEAR(s->world.placement(s->bead).velocity.norm(), 0.5 * g * (kFall - 0.01), 1e-9);
  EXPECT_EQ(s->events, 0);
  ASSERT_TRUE(s->world.run(0.5, 1e-3).ok);
  EXPECT_NEAR(s->world.placement(s->bead).position.z(), -0.5, 1e-10);
  EXPECT_LT(s->world.placement(s->bead).velocity.norm(), 1e-10);
  EXPECT_NEAR(s->world.lambda(s->wire)[2], 2.0 * 0.5 * g, 1e-7) << "the stop carries m g sin 30°";
  EXPECT_EQ(s->events, 1);
}

TEST(PointToCurve, EndReleasesTheBead) {
  const auto s = make_slide(TrackEnds::release);
  ASSERT_TRUE(s->world.run(kFall + 0.5, 1e-3).ok);
  EXPECT_EQ(s->events, 1);
  EXPECT_FALSE(s->world.is_active(s->wire));
  // free flight from the end with the speed g kFall / 2
  const double v = 0.5 * g * kFall;
  EXPECT_NEAR(s->world.placement(s->bead).position.x(),
              std::cos(std::acos(-1.0) / 6.0) * (1.0 + 0.5 * v),
              0.01);
}

TEST(PointToCurve, EndHoldsTheBead) {
  const auto s = make_slide(TrackEnds::hold);
  ASSERT_TRUE(s->world.run(kFall + 0.01, 1e-3).ok);
  EXPECT_EQ(s->events, 1);
  EXPECT_TRUE(s->world.is_active(s->wire));
  EXPECT_NEAR(s->world.placement(s->bead).position.z(), -0.5, 1e-11) << "at once";
  EXPECT_LT(s->world.placement(s->bead).velocity.norm(), 1e-10);
  // unlike a stop it does not let go again, however hard it is pulled back
  s->world.add(AppliedForce{.point = PointOn{s->bead}, .force = Path::constant({-50.0, 0.0, 0.0})});
  ASSERT_TRUE(s->world.run(0.5, 1e-3).ok);
  EXPECT_EQ(s->events, 1);
  EXPECT_NEAR(s->world.placement(s->bead).position.z(), -0.5, 1e-11);
  EXPECT_LT((s->world.loads(s->wire)[0].force - Vec3(50.0, 0.0, 2.0 * g)).norm(), 1e-7);
  // switched off and on again it holds nothing
  s->world.set_active(s->wire, false);
  s->world.set_active(s->wire, true);
  ASSERT_TRUE(s->world.run(0.1, 1e-3).ok);
  EXPECT_GT(s->world.placement(s->bead).velocity.norm(), 1.0);
}

/// A bead that runs along the x axis to the end of its wire at x = 1.
ConstraintId add_runner(World& world, ObjectId& bead, double speed, ConstraintOptions options) {
  bead = world.add(Particle{.mass = 2.0, .velocity = {speed, 0.0, 0.0}});
  return world.add(
      PointToCurve{.point = PointOn{bead},
                   .curve = {WorldFrame{}, Curve(Segment{.a = {-1, 0, 0}, .b = {1, 0, 0}})},
                   .ends = TrackEnds::hold},
      options);
}

TEST(PointToCurve, EndCatchesTheBeadInTheStep) {
  for (const double speed : {1.0, 50.0}) {
    World world;
    ObjectId bead;
    const ConstraintId wire = add_runner(world, bead, speed, {});
    while (world.state().held(wire) == 0) ASSERT_TRUE(world.step(0.1).ok);
    EXPECT_NEAR(world.time(), speed > 1.0 ? 0.1 : 1.0, 0.11);
    EXPECT_NEAR(world.placement(bead).position.x(), 1.0, 1e-10);
    EXPECT_LT(world.placement(bead).velocity.norm(), 1e-10);
    EXPECT_EQ(world.state().held(wire), 1);
  }
}

TEST(PointToCurve, WhatHoldsAtTheEndIsTheSameConstraint) {
  World world;
  ObjectId bead;
  const ConstraintId wire = add_runner(world, bead, 1.0, {.name = "wire", .break_force = 30.0});
  ASSERT_TRUE(world.run(1.5, 1e-2).ok);
  EXPECT_EQ(world.model().constraints().size(), 1U);
  const ForceId pull =
      world.add(AppliedForce{.point = PointOn{bead}, .force = Path::constant({-20.0, 0.0, -20.0})});
  ASSERT_TRUE(world.run(0.1, 1e-2).ok);
  EXPECT_NEAR(world.signal("wire.force"), 20.0 * std::sqrt(2.0), 1e-7);
  const World::Snapshot held = world.snapshot();
  const auto hash = world.hash();
  world.set(pull, AppliedForce{.point = PointOn{bead}, .force = Path::constant({-31.0, 0.0, 0.0})});
  ASSERT_TRUE(world.run(0.1, 1e-2).ok);
  EXPECT_FALSE(world.is_active(wire)) << "31 N are more than it takes";
  EXPECT_LT(world.placement(bead).position.x(), 1.0);
  world.restore(held);
  EXPECT_EQ(world.hash(), hash);
  ASSERT_TRUE(world.run(0.1, 1e-2).ok);
  EXPECT_NEAR(world.placement(bead).position.x(), 1.0, 1e-11) << "still held";
}

// A bead on a ring that turns evenly about its upright diameter with ω² > g/R rests where
// cos θ = g / (ω² R).
TEST(PointToCurve, BeadOnARingThatTurns) {
  const double R = 0.5, w = 6.0, cosine = g / (w * w * R), sine = std::sqrt(1.0 - cosine * cosine);
  World world;
  world.add(Gravity{.g = {0.0, 0.0, -g}});
  const ObjectId ring =
      world.add(RigidBody{.angular_velocity = {0.0, 0.0, w}}, {.kinematic = true});
  const ObjectId bead = world.add(
      Particle{.position = {R * sine, 0.0, -R * cosine}, .velocity = {0.0, w * R * sine, 0.0}});
  const Quat upright(Eigen::AngleAxisd(0.5 * std::acos(-1.0), Vec3::UnitX()));
  const ConstraintId wire = world.add(
      PointToCurve{.point = PointOn{bead},
                   .curve = {FrameOn{ring}, Curve(Circle{.radius = R, .orientation = upright})}});
  ASSERT_TRUE(world.run(1.0, 1e-3).ok);
  EXPECT_NEAR(world.placement(bead).position.z(), -R * cosine, 1e-5);
  // what holds it: m g up, and m ω² r inwards
  EXPECT_NEAR(world.loads(wire)[0].force.norm(), std::hypot(g, w * w * R * sine), 1e-3);
}

TEST(PointToCurve, NamesTheFieldThatMakesNoSense) {
  World world;
  const ObjectId bead = world.add(Particle{});
  EXPECT_THAT(
      checks::why_refused(world,
                          PointToCurve{.point = PointOn{}, .curve = {FrameOn{bead}, Curve{}}}),
      ElementsAre("point: names no object",
                  "curve.frame: needs an object with an orientation, and a particle has none"));
}

}  // namespace holon::point_to_curve_test
