// SPDX-License-Identifier: Apache-2.0
#include "holon/constraint/point_on_plane.h"

#include <gmock/gmock.h>

#include "holon/checks/constraint_checks.h"

namespace holon::point_on_plane_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr double g = 9.81, m = 1.5, alpha = 0.5;
const Gravity kWeight{.g = {0.0, 0.0, -g}};
const Vec3 kDown(std::cos(alpha), 0.0, -std::sin(alpha));
const Vec3 kNormal(std::sin(alpha), 0.0, std::cos(alpha));
const Quat kSlope(frame_with_z(kNormal));

// Down a slope with g sin α, evenly across it; the plane bears m g cos α.
TEST(PointOnPlane, ParticleSlidesDownASlope) {
  const Vec3 start(0.2, 0.1, 0.5), v0(0.0, 0.7, 0.0);
  const double t = 1.0;
  World world;
  world.add(kWeight);
  const ObjectId bead = world.add(Particle{.mass = m, .position = start, .velocity = v0});
  const ConstraintId plane =
      world.add(PointOnPlane{.a = WorldFrame{start, kSlope}, .b = PointOn{bead}});
  ASSERT_TRUE(world.run(t, 0.01).ok);
  // the stepper is exact for a constant force in a plane; what is left is rounding
  const Vec3 x = start + v0 * t + 0.5 * g * std::sin(alpha) * t * t * kDown;
  EXPECT_LT((world.placement(bead).position - x).norm(), 1e-11);
  EXPECT_NEAR(world.lambda(plane)[0], m * g * std::cos(alpha), 1e-9);
  EXPECT_LT((world.loads(plane)[1].force - m * g * std::cos(alpha) * kNormal).norm(), 1e-9);
}

// The plane holds from both sides: what hangs below it is pulled.
TEST(PointOnPlane, ForceIsAlongTheNormalWhicheverWayItPoints) {
  World world;
  world.add(kWeight);
  const ObjectId bead = world.add(Particle{.mass = m});
  const WorldFrame ceiling{.orientation = Quat(0.0, 1.0, 0.0, 0.0)};  // its z axis downward
  const ConstraintId plane = world.add(PointOnPlane{.a = ceiling, .b = PointOn{bead}});
  ASSERT_TRUE(world.run(0.1, 0.01).ok);
  EXPECT_NEAR(world.lambda(plane)[0], -m * g, 1e-11);
  EXPECT_NEAR(world.loads(plane)[1].force.z(), m * g, 1e-11);
}

// A wedge that is free to slide gives way: its acceleration is m g sin α cos α / (M + m sin²α), the
// force between them m M g cos α / (M + m sin²α).
TEST(PointOnPlane, FreeWedgeGivesWay) {
  const double M = 4.0, t = 0.5;
  const double yielding = M + m * std::sin(alpha) * std::sin(alpha);
  World world;
  world.add(kWeight);
  const ObjectId wedge = world.add(RigidBody{.mass = M});
  const ObjectId bead = world.add(Particle{.mass = m, .position = 0.2 * kDown});
  world.add(Orientation{.a = WorldFrame{}, .b = FrameOn{wedge}});
  world.add(PointOnLine{.a = WorldFrame{.orientation = Quat(frame_with_z(Vec3::UnitX()))},
                        .b = PointOn{wedge}});
  const ConstraintId plane = world.add(
      PointOnPlane{.a = FrameOn{.object = wedge, .orientation = kSlope}, .b = PointOn{bead}});
  ASSERT_TRUE(world.run(t, 0.01).ok);
  const double a = m * g * std::sin(alpha) * std::cos(alpha) / yielding;
  EXPECT_LT((world.placement(wedge).position - Vec3(-0.5 * a * t * t, 0.0, 0.0)).norm(), 1e-11);
  EXPECT_NEAR(world.lambda(plane)[0], m * M * g * std::cos(alpha) / yielding, 1e-8);
  const std::vector<ConnectorLoad> loads = world.loads(plane);
  EXPECT_EQ(loads[0].object, wedge);
  EXPECT_LT((loads[0].force + loads[1].force).norm(), 1e-12);
}

// In a lift that speeds up by a the floor bears m (g + a).
TEST(PointOnPlane, FloorOfALiftBearsMore) {
  const double a = 2.0, h = 0.01;
  World world;
  world.add(kWeight);
  const ObjectId lift = world.add(RigidBody{}, {.name = "lift", .kinematic = true});
  const ObjectId bead = world.add(Particle{.mass = m});
  const ConstraintId floor = world.add(PointOnPlane{.a = FrameOn{lift}, .b = PointOn{bead}});
  for (int i = 1; i <= 50; ++i) {
    const double t = i * h;
    world.drive(lift, {.position = {0.0, 0.0, 0.5 * a * t * t}, .velocity = {0.0, 0.0, a * t}});
    ASSERT_TRUE(world.step(h).ok);
    EXPECT_NEAR(world.placement(bead).position.z(), 0.5 * a * t * t, 1e-11);
    EXPECT_NEAR(world.report().worst_error, 0.0, 2e-12);
  }
  EXPECT_NEAR(world.lambda(floor)[0], m * (g + a), 1e-8);
}

// A plane turned evenly about its x axis: along x nothing happens, away from the axis the particle
// flies out as r₀ cosh Ωt and is pushed by 2 m Ω ṙ.
TEST(PointOnPlane, TurningPlaneThrowsTheParticleOut) {
  const double rate = 2.0, r0 = 0.3, t = 1.0;
  World world;
  const ObjectId board = world.add(RigidBody{.angular_velocity = {rate, 0.0, 0.0}},
                                   {.name = "board", .kinematic = true});
  const ObjectId bead =
      world.add(Particle{.mass = m, .position = {0.0, r0, 0.0}, .velocity = {0.4, 0.0, r0 * rate}});
  const ConstraintId plane = world.add(PointOnPlane{.a = FrameOn{board}, .b = PointOn{bead}});
  ASSERT_TRUE(world.run(t, 0.001).ok);
  const Placement p = world.placement(bead);
  const Vec3 out(0.0, std::cos(rate * t), std::sin(rate * t));
  // second order: (Ω h)² of some e²
  EXPECT_LT((p.position - Vec3(0.4 * t, 0.0, 0.0) - r0 * std::cosh(rate * t) * out).norm(), 1e-5);
  EXPECT_NEAR(world.lambda(plane)[0], 2.0 * m * rate * p.velocity.dot(out), 1e-8);
}

TEST(PointOnPlane, ClosesCriticallyDamped) {
  World world;
  world.add(kWeight);
  const ObjectId id = world.add(RigidBody{.inertia = Vec3(0.2, 0.3, 0.4).asDiagonal(),
                                          .position = {0.3, -0.4, 0.2},
                                          .velocity = {1.0, 0.0, 0.5},
                                          .angular_velocity = {0.5, -1.0, 2.0}});
  const ConstraintId plane = world.add(
      PointOnPlane{.a = WorldFrame{.orientation = kSlope}, .b = PointOn{id, {0.1, 0.2, 0.3}}},
      {.tau = 0.1});
  const checks::Closing closing = checks::watch_closing(world, plane, 0.01, 200);
  EXPECT_TRUE(closing.ok);
  EXPECT_GT(closing.first_error, 0.1);
  EXPECT_LT(closing.off_course, 1e-9);
  EXPECT_LT(closing.final_error, 1e-6);
}

// Three planes that do not meet in a point pull at one particle along x: it ends at the mean,
// weighted.
TEST(PointOnPlane, WeightsDecideWhoGivesWay) {
  World world;
  const ObjectId bead = world.add(Particle{.mass = m, .position = {0.3, 0.2, 0.0}});
  const Quat upright(frame_with_z(Vec3::UnitX()));
  const double places[] = {-1.0, 0.0, 2.0}, weights[] = {1.0, 2.0, 5.0};
  for (int i = 0; i < 3; ++i)
    world.add(PointOnPlane{.a = WorldFrame{{places[i], 0.0, 0.0}, upright}, .b = PointOn{bead}},
              {.weight = weights[i]});
  ASSERT_TRUE(world.run(2.0, 0.01).ok);
  const Vec3 mean((-1.0 * 1.0 + 2.0 * 5.0) / 8.0, 0.2, 0.0);
  EXPECT_LT((world.placement(bead).position - mean).norm(), 1e-9);
}

// A push towards the plane grows by 10 N/s, against a limit of 5.05 N.
TEST(PointOnPlane, BreaksAtItsLimitOfForce) {
  World world;
  const ObjectId bead = world.add(Particle{.mass = m});
  const ConstraintId plane =
      world.add(PointOnPlane{.a = WorldFrame{}, .b = PointOn{bead}}, {.break_force = 5.05});
  world.add(AppliedForce{.point = PointOn{bead}, .force = {1.0, 0.0, Polynomial{{0.0, -10.0}}}});
  std::vector<Event> events;
  world.on_event([&](const Event& e) { events.push_back(e); });
  ASSERT_TRUE(world.run(0.6, 0.01).ok);
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].kind, EventKind::broken);
  EXPECT_EQ(events[0].constraint, plane);
  EXPECT_NEAR(events[0].value, 5.1, 1e-9);
  EXPECT_NEAR(events[0].time, 0.51, 1e-12);
}

TEST(PointOnPlane, NamesTheFieldThatMakesNoSense) {
  World world;
  const ObjectId bead = world.add(Particle{});
  const auto refused = [&](const FrameRef& a, const PointRef& b) {
    return checks::why_refused(world, PointOnPlane{.a = a, .b = b});
  };
  EXPECT_THAT(refused(WorldFrame{}, PointOn{bead}), IsEmpty());
  EXPECT_THAT(refused(FrameOn{bead}, PointOn{bead}),
              ElementsAre("a: needs an object with an orientation, and a particle has none"));
  EXPECT_THAT(refused(WorldFrame{.orientation = Quat(0.0, 0.0, 0.0, 0.0)}, PointOn{bead}),
              ElementsAre("a: orientation must be a finite quaternion that is not zero"));
}

}  // namespace holon::point_on_plane_test
