// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "holon/collide/nearest.h"

namespace holon {
namespace {

/// The point of a solid's surface nearest to a point, the normal there out of the solid, and how
/// far the point is from it, negative inside.
struct Foot {
  Vec3 point, normal;
  double distance;
};

Foot foot_on(const PointCore& /*c*/, const Vec3& p) {
  const double d = p.norm();
  return {Vec3::Zero(), d > 0.0 ? Vec3(p / d) : Vec3::UnitZ(), d};
}

Foot foot_on(const SegmentCore& c, const Vec3& p) {
  const Vec3 foot{0.0, 0.0, std::clamp(p.z(), -c.half, c.half)};
  const double d = (p - foot).norm();
  return {foot, d > 0.0 ? Vec3((p - foot) / d) : Vec3::UnitX(), d};
}

Foot foot_on(const BoxCore& c, const Vec3& p) {
  const Vec3 foot = p.cwiseMax(-c.half).cwiseMin(c.half);
  const double d = (p - foot).norm();
  if (d > 0.0) return {foot, (p - foot) / d, d};
  int i = 0;
  const double height = (p.cwiseAbs() - c.half).maxCoeff(&i);
  const double side = p[i] < 0.0 ? -1.0 : 1.0;
  Foot f{p, side * Vec3::Unit(i), height};
  f.point[i] = side * c.half[i];
  return f;
}

/// A solid of revolution about z whose outline, from the axis to the axis, is a few corners (ρ, z)
/// of a convex polygon, counter-clockwise.
Foot foot_on_revolved(std::span<const Vec2> outline, const Vec3& p) {
  const double rho = std::hypot(p.x(), p.y());
  const Vec3 radial = rho > 0.0 ? Vec3(p.x() / rho, p.y() / rho, 0.0) : Vec3::UnitX();
  const Vec2 x{rho, p.z()};
  Vec2 inner = x, outer = x, inner_normal = Vec2::UnitY();
  double highest = -1e300, nearest = 1e300;
  for (std::size_t i = 0; i + 1 < outline.size(); ++i) {
    const Vec2 e = outline[i + 1] - outline[i];
    const Vec2 n = Vec2(e.y(), -e.x()).normalized();
    const double h = n.dot(x - outline[i]);
    if (h > highest) {
      highest = h;
      inner = x - h * n;
      inner_normal = n;
    }
    const double t = std::clamp(e.dot(x - outline[i]) / e.squaredNorm(), 0.0, 1.0);
    const Vec2 foot = outline[i] + t * e;
    if ((x - foot).norm() < nearest) {
      nearest = (x - foot).norm();
      outer = foot;
    }
  }
  const auto in_space = [&](const Vec2& v) -> Vec3 {
    return v.x() * radial + v.y() * Vec3::UnitZ();
  };
  // Where the foot is on a flank, its own normal is exact even close by.
  if (highest <= 0.0 || (outer - inner).norm() <= 1e-12 * outer.norm()) {
    return {in_space(inner), in_space(inner_normal), highest};
  }
  return {in_space(outer), in_space((x - outer) / nearest), nearest};
}

Foot foot_on(const CylinderCore& c, const Vec3& p) {
  const std::array<Vec2, 4> outline = {
      Vec2(0.0, -c.half), Vec2(c.radius, -c.half), Vec2(c.radius, c.half), Vec2(0.0, c.half)};
  return foot_on_revolved(outline, p);
}

Foot foot_on(const ConeCore& c, const Vec3& p) {
  const std::array<Vec2, 3> outline = {Vec2(0.0, 0.0), Vec2(c.radius, 0.0), Vec2(0.0, c.height)};
  return foot_on_revolved(outline, p);
}

template <class K>
bool foot_if(const Convex& c, const Vec3& p, Foot& out) {
  const K* core = c.as<K>();
  if (core) out = foot_on(*core, p);
  return core;
}

bool foot_of(const Convex& c, const Vec3& p, Foot& out) {
  return foot_if<PointCore>(c, p, out) || foot_if<SegmentCore>(c, p, out)
         || foot_if<BoxCore>(c, p, out) || foot_if<CylinderCore>(c, p, out)
         || foot_if<ConeCore>(c, p, out);
}

// Segments s u and c + t w, with s and t bounded: the distance is least where
//     s − (u·w) t = u·c,   t − (u·w) s = −w·c,
// and where that is beyond an end, at the end, one after the other.
Nearest nearest_segments(double half_a, double half_b, const Place& B) {
  const Vec3 u = Vec3::UnitZ(), w = B.R.col(2);
  const Vec3& c = B.x;
  const Vec3 across = u.cross(w);
  const double uw = u.dot(w), uc = u.dot(c), wc = w.dot(c), sine2 = across.squaredNorm();
  // the middle of where they are beside each other, for those that are parallel
  constexpr double parallel = 1e-20;
  double s = sine2 > parallel
                 ? (uc - uw * wc) / sine2
                 : 0.5 * (std::max(-half_a, uc - half_b) + std::min(half_a, uc + half_b));
  s = std::clamp(s, -half_a, half_a);
  const double t = std::clamp(uw * s - wc, -half_b, half_b);
  s = std::clamp(uw * t + uc, -half_a, half_a);

  const Vec3 on_a = s * u, on_b = c + t * w;
  const double d = (on_b - on_a).norm();
  const bool inside = std::abs(s) < half_a && std::abs(t) < half_b && sine2 > 1e-12;
  if (!inside && d > 0.0) return {on_a, on_b, (on_b - on_a) / d, d};
  // Between their ends they are nearest across both, however close.
  Vec3 n = sine2 > parallel ? Vec3(across / std::sqrt(sine2)) : Vec3::UnitX();
  if (n.dot(c) < 0.0) n = -n;
  return {on_a, on_b, n, std::abs(n.dot(c - (inside ? Vec3::Zero() : c)))};
}

}  // namespace

bool nearest_cores(const Convex& a, const Convex& b, const Place& B, Nearest& out) {
  Foot foot;
  if (a.as<PointCore>() && foot_of(b, B.local(Vec3(Vec3::Zero())), foot)) {
    const Vec3 n = B.R * -foot.normal;
    out = {Vec3::Zero(), foot.distance * n, n, foot.distance};
    return true;
  }
  if (b.as<PointCore>() && foot_of(a, B.x, foot)) {
    out = {B.x - foot.distance * foot.normal, B.x, foot.normal, foot.distance};
    return true;
  }
  const auto *s = a.as<SegmentCore>(), *t = b.as<SegmentCore>();
  if (s && t) out = nearest_segments(s->half, t->half, B);
  return s && t;
}

}  // namespace holon
