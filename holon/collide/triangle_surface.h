// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>
#include <vector>

#include "holon/collide/place.h"
#include "holon/math/diagnostics.h"

namespace holon {

/// A surface of triangles, open or closed, that is touched from its front: where the corners of a
/// triangle go round counter-clockwise. It knows which triangles are beside which, so that no one
/// is caught by an edge inside a floor, and has them in a tree of boxes.
class TriangleSurface {
 public:
  using Triangle = std::array<int, 3>;

  TriangleSurface(std::vector<Vec3> vertices, std::vector<Triangle> triangles);
  /// Reports vertices that are no numbers or not there, and edges with more than two triangles.
  static void check(const std::vector<Vec3>& vertices,
                    const std::vector<Triangle>& triangles,
                    Diagnostics& d);

  const std::vector<Vec3>& vertices() const { return vertices_; }
  int size() const { return static_cast<int>(triangles_.size()); }
  std::array<Vec3, 3> corners(int t) const {
    const Triangle& c = triangles_[static_cast<std::size_t>(t)];
    return {vertices_[static_cast<std::size_t>(c[0])],
            vertices_[static_cast<std::size_t>(c[1])],
            vertices_[static_cast<std::size_t>(c[2])]};
  }
  /// The number of a corner.
  int vertex(int t, std::size_t k) const { return triangles_[static_cast<std::size_t>(t)][k]; }
  /// Zero, of a triangle without an area.
  const Vec3& normal(int t) const { return normals_[static_cast<std::size_t>(t)]; }
  Bounds bounds() const { return nodes_[0].bounds; }
  /// No point of a closed surface is farther behind a triangle; an open one has no end there.
  double depth_behind(int t) const;

  /// Whether a body that touches triangle t at x, in the direction n from the surface, could touch
  /// the whole surface there. On an edge that is so if n leads into neither of its triangles; in a
  /// corner, if it leads along none of the edges that meet there.
  bool admits(int t, const Vec3& x, const Vec3& n) const;

  /// Calls f(t) for all triangles whose boxes overlap the bounds.
  template <class F>
  void each_in(const Bounds& bounds, F&& f) const {
    descend([&](const Bounds& b) { return b.overlaps(bounds); }, f);
  }
  /// Calls f(t) for all triangles in boxes that `wanted` says yes to.
  template <class Wanted, class F>
  void descend(Wanted&& wanted, F&& f) const {
    std::array<int, 64> open;
    int n = 0;
    open[n++] = 0;
    while (n > 0) {
      const Node& node = nodes_[static_cast<std::size_t>(open[--n])];
      if (!wanted(node.bounds)) continue;
      if (node.count == 0) {
        open[n++] = node.first + 1;
        open[n++] = node.first;
      }
      const int end = node.first + node.count;
      for (int i = node.first; i < end; ++i) f(order_[static_cast<std::size_t>(i)]);
    }
  }

 private:
  /// A leaf has `count` triangles from `first` on in the order; else the children are nodes `first`
  /// and the next.
  struct Node {
    Bounds bounds;
    int first = 0, count = 0;
  };
  void find_neighbors();
  void split(int node, int begin, int end, const std::vector<Bounds>& boxes);

  std::vector<Vec3> vertices_;
  std::vector<Triangle> triangles_;
  std::vector<Vec3> normals_;
  std::vector<std::array<int, 3>> across_;  ///< what is behind the side from corner i on, or −1
  bool is_closed_ = false;
  std::vector<int> beside_, beside_begin_;  ///< vertices at the other ends of edges, of each vertex
  std::vector<Node> nodes_;
  std::vector<int> order_;
};

}  // namespace holon
