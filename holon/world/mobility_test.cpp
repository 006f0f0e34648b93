// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <Eigen/Eigenvalues>

#include "holon/world/diagnosed_models.h"

namespace holon::world_mobility_test {

using diagnosis_test::body;
using diagnosis_test::ground;
using diagnosis_test::hinge;
using diagnosis_test::particle;
using diagnosis_test::pin;
using diagnosis_test::point;

constexpr double rounding = 1e-12;

void expect_near(const Mat3& W, const Mat3& expected, double tolerance = rounding) {
  EXPECT_LT((W - expected).norm(), tolerance) << W << "\nis not\n" << expected;
}

TEST(PointMobility, OfAFreeParticleIsOneOverItsMass) {
  World world;
  const ObjectId bead = world.add(Particle{.mass = 4.0});
  expect_near(world.mobility(PointOn{bead}), Mat3::Identity() / 4.0);
}

TEST(PointMobility, OfTheEndOfARodIsThatOfItsMassAlongAndOfItsTurningAcross) {
  // I = m l²/12, r = l/2: 1/m + r²/I = 4/m
  const double m = 3.0, l = 2.0, I = m * l * l / 12.0;
  World world;
  const ObjectId rod = world.add(RigidBody{
      .mass = m, .inertia = Vec3(I, I, 0).asDiagonal(), .orientation = Quat(0.5, 0.5, 0.5, 0.5)});
  // that turn takes z to x
  expect_near(world.mobility(PointOn{rod, Vec3(0, 0, l / 2)}),
              Vec3(1, 4, 4).asDiagonal() * Mat3::Identity() / m);
  expect_near(world.mobility(PointOn{rod}), Mat3::Identity() / m);
}

TEST(PointMobility, OfTheTipOfAPendulumIsZeroAlongItAndAboutItsAxis) {
  World world;
  const ObjectId arm = body(world, "arm", Vec3(0, 0, -1));
  hinge(world, "hinge", ground, arm, Vec3::Zero(), Vec3::UnitY());
  // I_yy = 0.3 about the centre and m r² = 2 about the hinge; the tip is 3 m below it
  const double across = 9.0 / (0.3 + 2.0);
  expect_near(world.mobility(point(world, arm, Vec3(0, 0, -3))),
              Vec3(across, 0, 0).asDiagonal() * Mat3::Identity());
}

TEST(PointMobility, OfAPointThatIsHeldIsZero) {
  World world;
  const ObjectId arm = body(world, "arm", Vec3(0, 0, -1));
  pin(world, "pin", ground, arm, Vec3::Zero());
  expect_near(world.mobility(point(world, arm, Vec3::Zero())), Mat3::Zero());
  EXPECT_GT(world.mobility(point(world, arm, Vec3(0, 0, -2))).trace(), 0.1) << "others are not";
}

TEST(PointMobility, OfWhatTheHostMovesAndOfThePlacesOfTheWorldIsZero) {
  World world;
  const ObjectId driven = world.add(Particle{}, {.kinematic = true});
  EXPECT_EQ(world.mobility(PointOn{driven}), Mat3::Zero());
  EXPECT_EQ(world.mobility(Nail{Vec3(1, 2, 3)}), Mat3::Zero());
}

TEST(PointMobility, OfAParticleOnARodOfTwoIsTheirMassAlongTheRod) {
  World world;
  const ObjectId a = particle(world, "a", Vec3::Zero()), b = particle(world, "b", Vec3(0, 0, 1));
  world.add(Distance{PointOn{a}, PointOn{b}, 1.0});
  expect_near(world.mobility(PointOn{a}), Vec3(1, 1, 0.5).asDiagonal() * Mat3::Identity());
}

TEST(PointMobility, CountsOneSidedConstraintsWhileTheyPush) {
  World world;
  const ObjectId bob = particle(world, "bob", Vec3(0, 0, -1));
  world.add(Rope{.a = PointOn{bob}, .b = Nail{}, .length = 1.0});
  world.add(Gravity{});
  expect_near(world.mobility(PointOn{bob}), Vec3(1, 1, 0).asDiagonal() * Mat3::Identity());
  world.place(bob, {.position = Vec3(0, 0, -0.5)});
  expect_near(world.mobility(PointOn{bob}), Mat3::Identity());
}

TEST(PointMobility, IsNotSpoiltByRedundantConstraints) {
  World once, twice;
  for (World* world : {&once, &twice}) {
    const ObjectId arm = body(*world, "arm", Vec3(0, 0, -1));
    hinge(*world, "hinge", ground, arm, Vec3::Zero(), Vec3::UnitY());
    if (world == &twice) hinge(*world, "again", ground, arm, Vec3(0, 1, 0), Vec3::UnitY());
  }
  const auto tip = [](const World& w) {
    return PointOn{w.model().find_object("arm"), Vec3(0, 0, -1)};
  };
  expect_near(twice.mobility(tip(twice)), once.mobility(tip(once)), 1e-9);
}

TEST(PointMobility, IsTheAccelerationThatAForceAddsInAMechanismInMotion) {
  World world;
  const ObjectId upper = body(world, "upper", Vec3(0.3, 0, -1));
  const ObjectId lower = body(world, "lower", Vec3(0.9, 0.1, -2));
  hinge(world, "hinge", ground, upper, Vec3::Zero(), Vec3(0.1, 1, 0.2).normalized());
  pin(world, "pin", upper, lower, Vec3(0.5, 0, -1.5));
  world.add(Gravity{});
  world.run(0.3, 0.01);
  const PointRef tip = PointOn{lower, Vec3(0.2, 0.3, -0.4)};
  const Mat3 W = world.mobility(tip);
  const World::Snapshot before = world.snapshot();
  const double h = 1e-5;
  const auto velocity_after = [&](const Vec3& force) {
    world.restore(before);
    world.add(AppliedForce{.point = tip, .force = Path::constant(force)});
    world.step(h);
    return world.point(tip).v;
  };
  const Vec3 still = velocity_after(Vec3::Zero());
  for (int i = 0; i < 3; ++i)
    EXPECT_LT(((velocity_after(Vec3::Unit(i)) - still) / h - W.col(i)).norm(), 1e-4)
        << "axis " << i;
  EXPECT_EQ(W, W.transpose());
  EXPECT_GE(Eigen::SelfAdjointEigenSolver<Mat3>(W).eigenvalues().minCoeff(), -rounding);
}

TEST(PointMobility, ChangesNothing) {
  World looked_at, left_alone;
  for (World* world : {&looked_at, &left_alone}) {
    const ObjectId arm = body(*world, "arm", Vec3(0, 0, -1));
    hinge(*world, "hinge", ground, arm, Vec3::Zero(), Vec3::UnitY());
    world->add(Gravity{});
    world->place(arm,
                 {.position = Vec3(0, 0, -1),
                  .velocity = Vec3(1, 0, 0),
                  .angular_velocity = Vec3(0, -1, 0)});
    for (int i = 0; i < 50; ++i) {
      world->step(0.01);
      if (world == &looked_at) world->mobility(PointOn{arm});
    }
  }
  EXPECT_EQ(looked_at.hash(), left_alone.hash());
}

TEST(PointMobility, RefusesObjectsThatAreNotThere) {
  World world;
  EXPECT_THROW(world.mobility(PointOn{ObjectId{}}), UsageError);
}

}  // namespace holon::world_mobility_test
