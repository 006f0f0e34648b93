// SPDX-License-Identifier: Apache-2.0
#include "holon/surface/sphere_surface.h"

#include <gmock/gmock.h>

#include <limits>

namespace holon::sphere_surface_test {

using ::testing::ElementsAre;

// Numbers of order 1, a few operations each.
TEST(SphereSurface, TellsDistanceNormalAndCurvature) {
  const SphereSurface sphere{2.0};
  const SurfaceJet out = sphere.at({3.0, 0.0, 4.0});
  EXPECT_NEAR(out.f, 3.0, 1e-15);
  EXPECT_LT((out.gradient - Vec3(0.6, 0.0, 0.8)).norm(), 1e-15);
  EXPECT_NEAR(out.hessian.trace(), 2.0 / 5.0, 1e-15) << "twice the curvature of the sphere at x";
  EXPECT_NEAR(sphere.at({0.0, 0.5, 0.0}).f, -1.5, 1e-15);
}

TEST(SphereSurface, IsFiniteInItsCentre) {
  const SurfaceJet jet = SphereSurface{2.0}.at(Vec3::Zero());
  EXPECT_EQ(jet.f, -2.0);
  EXPECT_EQ(jet.gradient.norm(), 1.0);
  EXPECT_TRUE(jet.hessian.allFinite());
}

TEST(SphereSurface, NamesTheFieldThatMakesNoSense) {
  for (const double bad : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
    Diagnostics d;
    SphereSurface{bad}.check(d);
    EXPECT_THAT(d.errors(), ElementsAre("radius: must be positive and finite"));
  }
}

}  // namespace holon::sphere_surface_test
