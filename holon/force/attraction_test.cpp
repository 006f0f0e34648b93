// SPDX-License-Identifier: Apache-2.0
#include "holon/force/attraction.h"

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "holon/holon.h"

namespace holon::attraction_test {

using std::numbers::pi;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

double energy_of(const Attraction& force, double r, Vec3* pull = nullptr) {
  Push out[2] = {Push::Zero(), Push::Zero()};
  const double W = force.apply({PointKin{.x = {1, 2, 3}}, PointKin{.x = {1, 2, 3 + r}}}, 0.0, out);
  EXPECT_EQ(out[0], -out[1]);
  if (pull != nullptr) *pull = out[0].head<3>();
  return W;
}

// ---- the formula ----

TEST(Attraction, FallsByItsPowerOfTheDistance) {
  for (const double n : {0.0, 1.0, 2.0, 3.5}) {
    Vec3 pull;
    energy_of({.strength = 6.0, .exponent = n}, 2.0, &pull);
    EXPECT_NEAR(pull.z(), 6.0 * std::pow(2.0, -n), 1e-14) << n;
    EXPECT_EQ(pull.head<2>().norm(), 0.0);
  }
}

// From r₁ to r₂ it takes the work ∫ k r/(r² + ε²)^((n+1)/2) dr, in closed form for each n.
TEST(Attraction, StoresTheWorkDoneAgainstIt) {
  const auto work = [](double n, double softening) {
    const Attraction f{.strength = 6.0, .exponent = n, .softening = softening};
    return energy_of(f, 3.0) - energy_of(f, 0.5);
  };
  EXPECT_NEAR(work(2.0, 0.0), 6.0 * (1.0 / 0.5 - 1.0 / 3.0), 1e-13);
  EXPECT_NEAR(work(1.0, 0.0), 6.0 * std::log(6.0), 1e-13);
  EXPECT_NEAR(work(0.0, 0.0), 6.0 * 2.5, 1e-13) << "the same force everywhere";
  EXPECT_NEAR(work(-1.0, 0.4), 3.0 * (9.0 - 0.25), 1e-13) << "a spring";
  EXPECT_NEAR(
      work(2.0, 0.4), 6.0 * (1.0 / std::hypot(0.5, 0.4) - 1.0 / std::hypot(3.0, 0.4)), 1e-13);
}

TEST(Attraction, AtNoDistanceDoesNothing) {
  for (const double softening : {0.0, 0.3}) {
    Vec3 pull;
    const double W = energy_of({.strength = 6.0, .softening = softening}, 0.0, &pull);
    EXPECT_EQ(pull, Vec3::Zero());
    EXPECT_EQ(W, softening == 0.0 ? 0.0 : -6.0 / softening);
  }
}

// ---- orbits ----

/// Two masses on an ellipse about their centre of mass, started where they are nearest:
/// separation a (1 − e), speed² = (G M/a) (1 + e)/(1 − e).
struct TwoBodies {
  static constexpr double G = 2.0, m1 = 3.0, m2 = 1.0, M = m1 + m2, a = 1.5, e = 0.4;
  World world{WorldOptions{.stepper = "rk4"}};
  ObjectId first, second;
  TwoBodies() {
    const double r = a * (1 - e), v = std::sqrt(G * M / a * (1 + e) / (1 - e));
    first = world.add(
        Particle{.mass = m1, .position = {-m2 / M * r, 0, 0}, .velocity = {0, -m2 / M * v, 0}});
    second = world.add(
        Particle{.mass = m2, .position = {m1 / M * r, 0, 0}, .velocity = {0, m1 / M * v, 0}});
    world.add(Attraction{.a = PointOn{first}, .b = PointOn{second}, .strength = G * m1 * m2});
  }
  Vec3 separation() const {
    return world.placement(second).position - world.placement(first).position;
  }
};

// Kepler's third law: 2π √(a³/GM). Half a period later they are farthest, at a (1 + e).
TEST(Attraction, KeepsTwoBodiesOnTheEllipsesOfKepler) {
  TwoBodies s;
  const double period = 2.0 * pi * std::sqrt(std::pow(TwoBodies::a, 3) / (s.G * s.M));
  const Vec3 start = s.separation();
  EXPECT_NEAR(s.world.kinetic_energy() + s.world.potential_energy(),
              -s.G * s.m1 * s.m2 / (2.0 * s.a),
              1e-13);
  s.world.run(0.5 * period, period / 4000);
  EXPECT_LT((s.separation() + s.a * (1 + s.e) * Vec3::UnitX()).norm(), 1e-8);
  s.world.run(0.5 * period, period / 4000);
  EXPECT_LT((s.separation() - start).norm(), 1e-8);
  EXPECT_LT(s.world.report().momentum.norm(), 1e-12);
}

// Kepler's equation E − e sin E = 2π t/T, and r = a (1 − e cos E), a third of a period on.
TEST(Attraction, FollowsTheEquationOfKepler) {
  TwoBodies s;
  const double period = 2.0 * pi * std::sqrt(std::pow(TwoBodies::a, 3) / (s.G * s.M));
  double E = 2.0;
  for (int i = 0; i < 50; ++i)
    E -= (E - s.e * std::sin(E) - 2.0 * pi / 3.0) / (1.0 - s.e * std::cos(E));
  s.world.run(period / 3.0, period / 6000);
  EXPECT_NEAR(s.separation().norm(), s.a * (1 - s.e * std::cos(E)), 1e-9);
}

// Rutherford: from far away with speed v and impact parameter b, charges that repel with k are
// deflected by 2 atan(k/(m v² b)). Begun and ended at the distance D, the hyperbola lacks b/D on
// both ends; D = 2000 b leaves 1e-3.
TEST(Attraction, ThatRepelsScattersLikeRutherford) {
  const double k = 1.0, m = 2.0, v = 1.0, b = 0.5, D = 1000.0;
  World world(WorldOptions{.stepper = "rk4"});
  const ObjectId id = world.add(Particle{.mass = m, .position = {-D, b, 0}, .velocity = {v, 0, 0}});
  world.add(Attraction{.a = Nail{}, .b = PointOn{id}, .strength = -k});
  world.run(D - 10.0, 1.0);
  world.run(20.0, 0.01);
  world.run(D, 1.0);
  const Vec3 out = world.placement(id).velocity;
  EXPECT_NEAR(std::atan2(out.y(), out.x()), 2.0 * std::atan(k / (m * v * v * b)), 2e-3);
}

// Softened, a body falls straight through the other: near the middle it swings with ω² = k/(m ε³).
TEST(Attraction, SoftenedLetsBodiesPassThroughEachOther) {
  const double k = 4.0, m = 0.5, softening = 0.2, a = 1e-4;
  const double omega = std::sqrt(k / (m * std::pow(softening, 3)));
  World world(WorldOptions{.stepper = "rk4"});
  const ObjectId id = world.add(Particle{.mass = m, .position = {a, 0, 0}});
  world.add(Attraction{.a = Nail{}, .b = PointOn{id}, .strength = k, .softening = softening});
  world.run(2.0 * pi / omega, 2.0 * pi / omega / 500);
  // the next term of the force is 3/2 (a/ε)² of the first, 4e-7
  EXPECT_NEAR(world.placement(id).position.x(), a, 1e-6 * a);
  EXPECT_NEAR(world.placement(id).velocity.x(), 0.0, 1e-5 * a * omega);
}

TEST(Attraction, NamesTheFieldThatMakesNoSense) {
  Diagnostics d;
  Attraction{.strength = std::nan(""), .exponent = INFINITY, .softening = -1.0}.check(d);
  EXPECT_THAT(
      d.errors(),
      ElementsAre(
          "strength: must be finite", "exponent: must be finite", HasSubstr("softening: ")));
}

}  // namespace holon::attraction_test
