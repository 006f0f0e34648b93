// SPDX-License-Identifier: Apache-2.0
#include "holon/collide/hull.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

namespace holon {
namespace {

/// A triangle of the hull as it grows, and the points that see it.
struct HullTriangle {
  std::array<int, 3> corners;
  std::array<int, 3> across = {-1, -1, -1};  ///< the triangle behind the side from corner i on
  Vec3 normal = Vec3::Zero();
  double offset = 0.0;
  std::vector<int> outside = {};
  bool alive = true;
};

/// The hull of points, triangle by triangle: as long as a triangle has points outside, the furthest
/// of them becomes a corner, and the triangles that it sees give way to new ones.
class QuickHull {
 public:
  explicit QuickHull(const std::vector<Vec3>& points) : points_(points) {
    for (const Vec3& p : points) extent_ = std::max(extent_, (p - points[0]).norm());
    // so far out, rounding may have put a point that lies in a plane
    thickness_ = 1e-13 * extent_;
  }

  /// False if the points lie in a plane.
  bool build() {
    if (!first_tetrahedron()) return false;
    for (std::size_t t = 0; t < triangles_.size(); ++t) {
      if (triangles_[t].alive && !triangles_[t].outside.empty()) add_furthest(static_cast<int>(t));
    }
    return true;
  }
  const std::vector<HullTriangle>& triangles() const { return triangles_; }

 private:
  const Vec3& point(int i) const { return points_[static_cast<std::size_t>(i)]; }
  HullTriangle& triangle(int t) { return triangles_[static_cast<std::size_t>(t)]; }
  double height(const HullTriangle& t, int p) const { return t.normal.dot(point(p)) - t.offset; }

  int add_triangle(int a, int b, int c) {
    HullTriangle t{.corners = {a, b, c}};
    t.normal = (point(b) - point(a)).cross(point(c) - point(a));
    const double area = t.normal.norm();
    // a sliver: nothing is outside of it
    if (area > 0.0) t.normal /= area;
    t.offset = t.normal.dot((point(a) + point(b) + point(c)) / 3.0);
    triangles_.push_back(std::move(t));
    return static_cast<int>(triangles_.size()) - 1;
  }

  template <class F>
  int best(F&& f) const {
    int at = 0;
    for (int i = 1; std::cmp_less(i, points_.size()); ++i) {
      if (f(i) > f(at)) at = i;
    }
    return at;
  }

  bool first_tetrahedron() {
    // thinner than this, relative to its length, and a body counts as flat
    constexpr double flat = 1e-9;
    const int a = best([&](int i) { return -point(i).x(); });
    const int b = best([&](int i) { return (point(i) - point(a)).norm(); });
    const Vec3 ab = (point(b) - point(a)).normalized();
    const int c = best([&](int i) { return ab.cross(point(i) - point(a)).norm(); });
    const Vec3 n = ab.cross(point(c) - point(a));
    if (!(n.norm() > flat * extent_)) return false;
    const int d = best([&](int i) { return std::abs(n.normalized().dot(point(i) - point(a))); });
    const double h = n.normalized().dot(point(d) - point(a));
    if (!(std::abs(h) > flat * extent_)) return false;
    const auto [p, q] = h < 0.0 ? std::pair{b, c} : std::pair{c, b};
    add_triangle(a, p, q);
    add_triangle(a, q, d);
    add_triangle(q, p, d);
    add_triangle(p, a, d);
    triangle(0).across = {3, 2, 1};
    triangle(1).across = {0, 2, 3};
    triangle(2).across = {0, 3, 1};
    triangle(3).across = {0, 1, 2};
    std::vector<int> all;
    for (int i = 0; std::cmp_less(i, points_.size()); ++i) all.push_back(i);
    deal_out(all, 0);
    return true;
  }

  /// Gives each point to the triangle from `first` on that it is highest above; those inside go.
  void deal_out(const std::vector<int>& points, int first) {
    for (const int p : points) {
      int at = -1;
      double highest = thickness_;
      for (int t = first; std::cmp_less(t, triangles_.size()); ++t) {
        const double h = height(triangle(t), p);
        if (h > highest) {
          highest = h;
          at = t;
        }
      }
      if (at >= 0) triangle(at).outside.push_back(p);
    }
  }

  void add_furthest(int t) {
    const auto& outside = triangle(t).outside;
    const int top =
        *std::ranges::max_element(outside, {}, [&](int p) { return height(triangle(t), p); });
    // what it sees, and the way round that
    std::vector<int> orphans;
    horizon_.clear();
    take_away(t, top, 0, orphans);
    const int first = static_cast<int>(triangles_.size());
    const int n = static_cast<int>(horizon_.size());
    for (int i = 0; i < n; ++i) {
      const auto [from, to, behind] = horizon_[static_cast<std::size_t>(i)];
      const int fresh = add_triangle(from, to, top);
      triangle(fresh).across = {behind, first + (i + 1) % n, first + (i + n - 1) % n};
      HullTriangle& b = triangle(behind);
      for (int k = 0; k < 3; ++k) {
        if (b.corners[k] == to && b.corners[(k + 1) % 3] == from) b.across[k] = fresh;
      }
    }
    deal_out(orphans, first);
  }

  /// Removes the triangle, and all that the point sees beyond its sides, beginning with one; where
  /// it sees no more is the horizon, in order.
  void take_away(int t, int top, int first_side, std::vector<int>& orphans) {
    triangle(t).alive = false;
    for (const int p : triangle(t).outside) {
      if (p != top) orphans.push_back(p);
    }
    triangle(t).outside.clear();
    for (int k = 0; k < 3; ++k) {
      const int side = (first_side + k) % 3;
      const int from = triangle(t).corners[side], to = triangle(t).corners[(side + 1) % 3];
      const int next = triangle(t).across[side];
      if (!triangle(next).alive) continue;
      if (height(triangle(next), top) > thickness_) {
        int entry = 0;
        while (triangle(next).corners[entry] != to) ++entry;
        take_away(next, top, (entry + 1) % 3, orphans);
      } else {
        horizon_.push_back({from, to, next});
      }
    }
  }

  struct Side {
    int from, to, behind;
  };
  const std::vector<Vec3>& points_;
  double extent_ = 0.0, thickness_ = 0.0;
  std::vector<HullTriangle> triangles_;
  std::vector<Side> horizon_;
};

/// Triangles in one plane become one face: the sides between them go, and what is left of their
/// sides, one after the other, is its border.
class HullFaces {
 public:
  HullFaces(const std::vector<Vec3>& points, const std::vector<HullTriangle>& triangles)
      : points_(points), triangles_(triangles), face_of_(triangles.size(), -1) {}

  Hull hull() {
    std::vector<std::vector<int>> borders;
    for (int t = 0; std::cmp_less(t, triangles_.size()); ++t) {
      if (!at(t).alive || face_of_[static_cast<std::size_t>(t)] >= 0) continue;
      const int face = static_cast<int>(borders.size());
      spread(t, at(t).normal, face);
      borders.push_back(border(face));
    }
    drop_straight_corners(borders);
    return assemble(borders);
  }

 private:
  const HullTriangle& at(int t) const { return triangles_[static_cast<std::size_t>(t)]; }

  void spread(int t, const Vec3& normal, int face) {
    // Corners of what was drawn flat are off by rounding; a normal then turns by this much.
    constexpr double same = 1.0 - 1e-12;
    members_.assign(1, t);
    face_of_[static_cast<std::size_t>(t)] = face;
    for (std::size_t i = 0; i < members_.size(); ++i) {
      for (const int next : at(members_[i]).across) {
        int& f = face_of_[static_cast<std::size_t>(next)];
        if (f >= 0 || !(at(next).normal.dot(normal) > same)) continue;
        f = face;
        members_.push_back(next);
      }
    }
  }

  std::vector<int> border(int face) const {
    std::map<int, int> next;
    for (const int t : members_) {
      for (int k = 0; k < 3; ++k) {
        if (face_of_[static_cast<std::size_t>(at(t).across[k])] == face) continue;
        next[at(t).corners[k]] = at(t).corners[(k + 1) % 3];
      }
    }
    std::vector<int> loop = {next.begin()->first};
    while (loop.size() < next.size()) loop.push_back(next.at(loop.back()));
    return loop;
  }

  /// A corner where only two faces meet is none.
  void drop_straight_corners(std::vector<std::vector<int>>& borders) const {
    std::map<int, int> faces;
    for (const auto& b : borders) {
      for (const int corner : b) ++faces[corner];
    }
    for (auto& b : borders) std::erase_if(b, [&](int corner) { return faces[corner] < 3; });
  }

  Hull assemble(const std::vector<std::vector<int>>& borders) const {
    Hull h;
    std::map<int, int> number;  // of the points that are corners
    for (const auto& b : borders) {
      for (const int corner : b) number[corner] = 0;
    }
    for (auto& [point, n] : number) {
      n = static_cast<int>(h.vertices.size());
      h.vertices.push_back(points_[static_cast<std::size_t>(point)]);
      h.size = std::max(h.size, h.vertices.back().norm());
    }
    std::vector<std::vector<int>> faces_at(h.vertices.size()), beside(h.vertices.size());
    h.face_begin.push_back(0);
    for (const auto& b : borders) {
      if (b.size() < 3) continue;
      const int face = static_cast<int>(h.normals.size());
      Vec3 normal = Vec3::Zero();
      for (std::size_t i = 0; i < b.size(); ++i) {
        const int v = number.at(b[i]), w = number.at(b[(i + 1) % b.size()]);
        h.face_corners.push_back(v);
        faces_at[static_cast<std::size_t>(v)].push_back(face);
        beside[static_cast<std::size_t>(v)].push_back(w);
        const Vec3& o = points_[static_cast<std::size_t>(b[0])];
        normal += (points_[static_cast<std::size_t>(b[i])] - o)
                      .cross(points_[static_cast<std::size_t>(b[(i + 1) % b.size()])] - o);
      }
      h.normals.push_back(normal.normalized());
      h.face_begin.push_back(static_cast<int>(h.face_corners.size()));
    }
    flatten(faces_at, h.vertex_faces, h.vertex_begin);
    flatten(beside, h.neighbors, h.neighbor_begin);
    return h;
  }

  static void flatten(const std::vector<std::vector<int>>& lists,
                      std::vector<int>& all,
                      std::vector<int>& begin) {
    begin.push_back(0);
    for (const auto& list : lists) {
      all.insert(all.end(), list.begin(), list.end());
      begin.push_back(static_cast<int>(all.size()));
    }
  }

  const std::vector<Vec3>& points_;
  const std::vector<HullTriangle>& triangles_;
  std::vector<int> face_of_, members_;
};

}  // namespace

// From corner to corner uphill: in a convex solid that ends at the top. Rounding may end it early
// on what is flat to rounding, which is as good.
std::size_t Hull::furthest(const Vec3& d) const {
  constexpr std::size_t few = 24;
  std::size_t at = 0;
  double best = vertices[0].dot(d);
  if (vertices.size() <= few) {
    for (std::size_t i = 1; i < vertices.size(); ++i) {
      const double h = vertices[i].dot(d);
      if (h > best) {
        best = h;
        at = i;
      }
    }
    return at;
  }
  for (bool climbs = true; climbs;) {
    climbs = false;
    const int begin = neighbor_begin[at], end = neighbor_begin[at + 1];
    for (int i = begin; i < end; ++i) {
      const auto v = static_cast<std::size_t>(neighbors[static_cast<std::size_t>(i)]);
      const double h = vertices[v].dot(d);
      if (h > best) {
        best = h;
        at = v;
        climbs = true;
      }
    }
  }
  return at;
}

std::size_t Hull::face_towards(std::size_t vertex, const Vec3& d) const {
  std::size_t at = 0;
  double best = -2.0;
  for (int i = vertex_begin[vertex]; i < vertex_begin[vertex + 1]; ++i) {
    const auto face = static_cast<std::size_t>(vertex_faces[static_cast<std::size_t>(i)]);
    const double along = normals[face].dot(d) / d.norm();
    if (along > best) {
      best = along;
      at = face;
    }
  }
  return at;
}

double Hull::volume() const {
  double six = 0.0;
  for (std::size_t f = 0; f < normals.size(); ++f) {
    const auto c = corners(f);
    const auto at = [&](std::size_t i) { return vertices[static_cast<std::size_t>(c[i])]; };
    for (std::size_t i = 1; i + 1 < c.size(); ++i) {
      six += (at(0) - vertices[0]).dot((at(i) - vertices[0]).cross(at(i + 1) - vertices[0]));
    }
  }
  return six / 6.0;
}

Hull convex_hull(const std::vector<Vec3>& points, Diagnostics& d) {
  if (points.size() < 4) {
    d.error("points",
            "are " + std::to_string(points.size()) + ": a solid has at least 4, give more");
    return {};
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (points[i].allFinite()) continue;
    d.error("points",
            "point " + std::to_string(i) + " is not finite: give three numbers in metres");
    return {};
  }
  QuickHull quick(points);
  if (!quick.build()) {
    d.error("points", "lie in a plane, which has no inside: move one of them out of it");
    return {};
  }
  return HullFaces(points, quick.triangles()).hull();
}

}  // namespace holon
