// SPDX-License-Identifier: Apache-2.0
// Floors and landscapes of triangles.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "holon/collide/collide.h"
#include "holon/collide/specimens.h"

namespace holon::surface_contact_test {

using checks::turned;
using std::numbers::pi;

/// Level, of n × n squares of size 1 about the origin.
HeightGrid level(int n, double slope = 0.0) {
  HeightGrid g{.corner = {-0.5 * n, -0.5 * n}};
  g.heights.assign(static_cast<std::size_t>(n) + 1, {});
  for (auto& row : g.heights) {
    for (int i = 0; i <= n; ++i) row.push_back(slope * (i - 0.5 * n));
  }
  return g;
}

std::vector<Manifold> touch(const CollisionShape& a,
                            const Place& A,
                            const CollisionShape& b,
                            const Place& B,
                            double margin = 0.02) {
  std::vector<Manifold> out;
  collide(a, A, b, B, margin, out);
  return out;
}

// Whatever slides over a level floor feels a plane: one manifold, one normal, the plane's gap, and
// no seam.
TEST(SurfaceContact, ALevelFloorIsAPlane) {
  checks::Random random(51);
  const CollisionShape grid = level(6), plane = HalfSpace{};
  for (const auto& s : checks::convex_specimens()) {
    SCOPED_TRACE(s.name);
    for (int i = 0; i < 300; ++i) {
      Place B = checks::random_place(random, 1.0);
      if (i % 3 == 0) B.R = turned(Vec3::Unit(random.below(3)), pi / 2 * random.below(4), {}).R;
      const double low = s.shape.bounds(B).low.z();
      // a rod has nothing that could be half in front once it is behind
      B.x.z() += random.uniform(s.name == "rod" ? 0.001 : -0.05, 0.01) - low;
      if (i % 5 == 0) B.x.head<2>() = (2.0 * B.x.head<2>()).array().round() / 2.0;  // on seams
      Manifold smooth;
      collide(plane, {}, s.shape, B, 0.02, smooth);
      const auto found = touch(grid, {}, s.shape, B);
      ASSERT_EQ(found.size(), 1U) << i;
      for (const ContactPoint& p : found[0]) {
        EXPECT_LE((p.normal - Vec3::UnitZ()).norm(), 1e-6) << i;
        EXPECT_LE((p.on_b - p.on_a - p.gap * p.normal).norm(), 1e-8);
      }
      EXPECT_NEAR(found[0].points[0].gap, smooth.points[0].gap, 1e-7) << i;
    }
  }
}

TEST(SurfaceContact, ABoxOnAFloorOfManyTrianglesHasItsFourCorners) {
  const CollisionShape grid = level(8), box = Shape(Box{{2.3, 1.7, 1.0}});
  const auto found = touch(grid, {}, box, turned(Vec3::UnitZ(), 0.3, {0.123, 0.234, 0.499}));
  ASSERT_EQ(found.size(), 1U);
  ASSERT_EQ(found[0].size, 4);
  for (const ContactPoint& p : found[0]) {
    EXPECT_NEAR(p.gap, -0.001, 1e-12);
    const Vec3 corner = turned(Vec3::UnitZ(), 0.3, {0.123, 0.234, 0.499}).local(p.on_b);
    EXPECT_LE((corner.cwiseAbs() - Vec3(1.15, 0.85, 0.5)).norm(), 1e-9) << corner.transpose();
  }
}

TEST(SurfaceContact, CornersKeepTheirFeaturesAsTheBoxSlides) {
  const CollisionShape grid = level(8), box = Shape(Box{{2.3, 1.7, 1.0}});
  std::set<std::uint32_t> first;
  for (int i = 0; i < 200; ++i) {
    const Place B = turned(Vec3::UnitZ(), 0.3, {0.123 + 0.01 * i, 0.234, 0.499});
    const auto found = touch(grid, {}, box, B);
    ASSERT_EQ(found.size(), 1U);
    std::set<std::uint32_t> now;
    for (const ContactPoint& p : found[0]) now.insert(p.feature);
    EXPECT_EQ(now.size(), 4U) << "each its own";
    if (i == 0) first = now;
    EXPECT_EQ(now, first) << i;
  }
}

// A ball on a slope of triangles has the slope's normal wherever it is.
TEST(SurfaceContact, ABallRollsOverSeamsAsOnAPlane) {
  const double slope = 0.4;
  const CollisionShape grid = level(8, slope), ball = Shape(Sphere{0.5});
  const Vec3 n = Vec3(-slope, 0, 1).normalized();
  for (int i = 0; i <= 2000; ++i) {
    const double x = -2.0 + 4.0 * i / 2000.0;
    const Vec3 center = Vec3(x, 0.37 * x, slope * x) + 0.499 * n;
    const auto found = touch(grid, {}, ball, {.x = center});
    ASSERT_EQ(found.size(), 1U) << x;
    ASSERT_EQ(found[0].size, 1) << x;
    EXPECT_LE((found[0].points[0].normal - n).norm(), 1e-9) << x;
    EXPECT_NEAR(found[0].points[0].gap, -0.001, 1e-12) << x;
  }
}

// Over a ridge the normal of a ball turns from one slope's to the other's, and is nowhere else.
TEST(SurfaceContact, ARidgeIsRoundToABall) {
  HeightGrid roof{.heights = {{0, 1, 0}, {0, 1, 0}}, .corner = {-1, -0.5}};
  const CollisionShape ridge = roof, ball = Shape(Sphere{0.5});
  for (double phi = -pi / 4 + 0.01; phi < pi / 4; phi += 0.05) {
    const Vec3 n{std::sin(phi), 0.0, std::cos(phi)};
    const auto found = touch(ridge, {}, ball, {.x = Vec3(0, 0.1, 1) + 0.51 * n});
    ASSERT_EQ(found.size(), 1U) << phi;
    EXPECT_LE((found[0].points[0].normal - n).norm(), 1e-9) << phi;
    EXPECT_NEAR(found[0].points[0].gap, 0.01, 1e-12);
  }
  HeightGrid valley{.heights = {{1, 0, 1}, {1, 0, 1}}, .corner = {-1, -0.5}};
  const auto both = touch(valley, {}, ball, {.x = {0, 0.1, 0.5 * std::sqrt(2.0)}});
  ASSERT_EQ(both.size(), 2U) << "one manifold for each side";
  for (const Manifold& m : both) {
    EXPECT_NEAR(std::abs(m.points[0].normal.x()), std::sqrt(0.5), 1e-9);
    EXPECT_NEAR(m.points[0].gap, 0.0, 1e-12);
  }
}

/// An L of triangles, 0.2 m long and 0.1 m thick.
Mesh ell() {
  Mesh m;
  const std::vector<Vec2> outline = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
  for (const double z : {-0.5, 0.5})
    for (const Vec2& p : outline) m.vertices.push_back(0.1 * Vec3(p.x() - 0.8, p.y() - 0.8, z));
  for (int i = 1; i < 5; ++i) {
    m.triangles.push_back({6, 6 + i, 7 + i});
    m.triangles.push_back({0, i + 1, i});
  }
  for (int i = 0; i < 6; ++i) {
    const int j = (i + 1) % 6;
    m.triangles.push_back({i, j, 6 + j});
    m.triangles.push_back({i, 6 + j, 6 + i});
  }
  return m;
}

// Its sides are touched by what is under it, and that is a hundred times as large: none is pushed
// aside, and all it feels is what a plane would do.
TEST(SurfaceContact, ASmallMeshOnALargeBoxLiesOnAPlane) {
  checks::Random random(53);
  const Mesh form = ell();
  const CollisionShape mesh = Shape(form), box = Shape(Box{{20, 20, 2}}), plane = HalfSpace{};
  ASSERT_NE(mesh.surface(), nullptr);
  for (int i = 0; i < 300; ++i) {
    Place P = checks::random_place(random, 1.0);
    if (i % 2 == 0) P.R = turned(random.direction(), random.uniform(0.0, 0.02), {}).R;
    double low = 1e9;
    for (const Vec3& vertex : form.vertices) low = std::min(low, P.point(vertex).z());
    P.x.z() += random.uniform(-0.002, 0.005) - low;
    Manifold smooth;
    collide(plane, {}, mesh, P, 0.01, smooth);
    double deepest = 1.0;
    for (const Manifold& m : touch(box, {.x = {0, 0, -1}}, mesh, P, 0.01))
      for (const ContactPoint& p : m) {
        deepest = std::min(deepest, p.gap);
        EXPECT_GT(p.normal.z(), 0.5) << i;
      }
    EXPECT_NEAR(deepest, smooth.points[0].gap, 1e-5) << i;
  }
}

TEST(SurfaceContact, TheOtherWayRoundIsTurnedRound) {
  const CollisionShape grid = level(4), box = Shape(Box{});
  const Place G = turned({1, 2, 3}, 0.7, {5, 6, 7});
  const Place B = G * turned(Vec3::UnitZ(), 0.2, {0.1, 0.2, 0.49});
  const auto ab = touch(grid, G, box, B), ba = touch(box, B, grid, G);
  ASSERT_EQ(ab.size(), 1U);
  ASSERT_EQ(ba.size(), 1U);
  ASSERT_EQ(ab[0].size, ba[0].size);
  for (int i = 0; i < ab[0].size; ++i) {
    EXPECT_EQ(ab[0].points[i].on_a, ba[0].points[i].on_b);
    EXPECT_EQ(ab[0].points[i].normal, Vec3(-ba[0].points[i].normal));
  }
  EXPECT_LE((ab[0].points[0].normal - G.R.col(2)).norm(), 1e-12);
}

TEST(SurfaceContact, NothingTouchesFromBehind) {
  const CollisionShape grid = level(4), ball = Shape(Sphere{0.5});
  EXPECT_TRUE(touch(grid, {}, ball, {.x = {0.2, 0.3, -0.49}}).empty());
}

TEST(SurfaceContact, ASurfaceLiesOnAPlaneAndOnAnother) {
  const CollisionShape grid = level(2), plane = HalfSpace{};
  const auto on_plane = touch(plane, {}, grid, {.x = {0, 0, -0.001}});
  ASSERT_EQ(on_plane.size(), 1U);
  EXPECT_EQ(on_plane[0].size, 4);
  EXPECT_NEAR(on_plane[0].points[0].gap, -0.001, 1e-15);
  const auto other = touch(grid, {}, grid, turned(Vec3::UnitX(), pi, {0.3, 0.2, 0.001}));
  ASSERT_EQ(other.size(), 1U);
  EXPECT_EQ(other[0].size, 4);
}

TEST(SurfaceContact, AllKindsOnARoughLandscapeAreFinite) {
  checks::Random random(52);
  HeightGrid rough = level(10);
  for (auto& row : rough.heights) {
    for (double& h : row) h = random.uniform(-0.4, 0.4);
  }
  const CollisionShape land = rough;
  for (const auto& s : checks::convex_specimens()) {
    for (int i = 0; i < 100; ++i) {
      const Place B = checks::random_place(random, 1.0);
      for (const Manifold& m : touch(land, {}, s.shape, B, 0.1)) {
        EXPECT_GT(m.size, 0);
        for (const ContactPoint& p : m) {
          ASSERT_TRUE(p.on_a.allFinite() && p.on_b.allFinite() && std::isfinite(p.gap));
          EXPECT_NEAR(p.normal.norm(), 1.0, 1e-9);
          EXPECT_GT(p.normal.z(), -1e-6) << "a landscape pushes up";
          EXPECT_LE(p.gap, 0.1);
        }
      }
    }
  }
}

}  // namespace holon::surface_contact_test
