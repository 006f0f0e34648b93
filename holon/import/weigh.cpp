// SPDX-License-Identifier: Apache-2.0
#include "holon/import/weigh.h"

#include <Eigen/LU>
#include <cmath>
#include <utility>

namespace holon::importing {
namespace {

struct Bounds {
  Vec3 low, high;
};
Bounds bounds(const Mesh& mesh) {
  if (mesh.vertices.empty()) return {Vec3::Zero(), Vec3::Zero()};
  Bounds b{mesh.vertices.front(), mesh.vertices.front()};
  for (const Vec3& x : mesh.vertices) b = {b.low.cwiseMin(x), b.high.cwiseMax(x)};
  return b;
}

std::vector<std::string> faults(const Mesh& mesh) {
  Diagnostics d;
  mesh.check(d);
  return d.errors();
}

/// A mesh that encloses a volume: itself, itself turned inside out, or its bounding box.
Piece with_volume(const Piece& piece, const Mesh& mesh) {
  const std::vector<std::string> errors = faults(mesh);
  if (errors.empty()) return piece;
  Piece out = piece;
  Mesh turned = mesh;
  for (auto& [a, b, c] : turned.triangles) std::swap(b, c);
  if (faults(turned).empty()) {
    out.shape = std::move(turned);
    out.source.approximated("a mesh is inside out, and is turned for its mass");
    return out;
  }
  out = boxed(piece);
  out.source.approximated("a mesh is not closed, and weighs as its bounding box (" + errors.front()
                          + ")");
  return out;
}

struct Weighed {
  MassProperties mass;
  double density = 0.0;
};

std::optional<Weighed> weigh(const Piece& piece) {
  try {
    double density = piece.density;
    if (piece.mass) density = *piece.mass / mass_properties(piece.shape, 1.0).mass;
    if (!std::isfinite(density) || density < 0.0) {
      piece.source.problem("the mass or density of this geometry must be positive and finite");
      return std::nullopt;
    }
    return Weighed{mass_properties(piece.shape, density), density};
  } catch (const ModelError& e) {
    for (const std::string& error : e.errors()) piece.source.problem(error);
  } catch (const UsageError&) {
    piece.source.problem("this geometry is too large to be weighed");
  }
  return std::nullopt;
}

}  // namespace

Piece boxed(const Piece& piece) {
  const auto* mesh = std::get_if<Mesh>(&piece.shape);
  if (mesh == nullptr) return piece;
  const Bounds b = bounds(*mesh);
  const Vec3 size = b.high - b.low;
  Piece out = piece;
  out.shape = Box{.size = size.cwiseMax(1e-3 * size.maxCoeff())};  // a sheet is not without volume
  out.pose = piece.pose * RigidMap{Mat3::Identity(), 0.5 * (b.low + b.high)};
  return out;
}

Mesh transformed(Mesh mesh, const Mat3& R, const Vec3& p) {
  for (Vec3& x : mesh.vertices) x = R * x + p;
  if (R.determinant() < 0.0)
    for (auto& [a, b, c] : mesh.triangles) std::swap(b, c);
  return mesh;
}

Weight weigh(const std::vector<Piece>& pieces) {
  Weight out;
  int heavy = 0;
  for (const Piece& given : pieces) {
    if (given.mass.value_or(given.density) == 0.0) continue;
    const auto* mesh = std::get_if<Mesh>(&given.shape);
    const Piece piece = mesh != nullptr ? with_volume(given, *mesh) : given;
    const std::optional<Weighed> weighed = weigh(piece);
    if (!weighed || !(weighed->mass.mass > 0.0)) continue;
    const MassProperties placed = transformed(weighed->mass, piece.pose.R, piece.pose.p);
    out.mass = heavy++ == 0 ? placed : combined(out.mass, placed);
    if (piece.pose.is_identity()) out.solid = Solid{piece.shape, weighed->density};
  }
  if (heavy != 1) out.solid.reset();
  return out;
}

}  // namespace holon::importing
