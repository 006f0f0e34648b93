// SPDX-License-Identifier: Apache-2.0
#include "holon/collide/nearest.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "holon/collide/specimens.h"

namespace holon::nearest_test {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The gap between two shapes along a direction: what they are apart at least.
double gap_along(const Vec3& n, const Convex& a, const Convex& b, const Place& B) {
  return n.dot(B.point(b.support(B.R.transpose() * -n)) - a.support(n));
}

// Points of both that are d apart say that the distance is no more; a direction along which they
// are d apart, that it is no less. So a distance proves itself. Along rims the
// direction is found to half the digits; the distance, flat about its points, is better than this.
TEST(Nearest, DistancesAreProven) {
  checks::Random random(31);
  for (const auto& a : checks::convex_specimens()) {
    for (const auto& b : checks::convex_specimens()) {
      double worst = 0.0;
      for (int i = 0; i < 500; ++i) {
        const Place B = checks::random_place(random, 1.2);
        const Convex &x = *a.shape.convex(), &y = *b.shape.convex();
        const Nearest at = nearest(x, y, B, infinity);
        if (!(at.gap > 1e-3)) continue;
        worst = std::max(worst, (at.gap - gap_along(at.normal, x, y, B)) / at.gap);
      }
      EXPECT_LE(worst, 1e-7) << a.name << " and " << b.name;
    }
  }
}

// No direction near by, nor any of many elsewhere, has less of an overlap. What is left of round
// shapes is what 128 points of their difference leave.
TEST(Nearest, OverlapsAreTheLeast) {
  checks::Random random(32);
  for (const auto& a : checks::convex_specimens()) {
    for (const auto& b : checks::convex_specimens()) {
      SCOPED_TRACE(a.name + " and " + b.name);
      const Convex &x = *a.shape.convex(), &y = *b.shape.convex();
      double worst = 0.0, off = 0.0;
      for (int i = 0; i < 20; ++i) {
        const Place B = checks::random_place(random, 0.4);
        const Nearest at = nearest(x, y, B, infinity);
        if (at.gap > -1e-6) continue;
        off = std::max(off, std::abs(at.gap - gap_along(at.normal, x, y, B)));
        for (int k = 0; k < 100; ++k) {
          const double size = k % 2 == 0 ? 1.0 : std::pow(10.0, -random.uniform(1.0, 6.0));
          const Vec3 n =
              k % 2 == 0 ? random.direction() : (at.normal + size * random.vector()).normalized();
          worst = std::max(worst, gap_along(n, x, y, B) - at.gap);
        }
      }
      EXPECT_LE(off, 1e-9) << "the gap is that along the normal";
      EXPECT_LE(worst, 1e-6);
    }
  }
}

// Far away only that is known, and the bound is none that is too large.
TEST(Nearest, StopsWhereItIsFarEnough) {
  const CollisionShape box = Shape(Box{}), hull = checks::wedge();
  const Place B{.x = {5.0, 3.0, 1.0}};
  const double all = nearest(*box.convex(), *hull.convex(), B, infinity).gap;
  const double some = nearest(*box.convex(), *hull.convex(), B, 0.1).gap;
  EXPECT_GT(some, 0.1);
  EXPECT_LE(some, all + 1e-12);
}

// In closed form: two balls as ellipsoids, which know nothing of being balls.
TEST(Nearest, RoundEllipsoidsAreBalls) {
  const CollisionShape a = Shape(Ellipsoid{{0.5, 0.5, 0.5}}), b = Shape(Ellipsoid{{0.3, 0.3, 0.3}});
  checks::Random random(33);
  for (int i = 0; i < 100; ++i) {
    const Vec3 d = random.direction();
    for (const double gap : {-0.35, -0.1, -1e-6, 1e-6, 0.1, 10.0}) {
      const Nearest at = nearest(*a.convex(), *b.convex(), {.x = (0.8 + gap) * d}, infinity);
      EXPECT_NEAR(at.gap, gap, 1e-13 * (1.0 + gap));
      // half the digits, as the distance is flat about the nearest points
      EXPECT_LE((at.normal - d).norm(), 1e-6);
    }
  }
}

}  // namespace holon::nearest_test
