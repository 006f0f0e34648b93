// SPDX-License-Identifier: Apache-2.0
#include "holon/collide/triangle_surface.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <utility>

namespace holon {
namespace {

const Vec3& vertex_at(const std::vector<Vec3>& vertices, int i) {
  return vertices[static_cast<std::size_t>(i)];
}

}  // namespace

void TriangleSurface::check(const std::vector<Vec3>& vertices,
                            const std::vector<Triangle>& triangles,
                            Diagnostics& d) {
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    if (vertices[i].allFinite()) continue;
    d.error("vertices", "vertex " + std::to_string(i) + " is not finite: give three numbers");
    return;
  }
  d.expect(!triangles.empty(), "triangles", "are none: a surface needs at least one");
  std::map<std::pair<int, int>, int> runs;
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    const Triangle& c = triangles[t];
    for (const int v : c) {
      if (v >= 0 && std::cmp_less(v, vertices.size())) continue;
      d.error("triangles",
              "triangle " + std::to_string(t) + " names vertex " + std::to_string(v) + " of "
                  + std::to_string(vertices.size()) + ": vertices are numbered from 0");
      return;
    }
    for (int k = 0; k < 3; ++k) {
      if (++runs[{c[k], c[(k + 1) % 3]}] < 2) continue;
      d.error("triangles",
              "triangle " + std::to_string(t) + " runs along edge " + std::to_string(c[k]) + "-"
                  + std::to_string(c[(k + 1) % 3])
                  + " the same way as another: two may meet there, in opposite directions");
      return;
    }
  }
}

TriangleSurface::TriangleSurface(std::vector<Vec3> vertices, std::vector<Triangle> triangles)
    : vertices_(std::move(vertices)), triangles_(std::move(triangles)) {
  std::vector<Bounds> boxes;
  for (int t = 0; t < size(); ++t) {
    const auto [p, q, r] = corners(t);
    const Vec3 n = (q - p).cross(r - p);
    const double longest = std::max({(q - p).norm(), (r - p).norm(), (r - q).norm()});
    const bool flat = !(n.norm() > 1e-12 * longest * longest);
    normals_.push_back(flat ? Vec3::Zero() : n.normalized());
    Bounds& b = boxes.emplace_back();
    for (const Vec3& x : {p, q, r}) b.add(x);
  }
  find_neighbors();
  order_.resize(triangles_.size());
  std::iota(order_.begin(), order_.end(), 0);
  nodes_.emplace_back();
  split(0, 0, size(), boxes);
}

void TriangleSurface::find_neighbors() {
  std::map<std::pair<int, int>, int> owner;
  std::vector<std::set<int>> ends(vertices_.size());
  for (int t = 0; t < size(); ++t) {
    const Triangle& c = triangles_[static_cast<std::size_t>(t)];
    for (int k = 0; k < 3; ++k) {
      owner[{c[k], c[(k + 1) % 3]}] = t;
      ends[static_cast<std::size_t>(c[k])].insert(c[(k + 1) % 3]);
      ends[static_cast<std::size_t>(c[(k + 1) % 3])].insert(c[k]);
    }
  }
  for (const Triangle& c : triangles_) {
    std::array<int, 3>& across = across_.emplace_back();
    for (int k = 0; k < 3; ++k) {
      const auto other = owner.find({c[(k + 1) % 3], c[k]});
      across[k] = other == owner.end() ? -1 : other->second;
    }
  }
  is_closed_ = std::ranges::all_of(across_, [](const auto& sides) {
    return std::ranges::all_of(sides, [](int other) { return other >= 0; });
  });
  beside_begin_.push_back(0);
  for (const auto& others : ends) {
    beside_.insert(beside_.end(), others.begin(), others.end());
    beside_begin_.push_back(static_cast<int>(beside_.size()));
  }
}

double TriangleSurface::depth_behind(int t) const {
  if (!is_closed_) return std::numeric_limits<double>::infinity();
  const Vec3& n = normal(t);
  const Vec3 from_center = corners(t)[0] - bounds().center();
  return n.dot(from_center) + n.cwiseAbs().dot(bounds().half());
}

// In halves, at the median along the longest side.
void TriangleSurface::split(int node, int begin, int end, const std::vector<Bounds>& boxes) {
  constexpr int few = 4;
  Bounds all, centers;
  for (int i = begin; i < end; ++i) {
    const Bounds& b = boxes[static_cast<std::size_t>(order_[static_cast<std::size_t>(i)])];
    all.add(b);
    centers.add(b.center());
  }
  Node fresh{all, begin, end - begin};
  if (fresh.count > few) {
    int axis = 0;
    centers.half().maxCoeff(&axis);
    const int middle = begin + fresh.count / 2;
    std::nth_element(
        order_.begin() + begin, order_.begin() + middle, order_.begin() + end, [&](int s, int t) {
          const double x = boxes[static_cast<std::size_t>(s)].center()[axis];
          const double y = boxes[static_cast<std::size_t>(t)].center()[axis];
          return std::pair(x, s) < std::pair(y, t);
        });
    fresh = {all, static_cast<int>(nodes_.size()), 0};
    nodes_.resize(nodes_.size() + 2);
    split(fresh.first, begin, middle, boxes);
    split(fresh.first + 1, middle, end, boxes);
  }
  nodes_[static_cast<std::size_t>(node)] = fresh;
}

bool TriangleSurface::admits(int t, const Vec3& x, const Vec3& n) const {
  constexpr double rounding = 1e-7;
  const Triangle& c = triangles_[static_cast<std::size_t>(t)];
  const Vec3& up = normal(t);
  if (n.dot(up) >= 1.0 - 0.5 * rounding * rounding) return true;
  if (!(n.dot(up) > -rounding)) return false;

  // on which sides x is: within so much of the side's distance from the corner opposite
  constexpr double near = 1e-6;
  std::array<bool, 3> on_side{};
  int sides = 0;
  for (int k = 0; k < 3; ++k) {
    const Vec3& p = vertex_at(vertices_, c[k]);
    const Vec3 in = up.cross(vertex_at(vertices_, c[(k + 1) % 3]) - p);
    on_side[k] = in.dot(x - p) <= near * in.dot(vertex_at(vertices_, c[(k + 2) % 3]) - p);
    sides += on_side[k] ? 1 : 0;
  }
  if (sides == 0) return false;
  if (sides == 1) {
    const int k = on_side[0] ? 0 : on_side[1] ? 1 : 2;
    const Vec3 e = (vertex_at(vertices_, c[(k + 1) % 3]) - vertex_at(vertices_, c[k])).normalized();
    const int other = across_[static_cast<std::size_t>(t)][k];
    if (n.dot(up.cross(e)) > rounding) return false;
    return other < 0 || !(n.dot(normal(other).cross(-e)) > rounding);
  }
  const int corner = on_side[0] && on_side[2] ? c[0] : on_side[0] ? c[1] : c[2];
  const auto begin = beside_begin_[static_cast<std::size_t>(corner)];
  const auto end = beside_begin_[static_cast<std::size_t>(corner) + 1];
  for (int i = begin; i < end; ++i) {
    const Vec3 e =
        vertex_at(vertices_, beside_[static_cast<std::size_t>(i)]) - vertex_at(vertices_, corner);
    if (n.dot(e) > rounding * e.norm()) return false;
  }
  return true;
}

}  // namespace holon
