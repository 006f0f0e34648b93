// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <string_view>
#include <variant>
#include <vector>

#include "holon/collide/convex.h"
#include "holon/collide/triangle_surface.h"
#include "holon/geometry/shape.h"

/// Shapes that touch each other. Some have no mass of their own, as floors and landscapes; those
/// that have one are those of holon/geometry/shape.h.
namespace holon {

/// All that is behind a plane: a floor without end.
struct HalfSpace {
  static constexpr std::string_view name = "half_space";
  Vec3 point = Vec3::Zero();
  Vec3 normal = Vec3::UnitZ();

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("point", self.point, "a point of the plane [m]");
    visit("normal", self.normal, "out of the solid, of any length");
  }
  void check(Diagnostics& d) const;
};

/// The smallest convex solid about points.
struct ConvexHull {
  static constexpr std::string_view name = "convex_hull";
  std::vector<Vec3> points;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("points", self.points, "points, corners of the solid or inside of it [m]");
  }
  void check(Diagnostics& d) const;
};

/// ( |x/a|^(2/e₂) + |y/b|^(2/e₂) )^(e₂/e₁) + |z/c|^(2/e₁) = 1 [Barr81]: with e₁ and e₂ near 0 a
/// block, with both 1 an ellipsoid, near 2 an octahedron.
struct Superquadric {
  static constexpr std::string_view name = "superquadric";
  Vec3 radii = {0.5, 0.5, 0.5};
  double e1 = 1.0;
  double e2 = 1.0;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("radii", self.radii, "half lengths along x, y and z [m]");
    visit("e1", self.e1, "how round it is seen from the side, 0.1 to 1.9");
    visit("e2", self.e2, "how round it is seen along z, 0.1 to 1.9");
  }
  void check(Diagnostics& d) const;
};

/// A surface of triangles that is touched from its front, open or closed.
struct TriangleSheet {
  static constexpr std::string_view name = "triangle_sheet";
  std::vector<Vec3> vertices;
  std::vector<std::array<int, 3>> triangles;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("vertices", self.vertices, "corners of the triangles [m]");
    visit("triangles",
          self.triangles,
          "three vertex numbers each, from 0, counter-clockwise seen from the front");
  }
  void check(Diagnostics& d) const;
};

/// A landscape of heights on a grid, two triangles between four of them; touched from above.
struct HeightGrid {
  static constexpr std::string_view name = "height_grid";
  std::vector<std::vector<double>> heights;
  Vec2 corner = Vec2::Zero();
  Vec2 spacing = Vec2::Ones();

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("heights", self.heights, "rows along y of heights along x, at least 2 each way [m]");
    visit("corner", self.corner, "x and y of the first height [m]");
    visit("spacing", self.spacing, "distance of neighbouring heights along x and along y [m]");
  }
  void check(Diagnostics& d) const;
};

/// A shape made ready to be touched, once; a value that is copied without memory being asked for.
/// Makers throw ModelError with the findings of check(). A Mesh that is convex becomes a convex
/// hull, any other its surface; a Rod is a capsule without thickness. A Torus is refused.
class CollisionShape {
 public:
  using Surface = std::shared_ptr<const TriangleSurface>;

  CollisionShape(const Shape& shape);  // NOLINT: every shape is one that touches
  CollisionShape(const HalfSpace& half_space);
  CollisionShape(const ConvexHull& hull);
  CollisionShape(const Superquadric& superquadric);
  CollisionShape(const TriangleSheet& sheet);
  CollisionShape(const HeightGrid& grid);

  /// What it is: one of these.
  const Convex* convex() const { return std::get_if<Convex>(&form_); }
  const HalfSpace* half_space() const { return std::get_if<HalfSpace>(&form_); }
  const TriangleSurface* surface() const {
    const Surface* s = std::get_if<Surface>(&form_);
    return s ? s->get() : nullptr;
  }

  /// The box about it when it stands at a place.
  Bounds bounds(const Place& place) const;

 private:
  std::variant<Convex, HalfSpace, Surface> form_;
};

}  // namespace holon
