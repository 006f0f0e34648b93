// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>
#include <variant>
#include <vector>

#include "holon/geometry/mass_properties.h"
#include "holon/math/diagnostics.h"
#include "holon/math/type_list.h"
#include "holon/math/types.h"

/// Solid shapes, and what they weigh. Every shape is plain data in its own axes; fields() describes
/// the members once for files, forms and books, and check() reports the ones that make no sense.
namespace holon {

/// A ball about the origin.
struct Sphere {
  static constexpr std::string_view name = "sphere";
  double radius = 0.5;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("radius", self.radius, "radius [m]");
  }
  void check(Diagnostics& d) const;
};

/// A block about the origin, its edges along the axes.
struct Box {
  static constexpr std::string_view name = "box";
  Vec3 size = Vec3::Ones();

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("size", self.size, "full lengths of the edges along x, y and z [m]");
  }
  void check(Diagnostics& d) const;
};

/// A cylinder about the origin, its axis along z.
struct Cylinder {
  static constexpr std::string_view name = "cylinder";
  double radius = 0.5;
  double length = 1.0;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("radius", self.radius, "radius [m]");
    visit("length", self.length, "full length along z [m]");
  }
  void check(Diagnostics& d) const;
};

/// A thin rod about the origin, along z: a line with mass. Its density is per length [kg/m], it has
/// no volume, and no inertia about its own axis.
struct Rod {
  static constexpr std::string_view name = "rod";
  double length = 1.0;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("length", self.length, "full length along z [m]");
  }
  void check(Diagnostics& d) const;
};

/// A cylinder about the origin with a half ball on either end, its axis along z.
struct Capsule {
  static constexpr std::string_view name = "capsule";
  double radius = 0.25;
  double length = 0.5;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("radius", self.radius, "radius of the cylinder and of the half balls [m]");
    visit("length", self.length, "length of the cylindrical part along z [m]");
  }
  void check(Diagnostics& d) const;
};

/// A solid ring about the origin, its axis along z.
struct Torus {
  static constexpr std::string_view name = "torus";
  double ring_radius = 0.5;
  double tube_radius = 0.1;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("ring_radius", self.ring_radius, "radius of the circle along the middle of the tube [m]");
    visit("tube_radius", self.tube_radius, "radius of the tube, less than ring_radius [m]");
  }
  void check(Diagnostics& d) const;
};

/// A circular cone along z: base in the plane z = 0, apex at z = height.
struct Cone {
  static constexpr std::string_view name = "cone";
  double radius = 0.5;
  double height = 1.0;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("radius", self.radius, "radius of the base [m]");
    visit("height", self.height, "height of the apex above the base [m]");
  }
  void check(Diagnostics& d) const;
};

/// An ellipsoid about the origin, its axes along the axes.
struct Ellipsoid {
  static constexpr std::string_view name = "ellipsoid";
  Vec3 radii = {0.5, 0.5, 0.5};

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("radii", self.radii, "half lengths along x, y and z [m]");
  }
  void check(Diagnostics& d) const;
};

/// The solid inside a closed surface of triangles, convex or not. Seen from outside, each triangle
/// runs counter-clockwise. A cavity is a closed surface the other way round. Whether the surface
/// cuts itself is not checked: what it encloses twice then counts twice.
struct Mesh {
  static constexpr std::string_view name = "mesh";
  std::vector<Vec3> vertices;
  std::vector<std::array<int, 3>> triangles;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("vertices", self.vertices, "corners of the triangles [m]");
    visit("triangles",
          self.triangles,
          "three vertex numbers each, from 0, counter-clockwise seen from outside");
  }
  void check(Diagnostics& d) const;
};

using ShapeKinds = TypeList<Sphere, Box, Cylinder, Rod, Capsule, Torus, Cone, Ellipsoid, Mesh>;
using Shape = VariantOf<ShapeKinds>;

/// Mass properties of a shape of uniform density [kg/m³] (of a Rod: [kg/m]), in the shape's own
/// axes. Throws ModelError with the findings of check() if the shape makes no sense, and UsageError
/// if the density is negative or the result too large for a double.
MassProperties mass_properties(const Shape& shape, double density);

}  // namespace holon
