// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "holon/geometry/surface_field.h"

namespace holon {

/// An edge of a smooth mesh that only one triangle has: a cubic e(s), s from 0 to 1, with the
/// surface to its left, and a direction a(s), linear in s, that lies in the surface there.
struct BorderEdge {
  Eigen::Matrix<double, 3, 4> powers;  ///< e(s) by the powers of s
  Vec3 in_begin, in_end;               ///< a(s)
  int row = 0;                         ///< which of two walls it is

  BorderEdge(const std::array<Vec3, 4>& bezier_points, const Vec3& in_begin, const Vec3& in_end);

  /// The wall that stands on it, w = (x − e(s))·b(s), where (x − e(s))·e'(s) = 0 and b is the unit
  /// vector along a(s) at right angles to e'.
  SurfaceJet wall(const Vec3& x) const;

 private:
  double foot_of(const Vec3& x) const;
};

/// The edges of a mesh, in loops. Where two of them meet there is a corner.
class MeshBorder {
 public:
  /// Which edges come to a vertex and leave it, as seen from a triangle; −1 for none.
  struct Corner {
    int in = -1;
    int out = -1;
  };

  int add(const BorderEdge& edge);
  bool empty() const { return edges_.empty(); }
  /// Deals the edges out to the two walls: it is the other one's turn after a corner that sticks
  /// out. `after[i]` follows edge i.
  void deal_out(const std::vector<int>& after);

  /// Whether the border bends towards the surface there.
  bool sticks_out(const Corner& corner) const;
  EdgeWalls wall_of(int edge, const Vec3& x) const;
  /// Where the border sticks out both edges are walls. Elsewhere x is outside only if it is behind
  /// both, so that the farther one is the wall.
  EdgeWalls walls_of(const Corner& corner, const Vec3& x) const;

 private:
  const BorderEdge& edge(int i) const { return edges_[static_cast<std::size_t>(i)]; }

  std::vector<BorderEdge> edges_;
};

}  // namespace holon
