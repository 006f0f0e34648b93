// SPDX-License-Identifier: Apache-2.0
#include "holon/constraint/axis_to_axis.h"

#include <gmock/gmock.h>

#include "holon/checks/constraint_checks.h"

namespace holon::axis_to_axis_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr double g = 9.81, m = 3.0, d = 0.4;
const Gravity kWeight{.g = {0.0, 0.0, -g}};

/// A door: its origin is in the hinge, its centre of mass the distance d along its x axis.
RigidBody door() {
  return RigidBody{.mass = m, .inertia = Vec3(0.5, 0.7, 0.2).asDiagonal(), .com = {d, 0.0, 0.0}};
}
struct Hinge {
  ConstraintId point, axis;
};
Hinge add_hinge(World& world, ObjectId id, const Vec3& along) {
  const WorldFrame frame{.orientation = Quat(frame_with_z(along))};
  return {world.add(PointToPoint{.a = Nail{}, .b = PointOn{id}}),
          world.add(AxisToAxis{.a = frame, .b = DirectionOn{id, along}})};
}

// A door on an upright hinge: the hinge carries its weight, and the moment m g d of it.
TEST(AxisToAxis, HingeOfADoorCarriesItsMoment) {
  World world;
  world.add(kWeight);
  const ObjectId id = world.add(door());
  const ConstraintId point = world.add(PointToPoint{.a = Nail{}, .b = PointOn{id}});
  const ConstraintId axis = world.add(AxisToAxis{.a = WorldFrame{}, .b = DirectionOn{id}});
  ASSERT_TRUE(world.run(0.1, 0.01).ok);
  // statics: rounding of c, 1e-15, weighs I/τ²
  EXPECT_LT((world.loads(point)[1].force - Vec3(0.0, 0.0, m * g)).norm(), 1e-11);
  const std::vector<ConnectorLoad> loads = world.loads(axis);
  EXPECT_LT((loads[1].torque - Vec3(0.0, -m * g * d, 0.0)).norm(), 1e-11);
  EXPECT_LT((loads[0].torque + loads[1].torque).norm(), 1e-12);
  EXPECT_LT(loads[1].force.norm(), 1e-14);
  // λ = (τ_y, −τ_x)
  EXPECT_NEAR(world.lambda(axis)[0], -m * g * d, 1e-11);
  EXPECT_NEAR(world.lambda(axis)[1], 0.0, 1e-11);
}

// The same door swinging open: it turns evenly, the moment turns with it, and the hinge pulls it
// round with m Ω² d.
TEST(AxisToAxis, SwingingDoorTurnsEvenly) {
  const double rate = 1.5;
  World world;
  world.add(kWeight);
  RigidBody open = door();
  open.angular_velocity = {0.0, 0.0, rate};
  const ObjectId id = world.add(open);
  const Hinge hinge = add_hinge(world, id, Vec3::UnitZ());
  ASSERT_TRUE(world.run(2.0, 0.005).ok);
  const Placement p = world.placement(id);
  EXPECT_NEAR(p.angular_velocity.z(), rate, 1e-10);
  const Vec3 out = p.orientation * Vec3::UnitX();
  // second order: the discrete turn lags by (Ω h)²/12 of the 3 rad
  EXPECT_NEAR(std::atan2(out.y(), out.x()), rate * 2.0, 2e-5);
  const Vec3 force = Vec3(0.0, 0.0, m * g) - m * rate * rate * d * out;
  EXPECT_LT((world.loads(hinge.point)[1].force - force).norm(), 1e-8);
  EXPECT_LT((world.loads(hinge.axis)[1].torque + m * g * d * Vec3::UnitZ().cross(out)).norm(),
            1e-8);
}

// A hinge that lies level makes it a pendulum: (I + m d²) θ̈ = −m g d sin θ.
TEST(AxisToAxis, DoorOnALevelHingeIsAPendulum) {
  World world({.stepper = "rk4"});
  world.add(kWeight);
  const ObjectId id = world.add(door());  // its centre level with the hinge: θ = 90°
  const Hinge hinge = add_hinge(world, id, Vec3::UnitY());
  const double inertia = 0.7 + m * d * d;
  ASSERT_TRUE(world.run(0.4, 0.001).ok);
  const Placement p = world.placement(id);
  const double fallen = -(p.orientation * Vec3(d, 0.0, 0.0)).z();
  EXPECT_GT(fallen, 0.2);
  // energy; rk4 leaves some (h θ̇)⁴
  EXPECT_NEAR(0.5 * inertia * p.angular_velocity.squaredNorm(), m * g * fallen, 1e-8);
  EXPECT_LT(std::abs(p.angular_velocity.x()) + std::abs(p.angular_velocity.z()), 1e-10);
  EXPECT_LT(world.loads(hinge.axis)[1].torque.norm(), 1e-8) << "nothing to hold in the plane";
}

TEST(AxisToAxis, ClosesCriticallyDamped) {
  World world;
  RigidBody start = door();
  start.orientation = Quat(Eigen::AngleAxisd(1.3, Vec3(1.0, 0.4, 0.3).normalized()));
  start.angular_velocity = {0.5, -1.0, 2.0};
  const ObjectId id = world.add(start);
  const ConstraintId axis =
      world.add(AxisToAxis{.a = WorldFrame{}, .b = DirectionOn{id}}, {.tau = 0.1});
  const checks::Closing closing = checks::watch_closing(world, axis, 0.01, 200);
  EXPECT_TRUE(closing.ok);
  EXPECT_GT(closing.first_error, 0.5);
  EXPECT_LT(closing.off_course, 1e-9);
  EXPECT_LT(closing.final_error, 1e-6);
}

// Opposite directions are no solution; any way round will do.
TEST(AxisToAxis, OppositeDirectionsFindTheirWay) {
  World world;
  RigidBody upside_down = door();
  upside_down.orientation = Quat(0.0, 1.0, 0.0, 0.0);  // half a turn about x
  const ObjectId id = world.add(upside_down);
  const ConstraintId axis = world.add(AxisToAxis{.a = WorldFrame{}, .b = DirectionOn{id}});
  EXPECT_NEAR(view<Vec2>(world.error(axis).data()).norm(), 2.0, 1e-9) << "as far as can be";
  ASSERT_TRUE(world.run(4.0, 0.01).ok);
  EXPECT_LT(view<Vec2>(world.error(axis).data()).norm(), 1e-9);
  EXPECT_NEAR((world.placement(id).orientation * Vec3::UnitZ()).z(), 1.0, 1e-9);
}

// A moment that grows by 1 N m/s about the x axis, against a limit of 0.505 N m.
TEST(AxisToAxis, BreaksAtItsLimitOfTorque) {
  World world;
  RigidBody free = door();
  free.com = Vec3::Zero();
  const ObjectId id = world.add(free);
  const ConstraintId axis =
      world.add(AxisToAxis{.a = WorldFrame{}, .b = DirectionOn{id}}, {.break_torque = 0.505});
  world.add(AppliedTorque{.frame = FrameOn{id}, .torque = {Polynomial{{0.0, 1.0}}, 0.0, 1.0}});
  std::vector<Event> events;
  world.on_event([&](const Event& e) { events.push_back(e); });
  ASSERT_TRUE(world.run(0.6, 0.01).ok);
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].constraint, axis);
  // its torque has no part along the axis, about which the body spins up: 0.2 ω̇ = 1 N m
  EXPECT_NEAR(events[0].value, 0.51, 1e-9);
  EXPECT_NEAR(events[0].time, 0.51, 1e-12);
}

TEST(AxisToAxis, NamesTheFieldThatMakesNoSense) {
  World world;
  const ObjectId id = world.add(door());
  const ObjectId bead = world.add(Particle{});
  const auto refused = [&](const FrameRef& a, const DirectionRef& b) {
    return checks::why_refused(world, AxisToAxis{.a = a, .b = b});
  };
  EXPECT_THAT(refused(WorldFrame{}, DirectionOn{id, {0.0, 0.0, 5.0}}), IsEmpty());
  EXPECT_THAT(refused(WorldFrame{}, DirectionOn{id, Vec3::Zero()}),
              ElementsAre("b: must be a direction of finite length that is not zero"));
  EXPECT_THAT(refused(FrameOn{bead}, DirectionOn{id}),
              ElementsAre("a: needs an object with an orientation, and a particle has none"));
  EXPECT_THAT(refused(WorldFrame{}, WorldDirection{}),
              ElementsAre("connectors: must name at least one object"));
}

}  // namespace holon::axis_to_axis_test
