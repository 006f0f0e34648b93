// SPDX-License-Identifier: Apache-2.0
#include "holon/constraint/point_to_point.h"

#include <gmock/gmock.h>

#include "holon/checks/constraint_checks.h"

namespace holon::point_to_point_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr double g = 9.81, m = 2.0, L = 0.8;
const double pi = std::acos(-1.0);

/// A thin uniform rod along its own z axis, its origin in the middle.
RigidBody thin_rod(const Vec3& position, const Quat& orientation = Quat::Identity()) {
  const double I = m * L * L / 12.0;
  return RigidBody{.mass = m,
                   .inertia = Vec3(I, I, 0.0).asDiagonal(),
                   .position = position,
                   .orientation = orientation};
}
const Gravity kWeight{.g = {0.0, 0.0, -g}};

TEST(PointToPoint, HangingRodCarriesItsWeight) {
  World world;
  world.add(kWeight);
  const ObjectId rod = world.add(thin_rod({0.0, 0.0, -L / 2}));
  const ConstraintId nail =
      world.add(PointToPoint{.a = Nail{}, .b = PointOn{rod, {0.0, 0.0, L / 2}}});
  ASSERT_TRUE(world.run(0.1, 0.01).ok);

  const std::vector<ConnectorLoad> loads = world.loads(nail);
  ASSERT_EQ(loads.size(), 2U);
  EXPECT_TRUE(loads[0].object.is_none());
  EXPECT_EQ(loads[1].object, rod);
  // statics: exact but for rounding, some 1e-15 m of it amplified by 1/τ² = 400
  EXPECT_LT((loads[1].force - Vec3(0.0, 0.0, m * g)).norm(), 1e-11);
  EXPECT_LT((loads[0].force + loads[1].force).norm(), 1e-13);
  EXPECT_LT(loads[1].point.norm(), 1e-12);
  EXPECT_LT((Eigen::Map<const Vec3>(world.lambda(nail).data()) - loads[1].force).norm(), 1e-13);
  EXPECT_LT((world.placement(rod).position - Vec3(0.0, 0.0, -L / 2)).norm(), 1e-12);
}

// A rod hinged at its end and let go level, φ from the downward vertical:
//     φ̇² = (3 g/L) cos φ,   force along the rod (5/2) m g cos φ,   across it (1/4) m g sin φ.
TEST(PointToPoint, SwingingRodFeelsTheForcesOfThePendulum) {
  World world({.stepper = "rk4"});
  world.add(kWeight);
  const Quat level(Eigen::AngleAxisd(-pi / 2, Vec3::UnitY()));  // its z axis along −x
  const ObjectId rod = world.add(thin_rod({L / 2, 0.0, 0.0}, level));
  const ConstraintId hinge =
      world.add(PointToPoint{.a = Nail{}, .b = PointOn{rod, {0.0, 0.0, L / 2}}});
  // at the very start: a quarter of the weight
  EXPECT_LT((world.loads(hinge)[1].force - Vec3(0.0, 0.0, m * g / 4)).norm(), 1e-12);

  for (int i = 0; i < 6; ++i) {
    ASSERT_TRUE(world.run(0.1, 0.001).ok);
    const Placement p = world.placement(rod);
    const Vec3 along = p.position.normalized();  // from the hinge to the centre
    const double cos_phi = -along.z(), rate = p.angular_velocity.norm();
    // fourth order: (h φ̇)⁴ is some 1e-9
    EXPECT_NEAR(rate * rate, 3.0 * g / L * cos_phi, 1e-7);
    const Vec3 force = world.loads(hinge)[1].force;
    EXPECT_NEAR(force.dot(-along), 2.5 * m * g * cos_phi, 1e-6);
    EXPECT_NEAR((force - along * along.dot(force)).norm(),
                0.25 * m * g * std::sqrt(1.0 - cos_phi * cos_phi),
                1e-6);
  }
}

// The force on a point that is led is m (ẍ − g), whatever the path.
TEST(PointToPoint, PathLeadsAParticleAlongACircle) {
  const double r = 0.5, w = 3.0;
  const Path circle{Sine{.amplitude = r, .rate = w, .phase = pi / 2},
                    Sine{.amplitude = r, .rate = w},
                    Motion(0.3)};
  World world;
  world.add(kWeight);
  const ObjectId bead =
      world.add(Particle{.mass = m, .position = {r, 0.0, 0.3}, .velocity = {0.0, r * w, 0.0}});
  const ConstraintId lead = world.add(PointToPoint{.a = circle, .b = PointOn{bead}});
  for (int i = 0; i < 200; ++i) {
    ASSERT_TRUE(world.step(0.01).ok);
    const double angle = w * world.time();
    const Vec3 x(r * std::cos(angle), r * std::sin(angle), 0.3);
    EXPECT_LT((world.placement(bead).position - x).norm(), 2e-12);  // tolerance of the stepper
    const Vec3 force = m * (-w * w * Vec3(x.x(), x.y(), 0.0) + Vec3(0.0, 0.0, g));
    // what the tolerance leaves of c weighs m/τ² in the force
    EXPECT_LT((world.loads(lead)[1].force - force).norm(), 1e-8);
  }
}

TEST(PointToPoint, JoinedBodiesKeepTheirMomenta) {
  World world;
  RigidBody body{.mass = m, .inertia = Vec3(0.2, 0.3, 0.4).asDiagonal()};
  body.velocity = {0.3, -0.1, 0.2};
  body.angular_velocity = {1.0, 2.0, -0.5};
  const ObjectId a = world.add(body);
  const Vec3 at_joint = body.velocity + body.angular_velocity.cross(Vec3(0.5, 0.0, 0.0));
  body.position = {1.0, 0.0, 0.0};
  body.angular_velocity = {-0.4, 0.3, 1.5};
  body.velocity = at_joint - body.angular_velocity.cross(Vec3(-0.5, 0.0, 0.0));
  const ObjectId b = world.add(body);
  const ConstraintId joint =
      world.add(PointToPoint{.a = PointOn{a, {0.5, 0.0, 0.0}}, .b = PointOn{b, {-0.5, 0.0, 0.0}}});
  world.step(0.01);
  const Vec3 p = world.report().momentum, spin = world.report().angular_momentum;
  const std::vector<ConnectorLoad> first = world.loads(joint);
  EXPECT_GT(first[0].force.norm(), 0.1);
  ASSERT_TRUE(world.run(2.0, 0.01).ok);
  EXPECT_LT(world.report().worst_error, 2e-12);
  // the joint is met to 1e-12, so that is what the pair of forces can turn
  EXPECT_LT((world.report().momentum - p).norm(), 1e-12);
  EXPECT_LT((world.report().angular_momentum - spin).norm(), 1e-10);
}

TEST(PointToPoint, ClosesCriticallyDamped) {
  World world;
  world.add(kWeight);
  RigidBody body{.mass = m,
                 .inertia = Vec3(0.2, 0.3, 0.4).asDiagonal(),
                 .com = {0.1, 0.0, -0.05},
                 .position = {0.4, 0.3, -0.2},
                 .orientation = Quat(0.9, 0.1, 0.3, -0.2),
                 .velocity = {1.0, 0.0, 0.5},
                 .angular_velocity = {0.5, -1.0, 2.0}};
  const ObjectId id = world.add(body);
  const ConstraintId nail =
      world.add(PointToPoint{.a = Nail{}, .b = PointOn{id, {0.2, 0.1, 0.3}}}, {.tau = 0.1});
  const checks::Closing closing = checks::watch_closing(world, nail, 0.01, 200);
  EXPECT_TRUE(closing.ok);
  EXPECT_GT(closing.first_error, 0.1);
  EXPECT_LT(closing.off_course, 1e-9);
  EXPECT_LT(closing.final_error, 1e-6);
}

// A rod between two nails, with a force that grows by 10 N/s across its left end: the left nail
// carries it until it breaks, and the right one goes on.
TEST(PointToPoint, BreaksAtItsLimitAndOthersGoOn) {
  World world;
  const Quat level(Eigen::AngleAxisd(pi / 2, Vec3::UnitY()));  // its z axis along x
  const ObjectId rod = world.add(thin_rod({0.0, 0.0, 0.0}, level));
  const PointOn left{rod, {0.0, 0.0, -L / 2}}, right{rod, {0.0, 0.0, L / 2}};
  const ConstraintId weak =
      world.add(PointToPoint{.a = Nail{{-L / 2, 0.0, 0.0}}, .b = left}, {.break_force = 5.05});
  const ConstraintId strong = world.add(PointToPoint{.a = Nail{{L / 2, 0.0, 0.0}}, .b = right});
  world.add(AppliedForce{.point = left, .force = {0.0, 0.0, Polynomial{{0.0, 10.0}}}});
  std::vector<Event> events;
  world.on_event([&](const Event& e) { events.push_back(e); });

  ASSERT_TRUE(world.run(0.5, 0.01).ok);
  EXPECT_THAT(events, IsEmpty());
  EXPECT_NEAR(world.loads(weak)[1].force.norm(), 5.0, 1e-9);
  ASSERT_TRUE(world.step(0.01).ok);
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].kind, EventKind::broken);
  EXPECT_EQ(events[0].constraint, weak);
  EXPECT_NEAR(events[0].value, 5.1, 1e-9);
  EXPECT_EQ(events[0].limit, 5.05);
  EXPECT_FALSE(world.is_active(weak));
  EXPECT_THAT(world.loads(weak), IsEmpty());

  ASSERT_TRUE(world.run(0.2, 0.01).ok);
  EXPECT_EQ(events.size(), 1U);
  EXPECT_TRUE(world.is_active(strong));
  EXPECT_LT(world.report().worst_error, 2e-12);
  EXPECT_GT(world.point(left).x.z(), 0.05) << "the left end is free to go";
}

// The force that would close it at once is m D/τ² = 800 N; it gets 30 N, more than its weight.
TEST(PointToPoint, AssemblyForceNeverExceedsItsLimitAndStillArrives) {
  const double limit = 30.0;
  World world;
  world.add(kWeight);
  const ObjectId bead = world.add(Particle{.mass = m, .position = {1.0, 0.0, 0.0}});
  const ConstraintId nail = world.add(PointToPoint{.a = Nail{}, .b = PointOn{bead}},
                                      {.tau = 0.05, .assembly_force = limit});
  double largest = 0.0;
  for (int i = 0; i < 400; ++i) {
    ASSERT_TRUE(world.step(0.01).ok);
    largest = std::max(largest, world.loads(nail)[1].force.norm());
  }
  EXPECT_LE(largest, limit * (1.0 + 1e-12));
  EXPECT_GE(largest, limit * (1.0 - 1e-12)) << "it makes use of what it is allowed";
  EXPECT_LT(world.placement(bead).position.norm(), 1e-9);
  EXPECT_NEAR(world.loads(nail)[1].force.z(), m * g, 1e-6);
}

// Two nails pull one particle apart: Σ w |x − x_i|² is least at the weighted mean.
TEST(PointToPoint, WeightsDecideWhoGivesWay) {
  World world;
  const ObjectId bead = world.add(Particle{.mass = m, .position = {0.2, 0.1, 0.0}});
  const ConstraintId left =
      world.add(PointToPoint{.a = Nail{{-1.0, 0.0, 0.0}}, .b = PointOn{bead}}, {.weight = 3.0});
  world.add(PointToPoint{.a = Nail{{1.0, 0.0, 0.0}}, .b = PointOn{bead}}, {.weight = 1.0});
  ASSERT_TRUE(world.run(2.0, 0.01).ok);
  EXPECT_LT((world.placement(bead).position - Vec3(-0.5, 0.0, 0.0)).norm(), 1e-9);
  EXPECT_GT(world.report().conflict, 0.0);
  EXPECT_NEAR(world.error(left)[0], 0.5, 1e-9) << "errors are in metres, whatever the weight";
}

// λ is a force in newtons, whatever the weight.
TEST(PointToPoint, WeightDoesNotChangeTheForce) {
  World world;
  world.add(kWeight);
  const ObjectId bead = world.add(Particle{.mass = m});
  const ConstraintId nail =
      world.add(PointToPoint{.a = Nail{}, .b = PointOn{bead}}, {.weight = 25.0});
  ASSERT_TRUE(world.run(0.1, 0.01).ok);
  EXPECT_NEAR(world.lambda(nail)[2], m * g, 1e-11);
  EXPECT_NEAR(world.loads(nail)[1].force.z(), m * g, 1e-11);
}

TEST(PointToPoint, NamesTheFieldThatMakesNoSense) {
  const double nan = std::nan("");
  World world;
  const ObjectId bead = world.add(Particle{});
  const ObjectId gone = world.add(Particle{});
  world.remove(gone);
  const auto refused = [&](const PointRef& a, const PointRef& b, ConstraintOptions options = {}) {
    return checks::why_refused(world, PointToPoint{.a = a, .b = b}, options);
  };
  EXPECT_THAT(refused(Nail{}, PointOn{bead}), IsEmpty());
  EXPECT_THAT(refused(Nail{}, PointOn{}), ElementsAre("b: names no object"));
  EXPECT_THAT(refused(PointOn{gone}, PointOn{bead}),
              ElementsAre("a: names an object that is no longer there"));
  EXPECT_THAT(refused(Nail{{nan, 0.0, 0.0}}, PointOn{bead}), ElementsAre("a: must be finite"));
  EXPECT_THAT(refused(Nail{}, PointOn{.object = bead, .part = 1}),
              ElementsAre("b: part must be below the number of particles of the object, 1"));
  EXPECT_THAT(refused(Nail{}, Nail{}), ElementsAre("connectors: must name at least one object"));
  // all mistakes at once
  EXPECT_THAT(refused(Nail{},
                      PointOn{bead},
                      {.tau = 0.0, .weight = -1.0, .assembly_force = 0.0, .break_torque = nan}),
              ElementsAre("tau: must be positive and finite",
                          "weight: must be positive and finite",
                          "assembly_force: must be positive",
                          "break_torque: must be positive"));
}

}  // namespace holon::point_to_point_test
