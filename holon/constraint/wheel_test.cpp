// SPDX-License-Identifier: Apache-2.0
#include "holon/constraint/wheel.h"

#include <gmock/gmock.h>

#include <cmath>

#include "holon/checks/constraint_checks.h"

namespace holon::wheel_test {

using ::testing::ElementsAre;

constexpr double g = 9.81;

/// A uniform thin disk whose axle is its z axis.
RigidBody disk(double mass, double radius) {
  const double about_axle = 0.5 * mass * radius * radius;
  return {.mass = mass, .inertia = Vec3(0.5, 0.5, 1.0).asDiagonal() * about_axle};
}
/// Turns z into the y axis.
const Quat kAxleAlongY(Eigen::AngleAxisd(-0.5 * std::acos(-1.0), Vec3::UnitX()));

/// Steady rolling in a circle: with the angle θ between axle and vertical, which goes round with Ω,
/// and ω₃ about the axle,
///     (C + m r²) ω₃ Ω sin θ − A Ω² sin θ cos θ + m g r cos θ = 0,
/// the floor carries m g, and pulls the wheel inwards with m r |ω₃ Ω|.
TEST(Wheel, CoinRollsInACircle) {
  const double m = 1.3, r = 0.5, theta = 1.0, turn = 3.0, s = std::sin(theta), c = std::cos(theta);
  const double A = 0.25 * m * r * r, C = 2.0 * A;
  const double spin = (A * turn * turn * s * c - m * g * r * c) / ((C + m * r * r) * turn * s);
  const Vec3 axle(s, 0.0, c), ahead(0.0, 1.0, 0.0), up = axle.cross(ahead);
  for (const char* stepper : {"projected", "rk4"}) {
    SCOPED_TRACE(stepper);
    World world({.stepper = stepper});
    world.add(Gravity{.g = {0.0, 0.0, -g}});
    RigidBody coin = disk(m, r);
    Mat3 R;
    R << ahead, up, axle;
    coin.position = {0.0, 0.0, r * s};
    coin.orientation = Quat(R);
    coin.velocity = -r * spin * ahead;
    coin.angular_velocity = turn * s * up + spin * axle;
    const ObjectId id = world.add(coin);
    const ConstraintId rolls =
        world.add(Wheel{.wheel = FrameOn{id}, .surface = {WorldFrame{}, Plane{}}, .radius = r});
    ASSERT_TRUE(world.run(2.0, 1e-3).ok);
    // second order in h Ω = 3e-3, and the motion is neutrally stable
    EXPECT_NEAR(world.direction(DirectionOn{id}).x.z(), c, 2e-5);
    const std::vector<double> f = world.lambda(rolls);
    EXPECT_NEAR(f[0], m * g, 1e-3);
    EXPECT_NEAR(std::hypot(f[1], f[2]), m * r * std::abs(spin * turn), 1e-3);
    EXPECT_NEAR(f[1], 0.0, 1e-3) << "nothing pulls it on";
    const Vec3 inwards = Vec3::UnitZ().cross(world.placement(id).velocity).normalized();
    EXPECT_NEAR(world.loads(rolls)[0].force.dot(inwards), m * r * std::abs(spin * turn), 1e-3);
    EXPECT_LT(world.report().worst_error, stepper == std::string("rk4") ? 1e-8 : 1e-11);
  }
}

// In a pipe a wheel is a pendulum of length R − r and inertia m (1 + k) (R − r)², k = ½:
//   v² = 2 g (R − r)(cos θ − cos θ₀)/(1 + k),  N = m g cos θ + m v²/(R − r),  F = m g sin θ k/(1 +
//   k)
TEST(Wheel, SwingsInAPipe) {
  const double m = 0.8, r = 0.3, R = 1.0, k = 0.5, theta0 = 0.9, l = R - r;
  World world;
  world.add(Gravity{.g = {0.0, 0.0, -g}});
  RigidBody body = disk(m, r);
  body.position = l * Vec3(std::sin(theta0), 0.0, -std::cos(theta0));
  body.orientation = kAxleAlongY;
  const ObjectId id = world.add(body);
  const ConstraintId rolls =
      world.add(Wheel{.wheel = FrameOn{id},
                      .surface = {WorldFrame{.orientation = kAxleAlongY}, CylinderSurface{R}},
                      .radius = r,
                      .back = true});
  double lowest = 0.0;
  for (int i = 0; i < 1500; ++i) {
    ASSERT_TRUE(world.step(1e-3).ok);
    const Vec3 x = world.placement(id).position;
    EXPECT_NEAR(x.norm(), l, 1e-11);
    lowest = std::min(lowest, x.x());
    const double s = x.x() / l, c = -x.z() / l;
    const double v2 = 2.0 * g * l * (c - std::cos(theta0)) / (1.0 + k);
    const std::vector<double> f = world.lambda(rolls);
    // second order in h √(g/l) = 4e-3
    EXPECT_NEAR(world.placement(id).velocity.squaredNorm(), v2, 1e-4);
    EXPECT_NEAR(f[0], m * g * c + m * v2 / l, 1e-4 * m * g);
    EXPECT_NEAR(f[1], m * g * s * k / (1.0 + k), 1e-4 * m * g);
    EXPECT_NEAR(f[2], 0.0, 1e-9);
  }
  EXPECT_NEAR(lowest, -l * std::sin(theta0), 1e-4) << "up the other side";
}

// A plank pulled by F under a wheel: the wheel goes with k/(1 + k) of its acceleration, and the
// plank feels it as k/(1 + k) of the wheel's mass.
TEST(Wheel, PlankIsPulledFromUnderIt) {
  const double m = 0.9, M = 2.0, r = 0.25, F = 6.0, part = 0.5 / 1.5;
  World world;
  world.add(Gravity{.g = {0.0, 0.0, -g}});
  const ObjectId plank = world.add(RigidBody{.mass = M});
  const Quat along_x(Eigen::AngleAxisd(0.5 * std::acos(-1.0), Vec3::UnitY()));
  world.add(Prism{.a = WorldFrame{.orientation = along_x},
                  .b = FrameOn{.object = plank, .orientation = along_x}});
  world.add(AppliedForce{PointOn{plank}, Path::constant({F, 0.0, 0.0})});
  RigidBody body = disk(m, r);
  body.position = {0.4, 0.0, r + 0.1};
  body.orientation = kAxleAlongY;
  const ObjectId id = world.add(body);
  const ConstraintId rolls =
      world.add(Wheel{.wheel = FrameOn{id},
                      .surface = {FrameOn{plank}, Plane{.point = {0.0, 0.0, 0.1}}},
                      .radius = r});
  ASSERT_TRUE(world.run(1.0, 0.01).ok);
  const double a = F / (M + part * m);
  EXPECT_NEAR(world.placement(plank).velocity.x(), a, 1e-10);
  EXPECT_NEAR(world.placement(id).velocity.x(), part * a, 1e-10);
  EXPECT_NEAR(world.placement(id).angular_velocity.y(), -(1.0 - part) * a / r, 1e-9);
  EXPECT_NEAR(world.lambda(rolls)[1], m * part * a, 1e-9);
  const auto loads = world.loads(rolls);
  EXPECT_EQ(loads[1].object, plank);
  EXPECT_LT((loads[0].force - Vec3(m * part * a, 0.0, m * g)).norm(), 1e-9);
  EXPECT_LT((loads[1].force + loads[0].force).norm(), 1e-12);
}

// Let go at an angle, it turns over the point it stands on: (A + m r²) θ̇² = 2 m g r (sin θ₀ − sin
// θ).
TEST(Wheel, GivesUpWhenItHasFallenFlat) {
  const double m = 1.0, r = 0.5, theta0 = 1.4, flat = 0.1;
  World world;
  world.add(Gravity{.g = {0.0, 0.0, -g}});
  RigidBody body = disk(m, r);
  body.position = {0.0, 0.0, r * std::sin(theta0)};
  body.orientation = Quat(Eigen::AngleAxisd(theta0, Vec3::UnitY()));
  const ObjectId id = world.add(body);
  const ConstraintId rolls = world.add(
      Wheel{.wheel = FrameOn{id}, .surface = {WorldFrame{}, Plane{}}, .radius = r, .flat = flat});
  std::vector<Event> events;
  world.on_event([&](const Event& e) { events.push_back(e); });
  while (events.empty() && world.time() < 5.0) ASSERT_TRUE(world.step(1e-3).ok);
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].kind, EventKind::deactivated);
  EXPECT_EQ(events[0].constraint, rolls);
  EXPECT_EQ(events[0].reason, "has fallen flat");
  EXPECT_FALSE(world.is_active(rolls));
  const double theta = std::acos(world.direction(DirectionOn{id}).x.z());
  const double rate = world.placement(id).angular_velocity.norm();
  EXPECT_LT(theta, flat);
  EXPECT_GT(theta, flat - 1e-3 * rate) << "at once";
  const double square = 2.0 * g * (std::sin(theta0) - std::sin(theta)) / (1.25 * r);
  EXPECT_NEAR(rate, std::sqrt(square), 1e-4);
  ASSERT_TRUE(world.run(0.5, 1e-3).ok);
  EXPECT_EQ(events.size(), 1U);
}

// Where the table ends nothing carries it any more.
TEST(Wheel, EdgeReleases) {
  World world;
  world.add(Gravity{.g = {0.0, 0.0, -g}});
  const HeightField table{
      .heights = std::vector<std::vector<double>>(5, std::vector<double>(5, 0.0)),
      .corner = {-1.0, -1.0},
      .spacing = {0.5, 0.5}};
  RigidBody body = disk(1.0, 0.1);
  body.position = {0.1, 0.2, 0.1};
  body.orientation = kAxleAlongY;
  body.velocity = {2.0, 0.0, 0.0};
  body.angular_velocity = {0.0, 20.0, 0.0};
  const ObjectId id = world.add(body);
  const ConstraintId rolls =
      world.add(Wheel{.wheel = FrameOn{id}, .surface = {WorldFrame{}, table}, .radius = 0.1});
  ASSERT_TRUE(world.run(0.44, 1e-3).ok);
  EXPECT_TRUE(world.is_active(rolls));
  EXPECT_NEAR(world.placement(id).position.x(), 0.98, 1e-4);  // second order in 0.02 rad a step
  EXPECT_NEAR(world.placement(id).position.z(), 0.1, 1e-10);
  ASSERT_TRUE(world.run(0.1, 1e-3).ok);
  EXPECT_FALSE(world.is_active(rolls));
  EXPECT_LT(world.placement(id).position.z(), 0.1);
}

// Put on an ellipsoid anyhow, it closes the gap, stops slipping, and touches: the rim is tangent
// to the ellipsoid at its lowest point and nowhere below it.
TEST(Wheel, TouchesASurfaceThatBends) {
  World world;
  RigidBody body = disk(1.0, 0.4);
  body.position = {0.5, 0.4, 1.2};
  body.orientation = Quat(Eigen::AngleAxisd(1.2, Vec3(0.4, 0.8, 0.2).normalized()));
  body.velocity = {0.3, -0.2, 0.0};
  const ObjectId id = world.add(body);
  const Surface egg = EllipsoidSurface{{1.2, 1.0, 0.8}};
  const ConstraintId rolls = world.add(
      Wheel{.wheel = FrameOn{id}, .surface = {WorldFrame{}, egg}, .radius = 0.4}, {.tau = 0.02});
  ASSERT_TRUE(world.run(1.0, 1e-3).ok);  // 50 τ
  for (const double e : world.error(rolls)) EXPECT_NEAR(e, 0.0, 1e-10);
  double lowest = 1.0;
  const FrameKin frame = world.frame(FrameOn{id});
  for (int i = 0; i < 20000; ++i) {
    const double u = std::acos(-1.0) * i / 10000;
    const Vec3 x = frame.x + 0.4 * (frame.R * Vec3(std::cos(u), std::sin(u), 0.0));
    Surface::Foot foot = egg.closest(x);
    lowest = std::min(lowest, egg.at(x, foot).f);
  }
  EXPECT_NEAR(lowest, 0.0, 1e-7);  // r (π / 20000)² / 2 between two points
}

TEST(Wheel, NamesTheFieldThatMakesNoSense) {
  World world;
  const ObjectId id = world.add(RigidBody{});
  EXPECT_THAT(checks::why_refused(world,
                                  Wheel{.wheel = FrameOn{id},
                                        .surface = {},
                                        .radius = -1.0,
                                        .flat = NAN,
                                        .edges = TrackEnds::stop}),
              ElementsAre("radius: must be positive and finite",
                          "flat: must be positive and less than 1",
                          "edges: must be release or nothing"));
}

}  // namespace holon::wheel_test
