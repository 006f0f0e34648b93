// SPDX-License-Identifier: Apache-2.0
#include "holon/force/impulse.h"

#include <gmock/gmock.h>

#include "holon/holon.h"

namespace holon::impulse_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// A step so short that nothing but the blow shows: what a body turns by in it is of order 1e-8.
constexpr double kMoment = 1e-8;

// A thin rod along y, its origin at its upper end.
RigidBody rod(double mass, double length, const Vec3& top = Vec3::Zero()) {
  const double I = mass * length * length / 12.0;
  RigidBody body;
  body.mass = mass;
  body.inertia = Vec3(I, 0, I).asDiagonal();
  body.com = {0, -0.5 * length, 0};
  body.position = top;
  return body;
}

// ---- when ----

TEST(Impulse, GivesItsMomentumOnceInTheStepThatContainsItsTime) {
  World world;
  const ObjectId id = world.add(Particle{.mass = 2.0});
  world.add(Impulse{PointOn{id}, {1, 2, 3}, 0.25});
  world.run(0.2, 0.1);
  EXPECT_EQ(world.placement(id).velocity, Vec3::Zero());
  world.step(0.1);
  EXPECT_LT((world.placement(id).velocity - Vec3(0.5, 1, 1.5)).norm(), 1e-14);
  EXPECT_LT((world.placement(id).position - 0.1 * Vec3(0.5, 1, 1.5)).norm(), 1e-15)
      << "it falls at the start of the step";
  world.run(1.0, 0.1);
  EXPECT_LT((world.placement(id).velocity - Vec3(0.5, 1, 1.5)).norm(), 1e-14);
}

// At the border of two steps it must fall in one of them, and in one only: 0.1 has no exact double.
TEST(Impulse, AtTheBorderOfTwoStepsFallsOnce) {
  for (int k = 0; k < 30; ++k) {
    World world;
    const ObjectId id = world.add(Particle{});
    world.add(Impulse{PointOn{id}, {1, 0, 0}, 0.1 * k});
    world.run(4.0, 0.1);
    EXPECT_EQ(world.placement(id).velocity, Vec3(1, 0, 0)) << k;
    EXPECT_NEAR(world.placement(id).position.x(), 4.0 - 0.1 * k, 1e-12) << k;
  }
}

TEST(Impulse, BeforeTheStartIsPast) {
  World world;
  const ObjectId id = world.add(Particle{});
  world.add(Impulse{PointOn{id}, {1, 0, 0}, -0.5});
  world.run(1.0, 0.1);
  EXPECT_EQ(world.placement(id).velocity, Vec3::Zero());
}

TEST(Impulse, SeveralInOneStepAddUp) {
  World world;
  const ObjectId id = world.add(Particle{});
  world.add(Impulse{PointOn{id}, {1, 0, 0}, 0.01});
  world.add(Impulse{PointOn{id}, {0, 2, 0}, 0.02});
  world.step(0.1);
  EXPECT_EQ(world.placement(id).velocity, Vec3(1, 2, 0));
}

// ---- on a rod ----

// A free rod struck at a distance d from its middle: v = P/m, ω = P d/I.
TEST(Impulse, OnAFreeRodMovesAndTurnsIt) {
  const double m = 2.0, l = 1.2, P = 3.0, y = -0.9;
  World world;
  const ObjectId id = world.add(rod(m, l));
  world.add(Impulse{PointOn{id, {0, y, 0}}, {P, 0, 0}});
  world.step(kMoment);
  const double I = m * l * l / 12.0, d = y + 0.5 * l;
  EXPECT_NEAR(world.point(PointOn{id, {0, -0.5 * l, 0}}).v.x(), P / m, 1e-7);
  EXPECT_NEAR(world.placement(id).angular_velocity.z(), -P * d / I, 1e-6);
  EXPECT_NEAR(world.report().angular_momentum.z(), -P * y, 1e-7) << "about the origin";
}

// A rod on a nail, struck a distance d below it: ω = P d/(m l²/3), and the nail adds the momentum
// P (3d/2l − 1): none at d = 2l/3, the centre of percussion.
TEST(Impulse, OnARodOnANailIsSharedWithTheNail) {
  const double m = 2.0, l = 1.2, P = 3.0;
  for (const double d : {0.25 * l, 0.5 * l, 2.0 / 3.0 * l, l}) {
    World world;
    const ObjectId id = world.add(rod(m, l));
    world.add(PointToPoint{Nail{}, PointOn{id}});
    world.add(Impulse{PointOn{id, {0, -d, 0}}, {P, 0, 0}});
    world.step(kMoment);
    EXPECT_NEAR(world.placement(id).angular_velocity.z(), P * d / (m * l * l / 3.0), 1e-6);
    EXPECT_NEAR(world.report().momentum.x() - P, P * (1.5 * d / l - 1.0), 1e-6) << d;
    EXPECT_LT(world.point(PointOn{id}).v.norm(), 1e-7) << "the nail does not give way";
  }
}

// Without a nail the upper end of a rod struck at the centre of percussion stays at rest too.
TEST(Impulse, AtTheCentreOfPercussionNeedsNoNail) {
  World world;
  const ObjectId id = world.add(rod(2.0, 1.2));
  world.add(Impulse{PointOn{id, {0, -0.8, 0}}, {3, 0, 0}});
  world.step(kMoment);
  EXPECT_LT(world.point(PointOn{id}).v.norm(), 1e-6);
}

// ---- through joints ----

// Two rods m, l hung from each other; a blow P at the lower end. Moments about the nail and about
// the joint: [4/3 1/2; 1/2 1/3] (ω₁, ω₂) = (P/ml) (1, 1), so ω₁ = −6/7 P/ml and ω₂ = 30/7 P/ml.
TEST(Impulse, PassesThroughAJoint) {
  const double m = 2.0, l = 0.5, P = 1.4;
  World world;
  const ObjectId upper = world.add(rod(m, l)), lower = world.add(rod(m, l, {0, -l, 0}));
  world.add(PointToPoint{Nail{}, PointOn{upper}});
  world.add(PointToPoint{PointOn{upper, {0, -l, 0}}, PointOn{lower}});
  world.add(Impulse{PointOn{lower, {0, -l, 0}}, {P, 0, 0}});
  ASSERT_TRUE(world.step(kMoment).ok);
  EXPECT_NEAR(world.placement(upper).angular_velocity.z(), -6.0 / 7.0 * P / (m * l), 1e-6);
  EXPECT_NEAR(world.placement(lower).angular_velocity.z(), 30.0 / 7.0 * P / (m * l), 1e-6);
}

// Three particles in a row on bars, the first struck along them: all move off together. Struck
// across them, only the first does.
TEST(Impulse, GoesAlongBarsNotAcrossThem) {
  World world;
  ObjectId p[3];
  for (int i = 0; i < 3; ++i) p[i] = world.add(Particle{.position = Vec3(i, 0, 0)});
  for (int i = 0; i < 2; ++i) world.add(Distance{PointOn{p[i]}, PointOn{p[i + 1]}, 1.0});
  world.add(Impulse{PointOn{p[0]}, {6, 1, 0}});
  world.step(kMoment);
  EXPECT_LT((world.placement(p[0]).velocity - Vec3(2, 1, 0)).norm(), 1e-7);
  EXPECT_LT((world.placement(p[1]).velocity - Vec3(2, 0, 0)).norm(), 1e-7);
  EXPECT_LT((world.placement(p[2]).velocity - Vec3(2, 0, 0)).norm(), 1e-7);
}

// A bead takes up the part along its wire.
TEST(Impulse, OnABeadActsAlongTheWire) {
  World world;
  const ObjectId id = world.add(
      Parametric{.map = CircleMap{.radius = 0.5}, .masses = {2.0}, .u = {0.3}, .u_dot = {0.0}});
  world.add(Impulse{PointOn{id}, {1, 0, 0}});
  world.step(1e-4);
  EXPECT_NEAR(world.state().v(id)[0], -std::sin(0.3) / (2.0 * 0.5), 1e-7);
}

// Every stepper that knows of velocities passes it on alike.
TEST(Impulse, IsTheSameForEveryStepper) {
  for (const StepperKind& kind : stepper_kinds()) {
    if (kind.name == "first_order") continue;  // has no momentum to give
    World world(WorldOptions{.stepper = std::string(kind.name)});
    const ObjectId id = world.add(rod(2.0, 1.2));
    world.add(PointToPoint{Nail{}, PointOn{id}});
    world.add(Impulse{PointOn{id, {0, -1.2, 0}}, {3, 0, 0}});
    world.step(kMoment);
    EXPECT_NEAR(world.placement(id).angular_velocity.z(), 3.0 * 1.2 / 0.96, 1e-6) << kind.name;
  }
}

TEST(Impulse, NamesTheFieldThatMakesNoSense) {
  Diagnostics d;
  Impulse{Nail{}, {std::nan(""), 0, 0}, std::nan("")}.check(d);
  EXPECT_THAT(d.errors(), ElementsAre("impulse: must be finite", "time: must be finite"));
  World world;
  try {
    world.add(Impulse{PointOn{}, {1, 0, 0}});
    FAIL() << "a blow at no object was accepted";
  } catch (const ModelError& e) {
    EXPECT_THAT(e.errors(), ElementsAre(HasSubstr("point: names no object")));
  }
}

}  // namespace holon::impulse_test
