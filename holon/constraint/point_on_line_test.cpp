// SPDX-License-Identifier: Apache-2.0
#include "holon/constraint/point_on_line.h"

#include <gmock/gmock.h>

#include "holon/checks/constraint_checks.h"

namespace holon::point_on_line_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr double g = 9.81, m = 1.5;
const Gravity kWeight{.g = {0.0, 0.0, -g}};

// A bead slides down a straight wire with g sin α; the wire bears m g cos α.
TEST(PointOnLine, BeadSlidesDownAnInclinedWire) {
  const double alpha = 0.5, v0 = 0.3, t = 1.0;
  const Vec3 down(std::cos(alpha), 0.0, -std::sin(alpha)), start(0.2, 0.1, 0.5);
  World world;
  world.add(kWeight);
  const ObjectId bead = world.add(Particle{.mass = m, .position = start, .velocity = v0 * down});
  const WorldFrame wire{start, Quat(frame_with_z(down))};
  const ConstraintId line = world.add(PointOnLine{.a = wire, .b = PointOn{bead}});
  ASSERT_TRUE(world.run(t, 0.01).ok);
  // the stepper is exact for a constant force along a straight line; what is left is rounding
  const Vec3 x = start + (v0 * t + 0.5 * g * std::sin(alpha) * t * t) * down;
  EXPECT_LT((world.placement(bead).position - x).norm(), 1e-11);
  const Vec3 normal(std::sin(alpha), 0.0, std::cos(alpha));
  const std::vector<ConnectorLoad> loads = world.loads(line);
  EXPECT_LT((loads[1].force - m * g * std::cos(alpha) * normal).norm(), 1e-9);
  // λ: the same along the frame's x and y axes
  const Mat3 axes = wire.orientation.toRotationMatrix();
  EXPECT_NEAR(world.lambda(line)[0], loads[1].force.dot(axes.col(0)), 1e-12);
  EXPECT_NEAR(world.lambda(line)[1], loads[1].force.dot(axes.col(1)), 1e-12);
}

// A wire turned evenly by the host: the bead flies out as r₀ cosh Ωt, and the wire pushes it
// sideways with 2 m Ω ṙ. What the wire feels is that force at the bead.
TEST(PointOnLine, BeadOnATurningWireFliesOut) {
  const double rate = 2.0, r0 = 0.3, t = 1.0;
  World world;
  const ObjectId hub = world.add(RigidBody{.angular_velocity = {0.0, 0.0, rate}},
                                 {.name = "hub", .kinematic = true});
  const ObjectId bead =
      world.add(Particle{.mass = m, .position = {r0, 0.0, 0.0}, .velocity = {0.0, r0 * rate, 0.0}});
  const FrameOn wire{.object = hub, .orientation = Quat(frame_with_z(Vec3::UnitX()))};
  const ConstraintId line = world.add(PointOnLine{.a = wire, .b = PointOn{bead}});
  ASSERT_TRUE(world.run(t, 0.001).ok);

  const Vec3 x = world.placement(bead).position;
  const Vec3 out(std::cos(rate * t), std::sin(rate * t), 0.0), side = Vec3::UnitZ().cross(out);
  EXPECT_LT((x - out * x.dot(out)).norm(), 1e-11);
  // second order: (Ω h)² of some e²
  EXPECT_NEAR(x.dot(out), r0 * std::cosh(rate * t), 1e-5);
  const double r_dot = world.placement(bead).velocity.dot(out);
  EXPECT_NEAR(r_dot, r0 * rate * std::sinh(rate * t), 1e-5);
  const std::vector<ConnectorLoad> loads = world.loads(line);
  EXPECT_LT((loads[1].force - 2.0 * m * rate * r_dot * side).norm(), 1e-8);
  EXPECT_EQ(loads[0].object, hub);
  EXPECT_LT((loads[0].force + loads[1].force).norm(), 1e-12);
  EXPECT_LT((loads[0].torque + x.cross(loads[1].force)).norm(), 1e-11);
}

TEST(PointOnLine, ClosesCriticallyDamped) {
  World world;
  world.add(kWeight);
  const ObjectId id = world.add(RigidBody{.inertia = Vec3(0.2, 0.3, 0.4).asDiagonal(),
                                          .position = {0.3, -0.4, 0.2},
                                          .velocity = {1.0, 0.0, 0.5},
                                          .angular_velocity = {0.5, -1.0, 2.0}});
  const ConstraintId line =
      world.add(PointOnLine{.a = WorldFrame{.orientation = Quat(0.9, 0.2, -0.3, 0.1)},
                            .b = PointOn{id, {0.1, 0.2, 0.3}}},
                {.tau = 0.1});
  const checks::Closing closing = checks::watch_closing(world, line, 0.01, 200);
  EXPECT_TRUE(closing.ok);
  EXPECT_GT(closing.first_error, 0.1);
  EXPECT_LT(closing.off_course, 1e-9);
  EXPECT_LT(closing.final_error, 1e-6);
}

// A bead on an upright wire with a force that grows by 10 N/s across it.
TEST(PointOnLine, BreaksAtItsLimitOfForce) {
  World world;
  const ObjectId bead = world.add(Particle{.mass = m});
  const ConstraintId line =
      world.add(PointOnLine{.a = WorldFrame{}, .b = PointOn{bead}}, {.break_force = 5.05});
  world.add(AppliedForce{.point = PointOn{bead}, .force = {Polynomial{{0.0, 10.0}}, 0.0, 1.0}});
  std::vector<Event> events;
  world.on_event([&](const Event& e) { events.push_back(e); });
  ASSERT_TRUE(world.run(0.6, 0.01).ok);
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].kind, EventKind::broken);
  EXPECT_EQ(events[0].constraint, line);
  EXPECT_NEAR(events[0].value, 5.1, 1e-9) << "the force along the wire is no concern of it";
  EXPECT_NEAR(events[0].time, 0.51, 1e-12);
}

TEST(PointOnLine, NamesTheFieldThatMakesNoSense) {
  World world;
  const ObjectId bead = world.add(Particle{});
  const auto refused = [&](const FrameRef& a, const PointRef& b) {
    return checks::why_refused(world, PointOnLine{.a = a, .b = b});
  };
  EXPECT_THAT(refused(WorldFrame{}, PointOn{bead}), IsEmpty());
  EXPECT_THAT(refused(FrameOn{bead}, PointOn{bead}),
              ElementsAre("a: needs an object with an orientation, and a particle has none"));
  EXPECT_THAT(refused(WorldFrame{.at = {0.0, INFINITY, 0.0}}, PointOn{}),
              ElementsAre("a: must be finite", "b: names no object"));
}

}  // namespace holon::point_on_line_test
