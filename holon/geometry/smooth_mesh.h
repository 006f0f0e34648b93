// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "holon/geometry/mesh_border.h"
#include "holon/geometry/patch.h"

namespace holon {

/// Triangles given by vertex numbers, counter-clockwise seen from the side of the normals.
using Triangle = std::array<int, 3>;

/// Normals at the vertices: Σ a × b/(|a|² |b|²) over the triangles around, a and b being the sides
/// that meet there; of vertices on a sphere these are exact [Max99]. Zero where no triangle is.
std::vector<Vec3> vertex_normals(const std::vector<Vec3>& vertices,
                                 const std::vector<Triangle>& triangles);

/// A smooth surface through the vertices of a triangle mesh, perpendicular to their normals: one
/// quartic patch per triangle whose tangent plane is continuous across edges [WaltonMeek96].
///
/// Each edge becomes a cubic with its end tangents in the tangent planes, an arc where these are
/// those of an arc. Along it the tangent plane is spanned by the edge's tangent c'(t) and by A(t),
/// linear between n × c' at the ends: what both triangles of the edge agree on. Across the edge
/// each patch has the derivative
///
///     (α₀ (1−t) + α₁ t) c'(t) + (β₀ (1−t) + β₁ t) A(t)                              (1)
///
/// in that plane, where α and β make it meet the patch's other two edges at the ends. Of a quartic,
/// (1) fixes two inner control points per edge; each of the three there are is thus wanted twice
/// and is blended, by how close either edge is [Gregory74].
///
/// Position and normal are continuous everywhere. Curvature is bounded, jumps across edges, and at
/// a vertex depends on the direction one comes from.
class SmoothMesh final : public Patch {
 public:
  SmoothMesh(const std::vector<Vec3>& vertices, const std::vector<Triangle>& triangles);

  /// u and v are the weights of the second and third vertex of triangle `piece`.
  PatchJet at(const SurfaceFoot& foot) const override;
  using Patch::at;
  bool outside_domain(const SurfaceFoot& foot) const override;
  /// Those at the nearest vertex of the triangle. In a corner that sticks out both edges are walls;
  /// at any other vertex the edge of the triangle itself is, if it has one.
  EdgeWalls walls(const Vec3& x, const SurfaceFoot& foot) const override;

 protected:
  SurfaceFoot moved(const SurfaceFoot& foot, const Vec2& step, double reach) const override;
  Vec2 along_edge(const SurfaceFoot& foot, const Vec2& step, double reach) const override;

 private:
  /// Edge e of a triangle runs from its vertex e to vertex e + 1.
  struct Control {
    std::array<Vec3, 3> vertex;
    std::array<std::array<Vec3, 3>, 3> edge;  ///< inner control points of the edges, from e on
    std::array<Vec3, 3> from_next;            ///< inner point near vertex a, as edge a wants it
    std::array<Vec3, 3> from_last;  ///< inner point near vertex a, as the edge that ends there
  };
  struct Neighbor {
    int triangle = -1;  ///< none at an edge of the surface
    int edge = 0;       ///< of that triangle, or which one of the border
  };

  static Control control_of(const std::array<Vec3, 3>& vertices,
                            const std::array<Vec3, 3>& normals);
  void find_neighbors(const std::vector<Triangle>& triangles);
  void find_border(const std::vector<Triangle>& triangles, const std::vector<Vec3>& normals);
  MeshBorder::Corner corner_at(std::size_t triangle, std::size_t vertex) const;

  std::vector<Control> control_;
  std::vector<std::array<Neighbor, 3>> neighbors_;
  MeshBorder border_;
  std::vector<std::array<MeshBorder::Corner, 3>> corners_;  // of each triangle
};

}  // namespace holon
