// SPDX-License-Identifier: Apache-2.0
#include "holon/surface/plane.h"

#include <gmock/gmock.h>

#include <limits>

namespace holon::plane_test {

using ::testing::ElementsAre;

// Products of numbers of order 1.
TEST(Plane, TellsTheDistanceOnTheSideOfItsNormal) {
  const Plane plane{.point = {1.0, 2.0, 3.0}, .normal = {0.0, 3.0, 4.0}};
  const SurfaceJet jet = plane.at({7.0, 2.0, 8.0});
  EXPECT_NEAR(jet.f, 4.0, 1e-15);
  EXPECT_LT((jet.gradient - Vec3(0.0, 0.6, 0.8)).norm(), 1e-15);
  EXPECT_EQ(jet.hessian, Mat3::Zero());
  EXPECT_EQ(plane.at(plane.point).f, 0.0);
}

TEST(Plane, NamesTheFieldThatMakesNoSense) {
  Diagnostics d;
  Plane{.point = {0.0, std::numeric_limits<double>::infinity(), 0.0}, .normal = Vec3::Zero()}.check(
      d);
  EXPECT_THAT(
      d.errors(),
      ElementsAre("point: must be finite", "normal: must be a finite vector that is not zero"));
}

}  // namespace holon::plane_test
