// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <filesystem>

#include "holon/import/appearance.h"
#include "holon/import/mesh_file.h"
#include "holon/import/mjcf_tree.h"

namespace holon::importing {

/// Meshes by name, or by the name of their file.
void MjcfTree::read_assets() {
  for (pugi::xml_node node : document_.sections("asset")) {
    if (std::string_view(node.name()) != "mesh") continue;
    const Element mesh = document_.element(node);
    const std::string file = mesh.text("file");
    const std::string name = mesh.text("name", std::filesystem::path(file).stem().string());
    add_named(mesh, "meshes", name, meshes_, mesh);
  }
}

namespace {

/// Of vertices and faces that stand in the file itself.
std::optional<Mesh> inline_mesh(const Element& mesh) {
  constexpr std::size_t most = 10'000'000;
  const auto numbers = mesh.numbers("vertex", 12, most);
  const auto corners = mesh.numbers("face", 12, most);
  if (!numbers) return std::nullopt;
  std::vector<Vec3> vertices;
  for (std::size_t i = 0; i + 2 < numbers->size(); i += 3)
    vertices.emplace_back((*numbers)[i], (*numbers)[i + 1], (*numbers)[i + 2]);
  if (!corners) {
    mesh.approximated("a mesh without faces, which is its convex hull, weighs as its bounding box");
    return Mesh{vertices, {}};
  }
  MeshBuilder builder;
  for (std::size_t i = 0; i + 2 < corners->size(); i += 3) {
    Vec3 x[3];
    for (std::size_t k = 0; k < 3; ++k) {
      const double v = (*corners)[i + k];
      if (!(v >= 0.0) || v != std::floor(v) || v >= static_cast<double>(vertices.size())) {
        mesh.problem("face", "a face names a vertex that is not there");
        return std::nullopt;
      }
      x[k] = vertices[static_cast<std::size_t>(v)];
    }
    builder.add_triangle(x[0], x[1], x[2]);
  }
  return builder.take();
}

}  // namespace

std::optional<Mesh> MjcfTree::read_mesh(const Element& mesh, bool weighs) const {
  const std::string file = mesh.text("file");
  std::optional<Mesh> out;
  if (file.empty()) {
    out = inline_mesh(mesh);
    if (!out) mesh.ignored("a mesh that is neither in a file nor given by its vertices");
  } else if (ending_of(file) == ".msh") {
    mesh.ignored(
        "meshes in .msh files are not read, and weigh nothing: convert them to .obj or .stl");
  } else {
    const auto path = std::filesystem::path(document_.folder()) / compiler_.mesh_folder / file;
    try {
      out = read_mesh_file(path.string());
    } catch (const ImportError& e) {
      if (weighs)
        mesh.problem("file", e.what());
      else
        mesh.ignored(std::string("a mesh that cannot be shown: ") + e.what());
    }
  }
  if (!out) return out;
  const auto quat = mesh.numbers("refquat", 4, 4).value_or(std::vector<double>{1, 0, 0, 0});
  const Quat turn(quat[0], quat[1], quat[2], quat[3]);
  if (!(turn.norm() > 1e-12)) {
    mesh.problem("refquat", "'refquat' must not be zero");
    return std::nullopt;
  }
  // x = scale · R_refᵀ (x_file − p_ref)
  const Mat3 scale = mesh.vector("scale", Vec3::Ones()).asDiagonal();
  const Mat3 R = turn.normalized().toRotationMatrix().transpose();
  const Vec3 p = mesh.vector("refpos", Vec3::Zero());
  return transformed(*out, scale * R, -(scale * R * p));
}

std::optional<Shape> MjcfTree::read_mesh_geom(const Element& geom,
                                              const std::string& type,
                                              bool weighs) {
  const Element* asset = find_named(geom, "mesh", "mesh", meshes_);
  if (asset == nullptr) return std::nullopt;
  std::optional<Mesh> mesh = read_mesh(*asset, weighs);
  if (!mesh) return std::nullopt;
  if (type != "mesh") {
    geom.approximated("a " + type + " that is fitted to a mesh counts as the bounding box of it");
    mesh->triangles.clear();
  }
  return *mesh;
}

/// A shape by its sizes; of what goes from one point to another, also where it is.
std::optional<Shape> MjcfTree::read_primitive(const Element& geom,
                                              const std::string& type,
                                              Piece& piece) {
  std::vector<double> size = geom.numbers("size", 1, 3).value_or(std::vector<double>());
  if (const auto ends = geom.numbers("fromto", 6, 6)) {
    const Vec3 from((*ends)[0], (*ends)[1], (*ends)[2]), to((*ends)[3], (*ends)[4], (*ends)[5]);
    if (!((to - from).norm() > 1e-12) || type == "sphere") {
      geom.problem("fromto", "'fromto' must lead from one point to another, and not for a sphere");
      return std::nullopt;
    }
    piece.pose = {Quat::FromTwoVectors(Vec3::UnitZ(), from - to).toRotationMatrix(),
                  0.5 * (from + to)};
    const double half = 0.5 * (to - from).norm();
    const double across = size.empty() ? 0.0 : size[0];
    if (type == "box" || type == "ellipsoid")
      size = {across, across, half};  // what else 'size' says does not count then
    else
      size = {across, half};
  }
  const std::size_t wanted = type == "sphere" ? 1 : type == "capsule" || type == "cylinder" ? 2 : 3;
  if (size.size() < wanted) {
    geom.problem("size", "a " + type + " needs " + std::to_string(wanted) + " numbers as 'size'");
    return std::nullopt;
  }
  if (type == "sphere") return Sphere{.radius = size[0]};
  if (type == "capsule") return Capsule{.radius = size[0], .length = 2.0 * size[1]};
  if (type == "cylinder") return Cylinder{.radius = size[0], .length = 2.0 * size[1]};
  const Vec3 half(size[0], size[1], size[2]);
  if (type == "ellipsoid") return Ellipsoid{.radii = half};
  return Box{.size = 2.0 * half};
}

/// How a geom touches, by its friction and masks; none if it does not.
static std::optional<Touch> read_contact(const Element& geom) {
  Touch touch;
  touch.source = geom;
  const auto mask = [&](const char* name) {
    return static_cast<std::uint32_t>(std::clamp(geom.number(name, 1.0), 0.0, 2147483647.0));
  };
  touch.type = mask("contype");
  touch.meets = mask("conaffinity");
  if (touch.type == 0 && touch.meets == 0) return std::nullopt;
  std::vector<double> friction = {1.0, 0.005, 0.0001};  // sliding, spinning, rolling
  std::ranges::copy(geom.numbers("friction", 1, 3).value_or(std::vector<double>()),
                    friction.begin());
  for (double f : friction)
    if (f < 0.0) geom.problem("friction", "'friction' must not be negative");
  const double rows = geom.number("condim", 3.0);
  touch.surface.friction = rows >= 3.0 ? friction[0] : 0.0;
  touch.surface.spinning_friction = rows >= 4.0 ? friction[1] : 0.0;
  touch.surface.rolling_friction = rows >= 6.0 ? friction[2] : 0.0;
  return touch;
}

void MjcfTree::add_touch(const Piece& piece, Geoms& geoms) {
  const std::optional<Touch> contact = read_contact(piece.source);
  std::optional<Touch> touch = contact ? touch_of(piece) : std::nullopt;
  if (!touch) return;
  touch->surface = contact->surface;
  touch->type = contact->type;
  touch->meets = contact->meets;
  geoms.touching.push_back(std::move(*touch));
}

void MjcfTree::read_plane(const Element& geom, const Scope& scope, Geoms& geoms) {
  geom.numbers("size", 1, 3);  // that it is shown with
  std::optional<Touch> touch = read_contact(geom);
  if (!touch) return;
  touch->shape = HalfSpace();
  touch->pose = scope.in_link * compiler_.pose(geom);
  if (const auto rgba = geom.numbers("rgba", 4, 4)) touch->colour = colour_of(*rgba);
  geoms.touching.push_back(std::move(*touch));
}

void MjcfTree::read_geom(const Element& geom, const Scope& scope, Geoms& geoms) {
  const std::string type = geom.word(
      "type",
      {"sphere", "capsule", "cylinder", "box", "ellipsoid", "mesh", "plane", "hfield", "sdf"});
  const double group = geom.number("group", 0.0);
  if (type == "plane" && geoms_touch_) return read_plane(geom, scope, geoms);
  if (type == "plane" || type == "hfield" || type == "sdf")
    return geom.ignored("a " + type + " weighs nothing, and is not shown");
  Piece piece;
  piece.source = geom;
  piece.pose = compiler_.pose(geom);
  piece.density = geom.number("density", 1000.0);
  piece.mass = geom.number("mass");
  if (const auto rgba = geom.numbers("rgba", 4, 4)) piece.colour = colour_of(*rgba);
  if (piece.mass.value_or(piece.density) < 0.0)
    geom.problem(piece.mass ? "mass" : "density", "masses and densities must not be negative");
  const bool weighs = scope.weighs_geoms && group >= compiler_.first_group
                      && group <= compiler_.last_group && piece.mass.value_or(piece.density) > 0.0;
  const std::optional<Shape> shape = geom.has("mesh") || type == "mesh"
                                         ? read_mesh_geom(geom, type, weighs)
                                         : read_primitive(geom, type, piece);
  if (!shape) return;
  piece.shape = *shape;
  piece.pose = scope.in_link * piece.pose;
  if (weighs) geoms.heavy.push_back(piece);
  // one that is fitted to a mesh is the box about it
  const bool is_fitted = geom.has("mesh") && type != "mesh";
  if (geoms_touch_) add_touch(is_fitted ? boxed(piece) : piece, geoms);
  // by custom, what only touches is in the groups from 3 on
  (group < 3.0 ? geoms.seen : geoms.hidden).push_back(piece);
}

}  // namespace holon::importing
