// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cmath>

#include "holon/collide/query.h"

namespace holon {
namespace {

/// A ray in a shape's axes, with a unit direction.
struct LocalRay {
  Vec3 from, along;
  double length;
  Vec3 at(double t) const { return from + t * along; }
};
using Hit = std::optional<RayHit>;

Hit at_once(const LocalRay& r) {
  return RayHit{r.from, -r.along, 0.0};
}

Hit hit_at(const LocalRay& r, double t, const Vec3& normal) {
  if (!(t >= 0.0 && t <= r.length)) return {};
  return RayHit{r.at(t), normal, t};
}

/// An ellipsoid is a unit ball when each axis is measured by its radius.
Hit hit_ellipsoid(const Vec3& radii, const LocalRay& r) {
  const Vec3 p = r.from.cwiseQuotient(radii), d = r.along.cwiseQuotient(radii);
  const double c = p.squaredNorm() - 1.0, b = p.dot(d), a = d.squaredNorm();
  if (c <= 0.0) return at_once(r);
  // the part of p across d, which is small where the root is, without what cancels
  const double root = a - p.cross(d).squaredNorm();
  if (b >= 0.0 || root < 0.0) return {};
  const double t = c / (-b + std::sqrt(root));
  return hit_at(r, t, r.at(t).cwiseQuotient(radii.cwiseAbs2()).normalized());
}

/// The solid behind planes: the ray is in from the last plane it goes in by.
class PlanesHit {
 public:
  explicit PlanesHit(const LocalRay& r) : ray_(r), out_(r.length) {}
  void add(const Vec3& n, double offset) {
    const double height = n.dot(ray_.from) - offset, slope = n.dot(ray_.along);
    if (height > 0.0 && slope >= 0.0) out_ = -1.0;
    if (slope < 0.0 && height / -slope > in_) {
      in_ = height / -slope;
      normal_ = n;
    }
    if (slope > 0.0) out_ = std::min(out_, -height / slope);
  }
  Hit hit() const {
    if (in_ > out_) return {};
    return in_ <= 0.0 ? at_once(ray_) : hit_at(ray_, in_, normal_);
  }

 private:
  const LocalRay& ray_;
  double in_ = 0.0, out_;
  Vec3 normal_ = Vec3::Zero();
};

Hit hit_box(const Vec3& half, const LocalRay& r) {
  PlanesHit planes(r);
  for (int i = 0; i < 3; ++i) {
    planes.add(Vec3::Unit(i), half[i]);
    planes.add(-Vec3::Unit(i), half[i]);
  }
  return planes.hit();
}

Hit hit_hull(const Hull& hull, const LocalRay& r) {
  PlanesHit planes(r);
  for (std::size_t f = 0; f < hull.normals.size(); ++f) {
    const auto corner = static_cast<std::size_t>(hull.corners(f)[0]);
    planes.add(hull.normals[f], hull.normals[f].dot(hull.vertices[corner]));
  }
  return planes.hit();
}

/// Any convex shape: from where the ray is, on to the plane between that point and the shape.
Hit hit_convex(const Convex& c, const LocalRay& r) {
  constexpr int max_steps = 200;
  const Convex point{PointCore{}};
  double t = 0.0;
  for (int step = 0; step < max_steps; ++step) {
    const Vec3 x = r.at(t);
    const Nearest n = nearest(c, point, {.x = x}, std::numeric_limits<double>::infinity());
    if (n.gap <= 1e-13 * (c.size + x.norm())) {
      return t == 0.0 ? at_once(r) : hit_at(r, t, n.normal);
    }
    const double slope = -n.normal.dot(r.along);
    if (!(slope > 0.0)) return {};
    t += n.gap / slope;
    if (t > r.length) return {};
  }
  // grazing, and not yet there
  return {};
}

Hit hit_form(const Convex& c, const LocalRay& r) {
  if (c.as<PointCore>()) return hit_ellipsoid(Vec3::Constant(c.radius), r);
  if (const auto* e = c.as<EllipsoidCore>()) return hit_ellipsoid(e->radii, r);
  if (const auto* box = c.as<BoxCore>()) return hit_box(box->half, r);
  if (const auto* hull = c.as<HullCore>()) return hit_hull(*hull->hull, r);
  return hit_convex(c, r);
}

/// Triangle against ray by the volumes that the ray spans with its sides [Moeller97].
Hit hit_triangle(const std::array<Vec3, 3>& p, const Vec3& n, const LocalRay& r) {
  const Vec3 e = p[1] - p[0], f = p[2] - p[0], across = r.along.cross(f);
  const double all = e.dot(across);
  if (all == 0.0) return {};
  const Vec3 s = r.from - p[0], q = s.cross(e);
  const double u = s.dot(across) / all, v = r.along.dot(q) / all;
  // what goes through a side by rounding goes through one of two triangles
  constexpr double border = -1e-12;
  if (!(u >= border && v >= border && u + v <= 1.0 - border)) return {};
  return hit_at(r, f.dot(q) / all, n.dot(r.along) > 0.0 ? Vec3(-n) : n);
}

Hit hit_form(const TriangleSurface& surface, const LocalRay& ray) {
  LocalRay r = ray;
  Hit best;
  const auto on_the_way = [&](const Bounds& box) {
    LocalRay shifted = r;
    shifted.from -= box.center();
    return hit_box(box.half() * (1.0 + 1e-12), shifted).has_value();
  };
  surface.descend(on_the_way, [&](int t) {
    if (surface.normal(t) == Vec3::Zero()) return;
    const Hit hit = hit_triangle(surface.corners(t), surface.normal(t), r);
    if (!hit || (best && !(hit->distance < best->distance))) return;
    best = hit;
    r.length = hit->distance;
  });
  return best;
}

Hit hit_form(const HalfSpace& s, const LocalRay& r) {
  const double height = s.normal.dot(r.from - s.point), slope = -s.normal.dot(r.along);
  if (height <= 0.0) return at_once(r);
  return slope > 0.0 ? hit_at(r, height / slope, s.normal) : Hit{};
}

}  // namespace

std::optional<RayHit> cast_ray(const CollisionShape& shape,
                               const Place& place,
                               const Vec3& from,
                               const Vec3& direction,
                               double length) {
  HOLON_EXPECT(direction.norm() > 0.0);
  const LocalRay r{place.local(from), place.R.transpose() * direction.normalized(), length};
  Hit hit = shape.convex()    ? hit_form(*shape.convex(), r)
            : shape.surface() ? hit_form(*shape.surface(), r)
                              : hit_form(*shape.half_space(), r);
  if (hit) hit = RayHit{place.point(hit->point), place.R * hit->normal, hit->distance};
  return hit;
}

}  // namespace holon
