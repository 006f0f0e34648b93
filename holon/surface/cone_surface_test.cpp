// SPDX-License-Identifier: Apache-2.0
#include "holon/surface/cone_surface.h"

#include <gmock/gmock.h>

#include <limits>

namespace holon::cone_surface_test {

using std::numbers::pi;
using ::testing::ElementsAre;

// Numbers of order 1, a few operations each.
TEST(ConeSurface, TellsTheDistanceFromItsNearestLine) {
  const ConeSurface cone{pi / 6.0};
  for (const double turn : {0.0, 1.0, 4.0}) {
    // from the point at a distance of 3 along a line of the cone, 0.5 outward
    const Vec3 e(std::cos(turn), std::sin(turn), 0.0), z = Vec3::UnitZ();
    const Vec3 line = std::sin(pi / 6.0) * e + std::cos(pi / 6.0) * z;
    const Vec3 out = std::cos(pi / 6.0) * e - std::sin(pi / 6.0) * z;
    const SurfaceJet jet = cone.at(3.0 * line + 0.5 * out);
    EXPECT_NEAR(jet.f, 0.5, 1e-15);
    EXPECT_LT((jet.gradient - out).norm(), 1e-15);
    EXPECT_LT((jet.hessian * line).norm(), 1e-15) << "straight along its lines";
    // Euler: the normal section across a line has the curvature cot(angle)/distance, moved outward
    const double radius = 3.0 * std::tan(pi / 6.0) + 0.5;
    EXPECT_NEAR(jet.hessian.trace(), 1.0 / radius, 1e-15);
  }
}

TEST(ConeSurface, IsFiniteOnItsAxisAndInItsApex) {
  for (const double z : {0.0, 1.0, -1.0}) {
    const SurfaceJet jet = ConeSurface{}.at({0.0, 0.0, z});
    EXPECT_NEAR(jet.gradient.norm(), 1.0, 1e-15);
    EXPECT_TRUE(jet.hessian.allFinite());
    EXPECT_NEAR(jet.f, -0.5 * z, 1e-15);
  }
}

TEST(ConeSurface, NamesTheFieldThatMakesNoSense) {
  for (const double bad : {0.0, pi / 2.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
    Diagnostics d;
    ConeSurface{bad}.check(d);
    EXPECT_THAT(d.errors(),
                ElementsAre("half_angle: must be between 0 and pi/2 (a quarter turn would be a "
                            "plane)"));
  }
}

}  // namespace holon::cone_surface_test
