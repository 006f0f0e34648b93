// SPDX-License-Identifier: Apache-2.0
#include "holon/surface/ellipsoid_surface.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "holon/checks/random.h"
#include "holon/surface/sphere_surface.h"

namespace holon::ellipsoid_surface_test {

using checks::Random;
using ::testing::ElementsAre;

Vec3 point_of(const EllipsoidSurface& e, double latitude, double longitude) {
  return e.radii.cwiseProduct(Vec3(std::cos(latitude) * std::cos(longitude),
                                   std::cos(latitude) * std::sin(longitude),
                                   std::sin(latitude)));
}

// From a known foot y outward along its normal n, as far as no other point is closer: outside
// always, inside up to the smallest radius of curvature min a²/max a.
TEST(EllipsoidSurface, FindsTheFootItWasBuiltFrom) {
  Random random(1);
  for (int i = 0; i < 500; ++i) {
    const EllipsoidSurface e{
        {random.uniform(0.3, 2.0), random.uniform(0.3, 2.0), random.uniform(0.3, 2.0)}};
    const Vec3 y = point_of(e, random.uniform(-1.5, 1.5), random.uniform(-3.1, 3.1));
    const Vec3 n = y.cwiseQuotient(e.radii.cwiseAbs2()).normalized();
    const double inward = std::pow(e.radii.minCoeff(), 2) / e.radii.maxCoeff();
    const double f = random.uniform(-0.95 * inward, 3.0);
    const SurfaceJet jet = e.at(y + f * n);
    // near the centre of curvature the foot is known to √rounding, the distance to rounding
    EXPECT_NEAR(jet.f, f, 1e-13);
    EXPECT_LT((jet.gradient - n).norm(), 1e-12);
    EXPECT_LT((e.closest_point(y + f * n) - y).norm(), 1e-12);
  }
}

TEST(EllipsoidSurface, OfEqualRadiiIsASphere) {
  Random random(2);
  for (int i = 0; i < 100; ++i) {
    const Vec3 x = random.vector(2.0);
    const SurfaceJet a = EllipsoidSurface{{0.7, 0.7, 0.7}}.at(x), b = SphereSurface{0.7}.at(x);
    EXPECT_NEAR(a.f, b.f, 1e-14);
    EXPECT_LT((a.gradient - b.gradient).norm(), 1e-13);
    EXPECT_LT((a.hessian - b.hessian).norm(), 1e-11 * (1.0 + b.hessian.norm()));
  }
}

// Where the closest point is one of several, or coordinates are zero or tiny, and of thin discs and
// long needles: it is on the ellipsoid, and no other is closer.
TEST(EllipsoidSurface, FindsAClosestPointInEveryCase) {
  const double tiny = std::numeric_limits<double>::min();
  const Vec3 radii[] = {{1.0, 0.7, 0.5},
                        {0.5, 1.0, 0.7},
                        {1.0, 1.0, 0.2},
                        {0.2, 0.2, 1.0},
                        {1.0, 1e-4, 0.5},
                        {1e4, 1.0, 1.0},
                        {1.0, 1.0, 1.0}};
  const double coordinates[] = {0.0, tiny, -1e-20, 1e-9, 0.1, -0.6, 2.0};
  for (const Vec3& a : radii)
    for (const double x : coordinates)
      for (const double y : coordinates)
        for (const double z : coordinates) {
          const EllipsoidSurface e{a};
          const Vec3 p(x, y, z), foot = e.closest_point(p);
          ASSERT_NEAR(foot.cwiseQuotient(a).norm(), 1.0, 1e-14)
              << a.transpose() << "; " << p.transpose();
          const SurfaceJet jet = e.at(p);
          ASSERT_TRUE(std::isfinite(jet.f) && jet.gradient.allFinite() && jet.hessian.allFinite());
          const double distance = (p - foot).norm();
          ASSERT_NEAR(std::abs(jet.f), distance, 1e-10 * (1.0 + distance));
          for (double latitude = -1.5; latitude < 1.6; latitude += 0.25)
            for (double longitude = 0.0; longitude < 6.3; longitude += 0.25)
              ASSERT_LE(distance, (p - point_of(e, latitude, longitude)).norm() + 1e-12)
                  << a.transpose() << "; " << p.transpose();
        }
}

TEST(EllipsoidSurface, NamesTheFieldThatMakesNoSense) {
  Diagnostics d;
  EllipsoidSurface{{1.0, 0.0, 1.0}}.check(d);
  EXPECT_THAT(d.errors(), ElementsAre("radii: must be positive and finite"));
}

}  // namespace holon::ellipsoid_surface_test
