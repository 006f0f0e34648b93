// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "holon/geometry/shape.h"

namespace holon {

/// Triangles to be drawn: points with the normals of the surface there, and three of them for each
/// triangle, counter-clockwise seen from outside. Where a surface has an edge its points are there
/// twice, once with each normal.
struct TriangleMesh {
  std::vector<Vec3> points;
  std::vector<Vec3> normals;
  std::vector<std::array<int, 3>> triangles;

  /// Adds the patch r(u, v), u and v from 0 to 1, in so many pieces each way.
  using PointAndNormal = std::function<std::pair<Vec3, Vec3>(double u, double v)>;
  void add_grid(int u_pieces, int v_pieces, const PointAndNormal& at);
};

/// The surface of a shape, in its own axes. A circle becomes `segments` straight lines; a rod,
/// which has no thickness, is drawn `rod_radius` thick with round ends.
TriangleMesh triangulate(const Shape& shape, double rod_radius, int segments = 32);

}  // namespace holon
