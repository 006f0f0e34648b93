// SPDX-License-Identifier: Apache-2.0
#include "holon/force/applied_force.h"

#include <gmock/gmock.h>

#include "holon/holon.h"

namespace holon::applied_force_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

struct Pushed {
  World world;
  ObjectId id;
};
Pushed pushed(const Path& force, double mass, const char* stepper = "projected") {
  Pushed p{World(WorldOptions{.stepper = stepper}), {}};
  p.id = p.world.add(Particle{.mass = mass});
  p.world.add(AppliedForce{PointOn{p.id}, force});
  return p;
}

TEST(AppliedForce, ConstantOneAcceleratesEvenly) {
  Pushed p = pushed(Path::constant({1, -2, 3}), 2.0);
  p.world.run(2.0, 0.1);
  EXPECT_LT((p.world.placement(p.id).position - Vec3(1, -2, 3)).norm(), 1e-14);
}

// m ẍ = A sin ωt from rest: x = (A/mω) (t − sin(ωt)/ω).
TEST(AppliedForce, FollowsASineInTime) {
  const double A = 3.0, w = 4.0, m = 2.0, t = 2.0;
  const double exact = A / (m * w) * (t - std::sin(w * t) / w);
  double error[2];
  for (int i = 0; i < 2; ++i) {
    Pushed p = pushed({.y = Sine{.amplitude = A, .rate = w}}, m);
    p.world.run(t, 0.02 / (1 << i));
    error[i] = p.world.placement(p.id).position.y() - exact;
  }
  EXPECT_LT(std::abs(error[1]), 2e-4);
  EXPECT_NEAR(error[0] / error[1], 4.0, 0.05);
  Pushed p = pushed({.y = Sine{.amplitude = A, .rate = w}}, m, "rk4");
  p.world.run(t, 0.02);
  EXPECT_NEAR(p.world.placement(p.id).position.y(), exact, 1e-7);
}

// Two keys make the curve 3s² − 2s³: switching on over T gives half the momentum F T.
TEST(AppliedForce, IsSwitchedOnSmoothlyByKeyframes) {
  const double F = 5.0, T = 1.0, m = 2.0;
  Pushed p = pushed({.x = Keyframes{.times = {0.0, T}, .values = {0.0, F}}}, m, "rk4");
  p.world.run(T, 0.01);
  EXPECT_NEAR(p.world.placement(p.id).velocity.x(), 0.5 * F * T / m, 1e-12);
  p.world.run(1.0, 0.01);  // constant from then on
  EXPECT_NEAR(p.world.placement(p.id).velocity.x(), (0.5 * F * T + F) / m, 1e-12);
}

TEST(AppliedForce, MayBeAnyFunctionOfTheHost) {
  const Motion ramp = TimeFunction([](double t) { return Taylor(6.0 * t, 6.0, 0.0); });
  Pushed p = pushed({.z = ramp}, 3.0, "rk4");
  p.world.run(2.0, 0.1);
  EXPECT_NEAR(p.world.placement(p.id).velocity.z(), 4.0, 1e-13);
}

// Beside the centre of mass it turns the body as well: I ω̇ = r × F. At the far end of a free rod
// at rest the near end starts backwards, with a = F/m (1 − 3) = −2 F/m.
TEST(AppliedForce, TurnsABodyItDoesNotHitInTheMiddle) {
  RigidBody rod;
  rod.mass = 2.0;
  rod.inertia = 2.0 / 12.0 * Vec3(1, 0, 1).asDiagonal();
  World world;
  const ObjectId id = world.add(rod);
  world.add(AppliedForce{PointOn{id, {0, 0.5, 0}}, Path::constant({1, 0, 0})});
  const double h = 1e-4;
  world.step(h);
  EXPECT_NEAR(world.placement(id).angular_velocity.z(), -0.5 / (2.0 / 12.0) * h, 1e-10);
  EXPECT_NEAR(world.point(PointOn{id, {0, 0.5, 0}}).v.x(), 4.0 / 2.0 * h, 1e-10);
  EXPECT_NEAR(world.point(PointOn{id, {0, -0.5, 0}}).v.x(), -2.0 / 2.0 * h, 1e-10);
}

// It acts on a material point: an elastic block pulled at one face stretches.
TEST(AppliedForce, DeformsAnElasticBody) {
  AffineBody block;
  block.young = 10.0;
  World world;
  const ObjectId id = world.add(block);
  world.add(AppliedForce{PointOn{id, {0.5, 0, 0}}, Path::constant({0.01, 0, 0})});
  world.add(AppliedForce{PointOn{id, {-0.5, 0, 0}}, Path::constant({-0.01, 0, 0})});
  world.add(VelocityDamping{.factor = 1e-4});
  world.run(10.0, 0.02);
  // Hooke: strain F/(E A) lengthwise, −ν of it across, to the first order in it
  EXPECT_NEAR(world.point(PointOn{id, {1, 0, 0}}).x.x(), 1.001, 3e-6);
  EXPECT_NEAR(world.point(PointOn{id, {0, 1, 0}}).x.y(), 1.0 - 0.3e-3, 3e-6);
}

TEST(AppliedForce, OnTheWorldMovesNothing) {
  World world;
  const ObjectId id = world.add(Particle{});
  world.add(AppliedForce{Nail{}, Path::constant({1, 0, 0})});
  EXPECT_TRUE(world.run(1.0, 0.1).ok);
  EXPECT_EQ(world.placement(id).position, Vec3::Zero());
}

// f = s(t) F with s = 3 from a controller, or by a formula.
TEST(AppliedForce, IsUnderCommand) {
  World world;
  const ObjectId a = world.add(Particle{}), b = world.add(Particle{});
  const ControllerId hand = world.add(Input{.value = 3.0}, {.name = "hand"});
  const ForceId push = world.add(
      AppliedForce{.point = PointOn{a}, .force = Path::constant({0, 2, 0}), .strength = hand},
      {.name = "push"});
  world.add(AppliedForce{
      .point = PointOn{b}, .force = Path::constant({0, 2, 0}), .strength = TimeFormula("3")});
  ASSERT_TRUE(world.run(1.0, 0.1).ok);
  EXPECT_NEAR(world.placement(a).velocity.y(), 6.0, 1e-12);
  EXPECT_EQ(world.placement(b).velocity, world.placement(a).velocity);
  EXPECT_EQ(world.signal("push.strength"), 3.0);
  EXPECT_NEAR(world.effort(push).force, 6.0, 1e-12);
  world.set(hand, Input{.value = -3.0});
  ASSERT_TRUE(world.run(1.0, 0.1).ok);
  EXPECT_NEAR(world.placement(a).velocity.y(), 0.0, 1e-12);
}

TEST(AppliedForce, NamesTheFieldThatMakesNoSense) {
  Diagnostics d;
  AppliedForce{Nail{}, Path{.y = Sine{.rate = std::nan("")}}}.check(d);
  EXPECT_THAT(d.errors(), ElementsAre("force: rate: must be finite"));
  World world;
  try {
    world.add(AppliedForce{PointOn{}, Path::constant({1, 0, 0})});
    FAIL() << "a force on no object was accepted";
  } catch (const ModelError& e) {
    EXPECT_THAT(e.errors(), ElementsAre(HasSubstr("point: names no object")));
  }
}

}  // namespace holon::applied_force_test
