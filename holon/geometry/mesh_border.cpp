// SPDX-License-Identifier: Apache-2.0
#include "holon/geometry/mesh_border.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "holon/math/dual.h"

namespace holon {
namespace {

using Powers = Eigen::Matrix<double, 3, 4>;

/// e(s) by Horner's rule.
template <class S>
Vec3T<S> point_at(const Powers& p, const S& s) {
  Vec3T<S> e = p.col(3).cast<S>();
  for (int k = 2; k >= 0; --k) e = e * s + p.col(k).cast<S>();
  return e;
}
/// e'(s)
template <class S>
Vec3T<S> tangent_at(const Powers& p, const S& s) {
  Vec3T<S> e = (3.0 * p.col(3)).eval().cast<S>();
  for (int k = 2; k >= 1; --k) e = e * s + (k * p.col(k)).eval().cast<S>();
  return e;
}
Vec3 bend_at(const Powers& p, double s) {
  return 2.0 * p.col(2) + 6.0 * s * p.col(3);
}

constexpr double kReach = 1.0;  // how far an edge goes on beyond its ends, in edges

}  // namespace

BorderEdge::BorderEdge(const std::array<Vec3, 4>& b, const Vec3& begin, const Vec3& end)
    : in_begin(begin), in_end(end) {
  powers << b[0], 3.0 * (b[1] - b[0]), 3.0 * (b[0] - 2.0 * b[1] + b[2]),
      b[3] - b[0] + 3.0 * (b[1] - b[2]);
}

// Newton's method from the foot on the chord; edges bend little.
double BorderEdge::foot_of(const Vec3& x) const {
  const Vec3 first = powers.col(0), chord = powers.rightCols<3>().rowwise().sum();
  double s = std::clamp((x - first).dot(chord) / chord.squaredNorm(), -kReach, 1.0 + kReach);
  for (int round = 0; round < 30; ++round) {
    const Vec3 d = x - point_at(powers, s), t = tangent_at(powers, s);
    const double speed = t.squaredNorm();
    const double slope = std::max(speed - d.dot(bend_at(powers, s)), 0.1 * speed);
    const double next = std::clamp(s + d.dot(t) / slope, -kReach, 1.0 + kReach);
    const double step = std::abs(next - s);
    s = next;
    if (!(step > 1e-15)) break;
  }
  return s;
}

// The derivatives of s follow by Newton's iteration, which gains one order each time.
SurfaceJet BorderEdge::wall(const Vec3& at) const {
  using Number = Quadratic<3>;
  const double s0 = foot_of(at);
  const Vec3 d0 = at - point_at(powers, s0);
  const Vec3 t0 = tangent_at(powers, s0);
  const double slope = t0.squaredNorm() - d0.dot(bend_at(powers, s0));
  const bool ends = s0 <= -kReach || s0 >= 1.0 + kReach || slope < 0.1 * t0.squaredNorm();
  const Vec3T<Number> x(Number::input(0, at[0]), Number::input(1, at[1]), Number::input(2, at[2]));
  Number s(s0);
  for (int round = 0; round < 2 && !ends; ++round) {
    const Vec3T<Number> d = x - point_at(powers, s);
    const Number miss = d.dot(tangent_at(powers, s));
    s += (miss - Number(miss.v)) / Number(slope);
  }
  const Vec3T<Number> t = tangent_at(powers, s);
  Vec3T<Number> b = in_begin.cast<Number>() * (Number(1.0) - s) + in_end.cast<Number>() * s;
  b -= t * (b.dot(t) / t.dot(t));
  const Vec3T<Number> d = x - point_at(powers, s);
  const Number w = d.dot(b) / sqrt(b.dot(b));
  return {w.v, w.d, w.dd};
}

int MeshBorder::add(const BorderEdge& edge) {
  edges_.push_back(edge);
  return static_cast<int>(edges_.size()) - 1;
}

void MeshBorder::deal_out(const std::vector<int>& after) {
  std::vector<bool> done(edges_.size(), false);
  for (int first = 0; first < std::ssize(edges_); ++first)
    for (int i = first; !done[static_cast<std::size_t>(i)];) {
      done[static_cast<std::size_t>(i)] = true;
      const int next = after[static_cast<std::size_t>(i)];
      const int row = edge(i).row;
      if (!done[static_cast<std::size_t>(next)])
        edges_[static_cast<std::size_t>(next)].row = sticks_out({i, next}) ? 1 - row : row;
      i = next;
    }
}

bool MeshBorder::sticks_out(const Corner& corner) const {
  const Vec3 onward = tangent_at(edge(corner.out).powers, 0.0).normalized();
  return edge(corner.in).in_end.dot(onward) > 1e-6;
}

EdgeWalls MeshBorder::wall_of(int i, const Vec3& x) const {
  EdgeWalls walls = {edge(i).wall(x), no_wall()};
  if (edge(i).row == 1) std::swap(walls[0], walls[1]);
  return walls;
}

EdgeWalls MeshBorder::walls_of(const Corner& corner, const Vec3& x) const {
  const SurfaceJet in = edge(corner.in).wall(x), out = edge(corner.out).wall(x);
  const bool both = sticks_out(corner);
  EdgeWalls walls = {both || in.f > out.f ? in : out, both ? out : no_wall()};
  if (edge(corner.in).row == 1) std::swap(walls[0], walls[1]);
  return walls;
}

}  // namespace holon
