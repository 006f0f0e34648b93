// SPDX-License-Identifier: Apache-2.0
#include "holon/collide/query.h"

#include <algorithm>
#include <cmath>

namespace holon {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

Nearest turned_round(const Nearest& n) {
  return {n.on_b, n.on_a, -n.normal, n.gap};
}

Nearest nearest_to_half_space(const HalfSpace& a, const Convex& b, const Place& B) {
  const Vec3 on_b = B.point(b.support(B.R.transpose() * -a.normal));
  const double gap = a.normal.dot(on_b - a.point);
  return {on_b - gap * a.normal, on_b, a.normal, gap};
}

double distance_between(const Bounds& a, const Bounds& b) {
  return (a.low - b.high).cwiseMax(b.low - a.high).cwiseMax(0.0).norm();
}

/// The nearest of all triangles, as long as they are nearer than `best`.
void nearest_triangle(const TriangleSurface& a, const Convex& b, const Place& B, Nearest& best) {
  const Bounds box = b.bounds(B);
  const auto worth = [&](const Bounds& node) {
    return distance_between(node, box) <= std::max(best.gap, 0.0);
  };
  a.descend(worth, [&](int t) {
    if (a.normal(t) == Vec3::Zero()) return;
    const Nearest n = nearest(Convex(TriangleCore{a.corners(t)}), b, B, best.gap);
    if (n.gap < best.gap) best = n;
  });
}

/// In the axes of A.
Nearest nearest_of_surface(const TriangleSurface& a, const CollisionShape& b, const Place& B) {
  Nearest best{{}, {}, Vec3::UnitZ(), infinity};
  if (const Convex* convex = b.convex()) {
    nearest_triangle(a, *convex, B, best);
  } else {
    const TriangleSurface& sheet = *b.surface();
    const auto worth = [&](const Bounds& node) {
      return distance_between(a.bounds(), node.at(B)) <= std::max(best.gap, 0.0);
    };
    sheet.descend(worth, [&](int t) {
      nearest_triangle(a, Convex(TriangleCore{sheet.corners(t)}), B, best);
    });
  }
  return best;
}

Nearest lowest_corner(const HalfSpace& a, const TriangleSurface& b, const Place& B) {
  Nearest best{{}, {}, a.normal, infinity};
  for (const Vec3& v : b.vertices()) {
    const Vec3 on_b = B.point(v);
    const double gap = a.normal.dot(on_b - a.point);
    if (gap < best.gap) best = {on_b - gap * a.normal, on_b, a.normal, gap};
  }
  return best;
}

Nearest nearest_local(const CollisionShape& a, const CollisionShape& b, const Place& B) {
  if (const HalfSpace* plane = a.half_space()) {
    return b.convex() ? nearest_to_half_space(*plane, *b.convex(), B)
                      : lowest_corner(*plane, *b.surface(), B);
  }
  if (a.convex()) return nearest(*a.convex(), *b.convex(), B, infinity);
  return nearest_of_surface(*a.surface(), b, B);
}

}  // namespace

std::optional<Nearest> nearest_points(const CollisionShape& a,
                                      const Place& A,
                                      const CollisionShape& b,
                                      const Place& B) {
  if (a.half_space() && b.half_space()) return {};
  // half-spaces first, then surfaces
  const auto rank = [](const CollisionShape& s) {
    return s.half_space() ? 0 : s.surface() ? 1 : 2;
  };
  if (rank(b) < rank(a)) {
    const auto n = nearest_points(b, B, a, A);
    return n ? std::optional(turned_round(*n)) : std::nullopt;
  }
  const Nearest n = nearest_local(a, b, A.local(B));
  return Nearest{A.point(n.on_a), A.point(n.on_b), A.R * n.normal, n.gap};
}

bool overlap(const CollisionShape& a, const Place& A, const CollisionShape& b, const Place& B) {
  if (!a.half_space() && !b.half_space() && !a.bounds(A).overlaps(b.bounds(B))) return false;
  const auto n = nearest_points(a, A, b, B);
  return !n || n->gap <= 0.0;
}

Place MovingPlace::at(double t) const {
  const double speed = angular_velocity.norm();
  const Mat3 turn = speed > 0.0
                        ? Eigen::AngleAxisd(speed * t, angular_velocity / speed).toRotationMatrix()
                        : Mat3(Mat3::Identity());
  return {turn * start.R, start.x + t * velocity};
}

namespace {

/// How far from its origin a shape reaches.
double reach_of(const CollisionShape& s) {
  if (s.convex()) return s.convex()->size;
  if (!s.surface()) return 0.0;
  return s.surface()
      ->bounds()
      .low.cwiseAbs()
      .cwiseMax(s.surface()->bounds().high.cwiseAbs())
      .norm();
}

}  // namespace

std::optional<Impact> time_of_impact(const CollisionShape& a,
                                     const MovingPlace& A,
                                     const CollisionShape& b,
                                     const MovingPlace& B,
                                     double duration,
                                     double touching) {
  HOLON_EXPECT(touching > 0.0 && duration >= 0.0);
  HOLON_EXPECT(!a.half_space() || A.angular_velocity == Vec3::Zero());
  HOLON_EXPECT(!b.half_space() || B.angular_velocity == Vec3::Zero());
  constexpr int max_steps = 1000;
  const Vec3 v = B.velocity - A.velocity;
  const double turning =
      A.angular_velocity.norm() * reach_of(a) + B.angular_velocity.norm() * reach_of(b);
  double t = 0.0;
  std::optional<Nearest> n;
  for (int step = 0; step < max_steps; ++step) {
    n = nearest_points(a, A.at(t), b, B.at(t));
    if (!n) return {};
    if (n->gap <= 2.0 * touching) return Impact{t, *n};
    // Convex shapes are apart by as much all over their normal; triangles elsewhere may not be.
    const double speed = a.surface() || b.surface() ? v.norm() : -v.dot(n->normal);
    if (!(speed + turning > 0.0)) return {};
    t += (n->gap - touching) / (speed + turning);
    if (!(t <= duration)) return {};
  }
  return Impact{t, *n};
}

}  // namespace holon
