// SPDX-License-Identifier: Apache-2.0
#include "holon/import/urdf_geometry.h"

#include <filesystem>

#include "holon/import/appearance.h"
#include "holon/import/mesh_file.h"
#include "holon/math/expect.h"

namespace holon::importing {
namespace {

namespace fs = std::filesystem;

/// What geometry is read for: a mesh that cannot be read is a problem if its mass is needed.
enum class Need { mass, looks, touch };

std::optional<Shape> read_mesh(const Element& mesh, const UrdfPaths& paths, Need need) {
  const auto refuse = [&](const std::string& why) {
    if (need == Need::mass)
      mesh.problem("filename", why);
    else
      mesh.ignored(std::string("a mesh that cannot ")
                   + (need == Need::looks ? "be shown: " : "touch: ") + why);
    return std::nullopt;
  };
  const std::string uri = mesh.required_text("filename");
  const Vec3 scale = mesh.vector("scale", Vec3::Ones());
  if (uri.empty()) return std::nullopt;
  if (ending_of(uri) == ".dae") {
    mesh.ignored(
        "COLLADA meshes are not read, weigh nothing and are not shown: convert them to "
        ".obj or .stl");
    return std::nullopt;
  }
  const std::string path = paths.find(uri);
  if (path.empty()) {
    const std::string package = UrdfPaths::package_of(uri);
    return refuse("package " + in_quotes(package) + " is not found: say where it is with --package "
                  + package + "=FOLDER");
  }
  try {
    return transformed(read_mesh_file(path), scale.asDiagonal(), Vec3::Zero());
  } catch (const ImportError& e) {
    return refuse(e.what());
  }
}

double required_number(const Element& element, const char* name) {
  if (!element.has(name)) element.required_text(name);
  return element.number(name, 1.0);
}

}  // namespace

RigidMap read_origin(const Element& element) {
  const Element origin = element.child("origin");
  if (!origin) return {};
  const Vec3 rpy = origin.vector("rpy", Vec3::Zero());
  const auto turn = [&](int i) { return Eigen::AngleAxisd(rpy[i], Vec3::Unit(i)); };
  return {(turn(2) * turn(1) * turn(0)).toRotationMatrix(), origin.vector("xyz", Vec3::Zero())};
}

UrdfPaths::UrdfPaths(const std::string& file, const ImportOptions& options) : options_(options) {
  std::error_code error;
  folder_ = fs::absolute(file, error).parent_path().string();
}

std::string UrdfPaths::package_of(const std::string& uri) {
  for (const std::string scheme : {"package://", "model://"})
    if (uri.starts_with(scheme)) {
      const std::string rest = uri.substr(scheme.size());
      return rest.substr(0, rest.find('/'));
    }
  return "";
}

std::string UrdfPaths::find(const std::string& uri) const {
  const std::string package = package_of(uri);
  if (package.empty()) {
    const fs::path path = uri.starts_with("file://") ? uri.substr(7) : uri;
    return (fs::path(folder_) / path).string();
  }
  const std::string rest = uri.substr(std::min(uri.size(), uri.find(package) + package.size() + 1));
  if (const auto it = options_.packages.find(package); it != options_.packages.end())
    return (fs::path(it->second) / rest).string();
  std::error_code error;
  for (fs::path above = folder_;; above = above.parent_path()) {
    if (above.filename() == package) return (above / rest).string();
    if (fs::is_directory(above / package, error)) return (above / package / rest).string();
    if (!above.has_relative_path()) return "";
  }
}

static std::optional<Piece> read_piece(const Element& element, const UrdfPaths& paths, Need need) {
  Piece piece;
  piece.pose = read_origin(element);
  piece.source = element;
  const Element geometry = element.child("geometry");
  if (!geometry) {
    element.problem("<" + std::string(element.tag()) + "> needs <geometry>");
    return std::nullopt;
  }
  if (const Element box = geometry.child("box")) {
    if (!box.has("size")) box.required_text("size");
    piece.shape = Box{.size = box.vector("size", Vec3::Ones())};
  } else if (const Element sphere = geometry.child("sphere")) {
    piece.shape = Sphere{.radius = required_number(sphere, "radius")};
  } else if (const Element cylinder = geometry.child("cylinder")) {
    piece.shape = Cylinder{.radius = required_number(cylinder, "radius"),
                           .length = required_number(cylinder, "length")};
  } else if (const Element capsule = geometry.child("capsule")) {
    piece.shape = Capsule{.radius = required_number(capsule, "radius"),
                          .length = required_number(capsule, "length")};
  } else if (const Element mesh = geometry.child("mesh")) {
    const std::optional<Shape> shape = read_mesh(mesh, paths, need);
    if (!shape) return std::nullopt;
    piece.shape = *shape;
  } else {
    geometry.ignored("<geometry> of another sort than box, sphere, cylinder, capsule and mesh");
    return std::nullopt;
  }
  return piece;
}

Weight infer_weight(const Element& source, const UrdfPaths& paths, double density) {
  const char* tag = source.node().child("collision") ? "collision" : "visual";
  std::vector<Piece> pieces;
  for (const Element& element : source.children(tag)) {
    auto piece = read_piece(element, paths, Need::mass);
    if (!piece) continue;
    piece->density = density;
    pieces.push_back(*piece);
  }
  Weight weight = weigh(pieces);
  if (weight.mass.mass > 0.0)
    source.approximated(source.title() + " does not say what it weighs: " + shown(weight.mass.mass)
                        + " kg are inferred from its <" + tag + "> at " + shown(density)
                        + " kg/m^3");
  return weight;
}

namespace {

struct Pieces {
  std::vector<Piece> list;
  bool complete = true;  ///< whether all of it can be shown
};

Pieces read_pieces(const Element& link,
                   const char* tag,
                   const UrdfPaths& paths,
                   const UrdfColours& colours) {
  Pieces pieces;
  for (const Element& element : link.children(tag)) {
    auto piece = read_piece(element, paths, Need::looks);
    pieces.complete = pieces.complete && piece && can_be_shown(*piece);
    if (!piece) continue;
    if (const Element material = element.child("material")) {
      const auto known = colours.find(material.text("name"));
      piece->colour = read_colour(material);
      if (piece->colour.empty() && known != colours.end()) piece->colour = known->second;
    }
    pieces.list.push_back(*piece);
  }
  return pieces;
}

}  // namespace

std::vector<Piece> read_looks(const Element& link,
                              const UrdfPaths& paths,
                              const UrdfColours& colours) {
  Pieces seen = read_pieces(link, "visual", paths, colours);
  if (seen.complete && !seen.list.empty()) return seen.list;
  Pieces touched = read_pieces(link, "collision", paths, colours);
  if (touched.list.empty() || (!touched.complete && !seen.list.empty())) return seen.list;
  for (const Piece& piece : seen.list)
    if (touched.list.front().colour.empty()) touched.list.front().colour = piece.colour;
  if (link.node().child("visual"))
    link.approximated(link.title() + " looks like its <collision>, as its <visual> is too large or "
                      + "cannot be read");
  return touched.list;
}

std::vector<Touch> read_touches(const Element& link, const UrdfPaths& paths) {
  std::vector<Touch> out;
  for (const Element& element : link.children("collision")) {
    const auto piece = read_piece(element, paths, Need::touch);
    std::optional<Touch> touch = piece ? touch_of(*piece) : std::nullopt;
    if (touch) out.push_back(std::move(*touch));
  }
  return out;
}

std::string read_colour(const Element& material) {
  const Element colour = material.child("color");
  if (!colour) return "";
  const auto rgba = colour.numbers("rgba", 3, 4);
  return rgba ? colour_of(*rgba) : "";
}

}  // namespace holon::importing
