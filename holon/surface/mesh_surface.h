// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <string_view>
#include <vector>

#include "holon/geometry/surface_field.h"
#include "holon/math/diagnostics.h"

namespace holon {

/// A smooth surface through the vertices of a triangle mesh, closed or with edges: a curved patch
/// per triangle, with normals that are continuous across edges (see SmoothMesh). f is the distance
/// along them; it is continuous with its gradient, while its second derivatives are bounded and
/// jump where the closest point crosses an edge.
struct MeshSurface {
  static constexpr std::string_view name = "mesh_surface";
  static constexpr std::string_view summary = "a smooth surface through the vertices of a mesh";
  static constexpr std::string_view required[] = {"vertices", "triangles"};

  std::vector<Vec3> vertices;
  std::vector<std::array<int, 3>> triangles;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("vertices", self.vertices, "corners of the triangles [m]");
    visit("triangles",
          self.triangles,
          "three vertex numbers each, from 0, counter-clockwise seen from the side of the normals");
  }
  void check(Diagnostics& d) const;
  std::shared_ptr<const SurfaceField> prepare() const;
};

}  // namespace holon
