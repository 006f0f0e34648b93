// SPDX-License-Identifier: Apache-2.0
#include "holon/constraint/universal_joint.h"

#include <gmock/gmock.h>

#include "holon/checks/constraint_checks.h"

namespace holon::universal_joint_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr double g = 9.81;

// Two shafts bent by β: tan ψ = tan φ / cos β, so the driven one turns unevenly,
//     ψ̇ = φ̇ cos β / D,   ψ̈ = −φ̇² cos β sin²β sin 2φ / D²,   D = cos²β cos²φ + sin²φ,
// and the torque that is passed on is I ψ̈.
TEST(UniversalJoint, DrivesABentShaftUnevenly) {
  const double bend = 0.5, rate = 2.0, inertia = 0.3, t = 1.3;
  const Quat tilt = rotation_exp(Vec3(0.0, bend, 0.0));
  const Vec3 axis = tilt * Vec3::UnitZ();
  World world;
  const ObjectId driving =
      world.add(RigidBody{.angular_velocity = {0.0, 0.0, rate}}, {.kinematic = true});
  const ObjectId driven = world.add(RigidBody{.inertia = inertia * Mat3::Identity(),
                                              .orientation = tilt,
                                              .angular_velocity = rate / std::cos(bend) * axis});
  world.add(CylinderJoint{.a = WorldFrame{.orientation = tilt}, .b = FrameOn{driven}});
  const ConstraintId cross = world.add(UniversalJoint{.a = FrameOn{driving}, .b = FrameOn{driven}});
  ASSERT_TRUE(world.run(t, 5e-4).ok);
  const double phi = rate * t, c = std::cos(bend), s = std::sin(bend);
  const double D = c * c * std::cos(phi) * std::cos(phi) + std::sin(phi) * std::sin(phi);
  // second order: (ψ̇ h)² is 1e-6
  EXPECT_NEAR(world.placement(driven).angular_velocity.dot(axis), rate * c / D, 1e-5);
  EXPECT_NEAR(world.loads(cross)[1].torque.dot(axis),
              -inertia * rate * rate * c * s * s * std::sin(2.0 * phi) / (D * D),
              1e-5);
}

// In line, the joint passes any torque on as it is.
TEST(UniversalJoint, PassesATorqueOnInLine) {
  World world;
  const ObjectId shaft = world.add(RigidBody{});
  const ConstraintId cross = world.add(UniversalJoint{.a = WorldFrame{}, .b = FrameOn{shaft}});
  world.add(AppliedTorque{.frame = FrameOn{shaft}, .torque = {0.0, 0.0, 4.0}});
  ASSERT_TRUE(world.run(0.2, 0.01).ok);
  EXPECT_NEAR(world.loads(cross)[1].torque.z(), -4.0, 1e-10);
  EXPECT_LT(world.placement(shaft).angular_velocity.norm(), 1e-11);
}

TEST(UniversalJoint, NamesTheFieldThatMakesNoSense) {
  World world;
  const ObjectId body = world.add(RigidBody{}), dot = world.add(Particle{});
  const auto refused = [&](const FrameRef& a, const FrameRef& b) {
    return checks::why_refused(world, UniversalJoint{.a = a, .b = b});
  };
  EXPECT_THAT(refused(WorldFrame{}, FrameOn{body}), IsEmpty());
  EXPECT_THAT(refused(WorldFrame{}, FrameOn{dot}),
              ElementsAre("b: needs an object with an orientation, and a particle has none"));
  EXPECT_THAT(refused(WorldFrame{.at = {0.0, NAN, 0.0}}, FrameOn{}),
              ElementsAre("a: must be finite", "b: names no object"));
}

}  // namespace holon::universal_joint_test
