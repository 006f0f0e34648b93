// SPDX-License-Identifier: Apache-2.0
#include "holon/collide/triangle_surface.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "holon/checks/random.h"

namespace holon::triangle_surface_test {

/// Two triangles along the y axis, that go down to both sides by the slope.
TriangleSurface roof(double slope) {
  return {{{0, 0, 0}, {0, 1, 0}, {-1, 0.5, -slope}, {1, 0.5, -slope}}, {{0, 1, 2}, {1, 0, 3}}};
}

TEST(TriangleSurface, ARidgeAdmitsTheNormalsBetweenItsSides) {
  const TriangleSurface ridge = roof(1.0);
  const Vec3 x{0, 0.5, 0};
  const auto direction = [](double phi) { return Vec3(std::sin(phi), 0, std::cos(phi)); };
  for (const int t : {0, 1}) {
    EXPECT_TRUE(ridge.admits(t, x, direction(0.0)));
    EXPECT_TRUE(ridge.admits(t, x, direction(0.78)));
    EXPECT_TRUE(ridge.admits(t, x, direction(-0.78)));
    EXPECT_FALSE(ridge.admits(t, x, direction(0.79)));
    EXPECT_FALSE(ridge.admits(t, x, direction(-0.79)));
    EXPECT_TRUE(ridge.admits(t, x, ridge.normal(t)));
  }
}

TEST(TriangleSurface, AFloorAndAValleyAdmitNothingBetween) {
  for (const double slope : {0.0, -0.5}) {
    const TriangleSurface valley = roof(slope);
    for (const double phi : {-0.3, -1e-3, 1e-3, 0.3}) {
      EXPECT_FALSE(valley.admits(0, {0, 0.5, 0}, Vec3(std::sin(phi), 0, std::cos(phi)))) << slope;
    }
    EXPECT_TRUE(valley.admits(0, {0, 0.5, 0}, valley.normal(0)));
    EXPECT_FALSE(valley.admits(0, {0, 0.5, 0}, -valley.normal(0))) << "from behind";
  }
}

TEST(TriangleSurface, ACornerAdmitsWhatLeadsAlongNoEdge) {
  // a pyramid without a base
  const TriangleSurface pyramid({{1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}, {0, 0, 1}},
                                {{0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}});
  EXPECT_TRUE(pyramid.admits(0, {0, 0, 1}, Vec3::UnitZ()));
  EXPECT_TRUE(pyramid.admits(0, {0, 0, 1}, Vec3(0.3, 0.3, 1).normalized()));
  EXPECT_FALSE(pyramid.admits(0, {0, 0, 1}, Vec3(1.1, 0, 1).normalized()));
  // a border is open: all that is not into the triangle, from the front
  EXPECT_TRUE(pyramid.admits(0, {0.5, 0.5, 0}, Vec3(1, 1, 0).normalized()));
}

TEST(TriangleSurface, TheTreeFindsAllInABox) {
  checks::Random random(1);
  std::vector<Vec3> vertices;
  std::vector<TriangleSurface::Triangle> triangles;
  for (int t = 0; t < 500; ++t) {
    const Vec3 x = random.vector(5.0);
    for (int k = 0; k < 3; ++k) vertices.push_back(x + random.vector(0.5));
    triangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
  }
  const TriangleSurface surface(vertices, triangles);
  for (int i = 0; i < 100; ++i) {
    const Vec3 x = random.vector(5.0);
    const Bounds box = Bounds{x, x}.grown(random.uniform(0.1, 2.0));
    std::set<int> found, expected;
    surface.each_in(box, [&](int t) {
      Bounds b;
      for (const Vec3& p : surface.corners(t)) b.add(p);
      // a leaf holds a few, not all of which need be in the box
      if (b.overlaps(box)) EXPECT_TRUE(found.insert(t).second);
    });
    for (int t = 0; t < surface.size(); ++t) {
      Bounds b;
      for (const Vec3& p : surface.corners(t)) b.add(p);
      if (b.overlaps(box)) expected.insert(t);
    }
    EXPECT_EQ(found, expected);
  }
}

}  // namespace holon::triangle_surface_test
