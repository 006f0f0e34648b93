// SPDX-License-Identifier: Apache-2.0
#include "holon/surface/cylinder_surface.h"

#include <gmock/gmock.h>

namespace holon::cylinder_surface_test {

using ::testing::ElementsAre;

// Numbers of order 1, a few operations each.
TEST(CylinderSurface, IsCurvedAroundItsAxisOnly) {
  const CylinderSurface cylinder{2.0};
  const SurfaceJet jet = cylinder.at({3.0, 4.0, 17.0});
  EXPECT_NEAR(jet.f, 3.0, 1e-15);
  EXPECT_LT((jet.gradient - Vec3(0.6, 0.8, 0.0)).norm(), 1e-15);
  const Vec3 around(-0.8, 0.6, 0.0);
  EXPECT_LT((jet.hessian - around * around.transpose() / 5.0).norm(), 1e-15);
}

TEST(CylinderSurface, IsFiniteOnItsAxis) {
  const SurfaceJet jet = CylinderSurface{2.0}.at({0.0, 0.0, 1.0});
  EXPECT_EQ(jet.f, -2.0);
  EXPECT_EQ(jet.gradient.norm(), 1.0);
  EXPECT_TRUE(jet.hessian.allFinite());
}

TEST(CylinderSurface, NamesTheFieldThatMakesNoSense) {
  Diagnostics d;
  CylinderSurface{-0.1}.check(d);
  EXPECT_THAT(d.errors(), ElementsAre("radius: must be positive and finite"));
}

}  // namespace holon::cylinder_surface_test
