// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/friction_cone.h"

#include <gtest/gtest.h>

#include <random>

namespace holon::friction_cone_test {

using Side = FrictionCone::Side;

TEST(FrictionCone, KnowsItsInsideItsMantleAndWhatIsBehindIt) {
  const FrictionCone cone(0.5);
  EXPECT_EQ(cone.project({1.0, 0.3, 0.4}).side, Side::sticks);
  EXPECT_EQ(cone.project({1.0, 0.6, 0.8}).side, Side::slides);
  EXPECT_EQ(cone.project({-1.0, 0.6, 0.8}).side, Side::apart);
  // a point off the mantle by d at right angles: back by d
  const Vec3 on(1.0, 0.3, 0.4), out = Vec3(-0.5, 0.6, 0.8) / std::sqrt(1.25);
  EXPECT_NEAR((cone.project(on + 0.1 * out).point - on).norm(), 0.0, 1e-15);
}

TEST(FrictionCone, WithoutFrictionIsARay) {
  const FrictionCone ray(0.0);
  EXPECT_EQ(ray.project({2.0, 3.0, 4.0}).point, Vec3(2.0, 0.0, 0.0));
  EXPECT_EQ(ray.project({-2.0, 3.0, 4.0}).point, Vec3::Zero());
  EXPECT_EQ(ray.project({-2.0, 0.0, 0.0}).point, Vec3::Zero());
}

/// What is nearest is seen from y along the normal of the cone: y − Π(y) pushes no point of it
/// away.
TEST(FrictionCone, ProjectsToWhatIsNearestAndHasTheSlopeOfThat) {
  std::mt19937 engine(1);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  const auto vector = [&] { return Vec3(uniform(engine), uniform(engine), uniform(engine)); };
  for (int i = 0; i < 1000; ++i) {
    const FrictionCone cone(1.0 + uniform(engine));
    const Vec3 y = vector(), d = vector();
    const FrictionCone::Projection at = cone.project(y);
    EXPECT_NEAR((y - at.point).dot(at.point), 0.0, 1e-15);
    EXPECT_LE((y - at.point).dot(cone.project(vector()).point), 1e-15);
    const Mat3 P = cone.slope(y, at);
    EXPECT_LT((P - P.transpose()).norm(), 1e-15);
    constexpr double step = 1e-6;
    if (cone.project(y + step * d).side != at.side || cone.project(y - step * d).side != at.side)
      continue;
    const Vec3 change = cone.project(y + step * d).point - cone.project(y - step * d).point;
    // central differences: an error of step² times the curvature, which grows towards the axis
    EXPECT_NEAR(
        (change / (2.0 * step) - P * d).norm(), 0.0, 1e-7 + 1e-11 / y.tail<2>().squaredNorm());
  }
}

TEST(TorqueBounds, ProjectToWhatIsNearestAndHaveTheSlopeOfThat) {
  std::mt19937 engine(2);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  const auto vector = [&] { return Vec3(uniform(engine), uniform(engine), uniform(engine)); };
  const TorqueBounds bounds(0.3, 0.5);
  EXPECT_LT((bounds.project({2.0, 3.0, 4.0}).point - Vec3(0.3, 0.3, 0.4)).norm(), 1e-15);
  EXPECT_EQ(bounds.project({-0.2, 0.3, 0.0}).side, Side::sticks);
  for (int i = 0; i < 1000; ++i) {
    const Vec3 y = vector(), d = vector();
    const FrictionCone::Projection at = bounds.project(y);
    EXPECT_LE((y - at.point).dot(bounds.project(vector()).point - at.point), 1e-15);
    const Mat3 P = bounds.slope(y, at);
    constexpr double step = 1e-6;
    const auto is_near_an_edge = [&](double size, double limit) {
      return std::abs(size - limit) < 2.0 * step;
    };
    if (is_near_an_edge(std::abs(y[0]), 0.3) || is_near_an_edge(y.tail<2>().norm(), 0.5)) continue;
    const Vec3 change = bounds.project(y + step * d).point - bounds.project(y - step * d).point;
    EXPECT_LT((change / (2.0 * step) - P * d).norm(), 1e-8);
  }
}

}  // namespace holon::friction_cone_test
