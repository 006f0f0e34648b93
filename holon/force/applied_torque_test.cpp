// SPDX-License-Identifier: Apache-2.0
#include "holon/force/applied_torque.h"

#include <gmock/gmock.h>

#include "holon/holon.h"

namespace holon::applied_torque_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

RigidBody ball(double I) {
  RigidBody body;
  body.inertia = I * Mat3::Identity();
  return body;
}

TEST(AppliedTorque, SpinsABallUpEvenly) {
  World world;
  const ObjectId id = world.add(ball(0.5));
  world.add(AppliedTorque{FrameOn{id}, Path::constant({1, 2, -2})});
  world.run(1.0, 0.01);
  EXPECT_LT((world.placement(id).angular_velocity - 2.0 * Vec3(1, 2, -2)).norm(), 1e-12);
  EXPECT_LT(world.placement(id).position.norm(), 1e-15) << "a pure torque moves nothing along";
}

// A torque is a free vector: where its frame is, and how it is turned, makes no difference.
TEST(AppliedTorque, IsInWorldAxesWhereverItsFrameIs) {
  RigidBody body = ball(0.5);
  body.inertia = Vec3(0.3, 0.4, 0.5).asDiagonal();
  body.orientation = rotation_exp({0.4, 0.1, -0.7});
  Vec3 w[2];
  for (int i = 0; i < 2; ++i) {
    World world;
    const ObjectId id = world.add(body);
    const FrameOn frame =
        i == 0 ? FrameOn{id} : FrameOn{id, {1, 2, 3}, rotation_exp({0.3, -1.0, 0.2})};
    world.add(AppliedTorque{frame, Path::constant({0.2, -0.1, 0.3})});
    world.run(1.0, 0.01);
    w[i] = world.report().angular_momentum;
  }
  EXPECT_LT((w[0] - w[1]).norm(), 1e-14);
  EXPECT_LT((w[0] - Vec3(0.2, -0.1, 0.3)).norm(), 1e-12) << "L̇ = τ";
}

// I ω̇ = A sin(st) about a fixed axis: ω = (A/Is) (1 − cos st).
TEST(AppliedTorque, FollowsASineInTime) {
  const double I = 0.5, A = 2.0, s = 3.0, t = 2.0;
  World world(WorldOptions{.stepper = "rk4"});
  const ObjectId id = world.add(ball(I));
  world.add(AppliedTorque{FrameOn{id}, {.z = Sine{.amplitude = A, .rate = s}}});
  world.run(t, 0.01);
  EXPECT_NEAR(
      world.placement(id).angular_velocity.z(), A / (I * s) * (1.0 - std::cos(s * t)), 1e-9);
}

// An elastic body takes up the angular momentum all the same, whatever it does to its shape.
TEST(AppliedTorque, GivesAnElasticBodyItsAngularMomentum) {
  AffineBody jelly;
  jelly.young = 1e3;
  World world;
  const ObjectId id = world.add(jelly);
  world.add(AppliedTorque{FrameOn{id}, Path::constant({0, 0, 0.02})});
  world.run(1.0, 0.002);
  EXPECT_LT((world.report().angular_momentum - Vec3(0, 0, 0.02)).norm(), 1e-12);
}

// A motor on a hinge against gravity: the torque that holds a rod level is m g l/2.
TEST(AppliedTorque, HoldsARodLevel) {
  RigidBody rod;
  rod.mass = 2.0;
  rod.inertia = Vec3(1, 1, 1).asDiagonal();
  rod.com = {0.5, 0, 0};
  World world;
  world.add(Gravity{.g = {0, -9.81, 0}});
  const ObjectId id = world.add(rod);
  world.add(PointToPoint{Nail{}, PointOn{id}});
  const ConstraintId hinge = world.add(AxisToAxis{WorldFrame{}, DirectionOn{id}});
  world.add(AppliedTorque{FrameOn{id}, Path::constant({0, 0, 9.81})});
  world.run(0.5, 0.01);
  EXPECT_LT(world.placement(id).angular_velocity.norm(), 1e-10);
  for (const double l : world.lambda(hinge)) EXPECT_NEAR(l, 0.0, 1e-10);
}

TEST(AppliedTorque, IsUnderCommand) {
  World world;
  const ObjectId top = world.add(RigidBody{.inertia = 2.0 * Mat3::Identity()});
  const ControllerId hand = world.add(Input{.value = 4.0});
  world.add(
      AppliedTorque{.frame = FrameOn{top}, .torque = Path::constant({0, 0, 1}), .strength = hand});
  ASSERT_TRUE(world.run(1.0, 0.1).ok);
  EXPECT_NEAR(world.placement(top).angular_velocity.z(), 2.0, 1e-12);
}

TEST(AppliedTorque, NamesTheFieldThatMakesNoSense) {
  Diagnostics d;
  AppliedTorque{WorldFrame{}, Path::constant({0, std::nan(""), 0})}.check(d);
  EXPECT_THAT(d.errors(), ElementsAre(HasSubstr("torque: ")));
  World world;
  const ObjectId point = world.add(Particle{});
  try {
    world.add(AppliedTorque{FrameOn{point}, Path::constant({1, 0, 0})});
    FAIL() << "a torque on a particle was accepted";
  } catch (const ModelError& e) {
    EXPECT_THAT(e.errors(),
                ElementsAre("frame: needs an object with an orientation, and a particle has none"));
  }
}

}  // namespace holon::applied_torque_test
