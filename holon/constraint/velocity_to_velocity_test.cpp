// SPDX-License-Identifier: Apache-2.0
#include "holon/constraint/velocity_to_velocity.h"

#include <gmock/gmock.h>

#include "holon/checks/constraint_checks.h"

namespace holon::velocity_to_velocity_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr double g = 9.81;
const double pi = std::acos(-1.0);

// Two particles come to share their momentum. On the way the difference of their velocities falls
// as V e^{−t/τ}, so they drift apart by V τ (1 − e^{−t/τ}) in all.
TEST(VelocityToVelocity, FreeParticlesShareTheirMomentum) {
  const double m_a = 1.0, m_b = 3.0, tau = 0.1, t = 2.0;
  const Vec3 v_a(2.0, 0.0, 1.0), v_b(0.0, 1.0, 0.0), between = v_b - v_a, apart(0.5, 0.3, -0.2);
  World world;
  const ObjectId a = world.add(Particle{.mass = m_a, .velocity = v_a});
  const ObjectId b = world.add(Particle{.mass = m_b, .position = apart, .velocity = v_b});
  const ConstraintId together =
      world.add(VelocityToVelocity{.a = PointOn{a}, .b = PointOn{b}}, {.tau = tau});
  // the force that does it: μ V/τ, μ the reduced mass
  const double mu = m_a * m_b / (m_a + m_b);
  EXPECT_LT((world.loads(together)[1].force + mu / tau * between).norm(), 1e-11);
  ASSERT_TRUE(world.run(t, 0.01).ok);
  const Vec3 shared = (m_a * v_a + m_b * v_b) / (m_a + m_b);
  for (ObjectId id : {a, b})
    EXPECT_LT((world.placement(id).velocity - shared).norm(), 2.5 * std::exp(-t / tau) + 1e-12);
  const Vec3 offset = world.placement(b).position - world.placement(a).position;
  // 200 steps, each good to 1e-12
  EXPECT_LT((offset - apart - between * tau * (1.0 - std::exp(-t / tau))).norm(), 2e-10);
  EXPECT_LT((world.report().momentum - m_a * v_a - m_b * v_b).norm(), 1e-12);
}

// A particle moves as the path does, from wherever it is; the force is m (ẍ − g).
TEST(VelocityToVelocity, PathLeadsFromAfar) {
  const double m = 2.0, r = 0.5, w = 3.0, h = 0.002;
  const Path circle{Sine{.amplitude = r, .rate = w, .phase = pi / 2},
                    Sine{.amplitude = r, .rate = w},
                    Motion(0.0)};
  const Vec3 start(4.0, -1.0, 2.0);
  World world;
  world.add(Gravity{.g = {0.0, 0.0, -g}});
  const ObjectId bead =
      world.add(Particle{.mass = m, .position = start, .velocity = {0.0, r * w, 0.0}});
  const ConstraintId lead = world.add(VelocityToVelocity{.a = circle, .b = PointOn{bead}});
  ASSERT_TRUE(world.run(2.0, h).ok);
  const Path::Sample at = circle.at(world.time());
  EXPECT_LT((world.placement(bead).velocity - at.v).norm(), 1e-11);
  EXPECT_LT((world.loads(lead)[1].force - m * (at.a + Vec3(0.0, 0.0, g))).norm(), 1e-8);
  // the way is the trapezoidal sum of the velocities: (ω h)²/12 of 2 r
  const Vec3 way = at.x - circle.at(0.0).x;
  EXPECT_LT((world.placement(bead).position - start - way).norm(), 1e-5);
}

// An offset is neither closed nor remembered: pushed aside while the constraint is off, the
// particle stays where it has got to.
TEST(VelocityToVelocity, OffsetIsNotRemembered) {
  World world;
  const ObjectId bead = world.add(Particle{.position = {1.0, 0.0, 0.0}});
  const ConstraintId hold = world.add(VelocityToVelocity{.a = Nail{}, .b = PointOn{bead}});
  ASSERT_TRUE(world.run(0.5, 0.01).ok);
  EXPECT_LT((world.placement(bead).position - Vec3(1.0, 0.0, 0.0)).norm(), 1e-14);
  world.set_active(hold, false);
  world.place(bead, {.position = {2.0, 3.0, 0.0}});
  world.set_active(hold, true);
  ASSERT_TRUE(world.run(0.5, 0.01).ok);
  EXPECT_LT((world.placement(bead).position - Vec3(2.0, 3.0, 0.0)).norm(), 1e-14);
}

// Points that lie apart feel opposite forces, but not on one line: the pair has a moment, and the
// angular momentum is not kept. This is what the constraint says, not an error of it.
TEST(VelocityToVelocity, PairOfForcesHasAMoment) {
  World world;
  const ObjectId a = world.add(Particle{});
  const ObjectId b = world.add(Particle{.position = {1.0, 0.0, 0.0}, .velocity = {0.0, 1.0, 0.0}});
  const ConstraintId together =
      world.add(VelocityToVelocity{.a = PointOn{a}, .b = PointOn{b}}, {.tau = 0.1});
  const std::vector<ConnectorLoad> loads = world.loads(together);
  EXPECT_LT((loads[0].force + loads[1].force).norm(), 1e-14);
  EXPECT_NEAR(loads[1].point.cross(loads[1].force).z(), -0.5 / 0.1, 1e-11);
  ASSERT_TRUE(world.run(2.0, 0.01).ok);
  EXPECT_NEAR(world.report().angular_momentum.z(), 0.5, 1e-8);
}

TEST(VelocityToVelocity, ClosesExponentially) {
  World world;
  world.add(Gravity{.g = {0.0, 0.0, -g}});
  const ObjectId id = world.add(RigidBody{.inertia = Vec3(0.2, 0.3, 0.4).asDiagonal(),
                                          .position = {0.3, -0.4, 0.2},
                                          .velocity = {1.0, 0.0, 0.5},
                                          .angular_velocity = {0.5, -1.0, 2.0}});
  const ConstraintId hold =
      world.add(VelocityToVelocity{.a = Nail{}, .b = PointOn{id, {0.1, 0.2, 0.3}}}, {.tau = 0.1});
  const checks::Closing closing = checks::watch_closing(world, hold, 0.01, 200);
  EXPECT_TRUE(closing.ok);
  EXPECT_GT(closing.first_error, 0.5);
  EXPECT_LT(closing.off_course, 1e-9);
  EXPECT_LT(closing.final_error, 1e-6);
}

// The force that would stop it at once is m V/τ = 100 N; it gets 5 N, so it takes m V/F = 1 s.
TEST(VelocityToVelocity, AssemblyForceNeverExceedsItsLimitAndStillArrives) {
  const double limit = 5.0;
  World world;
  const ObjectId bead = world.add(Particle{.mass = 1.0, .velocity = {5.0, 0.0, 0.0}});
  const ConstraintId hold = world.add(VelocityToVelocity{.a = Nail{}, .b = PointOn{bead}},
                                      {.tau = 0.05, .assembly_force = limit});
  double largest = 0.0;
  for (int i = 0; i < 50; ++i) {
    ASSERT_TRUE(world.step(0.01).ok);
    largest = std::max(largest, world.loads(hold)[1].force.norm());
  }
  EXPECT_NEAR(world.placement(bead).velocity.x(), 2.5, 1e-9) << "evenly slower by F/m";
  for (int i = 0; i < 250; ++i) {
    ASSERT_TRUE(world.step(0.01).ok);
    largest = std::max(largest, world.loads(hold)[1].force.norm());
  }
  EXPECT_LE(largest, limit * (1.0 + 1e-12));
  EXPECT_LT(world.placement(bead).velocity.norm(), 1e-9);
}

TEST(VelocityToVelocity, NamesTheFieldThatMakesNoSense) {
  World world;
  const ObjectId bead = world.add(Particle{});
  const auto refused = [&](const PointRef& a, const PointRef& b) {
    return checks::why_refused(world, VelocityToVelocity{.a = a, .b = b});
  };
  EXPECT_THAT(refused(Path{}, PointOn{bead}), IsEmpty());
  EXPECT_THAT(refused(Path{Polynomial{{}}, 0.0, 0.0}, PointOn{bead}),
              ElementsAre("a: coefficients: must hold at least one number"));
  EXPECT_THAT(refused(PointOn{}, PointOn{bead}), ElementsAre("a: names no object"));
}

}  // namespace holon::velocity_to_velocity_test
