// SPDX-License-Identifier: Apache-2.0
#include "holon/geometry/smooth_mesh.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>

#include "holon/checks/surface_specimens.h"

namespace holon::smooth_mesh_test {

using checks::Random;
using std::numbers::pi;

/// Each triangle in four, with the new vertices on the unit sphere.
MeshSurface refined(const MeshSurface& m) {
  MeshSurface out{m.vertices, {}};
  std::map<std::pair<int, int>, int> middles;
  const auto middle = [&](int a, int b) {
    const auto [place, fresh] =
        middles.try_emplace(std::minmax(a, b), static_cast<int>(out.vertices.size()));
    if (fresh) out.vertices.push_back((m.vertices[a] + m.vertices[b]).normalized());
    return place->second;
  };
  for (const auto& [a, b, c] : m.triangles) {
    const int ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
    for (const Triangle& t :
         {Triangle{a, ab, ca}, Triangle{ab, b, bc}, Triangle{ca, bc, c}, Triangle{ab, bc, ca}})
      out.triangles.push_back(t);
  }
  return out;
}

/// An icosahedron with its vertices moved about: no symmetry left.
MeshSurface potato() {
  MeshSurface m = checks::icosahedron();
  Random random(3);
  for (Vec3& v : m.vertices) v += random.vector(0.2);
  return m;
}

MeshSurface box() {
  MeshSurface m;
  for (const double x : {-1.0, 1.0})
    for (const double y : {-1.0, 1.0})
      for (const double z : {-1.0, 1.0}) m.vertices.emplace_back(x, y, z);
  m.triangles = {{0, 1, 3},
                 {0, 3, 2},
                 {4, 6, 7},
                 {4, 7, 5},
                 {0, 4, 5},
                 {0, 5, 1},
                 {2, 3, 7},
                 {2, 7, 6},
                 {0, 2, 6},
                 {0, 6, 4},
                 {1, 5, 7},
                 {1, 7, 3}};
  return m;
}

TEST(SmoothMesh, PassesThroughTheVerticesAlongTheirNormals) {
  const MeshSurface m = potato();
  const SmoothMesh mesh(m.vertices, m.triangles);
  const std::vector<Vec3> normals = vertex_normals(m.vertices, m.triangles);
  const SurfaceFoot corners[] = {{0, 0}, {1, 0}, {0, 1}};
  for (int t = 0; t < static_cast<int>(m.triangles.size()); ++t)
    for (std::size_t k = 0; k < 3; ++k) {
      const PatchJet p = mesh.at(SurfaceFoot{corners[k].u, corners[k].v, t});
      const int vertex = m.triangles[static_cast<std::size_t>(t)][k];
      EXPECT_LT((p.r - m.vertices[vertex]).norm(), 1e-13);
      EXPECT_LT((normal_of(p) - normals[vertex]).norm(), 1e-12);
      EXPECT_TRUE(p.ruu.allFinite() && p.ruv.allFinite() && p.rvv.allFinite());
    }
}

// The two triangles of an edge agree in its points and in its normals: to rounding, to which the
// number that keeps the vertices finite adds 1e-14 over the distance from them.
TEST(SmoothMesh, NormalsAreContinuousAcrossEveryEdge) {
  for (const MeshSurface& m : {potato(), box(), checks::icosahedron()}) {
    const SmoothMesh mesh(m.vertices, m.triangles);
    const auto on_edge = [](std::size_t e, double s, int t) {
      double w[3] = {0.0, 0.0, 0.0};
      w[e] = 1.0 - s;
      w[(e + 1) % 3] = s;
      return SurfaceFoot{w[1], w[2], t};
    };
    int edges = 0;
    const int n = static_cast<int>(m.triangles.size());
    for (int a = 0; a < n; ++a)
      for (int b = 0; b < n; ++b)
        for (std::size_t e = 0; e < 3; ++e)
          for (std::size_t f = 0; f < 3; ++f) {
            const auto& ta = m.triangles[static_cast<std::size_t>(a)];
            const auto& tb = m.triangles[static_cast<std::size_t>(b)];
            if (ta[e] != tb[(f + 1) % 3] || tb[f] != ta[(e + 1) % 3]) continue;
            ++edges;
            for (double s = 0.05; s < 1.0; s += 0.05) {
              const PatchJet p = mesh.at(on_edge(e, s, a)), q = mesh.at(on_edge(f, 1.0 - s, b));
              EXPECT_LT((p.r - q.r).norm(), 1e-13);
              EXPECT_LT((normal_of(p) - normal_of(q)).norm(), 1e-11);
            }
          }
    EXPECT_EQ(edges, 3 * n) << "the mesh is closed";
  }
}

TEST(SmoothMesh, OfAFlatMeshIsFlat) {
  const std::vector<Vec3> vertices = {{0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}, {0.4, 0.6, 1}};
  const SmoothMesh mesh(vertices, {{0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}});
  Random random(1);
  for (int i = 0; i < 100; ++i) {
    const Vec3 x(random.uniform(0, 1), random.uniform(0, 1), random.uniform(0, 2));
    SurfaceFoot foot = mesh.closest(x);
    const SurfaceJet jet = mesh.at(x, foot);
    EXPECT_NEAR(jet.f, x.z() - 1.0, 1e-13);
    EXPECT_LT((jet.gradient - Vec3::UnitZ()).norm(), 1e-13);
    EXPECT_LT(jet.hessian.norm(), 1e-9);
    EXPECT_FALSE(mesh.outside_domain(foot));
  }
}

// Cubic edges and the tangent planes at their ends: of edges of length h the patches deviate from
// the sphere by h⁴ and their normals by h³, so halving h makes the one 16 and the other 8 times
// smaller; of flat triangles it would be 4 and 2 times.
TEST(SmoothMesh, ApproachesASphereWithTheFourthPowerOfTheEdges) {
  MeshSurface m = checks::icosahedron();
  double last_position = 0.0, last_normal = 0.0;
  for (int level = 0; level < 4; ++level) {
    const SmoothMesh mesh(m.vertices, m.triangles);
    double position = 0.0, normal = 0.0;
    for (int t = 0; t < static_cast<int>(m.triangles.size()); ++t)
      for (const auto& [u, v] : {std::pair(0.33, 0.33), std::pair(0.5, 0.0), std::pair(0.2, 0.7)}) {
        const PatchJet p = mesh.at(SurfaceFoot{u, v, t});
        position = std::max(position, std::abs(p.r.norm() - 1.0));
        normal = std::max(normal, (normal_of(p) - p.r.normalized()).norm());
      }
    if (level == 0) {
      EXPECT_LT(position, 0.004);
      EXPECT_LT(normal, 0.02);
    } else {
      EXPECT_GT(last_position / position, 14.0);
      EXPECT_GT(last_normal / normal, 7.0);
    }
    last_position = position;
    last_normal = normal;
    m = refined(m);
  }
}

// A point goes round in steps of 0.01: normals turn by about that, and the foot that follows stays
// the closest one. Between steps neither jumps, whichever edges are crossed.
TEST(SmoothMesh, FollowsAPointOverTheEdges) {
  const MeshSurface m = potato();
  const SmoothMesh mesh(m.vertices, m.triangles);
  const Vec3 axis = Vec3(0.3, -0.5, 1.0).normalized();
  const Vec3 start = axis.cross(Vec3::UnitX()).normalized() * 1.3;
  const auto place = [&](double a) {
    return Vec3(Eigen::AngleAxisd(a, axis) * start + 0.1 * std::sin(5.0 * a) * axis);
  };
  SurfaceFoot foot = mesh.closest(place(0.0));
  SurfaceJet before = mesh.at(place(0.0), foot);
  int crossed = 0, piece = foot.piece;
  for (double a = 0.01; a < 4.0 * pi; a += 0.01) {
    const Vec3 x = place(a), moved = x - place(a - 0.01);
    const SurfaceJet jet = mesh.at(x, foot);
    // f − f₀ = ½ (∇f + ∇f₀)·Δx but for a cubic term, or where curvature jumps a quadratic one
    EXPECT_NEAR(jet.f - before.f, 0.5 * (jet.gradient + before.gradient).dot(moved), 1e-3);
    EXPECT_LT((jet.gradient - before.gradient).norm(), 0.15);
    SurfaceFoot global = mesh.closest(x);
    EXPECT_NEAR(mesh.at(x, global).f, jet.f, 1e-9);
    crossed += foot.piece != piece ? 1 : 0;
    piece = foot.piece;
    before = jet;
  }
  EXPECT_GT(crossed, 10);
}

TEST(SmoothMesh, FindsTheClosestPointOfAnOpenMesh) {
  MeshSurface m = potato();
  m.triangles.resize(8);
  const SmoothMesh mesh(m.vertices, m.triangles);
  Random random(9);
  int beyond = 0;
  for (int i = 0; i < 100; ++i) {
    const Vec3 x = random.vector(2.0);
    const SurfaceFoot foot = mesh.closest(x);
    double brute = 1e300;
    for (int t = 0; t < 8; ++t)
      for (int a = 0; a <= 20; ++a)
        for (int b = 0; a + b <= 20; ++b)
          brute = std::min(brute, (mesh.at(SurfaceFoot{a / 20.0, b / 20.0, t}).r - x).norm());
    EXPECT_LE((mesh.at(foot).r - x).norm(), brute + 1e-9);
    SurfaceFoot followed = foot;
    const SurfaceJet jet = mesh.at(x, followed);
    EXPECT_TRUE(std::isfinite(jet.f) && jet.gradient.allFinite() && jet.hessian.allFinite());
    beyond += mesh.outside_domain(followed) ? 1 : 0;
  }
  EXPECT_GT(beyond, 10) << "the test should see edges";
}

}  // namespace holon::smooth_mesh_test
