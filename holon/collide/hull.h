// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "holon/math/diagnostics.h"
#include "holon/math/types.h"

namespace holon {

/// A convex solid with flat faces. Vertices are corners of it, all of them; triangles that lie in
/// one plane are one face.
struct Hull {
  std::vector<Vec3> vertices;
  std::vector<Vec3> normals;  ///< of each face, outward
  double size = 0.0;          ///< no vertex is farther from the origin

  /// The corners of a face, counter-clockwise seen from outside.
  std::span<const int> corners(std::size_t face) const {
    return {face_corners.data() + face_begin[face], face_corners.data() + face_begin[face + 1]};
  }
  std::size_t furthest(const Vec3& d) const;
  /// Of the faces that meet at a vertex, the one whose normal is most along d.
  std::size_t face_towards(std::size_t vertex, const Vec3& d) const;
  double volume() const;

  // The corners of face f are from face_begin[f] to face_begin[f + 1], and so on.
  std::vector<int> face_corners, face_begin;
  std::vector<int> vertex_faces, vertex_begin;
  std::vector<int> neighbors, neighbor_begin;  ///< along edges, of each vertex
};

/// The convex hull of points, by quickhull [Barber96]. Reports points that are no numbers, and
/// points in one plane, which have no hull with an inside; the hull is empty then.
Hull convex_hull(const std::vector<Vec3>& points, Diagnostics& d);

}  // namespace holon
