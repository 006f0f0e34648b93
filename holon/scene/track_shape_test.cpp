// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/track_shape.h"

#include <gmock/gmock.h>

#include "holon/checks/surface_specimens.h"
#include "holon/scene/level_mesh.h"

namespace holon::track_shape_test {
namespace {

const Box3 about_origin(Vec3(-1, -1, -1), Vec3(1, 1, 1));

// Newton's method puts the points on the surface, so only rounding is left.
TEST(LevelMesh, HasItsPointsWhereTheFunctionIsZero) {
  const auto sphere = [](const Vec3& x) {
    return std::pair<double, Vec3>(x.squaredNorm() - 0.49, 2.0 * x);
  };
  const TriangleMesh mesh = level_mesh(sphere, about_origin, 24);
  ASSERT_GT(mesh.triangles.size(), 500U);
  for (std::size_t i = 0; i < mesh.points.size(); ++i) {
    EXPECT_NEAR(mesh.points[i].norm(), 0.7, 1e-9);
    EXPECT_NEAR(mesh.normals[i].dot(mesh.points[i]), 0.7, 1e-9);
  }
}
TEST(LevelMesh, IsClosedAndLooksOutward) {
  const auto torus = [](const Vec3& x) {
    const double radius = x.head<2>().norm(), out = radius - 0.6;
    const Vec3 along(x.x() / radius, x.y() / radius, 0.0);
    const double d = std::hypot(out, x.z());
    return std::pair<double, Vec3>(d - 0.25, (out * along + Vec3(0, 0, x.z())) / d);
  };
  const TriangleMesh mesh = level_mesh(torus, about_origin, 40);
  double volume = 0.0;
  std::map<std::pair<int, int>, int> edges;
  for (const auto& t : mesh.triangles) {
    const auto p = [&](int k) { return mesh.points[static_cast<std::size_t>(k)]; };
    volume += p(t[0]).dot(p(t[1]).cross(p(t[2]))) / 6.0;
    for (std::size_t k = 0; k < 3; ++k) {
      const int a = t[k], b = t[(k + 1) % 3];
      edges[{std::min(a, b), std::max(a, b)}] += a < b ? 1 : -1;
    }
  }
  for (const auto& [edge, balance] : edges) EXPECT_EQ(balance, 0);
  const double exact = 2 * std::numbers::pi * std::numbers::pi * 0.6 * 0.25 * 0.25;
  EXPECT_NEAR(volume, exact, 0.02 * exact);  // an inscribed polyhedron of cells of 0.05
}

template <class Kind>
class TrackShapeOf : public ::testing::Test {};
template <class... Ks>
::testing::Types<Ks...> types(TypeList<Ks...>);
using AllSurfaces = decltype(types(SurfaceKinds{}));
TYPED_TEST_SUITE(TrackShapeOf, AllSurfaces);

// The middle of a surface's triangles may be off by the sagitta; their corners are on it.
TYPED_TEST(TrackShapeOf, EveryKindOfSurfaceHasItsTrianglesOnIt) {
  for (const TypeParam& kind : checks::surface_specimens<TypeParam>()) {
    const Surface surface(kind);
    const TriangleMesh mesh = mesh_of(surface, about_origin, 0.2);
    ASSERT_GT(mesh.triangles.size(), 1U);
    for (const auto& t : mesh.triangles)
      for (int k : t) {
        const Vec3 x = mesh.points[static_cast<std::size_t>(k)];
        Surface::Foot foot = surface.closest(x);
        const SurfaceJet jet = surface.at(x, foot);
        EXPECT_NEAR(jet.f / std::max(jet.gradient.norm(), 1e-9), 0.0, 1e-6);
      }
  }
}

TEST(TrackShape, ShowsAnEndlessLineWhereThingsWere) {
  const Curve line(Line{.point = Vec3::Zero(), .direction = {2, 0, 0}});
  const auto points = line_of(line, {{1, 3, 0}, {4, 0, 1}}, 0.5);
  EXPECT_TRUE(points.front().isApprox(Vec3(0.5, 0, 0)));
  EXPECT_TRUE(points.back().isApprox(Vec3(4.5, 0, 0)));
}
TEST(TrackShape, FollowsACurveClosely) {
  const auto points =
      line_of(Curve(Helix{.radius = 0.5, .rise = 0.03, .begin = 0.0, .end = 18.8}), {}, 0.0);
  double longest = 0.0;
  for (std::size_t i = 1; i < points.size(); ++i) {
    const double middle = (0.5 * (points[i] + points[i - 1])).head<2>().norm();
    longest = std::max(longest, 0.5 - middle);
  }
  EXPECT_LT(longest, 6e-3);  // 5e-4 of its length of some 9.5 m
}

}  // namespace
}  // namespace holon::track_shape_test
