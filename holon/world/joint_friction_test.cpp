// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "holon/curve/segment.h"
#include "holon/geometry/shape.h"
#include "holon/world/world.h"

/// Dry friction from the force of what presses: in bearings, of beads on wires, of ropes.
namespace holon::joint_friction_test {

constexpr double kG = 9.81;
constexpr double kPi = std::numbers::pi;

ConstraintOptions friction_of(const std::string& presses, double mu, double arm = 1.0) {
  ConstraintOptions options;
  options.friction = mu;
  options.friction_arm = arm;
  options.pressed_by = presses;
  return options;
}

TEST(JointFriction, aWheelIsBrakedByTheWeightOnItsBearingAndStays) {
  const double mu = 0.2, radius = 0.05, spin = 10.0, h = 1e-3;
  World world;
  world.add(Gravity{.g = {0, -kG, 0}});
  RigidBody body = RigidBody::from(mass_properties(Cylinder{.radius = 0.5, .length = 0.1}, 1000.0));
  body.angular_velocity = {0, 0, spin};
  const ObjectId wheel = world.add(body);
  world.add(LineHinge{.a = WorldFrame{}, .b = FrameOn{wheel}}, {.name = "hinge"});
  const ConstraintId brake =
      world.add(PrescribedVelocity{.quantity = TwistBetween{WorldFrame{}, FrameOn{wheel}},
                                   .velocity = Motion{}},
                friction_of("hinge", mu, radius));
  const double inertia = body.inertia(2, 2), torque = mu * radius * body.mass * kG;
  ASSERT_TRUE(world.run(1.0, h).ok);
  EXPECT_NEAR(world.placement(wheel).angular_velocity.z(), spin - torque / inertia, 1e-9);
  EXPECT_NEAR(std::abs(world.lambda(brake)[0]), torque, 1e-9 * torque);
  const double stop = spin * inertia / torque;
  ASSERT_TRUE(world.run(stop, h).ok);
  EXPECT_LT(world.placement(wheel).angular_velocity.norm(), 1e-9);
}

TEST(JointFriction, aBeadSlidesDownASteepWireOnly) {
  const double mu = 0.4, h = 1e-3;
  for (const double off : {-0.1, 0.1}) {
    const double angle = std::atan(mu) + off * kPi / 180.0;
    const Vec3 along(std::cos(angle), 0, -std::sin(angle));
    World world;
    world.add(Gravity{.g = {0, 0, -kG}});
    const ObjectId bead = world.add(Particle{.mass = 2.0});
    const CurveRef wire{.curve = Segment{.a = -10.0 * along, .b = 100.0 * along}};
    world.add(PointToCurve{.point = PointOn{bead}, .curve = wire}, {.name = "wire"});
    world.add(PrescribedVelocity{.quantity = ArcLength{.point = PointOn{bead}, .curve = wire},
                                 .velocity = Motion{}},
              friction_of("wire", mu));
    ASSERT_TRUE(world.run(2.0, h).ok);
    const double a = std::max(0.0, kG * (std::sin(angle) - mu * std::cos(angle)));
    EXPECT_NEAR(world.placement(bead).position.dot(along), 0.5 * a * 4.0, 1e-6) << off;
  }
}

TEST(JointFriction, whatSticksHoldsMoreThanWhatSlides) {
  const double angle = std::atan(0.35), h = 1e-3;
  const Vec3 along(std::cos(angle), 0, -std::sin(angle));
  for (const double speed : {0.0, 1.0}) {
    World world;
    world.add(Gravity{.g = {0, 0, -kG}});
    const ObjectId bead = world.add(Particle{.velocity = speed * along});
    const CurveRef wire{.curve = Segment{.a = -10.0 * along, .b = 100.0 * along}};
    world.add(PointToCurve{.point = PointOn{bead}, .curve = wire}, {.name = "wire"});
    ConstraintOptions options = friction_of("wire", 0.3);
    options.static_friction = 0.4;
    world.add(PrescribedVelocity{.quantity = ArcLength{.point = PointOn{bead}, .curve = wire},
                                 .velocity = Motion{}},
              options);
    ASSERT_TRUE(world.run(1.0, h).ok);
    const double a = kG * (std::sin(angle) - 0.3 * std::cos(angle));
    EXPECT_NEAR(
        world.placement(bead).position.dot(along), speed == 0.0 ? 0.0 : speed + 0.5 * a, 1e-6);
  }
}

/// Two masses on a rope over a post that holds it by friction over half a turn.
struct Capstan {
  Capstan(double mu, double heavy, double light) {
    world.add(Gravity{.g = {0, 0, -kG}});
    const Nail left{{-0.1, 0, 0}}, right{{0.1, 0, 0}};
    a = world.add(Particle{.mass = heavy, .position = {-0.1, 0, -3}});
    const ObjectId b = world.add(Particle{.mass = light, .position = {0.1, 0, -3}});
    Multirope rope;
    rope.path.points() = {PointOn{a}, left, right, PointOn{b}};
    rope.length = 6.2;
    world.add(rope, {.name = "rope"});
    world.add(VelocityCoupler{.terms = {{DistanceBetween{left, PointOn{a}}, 0.5},
                                        {DistanceBetween{right, PointOn{b}}, -0.5}}},
              friction_of("rope", 2.0 * std::tanh(mu * kPi / 2.0)));
  }
  World world;
  ObjectId a;
};

TEST(JointFriction, aRopeRoundAPostHoldsAsEulerSays) {
  const double mu = 0.3, ratio = std::exp(mu * kPi), h = 1e-3;
  Capstan holds(mu, 0.999 * ratio, 1.0);
  ASSERT_TRUE(holds.world.run(1.0, h).ok);
  EXPECT_NEAR(holds.world.placement(holds.a).position.z(), -3.0, 1e-6);

  const double heavy = 1.5 * ratio;
  Capstan slips(mu, heavy, 1.0);
  ASSERT_TRUE(slips.world.run(0.5, h).ok);
  const double a = kG * (heavy - ratio) / (heavy + ratio);
  // what presses is known from the step before, and changes in the first ones
  EXPECT_NEAR(slips.world.placement(slips.a).position.z(), -3.0 - 0.5 * a * 0.25, 1e-3);
}

TEST(JointFriction, needsToKnowWhatPresses) {
  World world;
  const ObjectId bead = world.add(Particle{});
  ConstraintOptions options;
  options.friction = 0.3;
  EXPECT_THROW(world.add(PointToPoint{Nail{}, PointOn{bead}}, options), ModelError);
}

}  // namespace holon::joint_friction_test
