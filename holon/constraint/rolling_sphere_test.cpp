// SPDX-License-Identifier: Apache-2.0
#include "holon/constraint/rolling_sphere.h"

#include <gmock/gmock.h>

#include <cmath>

#include "holon/checks/constraint_checks.h"

namespace holon::rolling_sphere_test {

using ::testing::ElementsAre;

constexpr double g = 9.81;
constexpr double k = 0.4;  // inertia of a solid ball, in m r²

RigidBody ball(double mass, double radius) {
  return {.mass = mass, .inertia = k * mass * radius * radius * Mat3::Identity()};
}

// A ball on a turntable goes round in a circle of its own, with 2/7 of the rate of the table,
// wherever it is and however it starts.
TEST(RollingSphere, GoesRoundOnATurntable) {
  const double m = 0.6, radius = 0.3, table_rate = 5.0, rate = 2.0 / 7.0 * table_rate;
  const Vec3 x0(0.5, 0.2, radius), v0(0.3, -0.4, 0.0), z = Vec3::UnitZ();
  const Vec3 slip = v0 - table_rate * z.cross(x0);
  for (const char* stepper : {"projected", "rk4"}) {
    SCOPED_TRACE(stepper);
    World world({.stepper = stepper});
    world.add(Gravity{.g = {0.0, 0.0, -g}});
    const ObjectId table =
        world.add(RigidBody{.angular_velocity = table_rate * z}, {.kinematic = true});
    RigidBody body = ball(m, radius);
    body.position = x0;
    body.velocity = v0;
    body.angular_velocity = z.cross(slip) / radius + 0.7 * z;  // no slip, and some spin
    const ObjectId id = world.add(body);
    const ConstraintId rolls = world.add(
        RollingSphere{.ball = FrameOn{id}, .surface = {FrameOn{table}, Plane{}}, .radius = radius});
    ASSERT_TRUE(world.run(2.0, 1e-3).ok);
    const double angle = 2.0 * rate;
    const Placement at = world.placement(id);
    const Vec3 x = x0 + (std::sin(angle) * v0 + (1.0 - std::cos(angle)) * z.cross(v0)) / rate;
    const Vec3 v = std::cos(angle) * v0 + std::sin(angle) * z.cross(v0);
    // projected: second order in the 1e-2 rad that the ball turns in a step
    const double tolerance = stepper == std::string("rk4") ? 1e-8 : 5e-4;
    EXPECT_LT((at.position - x).norm(), tolerance);
    EXPECT_LT((at.velocity - v).norm(), tolerance);
    EXPECT_NEAR(at.angular_velocity.z(), 0.7, 1e-8) << "nothing stops its spin";
    EXPECT_NEAR(world.lambda(rolls)[0], m * g, 1e-9);
    EXPECT_LT((world.loads(rolls)[0].force - m * (rate * z.cross(v) + g * z)).norm(), tolerance);
  }
}

struct Dome {
  World world;
  ObjectId id;
  ConstraintId rolls;
};
constexpr double R = 0.9, r = 0.2, m = 1.5, kStart = 0.3;
/// A ball at rest on a dome of radius R, an angle of kStart from its top.
Dome make_dome(const Surface& surface) {
  Dome d;
  d.world.add(Gravity{.g = {0.0, 0.0, -g}});
  RigidBody body = ball(m, r);
  body.position = (R + r) * Vec3(std::sin(kStart), 0.0, std::cos(kStart));
  d.id = d.world.add(body);
  d.rolls = d.world.add(
      RollingSphere{.ball = FrameOn{d.id}, .surface = {WorldFrame{}, surface}, .radius = r});
  return d;
}

// Down a dome the push becomes a pull where 17 cos θ = 10 cos θ₀: N = m g (17 cos θ − 10 cos θ₀)/7.
TEST(RollingSphere, RollsDownADome) {
  Dome d = make_dome(SphereSurface{R});
  bool pulled = false;
  while (d.world.placement(d.id).position.z() > 0.0) {
    ASSERT_TRUE(d.world.step(1e-3).ok);
    const double c = d.world.placement(d.id).position.z() / (R + r);
    const double s = std::sqrt(1.0 - c * c);
    const Vec3 f = d.world.loads(d.rolls)[0].force;
    const Vec3 n = d.world.placement(d.id).position.normalized();
    // second order in v h / R = 5e-3
    EXPECT_NEAR(d.world.lambda(d.rolls)[0],
                m * g * (17.0 * c - 10.0 * std::cos(kStart)) / 7.0,
                2e-4 * m * g);
    EXPECT_NEAR((f - n * n.dot(f)).norm(), m * g * s * k / (1.0 + k), 2e-4 * m * g);
    EXPECT_NEAR(d.world.placement(d.id).position.norm(), R + r, 1e-11);
    pulled = pulled || d.world.lambda(d.rolls)[0] < 0.0;
  }
  EXPECT_TRUE(pulled) << "it is held and cannot leave";
}

// The same dome as a formula, whose f is no distance: the same motion, and the push is λ |∇f|.
TEST(RollingSphere, RollsOnAFormula) {
  Dome distance = make_dome(SphereSurface{R}),
       formula = make_dome(Implicit{"x^2 + y^2 + z^2 - 0.81"});
  for (int i = 0; i < 50; ++i) {
    ASSERT_TRUE(distance.world.step(0.01).ok);
    ASSERT_TRUE(formula.world.step(0.01).ok);
    EXPECT_LT((distance.world.placement(distance.id).position
               - formula.world.placement(formula.id).position)
                  .norm(),
              1e-10);
    EXPECT_NEAR(distance.world.lambda(distance.rolls)[0],
                2.0 * R * formula.world.lambda(formula.rolls)[0],
                1e-7);
  }
}

// A marble in a bowl is a pendulum of length R − r that is slower by √(7/5).
TEST(RollingSphere, RollsInABowl) {
  const double l = R - r, start = 0.1;
  World world;
  world.add(Gravity{.g = {0.0, 0.0, -g}});
  RigidBody body = ball(m, r);
  body.position = l * Vec3(std::sin(start), 0.0, -std::cos(start));
  const ObjectId id = world.add(body);
  world.add(RollingSphere{
      .ball = FrameOn{id}, .surface = {WorldFrame{}, SphereSurface{R}}, .radius = r, .back = true});
  const double period = 2.0 * std::acos(-1.0) * std::sqrt(1.4 * l / g);
  // the period of a pendulum is longer by 1 + θ²/16 + …
  ASSERT_TRUE(world.run(period * (1.0 + start * start / 16.0), 1e-3).ok);
  EXPECT_NEAR(world.placement(id).position.x(), l * std::sin(start), 1e-6);
  EXPECT_NEAR(world.placement(id).velocity.x(), 0.0, 1e-4);
}

// ---- edges ----

/// A slope of 30° with axes in it: down, to the left, and its normal; as a flat patch that is
/// turned in it by an angle, with its lower edge 1 m from the corner where it begins.
struct Slope {
  double angle;
  Vec3 down{std::sqrt(0.75), 0.0, -0.5}, left{0.0, 1.0, 0.0}, normal{0.5, 0.0, std::sqrt(0.75)};
  Vec3 across = std::cos(angle) * down + std::sin(angle) * left;
  Vec3 along = -std::sin(angle) * down + std::cos(angle) * left;

  BezierPatch patch() const {
    BezierPatch p;
    for (int i = 0; i < 4; ++i) {
      p.control_points.emplace_back();
      for (int j = 0; j < 4; ++j)
        p.control_points.back().push_back(across * (i / 3.0) + along * (j - 1.5));
    }
    return p;
  }
};
struct Roll {
  World world;
  ObjectId id;
  ConstraintId rolls;
  int events = 0;

  Roll(const Slope& slope, const Vec3& start, TrackEnds edges, const char* stepper)
      : world({.stepper = stepper}) {
    world.add(Gravity{.g = {0.0, 0.0, -g}});
    RigidBody body = ball(m, r);
    body.position = start + r * slope.normal;
    id = world.add(body);
    rolls = world.add(RollingSphere{.ball = FrameOn{id},
                                    .surface = {WorldFrame{}, slope.patch()},
                                    .radius = r,
                                    .edges = edges});
    world.on_event([this](const Event& e) { events += e.kind == EventKind::end_reached ? 1 : 0; });
  }
  Roll(const Roll&) = delete;
};

// At the edge the wall takes all of m g sin 30°, and friction nothing, for that would turn the
// ball.
TEST(RollingSphere, IsStoppedByAnEdge) {
  const Slope slope{0.0};
  for (const char* stepper : {"projected", "rk4"}) {
    SCOPED_TRACE(stepper);
    Roll b(slope, 0.5 * slope.down, TrackEnds::stop, stepper);
    const double fall = std::sqrt(2.0 * 0.5 / (0.5 * g / (1.0 + k)));
    ASSERT_TRUE(b.world.run(fall - 0.01, 1e-3).ok);
    EXPECT_EQ(b.events, 0);
    ASSERT_TRUE(b.world.run(0.7, 1e-3).ok);
    EXPECT_EQ(b.events, 1);
    const Placement at = b.world.placement(b.id);
    EXPECT_LT((at.position - slope.down - r * slope.normal).norm(), 1e-6);
    EXPECT_LT(at.velocity.norm() + at.angular_velocity.norm(), 1e-7);
    const auto lambda = b.world.lambda(b.rolls);
    EXPECT_NEAR(lambda[0], m * g * std::sqrt(0.75), 1e-6);
    EXPECT_NEAR(lambda[1], m * g * 0.5, 1e-6);
    EXPECT_LT(std::abs(lambda[3]) + std::abs(lambda[4]), 1e-6);
  }
}

TEST(RollingSphere, RollsAlongAnEdge) {
  const Slope slope{0.4};
  for (const char* stepper : {"projected", "rk4"}) {
    SCOPED_TRACE(stepper);
    Roll b(slope, slope.across + 0.8 * slope.along, TrackEnds::stop, stepper);
    ASSERT_TRUE(b.world.run(0.6, 1e-3).ok);
    const double a = 0.5 * g * std::sin(slope.angle) / (1.0 + k);
    const Vec3 x = slope.across + (0.8 - 0.5 * a * 0.36) * slope.along + r * slope.normal;
    EXPECT_LT((b.world.placement(b.id).position - x).norm(), 1e-6);
    EXPECT_NEAR(b.world.lambda(b.rolls)[1], m * g * 0.5 * std::cos(slope.angle), 1e-5);
  }
}

TEST(RollingSphere, IsHeldByAnEdge) {
  const Slope slope{0.4};
  for (const char* stepper : {"projected", "rk4"}) {
    SCOPED_TRACE(stepper);
    Roll b(slope, 0.6 * slope.across + 0.8 * slope.along, TrackEnds::hold, stepper);
    while (b.events == 0) ASSERT_TRUE(b.world.step(1e-3).ok);
    const Vec3 there = b.world.placement(b.id).position;
    EXPECT_LT(b.world.placement(b.id).velocity.norm(), 1e-8) << "at once";
    ASSERT_TRUE(b.world.run(0.5, 1e-3).ok);
    EXPECT_EQ(b.events, 1);
    EXPECT_LT((b.world.placement(b.id).position - there).norm(), 1e-8);
    EXPECT_LT(b.world.placement(b.id).velocity.norm(), 1e-8);
    EXPECT_LT((b.world.loads(b.rolls)[0].force - Vec3(0.0, 0.0, m * g)).norm(), 1e-6);
  }
}

TEST(RollingSphere, NamesTheFieldThatMakesNoSense) {
  World world;
  const ObjectId id = world.add(RigidBody{});
  EXPECT_THAT(
      checks::why_refused(world, RollingSphere{.ball = FrameOn{id}, .surface = {}, .radius = 0.0}),
      ElementsAre("radius: must be positive and finite"));
}

}  // namespace holon::rolling_sphere_test
