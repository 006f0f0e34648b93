// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "holon/collide/pairs.h"

namespace holon {
namespace {

/// A direction from A to B, and the gap between the boxes along it. Numbered: A's axes, B's axes,
/// then the products of one each.
struct SeparatingAxis {
  Vec3 normal = Vec3::UnitZ();
  double gap = -std::numeric_limits<double>::infinity();
  int number = 0;
};

/// The direction with the largest gap. Faces come first: a product of edges wins only by more than
/// rounding, so that boxes which lie on each other have a face's normal.
SeparatingAxis best_axis(const Vec3& half_a, const Vec3& half_b, const Place& B) {
  const double rounding = 1e-12 * (half_a.norm() + half_b.norm());
  SeparatingAxis best;
  const auto consider = [&](const Vec3& n, int number) {
    const double along = n.dot(B.x);
    const double gap =
        std::abs(along) - n.cwiseAbs().dot(half_a) - (B.R.transpose() * n).cwiseAbs().dot(half_b);
    if (gap > best.gap + rounding) best = {along < 0.0 ? Vec3(-n) : n, gap, number};
  };
  for (int i = 0; i < 3; ++i) consider(Vec3::Unit(i), i);
  for (int i = 0; i < 3; ++i) consider(B.R.col(i), 3 + i);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const Vec3 n = Vec3::Unit(i).cross(B.R.col(j));
      // edges side by side: faces know better
      constexpr double parallel = 1e-6;
      if (n.norm() > parallel) consider(n.normalized(), 6 + 3 * i + j);
    }
  }
  return best;
}

/// Where the edge of A along axis i and that of B along axis j cross, both being the furthest
/// towards each other along the normal.
Nearest crossing_edges(const BoxCore& a,
                       const BoxCore& b,
                       const Place& B,
                       const SeparatingAxis& at) {
  const int i = (at.number - 6) / 3, j = (at.number - 6) % 3;
  Vec3 p = a.support(at.normal), q = b.support(B.R.transpose() * -at.normal);
  p[i] = 0.0;
  q[j] = 0.0;
  const Vec3 u = Vec3::Unit(i), w = B.R.col(j), c = B.point(q) - p;
  const double uw = u.dot(w), sine2 = u.cross(w).squaredNorm();
  const double s = (u.dot(c) - uw * w.dot(c)) / sine2;
  const Vec3 on_a = p + s * u;
  return {on_a, on_a + at.gap * at.normal, at.normal, at.gap};
}

}  // namespace

// [Gottschalk96]: two boxes that overlap do so least along one of 15 directions. Where they do not
// overlap, the largest gap along one of them is less than the distance, if corners are nearest.
void touch_boxes(
    const Convex& a, const Convex& b, const Place& B, double margin, ContactPoints& out) {
  const BoxCore &box_a = *a.as<BoxCore>(), &box_b = *b.as<BoxCore>();
  const SeparatingAxis axis = best_axis(box_a.half, box_b.half, B);
  if (!(axis.gap <= margin)) return;
  if (axis.gap <= 0.0) {
    if (axis.number >= 6) {
      span_contact(a, b, B, crossing_edges(box_a, box_b, B, axis), margin, out);
    } else {
      span_faces(a, b, B, axis.normal, margin, out);
    }
  }
  if (out.empty()) span_contact(a, b, B, nearest(a, b, B, margin), margin, out);
}

}  // namespace holon
