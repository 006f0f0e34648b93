// SPDX-License-Identifier: Apache-2.0
#include "holon/constraint/orientation.h"

#include <gmock/gmock.h>

#include "holon/checks/constraint_checks.h"

namespace holon::orientation_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const double pi = std::acos(-1.0);
constexpr double m = 2.0;
const Vec3 kMoments(0.2, 0.3, 0.4);

RigidBody body(const Quat& orientation = Quat::Identity()) {
  return RigidBody{.mass = m, .inertia = kMoments.asDiagonal(), .orientation = orientation};
}

// A body that may not turn answers a force off its centre by the moment of that force.
TEST(Orientation, TorqueIsTheMomentOfTheLoad) {
  const Quat turned = Quat(0.8, 0.3, -0.4, 0.2).normalized();
  const Vec3 at(0.3, -0.2, 0.5), force(1.0, 4.0, -2.0);
  World world;
  const ObjectId id = world.add(body(turned));
  const ConstraintId hold =
      world.add(Orientation{.a = WorldFrame{.orientation = turned}, .b = FrameOn{id}});
  world.add(PointToPoint{.a = Nail{}, .b = PointOn{id}});
  world.add(AppliedForce{.point = PointOn{id, at}, .force = Path::constant(force)});
  ASSERT_TRUE(world.run(0.1, 0.01).ok);

  const Vec3 torque = -(turned * at).cross(force);
  const std::vector<ConnectorLoad> loads = world.loads(hold);
  // statics: rounding of c, 1e-15, weighs I/τ² in the torque
  EXPECT_LT((loads[1].torque - torque).norm(), 1e-11);
  EXPECT_LT((loads[0].torque + torque).norm(), 1e-11);
  EXPECT_LT(loads[1].force.norm(), 1e-14) << "it pushes nowhere";
  const Vec3 lambda = view<Vec3>(world.lambda(hold).data());
  EXPECT_LT((lambda - turned.conjugate() * torque).norm(), 1e-11) << "in the axes of a";
}

// Turning evenly about an axis that is none of its own takes the torque ω × I ω.
TEST(Orientation, BodyTurnedByTheHostNeedsTheGyroscopicTorque) {
  const Vec3 w(0.8, -1.1, 0.6);
  World world;
  RigidBody leader = body();
  leader.angular_velocity = w;
  const ObjectId host = world.add(leader, {.kinematic = true});
  const ObjectId id = world.add(leader);
  const ConstraintId follow = world.add(Orientation{.a = FrameOn{host}, .b = FrameOn{id}});
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(world.step(0.01).ok);
    const Placement p = world.placement(id);
    const Quat turned(Eigen::AngleAxisd(world.time() * w.norm(), w.normalized()));
    EXPECT_LT(p.orientation.angularDistance(turned), 1e-10);
    EXPECT_LT((p.angular_velocity - w).norm(), 1e-10);
    const Mat3 R = turned.toRotationMatrix();
    const Vec3 torque = w.cross(R * kMoments.asDiagonal() * R.transpose() * w);
    EXPECT_LT((world.loads(follow)[1].torque - torque).norm(), 1e-8);
  }
}

// Two bodies that turn differently come to turn alike: their spin is shared out by inertia, and
// their flight is left alone.
TEST(Orientation, FreeBodiesShareTheirSpin) {
  World world;
  RigidBody first = body(), second = body();
  first.angular_velocity = {0.0, 0.0, 3.0};
  second.position = {1.0, 0.5, 0.0};
  second.velocity = {0.0, 0.0, 0.7};
  second.inertia *= 2.0;
  const ObjectId a = world.add(first), b = world.add(second);
  world.add(Orientation{.a = FrameOn{a}, .b = FrameOn{b}}, {.tau = 0.05});
  ASSERT_TRUE(world.run(2.0, 0.01).ok);  // 40 τ
  for (ObjectId id : {a, b})
    EXPECT_LT((world.placement(id).angular_velocity - Vec3(0.0, 0.0, 1.0)).norm(), 1e-10);
  EXPECT_LT(world.placement(a).position.norm(), 1e-13);
  EXPECT_LT((world.placement(b).position - Vec3(1.0, 0.5, 1.4)).norm(), 1e-12);
}

TEST(Orientation, ClosesCriticallyDamped) {
  World world;
  RigidBody start = body(Quat(Eigen::AngleAxisd(1.2, Vec3(1.0, 2.0, -0.5).normalized())));
  start.angular_velocity = {1.0, -0.5, 2.0};
  const ObjectId id = world.add(start);
  const ConstraintId hold =
      world.add(Orientation{.a = WorldFrame{}, .b = FrameOn{id}}, {.tau = 0.1});
  const checks::Closing closing = checks::watch_closing(world, hold, 0.01, 200);
  EXPECT_TRUE(closing.ok);
  EXPECT_GT(closing.first_error, 0.5);
  EXPECT_LT(closing.off_course, 1e-9);
  EXPECT_LT(closing.final_error, 1e-6);
}

// Half a turn off, either way is as long; it finds one of them.
TEST(Orientation, ComesBackFromHalfATurn) {
  for (const Vec3& axis : {Vec3(1.0, 0.0, 0.0), Vec3(0.0, 0.6, 0.8), Vec3(-0.6, 0.0, 0.8)}) {
    World world;
    const ObjectId id = world.add(body(Quat(Eigen::AngleAxisd(pi, axis))));
    const ConstraintId hold = world.add(Orientation{.a = WorldFrame{}, .b = FrameOn{id}});
    ASSERT_TRUE(world.run(4.0, 0.01).ok);
    for (double c : world.error(hold)) EXPECT_NEAR(c, 0.0, 1e-9);
    EXPECT_NEAR(world.placement(id).orientation.angularDistance(Quat::Identity()), 0.0, 1e-9);
  }
}

// A torque that grows by 1 N m/s, against a limit of 0.505 N m.
TEST(Orientation, BreaksAtItsLimitOfTorque) {
  World world;
  const ObjectId id = world.add(body());
  const ConstraintId hold =
      world.add(Orientation{.a = WorldFrame{}, .b = FrameOn{id}}, {.break_torque = 0.505});
  world.add(AppliedTorque{.frame = FrameOn{id}, .torque = {Polynomial{{0.0, 1.0}}, 0.0, 0.0}});
  std::vector<Event> events;
  world.on_event([&](const Event& e) { events.push_back(e); });
  ASSERT_TRUE(world.run(0.5, 0.01).ok);
  EXPECT_THAT(events, IsEmpty());
  ASSERT_TRUE(world.run(0.2, 0.01).ok);
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].kind, EventKind::broken);
  EXPECT_EQ(events[0].constraint, hold);
  EXPECT_NEAR(events[0].value, 0.51, 1e-9);
  EXPECT_NEAR(events[0].time, 0.51, 1e-12);
  EXPECT_GT(world.placement(id).angular_velocity.x(), 0.1);
}

TEST(Orientation, AssemblyTorqueNeverExceedsItsLimitAndStillArrives) {
  const double limit = 2.0;
  World world;
  const ObjectId id = world.add(body(Quat(Eigen::AngleAxisd(1.0, Vec3::UnitX()))));
  const ConstraintId hold = world.add(Orientation{.a = WorldFrame{}, .b = FrameOn{id}},
                                      {.tau = 0.05, .assembly_force = limit});
  double largest = 0.0;
  for (int i = 0; i < 400; ++i) {
    ASSERT_TRUE(world.step(0.01).ok);
    largest = std::max(largest, view<Vec3>(world.lambda(hold).data()).norm());
  }
  EXPECT_LE(largest, limit * (1.0 + 1e-12));
  EXPECT_GE(largest, limit * (1.0 - 1e-12)) << "it makes use of what it is allowed";
  for (double c : world.error(hold)) EXPECT_NEAR(c, 0.0, 1e-9);
}

TEST(Orientation, NamesTheFieldThatMakesNoSense) {
  World world;
  const ObjectId id = world.add(body());
  const ObjectId bead = world.add(Particle{});
  const auto refused = [&](const FrameRef& a, const FrameRef& b) {
    return checks::why_refused(world, Orientation{.a = a, .b = b});
  };
  EXPECT_THAT(refused(WorldFrame{}, FrameOn{id}), IsEmpty());
  EXPECT_THAT(refused(WorldFrame{}, FrameOn{bead}),
              ElementsAre("b: needs an object with an orientation, and a particle has none"));
  EXPECT_THAT(refused(WorldFrame{.orientation = Quat(0.0, 0.0, 0.0, 0.0)}, FrameOn{id}),
              ElementsAre("a: orientation must be a finite quaternion that is not zero"));
  EXPECT_THAT(refused(FrameOn{id}, FrameOn{}), ElementsAre("b: names no object"));
}

}  // namespace holon::orientation_test
