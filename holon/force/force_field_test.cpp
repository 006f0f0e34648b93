// SPDX-License-Identifier: Apache-2.0
#include "holon/force/force_field.h"

#include <gmock/gmock.h>

#include <cmath>

#include "holon/checks/oscillator.h"
#include "holon/holon.h"

namespace holon::force_field_test {

using checks::Oscillator;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(ForceField, IsWhatItsFormulasSay) {
  const ForceField field{.point = Nail{}, .force = {"x + 2*vy", "y*z - t", "vx*vz"}};
  Push out[1] = {Push::Zero()};
  const double W = field.prepare().apply({PointKin{.x = {1, 2, 3}, .v = {4, 5, 6}}}, 0.5, out);
  EXPECT_EQ(Vec3(out[0].head<3>()), Vec3(11, 5.5, 24));
  EXPECT_EQ(W, 0.0);
}

TEST(ForceField, PushesDownhillOfItsPotential) {
  const ForceField field{.point = Nail{}, .force = {"1", "0", "0"}, .potential = "x^2*y + t*z"};
  Push out[1] = {Push::Zero()};
  const double W = field.prepare().apply({PointKin{.x = {3, 5, 7}}}, 2.0, out);
  EXPECT_EQ(W, 45.0 + 14.0);
  EXPECT_EQ(Vec3(out[0].head<3>()), Vec3(1 - 30, -9, -2));
}

// ---- closed forms ----

// A charge in a magnetic field B along z, f = q v × B, goes round with ω = q B/m.
TEST(ForceField, OfAMagnetLeadsAChargeRoundACircle) {
  const double qB = 3.0, m = 0.5, v = 2.0, omega = qB / m, t = 1.3;
  World world(WorldOptions{.stepper = "rk4"});
  const ObjectId id = world.add(Particle{.mass = m, .velocity = {v, 0, 0.5}});
  world.add(ForceField{.point = PointOn{id}, .force = {"3*vy", "-3*vx", "0"}});
  world.run(t, 0.001);
  const Vec3 x = world.placement(id).position;
  EXPECT_NEAR(x.x(), v / omega * std::sin(omega * t), 1e-9);
  EXPECT_NEAR(x.y(), v / omega * (std::cos(omega * t) - 1.0), 1e-9);
  EXPECT_NEAR(x.z(), 0.5 * t, 1e-12);
  EXPECT_NEAR(world.kinetic_energy(), 0.5 * m * (v * v + 0.25), 1e-9) << "it does no work";
}

// In the potential of two springs, and the friction of a formula: each axis by itself.
TEST(ForceField, OfABowlIsAnOscillatorAlongEachAxis) {
  const double t = 1.7;
  World world(WorldOptions{.stepper = "rk4"});
  const ObjectId id = world.add(Particle{.mass = 2.0, .position = {0.3, -0.4, 0}});
  world.add(ForceField{
      .point = PointOn{id}, .force = {"-2*vx", "-2*vy", "0"}, .potential = "25*x^2 + 9*y^2"});
  EXPECT_NEAR(world.potential_energy(), 25 * 0.09 + 9 * 0.16, 1e-14);
  world.run(t, 0.001);
  const Vec3 x = world.placement(id).position;
  EXPECT_NEAR(x.x(), (Oscillator{.omega = 5.0, .gamma = 0.5, .x0 = 0.3}.at(t).x), 1e-10);
  EXPECT_NEAR(x.y(), (Oscillator{.omega = 3.0, .gamma = 0.5, .x0 = -0.4}.at(t).x), 1e-10);
}

// f = F sin ωt: from rest, x = F/(m ω²) (ωt − sin ωt).
TEST(ForceField, MayChangeWithTime) {
  const double t = 2.0;
  World world(WorldOptions{.stepper = "rk4"});
  const ObjectId id = world.add(Particle{.mass = 2.0});
  world.add(ForceField{.point = PointOn{id}, .force = {"5*sin(3*t)", "0", "0"}});
  world.run(t, 0.005);
  EXPECT_NEAR(world.placement(id).position.x(), 5.0 / 18.0 * (3 * t - std::sin(3 * t)), 1e-9);
}

// Off the centre of mass it turns a body: a compass needle in an even pull, I θ̈ = −F l sin θ.
TEST(ForceField, AtThePointOfABodyTurnsIt) {
  const double I = 0.2, F = 3.0, l = 0.5, start = 1e-3, omega = std::sqrt(F * l / I);
  RigidBody needle;
  needle.inertia = I * Mat3::Identity();
  needle.orientation = rotation_exp({0, 0, start});
  World world(WorldOptions{.stepper = "rk4"});
  const ObjectId id = world.add(needle);
  world.add(PointToPoint{Nail{}, PointOn{id}});
  world.add(ForceField{.point = PointOn{id, {l, 0, 0}}, .potential = "-3*x"});
  world.run(M_PI / omega, 0.001);  // half a period; its amplitude shifts it by 1e-7
  EXPECT_NEAR(rotation_log(world.placement(id).orientation).z(), -start, 1e-6 * start);
}

TEST(ForceField, WithAPotentialKeepsTheEnergy) {
  double worst[2] = {0, 0};
  for (int i = 0; i < 2; ++i) {
    World world;
    const ObjectId id = world.add(Particle{.position = {0.5, 0, 0}, .velocity = {0, 1, 0.2}});
    world.add(ForceField{.point = PointOn{id}, .potential = "8*(hypot(x, y) - 1)^2 + z^4"});
    const double e0 = world.kinetic_energy() + world.potential_energy();
    const int steps = 1000 << i;
    for (int k = 0; k < steps; ++k)
      worst[i] = std::max(worst[i], std::abs(world.step(5.0 / steps).energy() - e0));
  }
  EXPECT_LT(worst[1], 1e-2);
  EXPECT_NEAR(worst[0] / worst[1], 4.0, 0.3);
}

// ---- mistakes ----

// Where a formula has no value there is no step: it is reported, and nothing has moved.
TEST(ForceField, OutsideTheDomainOfItsFormulaStopsTheWorld) {
  for (const char* stepper : {"projected", "rk4", "correction"}) {
    World world(WorldOptions{.stepper = stepper});
    const ObjectId id = world.add(Particle{.position = {-1, 0, 0}});
    world.add(ForceField{.point = PointOn{id}, .force = {"sqrt(x)", "0", "0"}});
    EXPECT_FALSE(world.step(0.01).ok) << stepper;
    EXPECT_EQ(world.placement(id).position, Vec3(-1, 0, 0)) << stepper;
    EXPECT_EQ(world.time(), 0.0) << stepper;
  }
}

TEST(ForceField, NamesTheFormulaThatMakesNoSense) {
  World world;
  const ObjectId id = world.add(Particle{});
  try {
    world.add(
        ForceField{.point = PointOn{id}, .force = {"x", "y +", "speed"}, .potential = "vx^2"});
    FAIL() << "accepted";
  } catch (const ModelError& e) {
    EXPECT_THAT(e.errors(),
                ElementsAre(HasSubstr("force.1: column 4 of \"y +\""),
                            HasSubstr("force.2: column 1 of \"speed\""),
                            HasSubstr("potential: column 1 of \"vx^2\"")));
  }
  EXPECT_EQ(world.model().forces().size(), 0u);
}

}  // namespace holon::force_field_test
