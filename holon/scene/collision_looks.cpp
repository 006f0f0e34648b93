// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/collision_looks.h"

#include <cmath>
#include <numbers>

namespace holon {
namespace {

/// The faces of a hull, each cut into triangles from its first corner.
Mesh mesh_of_hull(const Hull& hull) {
  Mesh out{hull.vertices, {}};
  for (std::size_t face = 0; face < hull.normals.size(); ++face) {
    const auto corners = hull.corners(face);
    for (std::size_t i = 2; i < corners.size(); ++i)
      out.triangles.push_back({corners[0], corners[i - 1], corners[i]});
  }
  return out;
}

Mesh mesh_of_surface(const TriangleSurface& surface) {
  Mesh out{surface.vertices(), {}};
  for (int t = 0; t < surface.size(); ++t)
    out.triangles.push_back({surface.vertex(t, 0), surface.vertex(t, 1), surface.vertex(t, 2)});
  return out;
}

/// cos and sin as a superquadric has them [Barr81].
double signed_power(double x, double e) {
  return std::copysign(std::pow(std::abs(x), e), x);
}

/// Its hull, about points of a grid of angles.
Mesh mesh_of_superquadric(const Superquadric& s) {
  constexpr int around = 32, along = 16;
  std::vector<Vec3> points = {{0, 0, -s.radii.z()}, {0, 0, s.radii.z()}};
  for (int j = 1; j < along; ++j) {
    const double up = std::numbers::pi * (static_cast<double>(j) / along - 0.5);
    const double out = signed_power(std::cos(up), s.e1);
    for (int i = 0; i < around; ++i) {
      const double turn = 2.0 * std::numbers::pi * i / around;
      points.push_back(s.radii.cwiseProduct(Vec3(out * signed_power(std::cos(turn), s.e2),
                                                 out * signed_power(std::sin(turn), s.e2),
                                                 signed_power(std::sin(up), s.e1))));
    }
  }
  Diagnostics d;
  return mesh_of_hull(convex_hull(points, d));
}

/// A plate under the plane, thick enough to stand out from a floor that is drawn below it.
Look plate_of(const HalfSpace& h, double side) {
  const Vec3 up = h.normal.normalized();
  const double thickness = 0.05 * side;
  return {Box{Vec3(side, side, thickness)},
          h.point - 0.5 * thickness * up,
          Quat::FromTwoVectors(Vec3::UnitZ(), up),
          true};
}

Look look_of(const AnyCollisionShape& any, double plate) {
  return std::visit(
      [&]<class S>(const S& shape) -> Look {
        if constexpr (std::is_same_v<S, HalfSpace>) {
          return plate_of(shape, plate);
        } else if constexpr (std::is_same_v<S, ConvexHull>) {
          Diagnostics d;
          return {mesh_of_hull(convex_hull(shape.points, d))};
        } else if constexpr (std::is_same_v<S, Superquadric>) {
          return {mesh_of_superquadric(shape)};
        } else if constexpr (std::is_same_v<S, TriangleSheet>) {
          return {Mesh{shape.vertices, shape.triangles}};
        } else if constexpr (std::is_same_v<S, HeightGrid>) {
          return {mesh_of_surface(*CollisionShape(shape).surface())};
        } else {
          return {shape};
        }
      },
      any);
}

}  // namespace

std::vector<Look> looks_of(const Collision& collision, double plate) {
  std::vector<Look> out;
  for (const CollisionPart& part : collision.shapes) {
    Look look = look_of(part.shape, plate);
    const Quat turn = part.orientation.normalized();
    look.at = part.at + turn * look.at;
    look.orientation = turn * look.orientation;
    out.push_back(std::move(look));
  }
  return out;
}

}  // namespace holon
