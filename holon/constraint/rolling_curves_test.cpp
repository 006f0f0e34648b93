// SPDX-License-Identifier: Apache-2.0
#include "holon/constraint/rolling_curves.h"

#include <gmock/gmock.h>

#include <cmath>

#include "holon/checks/constraint_checks.h"

namespace holon::rolling_curves_test {

using ::testing::ElementsAre;

constexpr double g = 9.81;

/// A body that turns about the z axis through a point of the x axis.
ObjectId add_hinged(World& world, double x, double inertia, double rate) {
  const ObjectId id = world.add(RigidBody{.inertia = inertia * Mat3::Identity(),
                                          .position = {x, 0.0, 0.0},
                                          .angular_velocity = {0.0, 0.0, rate}});
  world.add(LineHinge{.a = WorldFrame{.at = {x, 0.0, 0.0}}, .b = FrameOn{id}});
  return id;
}
double rate_of(const World& world, ObjectId id) {
  return world.placement(id).angular_velocity.z();
}

// Two circles on fixed axles are a pair of gears: α₁ (I₁ + I₂ (R₁/R₂)²) = T. That they touch the
// axles see to already: one row follows from others.
TEST(RollingCurves, CirclesAreGears) {
  const double R1 = 0.4, R2 = 0.7, I1 = 1.2, I2 = 2.3, T = 3.0;
  World world;
  const ObjectId first = add_hinged(world, 0.0, I1, 0.0);
  const ObjectId second = add_hinged(world, R1 + R2, I2, 0.0);
  world.add(AppliedTorque{FrameOn{first}, Path::constant({0.0, 0.0, T})});
  const ConstraintId teeth = world.add(RollingCurves{.a = {FrameOn{first}, Circle{.radius = R1}},
                                                     .b = {FrameOn{second}, Circle{.radius = R2}}});
  ASSERT_TRUE(world.run(1.0, 0.01).ok);
  EXPECT_GT(world.report().dependent_rows, 0);
  const double alpha = T / (I1 + I2 * R1 * R1 / (R2 * R2));
  EXPECT_NEAR(rate_of(world, first), alpha, 1e-8);
  EXPECT_NEAR(rate_of(world, second), -alpha * R1 / R2, 1e-8);
  EXPECT_NEAR(world.lambda(teeth)[1], I2 * alpha * R1 / (R2 * R2), 1e-6)
      << "on the second, along y";
}

/// A round body in the x-y plane.
ObjectId add_in_plane(World& world, const RigidBody& body) {
  const ObjectId id = world.add(body);
  world.add(PlaneJoint{.a = WorldFrame{}, .b = FrameOn{id}});
  return id;
}

// Equal ellipses that turn about a focus of each roll on each other with the foci 2a apart: where
// they touch, r₁ = b²/(a − e cos φ) from the first axle, the second turns faster by r₁/(2a − r₁).
// The second axle could slide along the line of both, and does not.
TEST(RollingCurves, EllipticGears) {
  const double a = 1.0, e = 0.6, b2 = a * a - e * e, start = 2.0;
  World world;
  const double far = a + e, near = a - e;
  const ObjectId first = add_hinged(world, 0.0, 1.0, start);
  const ObjectId second = add_in_plane(world,
                                       {.inertia = 1.5 * Mat3::Identity(),
                                        .position = {2.0 * a, 0.0, 0.0},
                                        .angular_velocity = {0.0, 0.0, -start * far / near}});
  world.add(
      VelocityAlong{.a = Nail{}, .b = PointOn{second}, .along = WorldDirection{Vec3::UnitY()}});
  const Ellipse gear{.radii = {a, std::sqrt(b2)}, .center = {e, 0.0, 0.0}};
  world.add(RollingCurves{.a = {FrameOn{first}, gear}, .b = {FrameOn{second}, gear}});
  const double energy = 0.5 * start * start * (1.0 + 1.5 * far * far / (near * near));
  double least = 10.0, most = 0.0;
  for (int i = 0; i < 2000; ++i) {
    ASSERT_TRUE(world.step(1e-3).ok) << world.report().brief();
    const Vec3 x = world.direction(DirectionOn{first, Vec3::UnitX()}).x;
    const double r1 = b2 / (a - e * x.x());  // x.x() = cos φ
    const double ratio = -rate_of(world, second) / rate_of(world, first);
    // all second order in the 8e-3 rad of a step
    EXPECT_NEAR(ratio / (r1 / (2.0 * a - r1)), 1.0, 1e-4);
    EXPECT_NEAR(world.placement(second).position.x(), 2.0 * a, 1e-4);
    EXPECT_NEAR(world.kinetic_energy() / energy, 1.0, 1e-4);
    least = std::min(least, ratio);
    most = std::max(most, ratio);
  }
  EXPECT_NEAR(least, near / far, 1e-3);
  EXPECT_NEAR(most, far / near, 1e-2);
}

// In a ring twice its size every point of the rim of a circle goes to and fro on a straight line.
TEST(RollingCurves, CardanCircles) {
  const double m = 1.4, r = 0.5, rate = 2.0;
  World world;
  const ObjectId id = add_in_plane(world,
                                   {.mass = m,
                                    .position = {r, 0.0, 0.0},
                                    .velocity = {0.0, r * rate, 0.0},
                                    .angular_velocity = {0.0, 0.0, -rate}});
  const ConstraintId rolls = world.add(RollingCurves{.a = {WorldFrame{}, Circle{.radius = 2.0 * r}},
                                                     .b = {FrameOn{id}, Circle{.radius = r}}});
  for (int i = 0; i < 4000; ++i) {
    ASSERT_TRUE(world.step(1e-3).ok);
    const Vec3 x = world.point(PointOn{id, {r, 0.0, 0.0}}).x;
    // second order in the 2e-3 rad of a step
    EXPECT_NEAR(x.y(), 0.0, 1e-5);
    EXPECT_NEAR(x.x(), 2.0 * r * std::cos(rate * world.time()), 2e-5);
    EXPECT_NEAR(world.lambda(rolls)[0], m * r * rate * rate, 1e-4) << "it is to the left";
    EXPECT_NEAR(world.lambda(rolls)[1], 0.0, 1e-4);
  }
}

// On a line without end it rolls down: a = g sin β / (1 + k), and holds back k / (1 + k).
TEST(RollingCurves, CircleOnALine) {
  const double m = 0.7, r = 0.3, beta = 0.5, inertia = 0.02, k = inertia / (m * r * r);
  World world;
  world.add(Gravity{.g = {g * std::sin(beta), -g * std::cos(beta), 0.0}});
  const ObjectId id = add_in_plane(
      world, {.mass = m, .inertia = inertia * Mat3::Identity(), .position = {2.0, r, 0.0}});
  const ConstraintId rolls = world.add(
      RollingCurves{.a = {WorldFrame{}, Line{}}, .b = {FrameOn{id}, Circle{.radius = r}}});
  ASSERT_TRUE(world.run(1.0, 0.01).ok);
  const double a = g * std::sin(beta) / (1.0 + k);
  EXPECT_NEAR(world.placement(id).velocity.x(), a, 1e-9);
  // how far it rolls is second order in the 0.12 rad of a step
  EXPECT_NEAR(world.placement(id).position.x(), 2.0 + 0.5 * a, 2e-3);
  EXPECT_NEAR(rate_of(world, id), -a / r, 1e-8);
  EXPECT_NEAR(world.lambda(rolls)[0], m * g * std::cos(beta), 1e-8);
  EXPECT_NEAR(world.lambda(rolls)[1], -k / (1.0 + k) * m * g * std::sin(beta), 1e-8);
}

// An ellipse that rocks on a line keeps its energy, and the place of touch goes as far on the line
// as on the ellipse: after one whole turn it is one circumference on.
TEST(RollingCurves, EllipseRollsByItsCircumference) {
  World world;
  const Curve egg = Ellipse{.radii = {0.5, 0.3}};
  const double round = egg.length(0.0, 2.0 * std::acos(-1.0));
  const ObjectId id = add_in_plane(world,
                                   {.inertia = 0.1 * Mat3::Identity(),
                                    .position = {0.0, 0.3, 0.0},
                                    .velocity = {0.6, 0.0, 0.0},
                                    .angular_velocity = {0.0, 0.0, -2.0}});
  world.add(RollingCurves{.a = {WorldFrame{}, Line{}}, .b = {FrameOn{id}, egg}});
  const double energy = 0.5 * 0.6 * 0.6 + 0.5 * 0.1 * 4.0;
  double turned = 0.0;
  while (turned > -2.0 * std::acos(-1.0) && world.time() < 10.0) {
    ASSERT_TRUE(world.step(1e-3).ok);
    turned += 1e-3 * rate_of(world, id);
    EXPECT_NEAR(world.kinetic_energy(), energy, 1e-5);
  }
  const Placement at = world.placement(id);
  const double over = 2.0 * Eigen::Quaterniond(at.orientation).vec().z()
                      * (at.orientation.w() < 0.0 ? -1.0 : 1.0);  // the angle past a whole turn
  EXPECT_NEAR(at.position.x() + 0.3 * over, round, 1e-4);
}

TEST(RollingCurves, NamesTheFieldThatMakesNoSense) {
  World world;
  const ObjectId id = world.add(RigidBody{});
  EXPECT_THAT(checks::why_refused(
                  world, RollingCurves{.a = {WorldFrame{}, Circle{}}, .b = {FrameOn{id}, Helix{}}}),
              ElementsAre("b: must lie in the x-y plane of its frame"));
}

}  // namespace holon::rolling_curves_test
