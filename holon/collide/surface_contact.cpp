// SPDX-License-Identifier: Apache-2.0
#include "holon/collide/pairs.h"

namespace holon {
namespace {

/// Adds points to the manifold from `first` on that has their normal, or as a new one.
void merge(const ContactPoints& points, std::size_t first, std::vector<Manifold>& out) {
  // Where a rounded body rests on an edge, its normal is the same for both triangles to what the
  // search for it leaves.
  constexpr double same = 1.0 - 1e-6;
  Manifold fresh;
  points.reduce(fresh);
  if (fresh.size == 0) return;
  for (std::size_t i = first; i < out.size(); ++i) {
    Manifold& m = out[i];
    if (!(m.points[0].normal.dot(fresh.points[0].normal) > same)) continue;
    ContactPoints all;
    for (const ContactPoint& p : m) all.add(p);
    for (const ContactPoint& p : fresh) all.add(p);
    all.reduce(m);
    return;
  }
  out.push_back(fresh);
}

/// The lowest point of a body, if it is above or below the triangle.
void add_lowest(const std::array<Vec3, 3>& corners,
                const Vec3& up,
                const Vec3& low,
                double margin,
                ContactPoints& out) {
  const double gap = up.dot(low - corners[0]);
  if (!(gap <= margin) || out.least_gap() <= gap + 1e-9 * (low - corners[0]).norm()) return;
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3 in = up.cross(corners[(k + 1) % 3] - corners[k]);
    if (in.dot(low - corners[k]) < 0.0) return;
  }
  out.add({low - gap * up, low, up, gap, 0xffff0001U});
}

}  // namespace

// Triangle by triangle. A normal that the surface as a whole would not have there, as that of an
// edge between two triangles of a floor, gives way to the triangle's own; what the body has above
// this triangle, and not above another, then counts.
void touch_surface(const TriangleSurface& a,
                   const Convex& b,
                   const Place& B,
                   double margin,
                   std::vector<Manifold>& out) {
  const std::size_t first = out.size();
  a.each_in(b.bounds(B).grown(margin), [&](int t) {
    const Vec3& up = a.normal(t);
    if (up == Vec3::Zero()) return;
    const Convex triangle(TriangleCore{a.corners(t)});
    const Nearest at = nearest(triangle, b, B, margin);
    if (!(at.gap <= margin)) return;
    ContactPoints points;
    if (a.admits(t, at.on_a, at.normal)) {
      span_contact(triangle, b, B, at, margin, points);
    } else {
      // from in front only: more than half of the body has to be there
      const Vec3 down = B.R.transpose() * -up;
      const Vec3 low = B.point(b.support(down)), high = B.point(b.support(-down));
      const auto& corners = triangle.as<TriangleCore>()->corners;
      if (!(up.dot(0.5 * (low + high) - corners[0]) >= 0.0)) return;
      span_faces(triangle, b, B, up, margin, points);
      add_lowest(corners, up, low, margin, points);
    }
    merge(points, first, out);
  });
}

}  // namespace holon
