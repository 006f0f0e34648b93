// SPDX-License-Identifier: Apache-2.0
#include "holon/import/appearance.h"

#include <algorithm>
#include <cmath>

#include "holon/geometry/triangle_mesh.h"
#include "holon/import/mesh_file.h"

namespace holon::importing {
namespace {

constexpr std::size_t most_triangles = 4000;  // of one mesh: more makes scenes slow to read
constexpr int segments = 16;                  // of a circle

bool is_good(const Shape& shape) {
  Diagnostics d;
  std::visit([&](const auto& s) { s.check(d); }, shape);
  return d.ok();
}

/// Corners of neighbouring faces are computed each by itself: the same to some digits.
Vec3 rounded(const Vec3& x, double grain) {
  return (x / grain).array().round().matrix() * grain;
}

/// The surface of a piece, closed, where it stands.
std::optional<Mesh> surface(const Piece& piece) {
  if (const auto* mesh = std::get_if<Mesh>(&piece.shape))
    return transformed(*mesh, piece.pose.R, piece.pose.p);
  const TriangleMesh drawn = triangulate(piece.shape, 1e-3, segments);
  double size = 0.0;
  for (const Vec3& x : drawn.points) size = std::max(size, x.cwiseAbs().maxCoeff());
  MeshBuilder builder;
  for (const auto& [a, b, c] : drawn.triangles) {
    const auto corner = [&](int i) {
      return rounded(drawn.points[static_cast<std::size_t>(i)], 1e-9 * size);
    };
    builder.add_triangle(corner(a), corner(b), corner(c));
  }
  Mesh mesh = builder.take();
  if (!is_good(mesh)) return std::nullopt;
  return transformed(std::move(mesh), piece.pose.R, piece.pose.p);
}

void append(Mesh& all, const Mesh& part) {
  const int first = static_cast<int>(all.vertices.size());
  all.vertices.insert(all.vertices.end(), part.vertices.begin(), part.vertices.end());
  for (const auto& [a, b, c] : part.triangles)
    all.triangles.push_back({a + first, b + first, c + first});
}

}  // namespace

bool can_be_shown(const Piece& piece) {
  const auto* mesh = std::get_if<Mesh>(&piece.shape);
  return (mesh == nullptr || mesh->triangles.size() <= most_triangles) && is_good(piece.shape);
}

std::optional<Shape> joined(const std::vector<Piece>& pieces) {
  std::vector<Piece> good;
  for (const Piece& piece : pieces) {
    const auto* mesh = std::get_if<Mesh>(&piece.shape);
    const bool is_large = mesh != nullptr && mesh->triangles.size() > most_triangles;
    if (is_large)
      piece.source.approximated("a mesh of " + std::to_string(mesh->triangles.size())
                                + " triangles is shown as its bounding box");
    good.push_back(is_large ? boxed(piece) : piece);
    if (is_good(good.back().shape)) continue;
    good.back() = boxed(piece);
    if (!is_good(good.back().shape)) good.pop_back();
  }
  if (good.empty()) return std::nullopt;
  if (good.size() == 1 && good.front().pose.is_identity()) return good.front().shape;
  Mesh all;
  for (const Piece& piece : good)
    if (const auto part = surface(piece)) append(all, *part);
  if (!is_good(all)) return std::nullopt;
  return all;
}

std::string colour_of(const std::vector<double>& rgb) {
  std::string colour = "#";
  for (std::size_t i = 0; i < 3; ++i) {
    const auto level = static_cast<unsigned>(std::lround(255 * std::clamp(rgb[i], 0.0, 1.0)));
    colour += "0123456789ABCDEF"[level / 16];
    colour += "0123456789ABCDEF"[level % 16];
  }
  return colour;
}

}  // namespace holon::importing
