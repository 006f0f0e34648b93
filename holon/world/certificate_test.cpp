// SPDX-License-Identifier: Apache-2.0
#include "holon/world/certificate.h"

#include <gmock/gmock.h>

#include <cmath>

#include "holon/world/world.h"

namespace holon::certificate_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr double g = 9.81;

Certificate run(World& world, double duration, double h) {
  Certificate certificate;
  certificate.begin(world);
  for (int i = 0; i < std::lround(duration / h); ++i) {
    EXPECT_TRUE(world.step(h).ok) << world.report().brief();
    certificate.add(world);
  }
  return certificate;
}

// A particle on a bar, by hand: rk4 on x' = v, v' = g + n μ, where μ closes the bar,
// (|v|² − ċ²)/|x| + n·v' = −2 ċ/τ − c/τ²,  c = |x| − L, n = x/|x|.
double drift_of_rk4_by_hand(double L, double mass, double tau, int steps, double h) {
  using Vec4 = Eigen::Vector4d;
  const auto rate = [&](const Vec4& y) {
    const Vec2 x = y.head<2>(), v = y.tail<2>(), n = x.normalized();
    const double c_dot = n.dot(v), bent = (v.squaredNorm() - c_dot * c_dot) / x.norm();
    const double mu = -2.0 * c_dot / tau - (x.norm() - L) / (tau * tau) - bent + n.y() * g;
    Vec4 out;
    out << v, mu * n - Vec2(0.0, g);
    return out;
  };
  Vec4 y(L, 0, 0, 0);
  double drift = 0.0;
  for (int i = 0; i < steps; ++i) {
    const Vec4 k1 = rate(y), k2 = rate(y + 0.5 * h * k1), k3 = rate(y + 0.5 * h * k2),
               k4 = rate(y + h * k3);
    y += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
    drift = std::max(drift, std::abs(mass * (0.5 * y.tail<2>().squaredNorm() + g * y[1])));
  }
  return drift;
}

TEST(Certificate, TellsTheDriftOfEnergyOfAPendulum) {
  const double L = 1.0, m = 2.0, tau = 0.1, h = 0.02;
  World world({.stepper = "rk4"});
  world.add(Gravity{.g = {0, 0, -g}});
  const ObjectId bob = world.add(Particle{.mass = m, .position = {L, 0, 0}});
  world.add(Distance{Nail{}, PointOn{bob}, L}, {.name = "bar", .tau = tau});
  const Certificate c = run(world, 2.0, h);
  const double expected = drift_of_rk4_by_hand(L, m, tau, 100, h);
  EXPECT_GT(expected, 1e-5);
  EXPECT_NEAR(c.energy_change, expected, 1e-11) << "rounding of 20 J, a hundred times";
  EXPECT_TRUE(c.keeps_energy());
  EXPECT_EQ(c.steps, 100u);
  EXPECT_EQ(c.worst_name, "bar");
  EXPECT_GT(c.worst_error, 0.0);
}

// Under gravity along z two particles on a spring keep what they have along x and y, and about z;
// what they do to each other cancels.
TEST(Certificate, KnowsWhatIsKeptOfMomentum) {
  World world({.stepper = "dormand_prince"});
  world.add(Gravity{.g = {0, 0, -g}});
  const ObjectId a = world.add(Particle{.mass = 1.0, .velocity = {0, 1, 0}});
  const ObjectId b = world.add(Particle{.mass = 2.0, .position = {1.5, 0, 0}});
  world.add(SpringDamper{PointOn{a}, PointOn{b}, 40.0, 0.0, 1.0});
  const Certificate c = run(world, 1.0, 0.1);
  for (int i = 0; i < 2; ++i) {
    EXPECT_TRUE(c.momentum[i].kept);
    EXPECT_LT(c.momentum[i].drift, 1e-12);
  }
  EXPECT_EQ(c.momentum[1].start, 1.0);
  EXPECT_FALSE(c.momentum[2].kept);
  EXPECT_NEAR(c.momentum[2].outside, 3.0 * g, 1e-12);
  EXPECT_NEAR(c.momentum[2].drift, 3.0 * g, 1e-9) << "after one second";
  EXPECT_TRUE(c.angular_momentum[2].kept);
  EXPECT_LT(c.angular_momentum[2].drift, 1e-7) << "by the tolerance, 1e-9, of each step";
  EXPECT_FALSE(c.angular_momentum[0].kept);
  EXPECT_TRUE(c.keeps_energy());
  EXPECT_LT(c.energy_change, 1e-6);
  EXPECT_GT(c.substeps, c.steps);
}

// A damper takes energy, and a nail momentum: neither is drift, and it says whose doing it is.
TEST(Certificate, CallsWorkByItsName) {
  World world;
  const ObjectId a = world.add(Particle{.position = {1, 0, 0}, .velocity = {0, 3, 0}});
  world.add(SpringDamper{Nail{}, PointOn{a}, 40.0, 2.0, 1.0}, {.name = "shock"});
  world.add(Rope{Nail{}, PointOn{a}, 5.0}, {.name = "line"});
  const Certificate c = run(world, 1.0, 0.01);
  EXPECT_THAT(c.does_work, ElementsAre("shock damps", "line takes energy when it is hit"));
  EXPECT_FALSE(c.momentum[0].kept);
  EXPECT_TRUE(c.angular_momentum[2].kept) << "it pulls to the origin";
  EXPECT_LT(c.angular_momentum[2].drift, 1e-12);
  EXPECT_THAT(c.text(), HasSubstr("energy change"));
  EXPECT_THAT(c.text(), HasSubstr("not all of it drift: shock damps"));
  EXPECT_THAT(c.text(), Not(HasSubstr("energy drift")));
}

// Two nails through the same point of a rod: three rows too many. Two bars that hold a
// particle meet at 0.1 rad: the condition is at least 1/sin 0.1.
TEST(Certificate, TellsRedundancyAndCondition) {
  World world;
  const ObjectId rod = world.add(RigidBody{.position = {0.5, 0, 0}});
  for (int i = 0; i < 2; ++i) world.add(PointToPoint{Nail{}, PointOn{rod, {-0.5, 0, 0}}});
  EXPECT_EQ(run(world, 0.1, 0.01).redundant_rows, 3);

  World bars;
  const ObjectId knot = bars.add(Particle{});
  const double angle = 0.1;
  bars.add(Distance{Nail{{1, 0, 0}}, PointOn{knot}, 1.0});
  bars.add(Distance{Nail{{std::cos(angle), std::sin(angle), 0}}, PointOn{knot}, 1.0});
  const Certificate c = run(bars, 0.1, 0.01);
  EXPECT_NEAR(c.condition(), 1.0 / std::sin(angle), 1e-6);
}

TEST(Certificate, IsJsonForPrograms) {
  World world;
  world.add(Particle{.velocity = {1, 0, 0}});
  const Certificate c = run(world, 0.1, 0.05);
  EXPECT_THAT(c.does_work, IsEmpty());
  EXPECT_THAT(c.json(), HasSubstr("\"steps\": 2, "));
  EXPECT_THAT(c.json(),
              HasSubstr("\"momentum\": [{\"start\": 1, \"drift\": 0, \"outside\": 0, "
                        "\"kept\": true}, "));
}

}  // namespace holon::certificate_test
