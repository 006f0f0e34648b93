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

SurfaceContacts::SurfaceContacts(const TriangleSurface& surface,
                                 double margin,
                                 std::vector<Manifold>& out)
    : surface_(surface), margin_(margin), out_(out), doubtful_(room()) {
  doubtful_.clear();
}

/// Kept from call to call, so that none asks for memory.
std::vector<SurfaceContacts::Doubtful>& SurfaceContacts::room() {
  static thread_local std::vector<Doubtful> room;
  return room;
}

// Triangle by triangle. A normal that the surface as a whole would not have there, as that of an
// edge between two triangles of a floor, is looked at again when all that it does have are known.
void SurfaceContacts::touch(const Convex& b, const Place& B, int number) {
  surface_.each_in(b.bounds(B).grown(margin_), [&](int t) {
    if (surface_.normal(t) == Vec3::Zero()) return;
    const Convex triangle(TriangleCore{surface_.corners(t)});
    const Nearest at = nearest(triangle, b, B, margin_);
    if (!(at.gap <= margin_)) return;
    if (!surface_.admits(t, at.on_a, at.normal)) {
      doubtful_.push_back({number, t, at.normal, at.gap});
      return;
    }
    ContactPoints points(b.size);
    span_contact(triangle, b, B, at, margin_, points);
    gather(points, t, b.size);
    note_admitted(at.normal);
  });
}

void SurfaceContacts::note_admitted(const Vec3& normal) {
  constexpr double same = 0.999;
  if (!is_admitted(normal, same) && n_admitted_ < most_admitted) admitted_[n_admitted_++] = normal;
}

bool SurfaceContacts::is_admitted(const Vec3& normal, double cosine) const {
  return std::any_of(admitted_.begin(), admitted_.begin() + n_admitted_, [&](const Vec3& n) {
    return n.dot(normal) > cosine;
  });
}

/// How deep a body may be in front of a triangle to be pushed along the triangle's own normal.
/// Where the direction in which it is left soonest is one in which others of the surface rightly
/// are touched, hardly deeper than in that one: so the sides of a block on a table are not, which
/// the table touches from below. Over a seam in a floor nobody is touched sideways. Of a closed
/// surface, not beyond all of it.
double SurfaceContacts::least_gap(const Doubtful& d, double size) const {
  constexpr double alike = 0.95;
  if (!is_admitted(d.normal, alike)) return -surface_.depth_behind(d.triangle);
  return 2.0 * d.gap - 3.0 * std::max(d.gap, 0.0)
         - kThin * std::min(size, surface_.bounds().half().norm());
}

/// The triangle's own normal, for what the body has above this triangle and not above another. From
/// in front only: half of the body has to be there, or nearly so if it is very thin.
void SurfaceContacts::touch_in_front(const Convex& b, const Place& B, const Doubtful& d) {
  const int t = d.triangle;
  const Vec3& up = surface_.normal(t);
  const Convex triangle(TriangleCore{surface_.corners(t)});
  const auto& corners = triangle.as<TriangleCore>()->corners;
  const Vec3 down = B.R.transpose() * -up;
  const Vec3 low = B.point(b.support(down)), high = B.point(b.support(-down));
  if (!(up.dot(0.5 * (low + high) - corners[0]) >= -kThin * b.size)) return;
  ContactPoints points(b.size);
  span_faces(triangle, b, B, up, margin_, points);
  add_lowest(corners, up, low, margin_, points);
  if (points.least_gap() >= least_gap(d, b.size)) gather(points, t, b.size);
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

void SurfaceContacts::gather_all() {
  for (int i = 0; i < size_; ++i) groups_[i].reduce(out_.emplace_back());
  size_ = 0;
}

}  // namespace holon
