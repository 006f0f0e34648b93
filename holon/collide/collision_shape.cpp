// SPDX-License-Identifier: Apache-2.0
#include "holon/collide/collision_shape.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "holon/math/expect.h"

namespace holon {

void HalfSpace::check(Diagnostics& d) const {
  expect_place(d, "point", point);
  expect_direction(d, "normal", normal);
}

void ConvexHull::check(Diagnostics& d) const {
  convex_hull(points, d);
}

void Superquadric::check(Diagnostics& d) const {
  expect_length(d, "radii", radii.x(), "x ");
  expect_length(d, "radii", radii.y(), "y ");
  expect_length(d, "radii", radii.z(), "z ");
  // Beyond these, powers of what is near 0 lose all digits.
  const auto is_round = [](double e) { return e >= 0.1 && e <= 1.9; };
  d.expect(is_round(e1), "e1", "must be from 0.1 to 1.9");
  d.expect(is_round(e2), "e2", "must be from 0.1 to 1.9");
}

void TriangleSheet::check(Diagnostics& d) const {
  TriangleSurface::check(vertices, triangles, d);
}

void HeightGrid::check(Diagnostics& d) const {
  expect_length(d, "spacing", spacing.x(), "x ");
  expect_length(d, "spacing", spacing.y(), "y ");
  d.expect(corner.allFinite(), "corner", "is not finite: give two numbers in metres");
  if (heights.size() < 2 || heights[0].size() < 2) {
    d.error("heights", "need at least 2 rows of at least 2 heights");
    return;
  }
  for (const auto& row : heights) {
    if (row.size() != heights[0].size()) {
      d.error("heights", "have rows of different lengths: give each row as many as the first");
      return;
    }
    if (!std::ranges::all_of(row, [](double h) { return std::isfinite(h); })) {
      d.error("heights", "have one that is not finite: give numbers in metres");
      return;
    }
  }
}

namespace {

template <class Description>
const Description& sound(const Description& description) {
  Diagnostics d;
  description.check(d);
  if (!d.ok()) throw ModelError("shape '" + std::string(description.name) + "'", d.errors());
  return description;
}

Hull hull_of(const std::vector<Vec3>& points, std::string_view name) {
  Diagnostics d;
  Hull hull = convex_hull(points, d);
  if (!d.ok()) throw ModelError("shape '" + std::string(name) + "'", d.errors());
  return hull;
}

using Form = std::variant<Convex, HalfSpace, CollisionShape::Surface>;

Form form_of(const Sphere& s) {
  return Convex(PointCore{}, s.radius);
}
Form form_of(const Box& b) {
  return Convex(BoxCore{0.5 * b.size});
}
Form form_of(const Cylinder& c) {
  return Convex(CylinderCore{c.radius, 0.5 * c.length});
}
Form form_of(const Rod& r) {
  return Convex(SegmentCore{0.5 * r.length});
}
Form form_of(const Capsule& c) {
  return Convex(SegmentCore{0.5 * c.length}, c.radius);
}
Form form_of(const Cone& c) {
  return Convex(ConeCore{c.radius, c.height});
}
// Its smallest radius of curvature is where the longest axis ends: c²/a. The skin is half of that.
Form form_of(const Ellipsoid& e) {
  const double least = e.radii.minCoeff();
  const double skin = 0.5 * least * least / e.radii.maxCoeff();
  return Convex(EllipsoidCore{e.radii, skin}, skin);
}
Form form_of(const Torus& /*t*/) {
  throw ModelError("shape 'torus'",
                   {"torus: has a hole, and is not made to touch: put capsules round the ring"});
}
Form form_of(const Mesh& m) {
  // As much inside as its hull has, to rounding: convex.
  const double volume = mass_properties(m, 1.0).volume;
  Hull hull = hull_of(m.vertices, Mesh::name);
  if (hull.volume() - volume <= 1e-9 * volume) {
    return Convex(HullCore{std::make_shared<const Hull>(std::move(hull))});
  }
  return std::make_shared<const TriangleSurface>(m.vertices, m.triangles);
}

CollisionShape::Surface surface_of(const HeightGrid& g) {
  const int rows = static_cast<int>(g.heights.size());
  const int columns = static_cast<int>(g.heights[0].size());
  std::vector<Vec3> vertices;
  std::vector<std::array<int, 3>> triangles;
  for (int j = 0; j < rows; ++j) {
    for (int i = 0; i < columns; ++i) {
      const double h = g.heights[static_cast<std::size_t>(j)][static_cast<std::size_t>(i)];
      vertices.emplace_back(g.corner.x() + i * g.spacing.x(), g.corner.y() + j * g.spacing.y(), h);
      if (i + 1 == columns || j + 1 == rows) continue;
      const int at = j * columns + i;
      triangles.push_back({at, at + 1, at + columns + 1});
      triangles.push_back({at, at + columns + 1, at + columns});
    }
  }
  return std::make_shared<const TriangleSurface>(std::move(vertices), std::move(triangles));
}

}  // namespace

CollisionShape::CollisionShape(const Shape& shape)
    : form_(std::visit([](const auto& s) { return form_of(sound(s)); }, shape)) {}

CollisionShape::CollisionShape(const HalfSpace& half_space)
    : form_(HalfSpace{sound(half_space).point, half_space.normal.normalized()}) {}

CollisionShape::CollisionShape(const ConvexHull& hull)
    : form_(Convex(HullCore{std::make_shared<const Hull>(hull_of(hull.points, hull.name))})) {}

CollisionShape::CollisionShape(const Superquadric& s)
    : form_(Convex(SuperquadricCore{sound(s).radii, s.e1, s.e2})) {}

CollisionShape::CollisionShape(const TriangleSheet& sheet)
    : form_(std::make_shared<const TriangleSurface>(sound(sheet).vertices, sheet.triangles)) {}

CollisionShape::CollisionShape(const HeightGrid& grid) : form_(surface_of(sound(grid))) {}

Bounds CollisionShape::bounds(const Place& place) const {
  if (const Convex* c = convex()) return c->bounds(place);
  if (const TriangleSurface* s = surface()) return s->bounds().at(place);
  return Bounds::everywhere();
}

}  // namespace holon
