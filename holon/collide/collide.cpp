// SPDX-License-Identifier: Apache-2.0
#include "holon/collide/collide.h"

#include <utility>

#include "holon/collide/pairs.h"

namespace holon {

void touch_convex(
    const Convex& a, const Convex& b, const Place& B, double margin, ContactPoints& out) {
  if (a.as<BoxCore>() && b.as<BoxCore>()) {
    touch_boxes(a, b, B, margin, out);
  } else {
    span_contact(a, b, B, nearest(a, b, B, margin), margin, out);
  }
}

void touch_half_space(
    const HalfSpace& a, const Convex& b, const Place& B, double margin, ContactPoints& out) {
  const Vec3& n = a.normal;
  const Vec3 down = B.R.transpose() * -n;
  const auto add = [&](const Vec3& p, std::uint32_t feature) {
    const double gap = n.dot(p - a.point) - b.radius;
    const Vec3 on_b = p - b.radius * n;
    if (gap <= margin) out.add({on_b - gap * n, on_b, n, gap, feature});
  };
  Feature f;
  b.feature(down, f);
  for (int i = 0; i < f.size; ++i) add(B.point(f.points[i]), f.ids[i]);
  // the lowest point, unless one as low is there
  const Vec3 lowest = B.point(b.core_support(down));
  const double gap = n.dot(lowest - a.point) - b.radius;
  if (!(out.least_gap() <= gap + 1e-14 * b.size)) add(lowest, nearest_feature);
}

namespace {

void turn_round(Manifold& m) {
  for (int i = 0; i < m.size; ++i) {
    std::swap(m.points[i].on_a, m.points[i].on_b);
    m.points[i].normal = -m.points[i].normal;
  }
}

void to_world(const Place& A, Manifold& m) {
  for (int i = 0; i < m.size; ++i) {
    ContactPoint& p = m.points[i];
    p.on_a = A.point(p.on_a);
    p.on_b = A.point(p.on_b);
    p.normal = A.R * p.normal;
  }
}

/// The corners of a surface that are lowest over a half-space.
void touch_corners(const HalfSpace& a,
                   const TriangleSurface& b,
                   const Place& B,
                   double margin,
                   ContactPoints& out) {
  const Vec3 n = B.R.transpose() * a.normal;
  const double offset = a.normal.dot(a.point - B.x);
  const auto low_enough = [&](const Bounds& box) {
    return n.dot(box.center()) - n.cwiseAbs().dot(box.half()) - offset <= margin;
  };
  b.descend(low_enough, [&](int t) {
    const auto corners = b.corners(t);
    for (std::size_t k = 0; k < 3; ++k) {
      const double gap = n.dot(corners[k]) - offset;
      const Vec3 on_b = B.point(corners[k]);
      const auto vertex = static_cast<std::uint32_t>(b.vertex(t, k));
      if (gap <= margin) out.add({on_b - gap * a.normal, on_b, a.normal, gap, vertex});
    }
  });
}

}  // namespace

void collide(const CollisionShape& a,
             const Place& A,
             const CollisionShape& b,
             const Place& B,
             double margin,
             Manifold& out) {
  out.size = 0;
  if (b.half_space() && !a.half_space()) {
    collide(b, B, a, A, margin, out);
    turn_round(out);
    return;
  }
  const auto size = [](const CollisionShape& s) {
    if (s.convex()) return s.convex()->size;
    return s.surface() ? s.surface()->bounds().half().norm() : 0.0;
  };
  ContactPoints points(size(a) + size(b));
  const Place B_from_A = A.local(B);
  if (!B_from_A.is_finite()) return;
  if (a.half_space()) {
    if (b.half_space()) return;
    if (const TriangleSurface* surface = b.surface()) {
      touch_corners(*a.half_space(), *surface, B_from_A, margin, points);
    } else {
      touch_half_space(*a.half_space(), *b.convex(), B_from_A, margin, points);
    }
  } else {
    HOLON_EXPECT(a.convex() && b.convex());
    touch_convex(*a.convex(), *b.convex(), B_from_A, margin, points);
  }
  points.reduce(out);
  to_world(A, out);
}

void collide(const CollisionShape& a,
             const Place& A,
             const CollisionShape& b,
             const Place& B,
             double margin,
             std::vector<Manifold>& out) {
  const bool plane = a.half_space() || b.half_space();
  if (plane || (a.convex() && b.convex())) {
    Manifold one;
    collide(a, A, b, B, margin, one);
    if (one.size > 0) out.push_back(one);
    return;
  }
  // B's triangles one by one, if both are surfaces
  const bool turned = !a.surface();
  const TriangleSurface& surface = turned ? *b.surface() : *a.surface();
  const CollisionShape& other = turned ? a : b;
  const Place& S = turned ? B : A;
  const Place place = S.local(turned ? A : B);
  if (!place.is_finite()) return;
  const std::size_t first = out.size();
  SurfaceContacts contacts(surface, margin, out);
  if (const Convex* convex = other.convex()) {
    contacts.touch(*convex, place, 0);
    contacts.finish([&](int /*number*/) -> const Convex& { return *convex; }, place);
  } else {
    const TriangleSurface& sheet = *other.surface();
    const auto triangle = [&](int t) { return Convex(TriangleCore{sheet.corners(t)}); };
    const Place back{place.R.transpose(), place.local(Vec3(Vec3::Zero()))};
    sheet.each_in(surface.bounds().grown(margin).at(back), [&](int t) {
      if (sheet.normal(t) != Vec3::Zero()) contacts.touch(triangle(t), place, t);
    });
    contacts.finish(triangle, place);
  }
  for (std::size_t i = first; i < out.size(); ++i) {
    to_world(S, out[i]);
    if (turned) turn_round(out[i]);
  }
}

}  // namespace holon
