// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>

#include "holon/geometry/shape.h"

/// Surfaces of triangles from files. Whatever the format, vertices at the same place are one, and
/// triangles without three corners are left out. What is wrong with a file is an ImportError, with
/// its place. Whether the surface is closed is for Mesh::check() to say.
namespace holon {

/// The ending of the name of a file, in small letters: ".obj".
std::string ending_of(const std::string& path);

/// By the ending of the name: .obj, .stl, .gltf or .glb.
Mesh read_mesh_file(const std::string& path);

/// Wavefront OBJ: vertices and faces; polygons are cut into triangles from their first corner.
Mesh read_obj(std::string_view text, const std::string& name);
/// STL, binary or text.
Mesh read_stl(std::string_view bytes, const std::string& name);
/// glTF 2.0, as JSON or as one binary file: the triangles of all nodes of the scene, in its axes.
/// Buffers are looked for beside the file.
Mesh read_gltf(std::string_view bytes, const std::string& name);

}  // namespace holon

namespace holon::importing {

/// Takes corners one by one and finds those that are there already.
class MeshBuilder {
 public:
  void add_triangle(const Vec3& a, const Vec3& b, const Vec3& c);
  Mesh take();

 private:
  int vertex(const Vec3& x);
  Mesh mesh_;
  std::map<std::array<double, 3>, int> numbers_;
};

}  // namespace holon::importing
