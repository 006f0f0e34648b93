// SPDX-License-Identifier: Apache-2.0
#include "holon/constraint/prescribed.h"

#include <gmock/gmock.h>

#include "holon/checks/constraint_checks.h"

namespace holon::prescribed_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr double g = 9.81, m = 2.0, d = 0.4, I = 0.3;
const double pi = std::acos(-1.0);
const Gravity kWeight{.g = {0.0, -g, 0.0}};

/// A crank that turns about the z axis through the origin, its centre of mass at d along its x
/// axis.
struct Crank {
  ObjectId body;
  ScalarRef angle;
};
Crank add_crank(World& world, double theta, double rate) {
  const RigidBody body{.mass = m,
                       .inertia = Vec3(0.2, 0.25, I).asDiagonal(),
                       .com = {d, 0.0, 0.0},
                       .orientation = Quat(Eigen::AngleAxisd(theta, Vec3::UnitZ())),
                       .angular_velocity = {0.0, 0.0, rate}};
  const ObjectId id = world.add(body);
  world.add(PointToPoint{.a = Nail{}, .b = PointOn{id}});
  world.add(AxisToAxis{.a = WorldFrame{}, .b = DirectionOn{id}});
  return {id,
          AngleBetween{.a = WorldDirection{Vec3::UnitX()},
                       .b = DirectionOn{id, Vec3::UnitX()},
                       .axis = WorldDirection{Vec3::UnitZ()}}};
}

// A motor that drives a crank as θ(t) gives the torque (I + m d²) θ̈ + m g d cos θ.
TEST(Prescribed, DrivenCrankNeedsTheTorqueOfItsMotion) {
  const Polynomial theta{{0.3, 0.5, 0.8}};
  World world;
  world.add(kWeight);
  const Crank crank = add_crank(world, 0.3, 0.5);
  const ConstraintId motor = world.add(Prescribed{.quantity = crank.angle, .motion = theta});
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(world.step(0.01).ok);
    const double angle = theta.at(world.time()).v;
    EXPECT_NEAR(world.scalar(crank.angle).x, angle, 2e-12);
    const double torque = (I + m * d * d) * 1.6 + m * g * d * std::cos(angle);
    // what the tolerance leaves of c weighs I/τ²
    EXPECT_NEAR(world.lambda(motor)[0], torque, 1e-8);
    const std::vector<ConnectorLoad> loads = world.loads(motor);
    ASSERT_EQ(loads.size(), 3U);  // the two directions and the axis
    EXPECT_LT((loads[1].torque - torque * Vec3::UnitZ()).norm(), 1e-8);
    EXPECT_LT((loads[0].torque + loads[1].torque + loads[2].torque).norm(), 1e-11);
  }
}

// An angle is followed through whole turns, both ways.
TEST(Prescribed, MotorTurnsThroughWholeTurns) {
  for (const double rate : {7.0, -7.0}) {
    World world;
    const Crank crank = add_crank(world, 0.0, rate);
    const ConstraintId motor =
        world.add(Prescribed{.quantity = crank.angle, .motion = Polynomial{{0.0, rate}}});
    ASSERT_TRUE(world.run(2.0, 0.01).ok);  // 14 rad
    EXPECT_NEAR(world.error(motor)[0], 0.0, 2e-12);
    EXPECT_NEAR(std::remainder(world.scalar(crank.angle).x - 2.0 * rate, 2.0 * pi), 0.0, 1e-11);
    EXPECT_NEAR(world.placement(crank.body).angular_velocity.z(), rate, 1e-10);
    EXPECT_NEAR(world.lambda(motor)[0], 0.0, 1e-8) << "an even turn needs no torque";
  }
}

// A winch lets a load hang by L(t): the rope pulls with m (g − L̈).
TEST(Prescribed, WinchPullsWithTheWeightAndTheInertiaOfItsLoad) {
  const Sine length{.offset = 1.0, .amplitude = 0.2, .rate = 4.0};
  World world;
  world.add(kWeight);
  const ObjectId load =
      world.add(Particle{.mass = m, .position = {0.0, -1.0, 0.0}, .velocity = {0.0, -0.8, 0.0}});
  const ScalarRef rope = DistanceBetween{.a = Nail{}, .b = PointOn{load}};
  const ConstraintId winch = world.add(Prescribed{.quantity = rope, .motion = length});
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(world.step(0.01).ok);
    const Taylor L = length.at(world.time());
    EXPECT_NEAR(world.placement(load).position.y(), -L.v, 2e-12);
    EXPECT_NEAR(world.lambda(winch)[0], -m * (g - L.dd), 1e-8);
    EXPECT_NEAR(world.loads(winch)[1].force.y(), m * (g - L.dd), 1e-8);
  }
}

TEST(Prescribed, ClosesCriticallyDamped) {
  World world;
  world.add(kWeight);
  const Crank crank = add_crank(world, 0.3, 2.0);
  const Sine motion{.offset = 1.0, .amplitude = 0.5, .rate = 2.0};
  const ConstraintId motor =
      world.add(Prescribed{.quantity = crank.angle, .motion = motion}, {.tau = 0.1});
  const checks::Closing closing = checks::watch_closing(world, motor, 0.01, 200);
  EXPECT_TRUE(closing.ok);
  EXPECT_GT(closing.first_error, 0.5);
  EXPECT_LT(closing.off_course, 1e-9);
  EXPECT_LT(closing.final_error, 1e-6);
}

// The motor goes the short way round: from 3 rad to −3 rad through π.
TEST(Prescribed, MotorTakesTheShortWay) {
  World world;
  const Crank crank = add_crank(world, 3.0, 0.0);
  const ConstraintId motor = world.add(Prescribed{.quantity = crank.angle, .motion = -3.0});
  EXPECT_NEAR(world.error(motor)[0], 6.0 - 2.0 * pi, 1e-12);
  ASSERT_TRUE(world.run(0.05, 0.01).ok);
  EXPECT_GT(std::abs(world.scalar(crank.angle).x), 3.0);
  ASSERT_TRUE(world.run(2.0, 0.01).ok);
  EXPECT_NEAR(world.scalar(crank.angle).x, -3.0, 1e-9);
}

// Points that coincide are as far apart as they should be in the end, whichever way they part.
TEST(Prescribed, DistanceStartsFromNothing) {
  World world;
  const ObjectId a = world.add(Particle{.mass = m});
  const ObjectId b = world.add(Particle{.mass = m});
  world.add(Prescribed{.quantity = DistanceBetween{PointOn{a}, PointOn{b}}, .motion = 0.5});
  ASSERT_TRUE(world.run(2.0, 0.01).ok);
  EXPECT_NEAR((world.placement(b).position - world.placement(a).position).norm(), 0.5, 1e-9);
  EXPECT_LT(world.report().momentum.norm(), 1e-12);
}

// A direction along the axis has no angle about it. Nothing is done, and nothing gets lost.
TEST(Prescribed, AngleThatDoesNotExistDoesNoHarm) {
  World world;
  const ObjectId id = world.add(RigidBody{});
  const ScalarRef none = AngleBetween{.a = WorldDirection{Vec3::UnitX()},
                                      .b = DirectionOn{id, Vec3::UnitZ()},
                                      .axis = WorldDirection{Vec3::UnitZ()}};
  const ConstraintId motor = world.add(Prescribed{.quantity = none, .motion = 0.5});
  ASSERT_TRUE(world.run(0.1, 0.01).ok);
  EXPECT_EQ(world.lambda(motor)[0], 0.0);
  EXPECT_GT(world.report().conflict, 0.0) << "it says that it cannot be met";
}

// A bead on a circle of radius 1 is pulled towards a point 3 m from its centre, and on when it has
// come as near as it can, 2 m: it stays there, at rest, and the error grows with the drive.
TEST(Prescribed, DriveBeyondReachLeavesItsObjectBehind) {
  World world;
  const ObjectId bead = world.add(Parametric{.map = CircleMap{}, .u = {1.2}});
  const ScalarRef gap = DistanceBetween{.a = Nail{{3.0, 0.0, 0.0}}, .b = PointOn{bead}};
  const double start = world.scalar(gap).x, rate = 0.5;
  const ConstraintId drive =
      world.add(Prescribed{.quantity = gap, .motion = Polynomial{{start, -rate}}});
  double energy = 0.0;
  for (int i = 0; i < 300; ++i) {
    ASSERT_TRUE(world.step(0.01).ok);
    energy = std::max(energy, world.report().energy());
  }
  // the last step before the dead point covers what is left of the way, at most 0.1 m in 0.01 s
  EXPECT_LT(energy, 50.0);
  EXPECT_NEAR(world.scalar(gap).x, 2.0, 1e-9);
  EXPECT_NEAR(world.error(drive)[0], 2.0 - (start - rate * world.time()), 1e-9);
  EXPECT_LT(world.placement(bead).velocity.norm(), 1e-6);
  EXPECT_GT(world.report().conflict, 0.0);
}

// The weight of the crank, held level, turns with m g d = 7.8 N m: too much for the motor.
TEST(Prescribed, MotorBreaksAtItsLimitOfTorque) {
  World world;
  world.add(kWeight);
  const Crank crank = add_crank(world, pi / 2, 0.0);  // upright: no torque yet
  const ConstraintId motor =
      world.add(Prescribed{.quantity = crank.angle, .motion = Polynomial{{pi / 2, -1.0}}},
                {.break_torque = 0.5 * m * g * d});
  int broken = 0;
  world.on_event([&](const Event& e) { broken += e.kind == EventKind::broken ? 1 : 0; });
  // started with a jerk it takes some time to get going; after that cos θ = 1/2 at t = π/6
  world.place(crank.body,
              {.orientation = Quat(Eigen::AngleAxisd(pi / 2, Vec3::UnitZ())),
               .angular_velocity = {0.0, 0.0, -1.0}});
  ASSERT_TRUE(world.run(0.52, 0.01).ok);
  EXPECT_EQ(broken, 0);
  ASSERT_TRUE(world.step(0.01).ok);
  EXPECT_EQ(broken, 1);
  EXPECT_FALSE(world.is_active(motor));
}

TEST(Prescribed, MotionWithoutAValueIsNamed) {
  World world;
  const ObjectId load = world.add(Particle{.position = {1, 0, 0}});
  world.add(
      Prescribed{.quantity = DistanceBetween{Nail{}, PointOn{load}}, .motion = TimeFormula("1/t")},
      {.name = "drive"});
  ASSERT_FALSE(world.step(0.01).ok);
  EXPECT_EQ(text_of(world.report().events.at(0), world.model()),
            "drive failed: has no finite value (motion: 1/t)");
  EXPECT_EQ(world.placement(load).position, Vec3(1, 0, 0));
}

TEST(Prescribed, NamesTheFieldThatMakesNoSense) {
  World world;
  const ObjectId id = world.add(RigidBody{});
  const auto refused = [&](const ScalarRef& quantity, const Motion& motion) {
    return checks::why_refused(world, Prescribed{.quantity = quantity, .motion = motion});
  };
  const DistanceBetween rope{Nail{}, PointOn{id}};
  EXPECT_THAT(refused(rope, 1.0), IsEmpty());
  EXPECT_THAT(refused(rope, Polynomial{{std::nan("")}}),
              ElementsAre("motion: coefficients: must be finite"));
  EXPECT_THAT(refused(rope, TimeFunction()), ElementsAre("motion: function: must not be empty"));
  EXPECT_THAT(refused(DistanceBetween{Nail{}, PointOn{}}, 1.0),
              ElementsAre("quantity.b: names no object"));
  EXPECT_THAT(refused(AngleBetween{.a = WorldDirection{},
                                   .b = DirectionOn{id},
                                   .axis = WorldDirection{Vec3::Zero()}},
                      1.0),
              ElementsAre("quantity.axis: must be a direction of finite length that is not zero"));
}

}  // namespace holon::prescribed_test
