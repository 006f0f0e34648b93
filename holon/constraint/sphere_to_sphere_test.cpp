// SPDX-License-Identifier: Apache-2.0
#include "holon/constraint/sphere_to_sphere.h"

#include <gmock/gmock.h>

#include "holon/checks/constraint_checks.h"

namespace holon::sphere_to_sphere_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr double g = 9.81;

// A ball slides down a fixed one from near its top: v² = 2 g R (1 − cos θ), and the push between
// them is m g cos θ − m v²/R = m g (3 cos θ − 2), which turns into a pull at cos θ = 2/3.
TEST(SphereToSphere, BallSlidesDownABall) {
  const double m = 0.7, R = 1.5, start = 0.1;
  World world;
  world.add(Gravity{.g = {0.0, 0.0, -g}});
  const ObjectId ball =
      world.add(Particle{.mass = m, .position = R * Vec3(std::sin(start), 0.0, std::cos(start))});
  const ConstraintId touch =
      world.add(SphereToSphere{.a = Nail{}, .b = PointOn{ball}, .radius_a = 1.0, .radius_b = 0.5});
  bool pulled = false;
  double last = m * g;
  while (world.placement(ball).position.z() > 0.0) {
    ASSERT_TRUE(world.step(1e-3).ok);
    const Vec3 x = world.placement(ball).position;
    const double cosine = x.z() / x.norm();
    const double push = world.loads(touch)[1].force.dot(x) / R;
    // second order: (v h / R)² is 1e-5
    EXPECT_NEAR(push, m * g * (3.0 * cosine - 2.0 * std::cos(start)), 1e-4 * m * g);
    EXPECT_NEAR(world.lambda(touch)[0], push, 1e-10) << "x is of length R but for 1e-12";
    EXPECT_LT(push, last) << "it falls all the way";
    last = push;
    pulled = pulled || push < 0.0;
  }
  EXPECT_TRUE(pulled);
}

// A marble at rest in the bottom of a bowl: the bowl carries its weight.
TEST(SphereToSphere, MarbleRestsInABowl) {
  World world;
  world.add(Gravity{.g = {0.0, 0.0, -g}});
  const ObjectId marble = world.add(RigidBody{.mass = 0.2, .position = {0.0, 0.0, -0.9}});
  const ConstraintId bowl = world.add(SphereToSphere{
      .a = Nail{}, .b = PointOn{marble}, .radius_a = 1.0, .radius_b = 0.1, .inside = true});
  ASSERT_TRUE(world.run(0.5, 0.01).ok);
  EXPECT_LT((world.placement(marble).position - Vec3(0.0, 0.0, -0.9)).norm(), 1e-12);
  EXPECT_NEAR(world.loads(bowl)[1].force.z(), 0.2 * g, 1e-11);
}

TEST(SphereToSphere, NamesTheFieldThatMakesNoSense) {
  World world;
  const ObjectId ball = world.add(Particle{});
  const auto refused = [&](double a, double b, bool inside) {
    return checks::why_refused(
        world,
        SphereToSphere{
            .a = Nail{}, .b = PointOn{ball}, .radius_a = a, .radius_b = b, .inside = inside});
  };
  EXPECT_THAT(refused(1.0, 2.0, true), IsEmpty());
  EXPECT_THAT(refused(-1.0, INFINITY, false),
              ElementsAre("radius_a: must be positive and finite",
                          "radius_b: must be positive and finite"));
  EXPECT_THAT(
      refused(1.0, 1.0, true),
      ElementsAre("inside: needs different radii (for concentric spheres use point_to_point)"));
}

}  // namespace holon::sphere_to_sphere_test
