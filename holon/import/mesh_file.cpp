// SPDX-License-Identifier: Apache-2.0
#include "holon/import/mesh_file.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "holon/import/import.h"
#include "holon/import/text_file.h"

namespace holon::importing {

int MeshBuilder::vertex(const Vec3& x) {
  // a negative zero is a zero
  const std::array<double, 3> key = {x.x() + 0.0, x.y() + 0.0, x.z() + 0.0};
  const auto [it, is_new] = numbers_.try_emplace(key, static_cast<int>(mesh_.vertices.size()));
  if (is_new) mesh_.vertices.push_back(x);
  return it->second;
}

void MeshBuilder::add_triangle(const Vec3& a, const Vec3& b, const Vec3& c) {
  const std::array<int, 3> corners = {vertex(a), vertex(b), vertex(c)};
  if (corners[0] != corners[1] && corners[1] != corners[2] && corners[2] != corners[0])
    mesh_.triangles.push_back(corners);
}

Mesh MeshBuilder::take() {
  return std::move(mesh_);
}

}  // namespace holon::importing

namespace holon {

std::string ending_of(const std::string& path) {
  std::string ending = std::filesystem::path(path).extension().string();
  std::ranges::transform(
      ending, ending.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return ending;
}

Mesh read_mesh_file(const std::string& path) {
  using Reader = Mesh (*)(std::string_view, const std::string&);
  const std::map<std::string, Reader> readers = {
      {".obj", read_obj}, {".stl", read_stl}, {".gltf", read_gltf}, {".glb", read_gltf}};
  const auto reader = readers.find(ending_of(path));
  if (reader == readers.end())
    throw ImportError(
        {{path,
          0,
          0,
          "meshes are read from .obj, .stl, .gltf and .glb: convert it to one of these"}});
  return reader->second(importing::read_text_file(path), path);
}

}  // namespace holon
