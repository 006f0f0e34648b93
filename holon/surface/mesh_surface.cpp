// SPDX-License-Identifier: Apache-2.0
#include "holon/surface/mesh_surface.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "holon/geometry/smooth_mesh.h"

namespace holon {
namespace {

std::string triangle_text(std::size_t t) {
  return "triangle " + std::to_string(t);
}

const Vec3& corner(const MeshSurface& m, std::size_t triangle, std::size_t k) {
  return m.vertices[static_cast<std::size_t>(m.triangles[triangle][k % 3])];
}

Vec3 area_vector(const MeshSurface& m, std::size_t t) {
  return (corner(m, t, 1) - corner(m, t, 0)).cross(corner(m, t, 2) - corner(m, t, 0));
}

/// Each mistake is told of the first triangle that has it, and ends the search.
bool check_triangles(const MeshSurface& m, Diagnostics& d) {
  const auto fail = [&](std::size_t t, const std::string& what) {
    d.error("triangles", triangle_text(t) + what);
    return false;
  };
  std::set<std::pair<int, int>> sides;
  for (std::size_t t = 0; t < m.triangles.size(); ++t) {
    for (const int v : m.triangles[t])
      if (v < 0 || !std::cmp_less(v, m.vertices.size()))
        return fail(t,
                    " names vertex " + std::to_string(v) + " of "
                        + std::to_string(m.vertices.size()) + ": vertices are numbered from 0");
    double longest = 0.0;
    for (std::size_t k = 0; k < 3; ++k)
      longest = std::max(longest, (corner(m, t, k + 1) - corner(m, t, k)).squaredNorm());
    if (!(area_vector(m, t).norm() > 1e-9 * longest))
      return fail(t, " has no area: remove it or move its corners");
    for (std::size_t k = 0; k < 3; ++k)
      if (!sides.emplace(m.triangles[t][k], m.triangles[t][(k + 1) % 3]).second)
        return fail(t,
                    " runs along an edge the same way as another: turn one of them round, or part "
                    "surfaces that meet there");
  }
  return true;
}

/// A patch stands up from its triangle where a normal lies almost in its plane.
bool check_normals(const MeshSurface& m, Diagnostics& d) {
  const std::vector<Vec3> normals = vertex_normals(m.vertices, m.triangles);
  for (std::size_t t = 0; t < m.triangles.size(); ++t)
    for (const int v : m.triangles[t]) {
      if (normals[static_cast<std::size_t>(v)].dot(area_vector(m, t).normalized()) > 0.1) continue;
      d.error("triangles",
              triangle_text(t) + " turns too sharply at vertex " + std::to_string(v)
                  + ": refine the mesh there");
      return false;
    }
  return true;
}

/// A patch that is folded looks away from its triangle somewhere.
void check_patches(const MeshSurface& m, Diagnostics& d) {
  const SmoothMesh mesh(m.vertices, m.triangles);
  constexpr int n = 6;
  for (std::size_t t = 0; t < m.triangles.size(); ++t)
    for (int i = 0; i <= n; ++i)
      for (int j = 0; i + j <= n; ++j) {
        const PatchJet p = mesh.at(SurfaceFoot{
            static_cast<double>(i) / n, static_cast<double>(j) / n, static_cast<int>(t)});
        if (p.ru.cross(p.rv).dot(area_vector(m, t)) > 0.0) continue;
        return d.error("triangles",
                       triangle_text(t) + " becomes a patch that folds: refine the mesh there");
      }
}

}  // namespace

void MeshSurface::check(Diagnostics& d) const {
  if (triangles.empty()) return d.error("triangles", "are missing");
  for (const Vec3& v : vertices)
    if (!v.allFinite()) return d.error("vertices", "must be finite");
  if (check_triangles(*this, d) && check_normals(*this, d)) check_patches(*this, d);
}

std::shared_ptr<const SurfaceField> MeshSurface::prepare() const {
  return std::make_shared<SmoothMesh>(vertices, triangles);
}

}  // namespace holon
