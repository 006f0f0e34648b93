// SPDX-License-Identifier: Apache-2.0
#include "holon/collide/hull.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <set>

#include "holon/checks/random.h"

namespace holon::hull_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Hull sound_hull(const std::vector<Vec3>& points) {
  Diagnostics d;
  Hull h = convex_hull(points, d);
  EXPECT_TRUE(d.ok());
  return h;
}

/// All points are behind all faces, corners of a face are in it, and Euler's formula holds.
void expect_sound(const Hull& h, const std::vector<Vec3>& points, double rounding) {
  std::size_t sides = 0;
  for (std::size_t f = 0; f < h.normals.size(); ++f) {
    const auto corners = h.corners(f);
    sides += corners.size();
    const Vec3& o = h.vertices[static_cast<std::size_t>(corners[0])];
    for (const int c : corners) {
      EXPECT_NEAR(h.normals[f].dot(h.vertices[static_cast<std::size_t>(c)] - o), 0.0, rounding);
    }
    for (const Vec3& p : points) EXPECT_LE(h.normals[f].dot(p - o), rounding);
  }
  EXPECT_EQ(h.vertices.size() + h.normals.size(), sides / 2 + 2);
}

TEST(Hull, OfACubeHasSixFaces) {
  // corners, middles of sides and faces, and points inside
  std::vector<Vec3> points;
  for (const double x : {-1.0, 0.0, 1.0}) {
    for (const double y : {-1.0, 0.0, 1.0}) {
      for (const double z : {-1.0, 0.0, 1.0}) points.emplace_back(x, y, z);
    }
  }
  const Hull h = sound_hull(points);
  EXPECT_EQ(h.vertices.size(), 8U);
  EXPECT_EQ(h.normals.size(), 6U);
  EXPECT_NEAR(h.volume(), 8.0, 1e-14);
  expect_sound(h, points, 1e-14);
}

TEST(Hull, OfARandomCloud) {
  checks::Random random(1);
  for (const int n : {4, 5, 10, 100, 2000}) {
    std::vector<Vec3> points;
    for (int i = 0; i < n; ++i) points.push_back(random.vector());
    expect_sound(sound_hull(points), points, 1e-12);
  }
}

// All points are corners, and the furthest one is found by climbing.
TEST(Hull, OfABallHasAllItsPoints) {
  checks::Random random(2);
  std::vector<Vec3> points;
  for (int i = 0; i < 500; ++i) points.push_back(random.direction());
  const Hull h = sound_hull(points);
  EXPECT_EQ(h.vertices.size(), 500U);
  EXPECT_NEAR(h.volume(), 4.18879, 0.15);
  expect_sound(h, points, 1e-12);
  for (int i = 0; i < 300; ++i) {
    const Vec3 d = random.direction();
    double best = -2.0;
    for (const Vec3& p : points) best = std::max(best, p.dot(d));
    EXPECT_EQ(h.vertices[h.furthest(d)].dot(d), best);
  }
}

TEST(Hull, OfPointsThatAreTurnedAndFarAway) {
  checks::Random random(3);
  for (int i = 0; i < 50; ++i) {
    const Mat3 R = random.rotation().toRotationMatrix();
    const Vec3 x = random.vector(100.0);
    std::vector<Vec3> points;
    // a grid on the faces of a block: as many coplanar points as there may be
    for (int a = 0; a <= 4; ++a) {
      for (int b = 0; b <= 4; ++b) {
        for (int c = 0; c <= 4; ++c) points.push_back(x + R * Vec3(a, 0.7 * b, 0.3 * c));
      }
    }
    const Hull h = sound_hull(points);
    EXPECT_EQ(h.normals.size(), 6U);
    EXPECT_EQ(h.vertices.size(), 8U);
    EXPECT_NEAR(h.volume(), 4.0 * 2.8 * 1.2, 1e-9);
  }
}

TEST(Hull, SaysWhyThereIsNone) {
  const auto errors = [](const std::vector<Vec3>& points) {
    Diagnostics d;
    convex_hull(points, d);
    return d.errors();
  };
  EXPECT_THAT(errors({}), ElementsAre(HasSubstr("points: are 0")));
  EXPECT_THAT(errors({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0.3, 0.2, 0}}),
              ElementsAre(HasSubstr("lie in a plane")));
  EXPECT_THAT(errors({{1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}}),
              ElementsAre(HasSubstr("lie in a plane")));
  EXPECT_THAT(errors({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, std::nan("")}}),
              ElementsAre(HasSubstr("point 3 is not finite")));
}

}  // namespace holon::hull_test
