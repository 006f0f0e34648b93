// SPDX-License-Identifier: Apache-2.0
#include "holon/collide/convex.h"

#include <cmath>
#include <numbers>

namespace holon {
namespace {

/// The unit vector along the part of d across z, or along x where there is next to none.
Vec3 radial(const Vec3& d) {
  // A cylinder that stands as upright as rounding lets it has the same points in every step.
  constexpr double upright = 1e-7;
  const double across = std::hypot(d.x(), d.y());
  if (!(across > upright * std::abs(d.z()))) return Vec3::UnitX();
  return {d.x() / across, d.y() / across, 0.0};
}

/// A disc across z, as seen along ±z. The first point of its rim is the one furthest along d.
void add_disc(double z, double radius, const Vec3& d, Feature& out) {
  constexpr int n = 8;
  const double side = d.z() < 0.0 ? -1.0 : 1.0;
  const Vec3 x = radial(d), y = side * Vec3::UnitZ().cross(x);
  out.normal = side * Vec3::UnitZ();
  out.is_disc = true;
  out.center = {0.0, 0.0, z};
  out.radius = radius;
  for (int i = 0; i < n; ++i) {
    const double phi = 2.0 * std::numbers::pi * i / n;
    out.add(out.center + radius * (std::cos(phi) * x + std::sin(phi) * y), i);
  }
}

}  // namespace

void Feature::move(const Place& place) {
  for (int i = 0; i < size; ++i) points[i] = place.point(points[i]);
  normal = place.R * normal;
  center = place.point(center);
}

void PointCore::feature(const Vec3& /*d*/, Feature& out) const {
  out.add(Vec3::Zero(), 0);
}

void SegmentCore::feature(const Vec3& /*d*/, Feature& out) const {
  out.add({0.0, 0.0, -half}, 0);
  out.add({0.0, 0.0, half}, 1);
}

void BoxCore::feature(const Vec3& d, Feature& out) const {
  int i = 0;
  d.cwiseAbs().maxCoeff(&i);
  const int j = (i + 1) % 3, k = (i + 2) % 3;
  const int side = d[i] < 0.0 ? -1 : 1;
  out.normal[i] = side;
  for (const auto& [u, v] : {std::pair{1, 1}, {-1, 1}, {-1, -1}, {1, -1}}) {
    Vec3 p;
    p[i] = side * half[i];
    p[j] = u * half[j];
    p[k] = side * v * half[k];
    out.add(p, (p.x() > 0.0 ? 1 : 0) + (p.y() > 0.0 ? 2 : 0) + (p.z() > 0.0 ? 4 : 0));
  }
}

Vec3 CylinderCore::support(const Vec3& d) const {
  const double across = std::hypot(d.x(), d.y());
  const double z = d.z() < 0.0 ? -half : half;
  if (across == 0.0) return {radius, 0.0, z};
  return {radius / across * d.x(), radius / across * d.y(), z};
}

void CylinderCore::feature(const Vec3& d, Feature& out) const {
  if (std::abs(d.z()) > std::hypot(d.x(), d.y())) {
    add_disc(d.z() < 0.0 ? -half : half, radius, d, out);
    return;
  }
  const Vec3 side = radius * radial(d);
  out.add(side - half * Vec3::UnitZ(), 0);
  out.add(side + half * Vec3::UnitZ(), 1);
}

// Furthest is the apex, or the rim: h d_z against r |d_xy|.
Vec3 ConeCore::support(const Vec3& d) const {
  const double across = std::hypot(d.x(), d.y());
  if (height * d.z() >= radius * across) return {0.0, 0.0, height};
  if (across == 0.0) return {radius, 0.0, 0.0};
  return {radius / across * d.x(), radius / across * d.y(), 0.0};
}

void ConeCore::feature(const Vec3& d, Feature& out) const {
  const double across = std::hypot(d.x(), d.y());
  // how much d is along the side's normal, (h, r) in the plane of d and the axis
  const double along_side = (height * across + radius * d.z()) / std::hypot(height, radius);
  if (-d.z() > along_side) {
    add_disc(0.0, radius, d, out);
    return;
  }
  out.add({0.0, 0.0, height}, 0);
  if (across > 0.0) out.add(radius / across * Vec3(d.x(), d.y(), 0.0), 1);
}

Vec3 EllipsoidCore::support(const Vec3& d) const {
  const Vec3 u = radii.cwiseProduct(d);
  return radii.cwiseProduct(u) / u.norm() - rounding / d.norm() * d;
}

void EllipsoidCore::feature(const Vec3& d, Feature& out) const {
  out.add(support(d), 0);
}

// The body is the unit ball of a norm of norms, and its support function the dual norm: with
// 1/p + 1/p' = 1 and p = 2/e, p' = 2/(2 − e) and p' − 1 = e/(2 − e). The point is its gradient.
Vec3 SuperquadricCore::support(const Vec3& d) const {
  const Vec3 u = radii.cwiseProduct(d.cwiseAbs()) / d.cwiseAbs().maxCoeff();
  const auto norm = [](double x, double y, double e) {
    const double big = std::max(x, y), p = 2.0 / (2.0 - e);
    if (big == 0.0) return 0.0;
    return big * std::pow(std::pow(x / big, p) + std::pow(y / big, p), 1.0 / p);
  };
  const auto share = [](double x, double of, double e) {
    return of == 0.0 ? 0.0 : std::pow(x / of, e / (2.0 - e));
  };
  const double s = norm(u.x(), u.y(), e2), h = norm(s, u.z(), e1);
  const double across = share(s, h, e1);
  return {std::copysign(radii.x() * across * share(u.x(), s, e2), d.x()),
          std::copysign(radii.y() * across * share(u.y(), s, e2), d.y()),
          std::copysign(radii.z() * share(u.z(), h, e1), d.z())};
}

// Where it is nearly flat, the point that is furthest runs all over the face as the direction turns
// by next to nothing, and one point would have it rock: then it turns to d the points that are
// furthest along directions a little to all sides. What is round has them all in one place, and one
// will do. They lie in no plane, so nothing is cut with them.
void SuperquadricCore::feature(const Vec3& d, Feature& out) const {
  constexpr double flat = 0.1;
  const Vec3 furthest = support(d);
  int i = 0;
  d.cwiseAbs().maxCoeff(&i);
  const int j = (i + 1) % 3, k = (i + 2) % 3;
  for (const double tilt : {1e-6, 1e-3}) {
    double shift = 0.0;
    for (const auto& [u, v] : {std::pair{1, 1}, {-1, 1}, {-1, -1}, {1, -1}}) {
      Vec3 aside = d;
      aside[j] += u * tilt * std::abs(d[i]);
      aside[k] += v * tilt * std::abs(d[i]);
      out.add(support(aside), (u > 0 ? 2 : 1) + (v > 0 ? 6 : 3));
      shift = std::max(shift, (out.points[out.size - 1] - furthest).norm());
    }
    if (shift > flat * radii.norm()) return;
    out.size = 0;
  }
  out.add(furthest, 0);
}

void HullCore::feature(const Vec3& d, Feature& out) const {
  const Hull& h = *hull;
  const auto face = h.face_towards(h.furthest(d), d);
  const auto corners = h.corners(face);
  out.normal = h.normals[face];
  // of a face with more corners than there is room for, as many as there is room for
  const std::size_t n = std::min<std::size_t>(corners.size(), Feature::capacity);
  for (std::size_t i = 0; i < n; ++i) {
    const int corner = corners[i * corners.size() / n];
    out.add(h.vertices[static_cast<std::size_t>(corner)], corner);
  }
}

Vec3 TriangleCore::support(const Vec3& d) const {
  const double a = corners[0].dot(d), b = corners[1].dot(d), c = corners[2].dot(d);
  if (a >= b && a >= c) return corners[0];
  return b >= c ? corners[1] : corners[2];
}

void TriangleCore::feature(const Vec3& d, Feature& out) const {
  const Vec3 n = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalized();
  const bool front = n.dot(d) >= 0.0;
  out.normal = front ? n : -n;
  for (int i = 0; i < 3; ++i) out.add(corners[front ? i : 2 - i], front ? i : 2 - i);
}

namespace {

double size_of(const Convex& c) {
  if (const auto* triangle = c.as<TriangleCore>()) {
    double size = 0.0;
    for (const Vec3& p : triangle->corners) size = std::max(size, p.norm());
    return size;
  }
  if (const auto* hull = c.as<HullCore>()) return hull->hull->size;
  if (const auto* cone = c.as<ConeCore>()) return std::max(cone->radius, cone->height);
  if (const auto* e = c.as<EllipsoidCore>()) return e->radii.maxCoeff();
  // the corner of the box about it
  const Vec3 corner{c.core_support(Vec3::UnitX()).x(),
                    c.core_support(Vec3::UnitY()).y(),
                    c.core_support(Vec3::UnitZ()).z()};
  return corner.norm() + c.radius;
}

}  // namespace

Convex::Convex(Core c, double rounding) : core(std::move(c)), radius(rounding) {
  size = size_of(*this);
}

Bounds Convex::bounds(const Place& place) const {
  Bounds b;
  for (int i = 0; i < 3; ++i) {
    const Vec3 d = place.R.row(i);
    b.low[i] = place.x[i] + d.dot(core_support(-d)) - radius;
    b.high[i] = place.x[i] + d.dot(core_support(d)) + radius;
  }
  return b;
}

}  // namespace holon
