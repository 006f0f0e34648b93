// SPDX-License-Identifier: Apache-2.0
#include "holon/force/bushing.h"

#include <gmock/gmock.h>

#include <cmath>

#include "holon/checks/oscillator.h"
#include "holon/holon.h"

namespace holon::bushing_test {

using checks::Oscillator;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// ---- one axis at a time ----

// Along each axis a spring and damper of its own: m ẍ + c ẋ + k x = 0.
TEST(Bushing, SwingsAlongEachAxisByItself) {
  const double m = 2.0, t = 1.1;
  const Vec3 k(50, 72, 98), c(2, 4, 1), x0(0.3, -0.2, 0.1);
  RigidBody body;
  body.mass = m;
  body.position = x0;
  World world(WorldOptions{.stepper = "rk4"});
  const ObjectId id = world.add(body);
  world.add(Bushing{.a = WorldFrame{}, .b = FrameOn{id}, .stiffness = k, .damping = c});
  world.run(t, 0.002);
  for (int i = 0; i < 3; ++i) {
    const Oscillator exact{.omega = std::sqrt(k[i] / m), .gamma = 0.5 * c[i] / m, .x0 = x0[i]};
    EXPECT_NEAR(world.placement(id).position[i], exact.at(t).x, 1e-9) << i;
    EXPECT_NEAR(world.placement(id).velocity[i], exact.at(t).v, 1e-8) << i;
  }
}

// About each axis too: I θ̈ + c θ̇ + k θ = 0, at any angle up to a half turn.
TEST(Bushing, TurnsAboutEachAxisByItself) {
  const Vec3 k(8, 18, 32), c(0.5, 0.3, 0.0), I(0.5, 0.6, 0.7);
  const double t = 0.9, start = 1.8;
  for (int i = 0; i < 3; ++i) {
    RigidBody body;
    body.inertia = I.asDiagonal();
    body.orientation = rotation_exp(start * Vec3::Unit(i));
    World world(WorldOptions{.stepper = "rk4"});
    const ObjectId id = world.add(body);
    world.add(
        Bushing{.a = WorldFrame{}, .b = FrameOn{id}, .angular_stiffness = k, .angular_damping = c});
    world.run(t, 0.001);
    const Oscillator exact{
        .omega = std::sqrt(k[i] / I[i]), .gamma = 0.5 * c[i] / I[i], .x0 = start};
    const Vec3 theta = rotation_log(world.placement(id).orientation);
    EXPECT_LT((theta - exact.at(t).x * Vec3::Unit(i)).norm(), 1e-9) << i;
  }
}

// The axes are those of a: turned by a quarter about z, the stiffness along its x acts along y.
TEST(Bushing, LiesAlongTheAxesOfItsFirstFrame) {
  const FrameKin a{.x = {1, 0, 0}, .R = rotation_exp({0, 0, M_PI_2}).toRotationMatrix()};
  const FrameKin b{.x = {1.1, 0.2, 0.3}, .R = a.R};
  Push out[2];
  const double W = Bushing{.stiffness = {100, 20, 3}}.apply({a, b}, 0.0, out);
  EXPECT_LT((Vec3(out[1].head<3>()) - Vec3(-20 * 0.1, -100 * 0.2, -3 * 0.3)).norm(), 1e-13);
  EXPECT_NEAR(W, 0.5 * (20 * 0.01 + 100 * 0.04 + 3 * 0.09), 1e-13);
}

// Sheared, it also turns: force and lever arm give a moment on the first frame.
TEST(Bushing, ThatIsStretchedTurnsItsFirstFrame) {
  const FrameKin a, b{.x = {2, 0.1, 0}};
  Push out[2];
  Bushing{.stiffness = {0, 50, 0}}.apply({a, b}, 0.0, out);
  EXPECT_LT((out[0] - (Push() << 0, 5, 0, 0, 0, 10).finished()).norm(), 1e-14);
  EXPECT_LT((out[1] - (Push() << 0, -5, 0, 0, 0, 0).finished()).norm(), 1e-14);
}

// ---- bodies ----

// A weight beside the bearing bends it: z = −m g/k and θ = m g l/k_θ, for small angles.
TEST(Bushing, CarriesALeverLikeASoftWeld) {
  const double m = 2.0, g = 9.81, l = 0.3, k = 1e5, k_theta = 1e4;
  RigidBody lever;
  lever.mass = m;
  lever.com = {l, 0, 0};
  World world;
  world.add(Gravity{.g = {0, 0, -g}});
  const ObjectId id = world.add(lever);
  world.add(Bushing{.a = WorldFrame{},
                    .b = FrameOn{id},
                    .stiffness = Vec3::Constant(k),
                    .damping = Vec3::Constant(400),
                    .angular_stiffness = Vec3::Constant(k_theta),
                    .angular_damping = Vec3::Constant(80)});
  world.run(2.0, 0.001);
  EXPECT_NEAR(world.placement(id).position.z(), -m * g / k, 1e-9);
  EXPECT_NEAR(rotation_log(world.placement(id).orientation).y(), m * g * l / k_theta, 1e-9);
}

// Between two bodies it gives neither momentum nor angular momentum, whatever it does to them.
TEST(Bushing, BetweenTwoBodiesKeepsTheMomenta) {
  RigidBody first, second;
  first.inertia = Vec3(0.3, 0.4, 0.5).asDiagonal();
  first.angular_velocity = {1, -2, 0.5};
  second.position = {0.6, 0.1, -0.2};
  second.velocity = {0.3, 1, 0};
  second.orientation = rotation_exp({0.3, 0.8, -0.4});
  World world(WorldOptions{.stepper = "rk4"});
  const ObjectId a = world.add(first), b = world.add(second);
  world.add(Bushing{.a = FrameOn{a, {0.2, 0, 0}},
                    .b = FrameOn{b, {-0.2, 0, 0}},
                    .stiffness = {20, 30, 40},
                    .damping = {1, 2, 3},
                    .angular_stiffness = {5, 6, 7},
                    .angular_damping = {0.1, 0.2, 0.3}});
  world.step(0.001);
  const Vec3 p = world.report().momentum, L = world.report().angular_momentum;
  const double energy = world.report().energy();
  world.run(2.0, 0.001);
  EXPECT_LT((world.report().momentum - p).norm(), 1e-12);
  EXPECT_LT((world.report().angular_momentum - L).norm(), 1e-9);
  EXPECT_LT(world.report().energy(), 0.8 * energy) << "the dampers have worked";
}

TEST(Bushing, WithoutDampersKeepsTheEnergy) {
  double worst[2] = {0, 0};
  for (int i = 0; i < 2; ++i) {
    RigidBody body;
    body.inertia = Vec3(0.3, 0.4, 0.5).asDiagonal();
    body.position = {0.2, 0.1, -0.1};
    body.orientation = rotation_exp({0.5, -0.4, 0.9});
    World world;
    const ObjectId id = world.add(body);
    world.add(Bushing{.a = WorldFrame{},
                      .b = FrameOn{id, {0.1, 0.2, 0}},
                      .stiffness = {20, 30, 40},
                      .angular_stiffness = {5, 6, 7}});
    const double e0 = world.kinetic_energy() + world.potential_energy();
    const int steps = 1000 << i;
    for (int k = 0; k < steps; ++k)
      worst[i] = std::max(worst[i], std::abs(world.step(5.0 / steps).energy() - e0));
  }
  EXPECT_LT(worst[1], 1e-2);
  EXPECT_NEAR(worst[0] / worst[1], 4.0, 0.4);
}

TEST(Bushing, NamesTheFieldThatMakesNoSense) {
  Diagnostics d;
  Bushing{.stiffness = {1, -1, 1},
          .damping = {0, 0, std::nan("")},
          .angular_stiffness = {-1, 0, 0},
          .angular_damping = {0, INFINITY, 0}}
      .check(d);
  EXPECT_THAT(d.errors(),
              ElementsAre(HasSubstr("stiffness: "),
                          HasSubstr("damping: "),
                          HasSubstr("angular_stiffness: "),
                          HasSubstr("angular_damping: ")));
  World world;
  const ObjectId point = world.add(Particle{});
  EXPECT_THROW(world.add(Bushing{.a = WorldFrame{}, .b = FrameOn{point}}), ModelError);
}

}  // namespace holon::bushing_test
