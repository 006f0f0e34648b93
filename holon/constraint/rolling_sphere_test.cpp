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

TEST(RollingSphere, NamesTheFieldThatMakesNoSense) {
  World world;
  const ObjectId id = world.add(RigidBody{});
  EXPECT_THAT(
      checks::why_refused(world, RollingSphere{.ball = FrameOn{id}, .surface = {}, .radius = 0.0}),
      ElementsAre("radius: must be positive and finite"));
}

}  // namespace holon::rolling_sphere_test
