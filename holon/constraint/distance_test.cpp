// SPDX-License-Identifier: Apache-2.0
#include "holon/constraint/distance.h"

#include <gmock/gmock.h>

#include "holon/checks/constraint_checks.h"

namespace holon::distance_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr double g = 9.81, m = 2.0, L = 0.8;
const Gravity kWeight{.g = {0.0, 0.0, -g}};

// A mass on a bar goes round at the angle θ with ω² = g / (L cos θ) and the tension m g / cos θ.
TEST(Distance, BarOfAConicalPendulumIsInTension) {
  const double theta = 0.6, h = 0.001;
  const double r = L * std::sin(theta), height = -L * std::cos(theta);
  const double w = std::sqrt(g / (L * std::cos(theta)));
  World world;
  world.add(kWeight);
  const ObjectId bob =
      world.add(Particle{.mass = m, .position = {r, 0.0, height}, .velocity = {0.0, r * w, 0.0}});
  const ConstraintId bar = world.add(Distance{.a = Nail{}, .b = PointOn{bob}, .length = L});
  for (int i = 0; i < 2000; ++i) ASSERT_TRUE(world.step(h).ok);

  const Vec3 x = world.placement(bob).position;
  const double angle = w * world.time();
  EXPECT_NEAR(x.norm(), L, 2e-12);
  // second order: the phase drifts by some (ω h)²/16 of the angle, here 1e-6 of 8 rad
  const Vec3 exact(r * std::cos(angle), r * std::sin(angle), height);
  EXPECT_LT((x - exact).norm(), 1e-5);
  const double tension = m * g / std::cos(theta);
  EXPECT_NEAR(world.lambda(bar)[0], -tension, 1e-4) << "negative: the bar is pulled";
  const std::vector<ConnectorLoad> loads = world.loads(bar);
  EXPECT_LT((loads[1].force + tension * x / L).norm(), 1e-4) << "the bob is pulled to the nail";
  EXPECT_LT((loads[0].force + loads[1].force).norm(), 1e-12);
}

TEST(Distance, BarThatCarriesAWeightOnTopIsInCompression) {
  World world;
  world.add(kWeight);
  const ObjectId load = world.add(Particle{.mass = m, .position = {0.0, 0.0, L}});
  const ConstraintId bar = world.add(Distance{.a = Nail{}, .b = PointOn{load}, .length = L});
  ASSERT_TRUE(world.run(0.1, 0.01).ok);
  // statics, exact but for rounding
  EXPECT_NEAR(world.lambda(bar)[0], m * g, 1e-11) << "positive: the bar pushes";
  EXPECT_NEAR(world.loads(bar)[1].force.z(), m * g, 1e-11);
}

// Two masses on a bar that spins freely: the tension is μ ω² L, μ the reduced mass.
TEST(Distance, SpinningDumbbellIsHeldByItsTension) {
  const double m_a = 1.0, m_b = 3.0, w = 4.0;
  const double mu = m_a * m_b / (m_a + m_b);
  World world;
  const ObjectId a = world.add(
      Particle{.mass = m_a, .position = {-0.6, 0.0, 0.0}, .velocity = {0.0, -0.6 * w, 0.0}});
  const ObjectId b = world.add(
      Particle{.mass = m_b, .position = {0.2, 0.0, 0.0}, .velocity = {0.0, 0.2 * w, 0.0}});
  const ConstraintId bar = world.add(Distance{.a = PointOn{a}, .b = PointOn{b}, .length = L});
  EXPECT_NEAR(world.lambda(bar)[0], -mu * w * w * L, 1e-12);
  ASSERT_TRUE(world.run(1.0, 0.01).ok);
  // the discrete motion turns evenly, its momenta are kept, and so is the speed of the masses
  EXPECT_NEAR(world.lambda(bar)[0], -mu * w * w * L, 1e-9);
  EXPECT_LT(world.report().momentum.norm(), 1e-12);
  EXPECT_NEAR(world.report().angular_momentum.z(), mu * w * L * L, 1e-12);
}

TEST(Distance, ClosesCriticallyDamped) {
  World world;
  world.add(kWeight);
  const ObjectId bob =
      world.add(Particle{.mass = m, .position = {1.0, 0.3, 0.0}, .velocity = {0.5, 1.0, -0.5}});
  const ConstraintId bar =
      world.add(Distance{.a = Nail{}, .b = PointOn{bob}, .length = L}, {.tau = 0.1});
  const checks::Closing closing = checks::watch_closing(world, bar, 0.01, 200);
  EXPECT_TRUE(closing.ok);
  EXPECT_GT(closing.first_error, 0.1);
  EXPECT_LT(closing.off_course, 1e-9);
  EXPECT_LT(closing.final_error, 1e-6);
}

// Where its ends coincide a bar has no direction; any will do to part them.
TEST(Distance, EndsThatCoincideArePushedApart) {
  World world;
  const ObjectId a = world.add(Particle{.mass = m});
  const ObjectId b = world.add(Particle{.mass = m});
  const ConstraintId bar = world.add(Distance{.a = PointOn{a}, .b = PointOn{b}, .length = L});
  ASSERT_TRUE(world.run(2.0, 0.01).ok);
  EXPECT_NEAR((world.placement(b).position - world.placement(a).position).norm(), L, 1e-9);
  EXPECT_NEAR(world.error(bar)[0], 0.0, 1e-9);
  EXPECT_LT(world.report().momentum.norm(), 1e-12);
}

// A mass on a bar swings through its lowest point, where the tension is largest, m (g + v²/L). The
// limit lies below that and above the weight, and the bob flies off.
TEST(Distance, BarBreaksWhenTheSwingPullsTooHard) {
  const double limit = 2.0 * m * g;
  World world;
  world.add(kWeight);
  const ObjectId bob = world.add(Particle{.mass = m, .position = {L, 0.0, 0.0}});
  const ConstraintId bar =
      world.add(Distance{.a = Nail{}, .b = PointOn{bob}, .length = L}, {.break_force = limit});
  int broken = 0;
  double at_height = 0.0;
  world.on_event([&](const Event& e) {
    broken += e.kind == EventKind::broken ? 1 : 0;
    at_height = world.placement(bob).position.z();
  });
  ASSERT_TRUE(world.run(1.0, 0.001).ok);
  EXPECT_EQ(broken, 1);
  EXPECT_FALSE(world.is_active(bar));
  // let go level, the tension is 3 m g cos φ: 2 m g at cos φ = 2/3, passed by at most one step
  EXPECT_NEAR(at_height, -2.0 / 3.0 * L, 0.005);
  EXPECT_LT(world.placement(bob).position.z(), -L - 0.1);
}

TEST(Distance, NamesTheFieldThatMakesNoSense) {
  World world;
  const ObjectId bob = world.add(Particle{});
  const auto refused = [&](double length) {
    return checks::why_refused(world, Distance{.a = Nail{}, .b = PointOn{bob}, .length = length});
  };
  const char* const cure =
      "length: must be positive and finite (for coinciding points use point_to_point)";
  EXPECT_THAT(refused(1.0), IsEmpty());
  EXPECT_THAT(refused(0.0), ElementsAre(cure));
  EXPECT_THAT(refused(-1.0), ElementsAre(cure));
  EXPECT_THAT(refused(std::nan("")), ElementsAre(cure));
  EXPECT_THAT(checks::why_refused(world, Distance{.a = PointOn{}, .b = PointOn{bob}}),
              ElementsAre("a: names no object"));
}

}  // namespace holon::distance_test
