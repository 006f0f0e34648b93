// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "holon/collide/pairs.h"

namespace holon {
namespace {

constexpr double kThin = 1e-3;  // of the size of a body

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
  out.add({low - gap * up, low, up, gap, nearest_feature});
}

}  // namespace

// Triangle by triangle. A normal that the surface as a whole would not have there, as that of an
// edge between two triangles of a floor, gives way to the triangle's own; what the body has above
// this triangle, and not above another, then counts.
void SurfaceContacts::touch(const Convex& b, const Place& B) {
  surface_.each_in(b.bounds(B).grown(margin_), [&](int t) {
    const Vec3& up = surface_.normal(t);
    if (up == Vec3::Zero()) return;
    const Convex triangle(TriangleCore{surface_.corners(t)});
    const Nearest at = nearest(triangle, b, B, margin_);
    if (!(at.gap <= margin_)) return;
    ContactPoints points(b.size);
    if (surface_.admits(t, at.on_a, at.normal)) {
      span_contact(triangle, b, B, at, margin_, points);
    } else {
      // from in front only: half of the body has to be there, or nearly so if it is very thin
      const Vec3 down = B.R.transpose() * -up;
      const Vec3 low = B.point(b.support(down)), high = B.point(b.support(-down));
      const auto& corners = triangle.as<TriangleCore>()->corners;
      if (!(up.dot(0.5 * (low + high) - corners[0]) >= -kThin * b.size)) return;
      span_faces(triangle, b, B, up, margin_, points);
      add_lowest(corners, up, low, margin_, points);
    }
    gather(points, t, b.size);
  });
}

// What is the body's own, as a corner above the floor, keeps its name from triangle to triangle.
void SurfaceContacts::gather(const ContactPoints& points, int triangle, double scale) {
  if (points.empty()) return;
  // Where a rounded body rests on an edge, its normal is the same for both triangles to what the
  // search for it leaves.
  constexpr double same = 1.0 - 1e-6;
  const Vec3& n = points.begin()->normal;
  const auto fits = [&](const ContactPoints& g) { return g.begin()->normal.dot(n) > same; };
  auto* const end = groups_.data() + size_;
  auto* group = std::find_if(groups_.data(), end, fits);
  if (group == end) {
    if (size_ == capacity) {
      groups_[0].reduce(out_.emplace_back());
      std::move(groups_.data() + 1, end, groups_.data());
      --size_;
    }
    group = &groups_[size_++];
    *group = ContactPoints(scale);
  }
  for (ContactPoint p : points) {
    if (p.feature & crossing_feature) {
      p.feature = crossing_feature | feature_of(p.feature, static_cast<std::uint32_t>(triangle));
    }
    group->add(p);
  }
}

void SurfaceContacts::finish() {
  for (int i = 0; i < size_; ++i) groups_[i].reduce(out_.emplace_back());
  size_ = 0;
}

}  // namespace holon
