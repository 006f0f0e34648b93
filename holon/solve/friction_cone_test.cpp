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

}  // namespace holon::friction_cone_test
