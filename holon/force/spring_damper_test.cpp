// SPDX-License-Identifier: Apache-2.0
#include "holon/force/spring_damper.h"

#include <gmock/gmock.h>

#include <numbers>

#include "holon/checks/object_checks.h"
#include "holon/checks/oscillator.h"
#include "holon/holon.h"

namespace holon::spring_damper_test {

using checks::Oscillator;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// ---- the formula ----

TEST(SpringDamper, ForceIsTheGradientOfItsEnergy) {
  std::mt19937 random(31);
  for (const auto& [length, max_force] : {std::pair(0.0, no_limit),
                                          std::pair(0.7, no_limit),
                                          std::pair(0.0, 0.4),
                                          std::pair(0.2, 0.4)}) {
    const SpringDamper spring{Nail{}, Nail{}, 3.0, 0.5, length, max_force};
    const Vec3 a = checks::random_vec3(random), b = checks::random_vec3(random);
    const auto energy = [&](const Vec3& x, const Vec3& y) {
      Push out[2] = {Push::Zero(), Push::Zero()};
      return spring.apply({PointKin{.x = x}, PointKin{.x = y}}, 0.0, out);
    };
    Push force[2] = {Push::Zero(), Push::Zero()};
    spring.apply({PointKin{.x = a}, PointKin{.x = b}}, 0.0, force);
    for (int i = 0; i < 3; ++i) {
      using One = Eigen::Matrix<double, 1, 1>;
      const Vec3 e = Vec3::Unit(i);
      const auto move_a = [&](double t) { return One(energy(a + t * e, b)); };
      const auto move_b = [&](double t) { return One(energy(a, b + t * e)); };
      EXPECT_NEAR(force[0][i], -checks::first_difference(move_a)[0], checks::first_tolerance);
      EXPECT_NEAR(force[1][i], -checks::first_difference(move_b)[0], checks::first_tolerance);
    }
  }
}

// Along the spring the damper acts on the rate of its length; without a length, in all directions.
TEST(SpringDamper, DamperActsAlongTheSpring) {
  const PointKin still{}, passing{.x = {2, 0, 0}, .v = {3, 5, 0}};
  Push out[2] = {Push::Zero(), Push::Zero()};
  SpringDamper{Nail{}, Nail{}, 0.0, 0.5, 1.0}.apply({still, passing}, 0.0, out);
  EXPECT_LT((Vec3(out[1].head<3>()) - Vec3(-1.5, 0, 0)).norm(), 1e-15);
  EXPECT_LT((out[0] + out[1]).norm(), 1e-15) << "action and reaction";
  SpringDamper{Nail{}, Nail{}, 0.0, 0.5, 0.0}.apply({still, passing}, 0.0, out);
  EXPECT_LT((Vec3(out[1].head<3>()) - Vec3(-1.5, -2.5, 0)).norm(), 1e-15);
}

TEST(SpringDamper, PullsAndPushesNoHarderThanItsLimit) {
  const auto pull_at = [](double distance, double max_force) {
    Push out[2] = {Push::Zero(), Push::Zero()};
    SpringDamper{Nail{}, Nail{}, 10.0, 0.0, 1.0, max_force}.apply(
        {PointKin{}, PointKin{.x = {distance, 0, 0}}}, 0.0, out);
    return out[0][0];
  };
  EXPECT_EQ(pull_at(1.25, 5.0), 2.5);
  EXPECT_EQ(pull_at(1.5, 5.0), 5.0);
  EXPECT_EQ(pull_at(4.0, 5.0), 5.0);
  EXPECT_EQ(pull_at(0.25, 5.0), -5.0);
}

// Where the ends coincide a spring with a length has no direction, and does nothing.
TEST(SpringDamper, WithCoincidingEndsStaysFinite) {
  World world;
  const ObjectId id = world.add(Particle{});
  world.add(SpringDamper{Nail{}, PointOn{id}, 10.0, 1.0, 0.5});
  EXPECT_TRUE(world.run(1.0, 0.1).ok);
  EXPECT_EQ(world.placement(id).position, Vec3::Zero());
}

// ---- closed forms ----

// m = 2 on k = 50, ω = 5/s, below, at and above critical damping (c = 2 m ω = 20).
TEST(SpringDamper, OscillatesInAllRegimesOfDamping) {
  const double m = 2.0, k = 50.0, t = 1.3;
  for (const double c : {0.0, 2.0, 20.0, 60.0}) {
    const Oscillator exact{.omega = std::sqrt(k / m), .gamma = 0.5 * c / m, .x0 = 0.3, .v0 = -1.0};
    double error[2];
    for (int i = 0; i < 2; ++i) {
      World world;
      const ObjectId id =
          world.add(Particle{.mass = m, .position = {1.3, 0, 0}, .velocity = {-1, 0, 0}});
      world.add(SpringDamper{Nail{}, PointOn{id}, k, c, 1.0});
      world.run(t, 0.005 / (1 << i));
      error[i] = world.placement(id).position.x() - 1.0 - exact.at(t).x;
    }
    EXPECT_LT(std::abs(error[1]), 1e-4) << "c = " << c;
    EXPECT_NEAR(error[0] / error[1], 4.0, 0.2) << "c = " << c;
  }
}

TEST(SpringDamper, OscillatesExactlyWithAFineMethod) {
  const double m = 2.0, k = 50.0, c = 2.0, t = 3.0;
  const Oscillator exact{.omega = 5.0, .gamma = 0.5 * c / m, .x0 = 0.3};
  World world(WorldOptions{.stepper = "rk4"});
  const ObjectId id = world.add(Particle{.mass = m, .position = {1.3, 0, 0}});
  world.add(SpringDamper{Nail{}, PointOn{id}, k, c, 1.0});
  world.run(t, 0.002);
  EXPECT_NEAR(world.placement(id).position.x() - 1.0, exact.at(t).x, 1e-9);
  EXPECT_NEAR(world.placement(id).velocity.x(), exact.at(t).v, 1e-9);
}

// Two free masses swing about their common centre with the reduced mass: ω² = k (1/m₁ + 1/m₂).
TEST(SpringDamper, BetweenTwoMassesSwingsWithTheReducedMass) {
  const double m1 = 1.0, m2 = 3.0, k = 12.0, w = std::sqrt(k * (1 / m1 + 1 / m2));
  World world(WorldOptions{.stepper = "rk4"});
  const ObjectId a = world.add(Particle{.mass = m1});
  const ObjectId b = world.add(Particle{.mass = m2, .position = {0, 1.5, 0}});
  world.add(SpringDamper{PointOn{a}, PointOn{b}, k, 0.0, 1.0});
  const double t = 10.25 * 2.0 * std::numbers::pi / w;  // at rest length again
  world.run(t, 0.002);
  EXPECT_NEAR((world.placement(b).position - world.placement(a).position).norm(), 1.0, 1e-8);
  EXPECT_LT(world.report().momentum.norm(), 1e-12);
}

// Hung on a spring, a weight comes to rest m g/k below.
TEST(SpringDamper, CarriesAWeightAtTheStretchOfHooke) {
  World world;
  world.add(Gravity{.g = {0, -9.81, 0}});
  const ObjectId id = world.add(Particle{.mass = 2.0, .position = {0, -1, 0}});
  world.add(SpringDamper{Nail{}, PointOn{id}, 100.0, 20.0, 1.0});
  world.run(10.0, 0.01);
  EXPECT_NEAR(world.placement(id).position.y(), -1.0 - 2.0 * 9.81 / 100.0, 1e-12);
}

// Set against a rod on a nail it is a torsion spring of stiffness k r².
TEST(SpringDamper, ActsOnBodiesAtTheirPoints) {
  const double k = 80.0, r = 0.25, I = 0.5, a = 1e-3;
  RigidBody wheel;
  wheel.inertia = I * Mat3::Identity();
  wheel.orientation = rotation_exp({0, 0, a});
  World world(WorldOptions{.stepper = "rk4"});
  const ObjectId id = world.add(wheel);
  world.add(PointToPoint{Nail{}, PointOn{id}});
  // far away the spring keeps its direction along −y
  world.add(SpringDamper{Nail{{r, -1e3, 0}}, PointOn{id, {r, 0, 0}}, k, 0.0, 1e3});
  const double t = 2.25 * 2.0 * std::numbers::pi * std::sqrt(I / (k * r * r));
  world.run(t, 0.001);
  EXPECT_NEAR(world.placement(id).orientation.z() / (0.5 * a), 0.0, 2e-3);
}

// ---- energy ----

TEST(SpringDamper, KeepsTheEnergyWithoutADamper) {
  double worst[2] = {0, 0};
  for (int i = 0; i < 2; ++i) {
    World world;
    const ObjectId id =
        world.add(Particle{.position = {1.2, 0, 0}, .velocity = {0, 2, 0}});  // swings round too
    world.add(SpringDamper{Nail{}, PointOn{id}, 40.0, 0.0, 1.0});
    const double e0 = world.kinetic_energy() + world.potential_energy();
    EXPECT_NEAR(e0, 2.0 + 0.5 * 40.0 * 0.04, 1e-14);
    const int steps = 1000 << i;
    for (int k = 0; k < steps; ++k)
      worst[i] = std::max(worst[i], std::abs(world.step(10.0 / steps).energy() - e0));
  }
  EXPECT_LT(worst[1], 1e-2);
  EXPECT_NEAR(worst[0] / worst[1], 4.0, 0.3);
}

TEST(SpringDamper, NamesTheFieldThatMakesNoSense) {
  Diagnostics d;
  SpringDamper{Nail{}, Nail{}, -1.0, std::nan(""), -0.1}.check(d);
  EXPECT_THAT(d.errors(),
              ElementsAre(HasSubstr("stiffness: "), HasSubstr("damping: "), HasSubstr("length: ")));
}

}  // namespace holon::spring_damper_test
