// SPDX-License-Identifier: Apache-2.0
#include "holon/surface/torus_surface.h"

#include <gmock/gmock.h>

#include <limits>

namespace holon::torus_surface_test {

using ::testing::ElementsAre;

// Principal curvatures of a torus: 1/r round the tube and cos θ/(R + r cos θ) along the ring; at a
// distance f outward r becomes r + f. Numbers of order 10.
TEST(TorusSurface, HasTheCurvaturesOfTheTextbook) {
  const double R = 2.0, r = 0.5;
  const TorusSurface torus{R, r};
  for (double theta = 0.1; theta < 6.3; theta += 0.4)
    for (const double f : {-0.2, 0.0, 0.3}) {
      const double a = 1.3, radius = R + (r + f) * std::cos(theta);
      const Vec3 out(std::cos(a) * std::cos(theta), std::sin(a) * std::cos(theta), std::sin(theta));
      const SurfaceJet jet =
          torus.at({radius * std::cos(a), radius * std::sin(a), (r + f) * std::sin(theta)});
      EXPECT_NEAR(jet.f, f, 1e-14);
      EXPECT_LT((jet.gradient - out).norm(), 1e-14);
      const double along = std::cos(theta) / radius, round = 1.0 / (r + f);
      EXPECT_NEAR(jet.hessian.trace(), along + round, 1e-13);
      EXPECT_NEAR(jet.hessian.squaredNorm(), along * along + round * round, 1e-12);
    }
}

TEST(TorusSurface, IsFiniteOnItsAxisAndInTheMiddleOfTheTube) {
  for (const Vec3& x : {Vec3(0.0, 0.0, 0.0), Vec3(0.0, 0.0, 1.0), Vec3(0.5, 0.0, 0.0)}) {
    const SurfaceJet jet = TorusSurface{}.at(x);
    EXPECT_NEAR(jet.gradient.norm(), 1.0, 1e-15);
    EXPECT_TRUE(jet.hessian.allFinite());
  }
}

TEST(TorusSurface, NamesTheFieldThatMakesNoSense) {
  Diagnostics d;
  TorusSurface{std::numeric_limits<double>::infinity(), 0.1}.check(d);
  TorusSurface{0.5, 0.5}.check(d);
  TorusSurface{0.5, 0.0}.check(d);
  EXPECT_THAT(d.errors(),
              ElementsAre("ring_radius: must be positive and finite",
                          "tube_radius: must be positive and less than ring_radius",
                          "tube_radius: must be positive and less than ring_radius"));
}

}  // namespace holon::torus_surface_test
