// SPDX-License-Identifier: Apache-2.0
#include "holon/geometry/triangle_mesh.h"

#include <gmock/gmock.h>

#include <numbers>

namespace holon::triangle_mesh_test {
namespace {

/// By the theorem of Gauss: 6 V = Σ a·(b × c); positive where triangles look outward.
double volume_of(const TriangleMesh& mesh) {
  double sum = 0.0;
  for (const auto& t : mesh.triangles) {
    const auto p = [&](int k) { return mesh.points[static_cast<std::size_t>(k)]; };
    sum += p(t[0]).dot(p(t[1]).cross(p(t[2])));
  }
  return sum / 6.0;
}

const Mesh tetrahedron{.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                       .triangles = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};

const std::vector<Shape>& shapes() {
  static const std::vector<Shape> all = {Sphere{0.4},
                                         Box{{0.3, 0.5, 0.9}},
                                         Cylinder{0.2, 1.1},
                                         Capsule{0.2, 0.6},
                                         Torus{0.5, 0.15},
                                         Cone{0.4, 0.8},
                                         Ellipsoid{{0.2, 0.4, 0.7}},
                                         tetrahedron};
  return all;
}

// Inscribed polyhedra are smaller than what they stand for by O(1/segments²).
TEST(TriangleMesh, EnclosesTheVolumeOfItsShape) {
  for (const Shape& shape : shapes()) {
    SCOPED_TRACE(shape.index());
    const double wanted = mass_properties(shape, 1.0).mass;
    const double coarse = wanted - volume_of(triangulate(shape, 0.0, 32));
    const double fine = wanted - volume_of(triangulate(shape, 0.0, 128));
    EXPECT_GE(coarse, -1e-12 * wanted) << "no part of it sticks out";
    EXPECT_LT(coarse, 0.03 * wanted);
    EXPECT_LE(fine, coarse / 12.0 + 1e-12);
  }
}

TEST(TriangleMesh, HasUnitNormalsThatLookOutward) {
  for (const Shape& shape : shapes()) {
    SCOPED_TRACE(shape.index());
    const TriangleMesh mesh = triangulate(shape, 0.0);
    ASSERT_EQ(mesh.points.size(), mesh.normals.size());
    for (const Vec3& n : mesh.normals) EXPECT_NEAR(n.norm(), 1.0, 1e-12);
    for (const auto& t : mesh.triangles) {
      const auto at = [](const auto& list, int k) { return list[static_cast<std::size_t>(k)]; };
      const Vec3 across = (at(mesh.points, t[1]) - at(mesh.points, t[0]))
                              .cross(at(mesh.points, t[2]) - at(mesh.points, t[0]));
      for (int k : t) EXPECT_GT(at(mesh.normals, k).dot(across), 0.0);
    }
  }
}

TEST(TriangleMesh, DrawsARodAsThickAsAsked) {
  const double length = 1.0, radius = 0.02;
  const double volume = std::numbers::pi * radius * radius * (length + 4.0 / 3.0 * radius);
  EXPECT_NEAR(volume_of(triangulate(Rod{length}, radius, 64)), volume, 5e-3 * volume);
}

}  // namespace
}  // namespace holon::triangle_mesh_test
