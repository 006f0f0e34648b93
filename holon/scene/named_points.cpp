// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/named_points.h"

namespace holon {
namespace {

using Points = std::vector<NamedPoint>;

/// Of an axis along z with its middle at the origin.
Points ends(double half) {
  return {{"centre", Vec3::Zero()}, {"end1", Vec3(0, 0, -half)}, {"end2", Vec3(0, 0, half)}};
}

constexpr const char* sides[3][2] = {{"left", "right"}, {"front", "back"}, {"bottom", "top"}};

Points faces(const Vec3& half) {
  Points out = {{"centre", Vec3::Zero()}};
  for (int axis = 0; axis < 3; ++axis)
    for (int end = 0; end < 2; ++end)
      out.push_back({sides[axis][end], (2 * end - 1) * half[axis] * Vec3::Unit(axis)});
  return out;
}

/// Faces, edges and corners: each axis counts at its lower end, not at all, or at its upper end.
Points of(const Box& box) {
  Points out = {{"centre", Vec3::Zero()}};
  for (int code = 0; code < 27; ++code) {
    const int end[3] = {code / 9 % 3 - 1, code / 3 % 3 - 1, code % 3 - 1};
    std::string name;
    Vec3 at = Vec3::Zero();
    for (int axis = 0; axis < 3; ++axis) {
      if (end[axis] == 0) continue;
      name += (name.empty() ? "" : "_") + std::string(sides[axis][end[axis] > 0 ? 1 : 0]);
      at[axis] = 0.5 * end[axis] * box.size[axis];
    }
    if (!name.empty()) out.push_back({name, at});
  }
  return out;
}
Points of(const Rod& rod) {
  return ends(rod.length / 2);
}
Points of(const Cylinder& cylinder) {
  return ends(cylinder.length / 2);
}
Points of(const Capsule& capsule) {
  return ends(capsule.length / 2 + capsule.radius);
}
Points of(const Sphere& sphere) {
  return faces(Vec3::Constant(sphere.radius));
}
Points of(const Ellipsoid& ellipsoid) {
  return faces(ellipsoid.radii);
}
Points of(const Torus& /*torus*/) {
  return {{"centre", Vec3::Zero()}};
}
Points of(const Cone& cone) {
  return {{"centre", Vec3(0, 0, cone.height / 2)},
          {"base", Vec3::Zero()},
          {"apex", Vec3(0, 0, cone.height)}};
}
/// The middle of the box around it.
Points of(const Mesh& mesh) {
  if (mesh.vertices.empty()) return {{"centre", Vec3::Zero()}};
  Vec3 low = mesh.vertices.front(), high = low;
  for (const Vec3& vertex : mesh.vertices) {
    low = low.cwiseMin(vertex);
    high = high.cwiseMax(vertex);
  }
  return {{"centre", (low + high) / 2}};
}

}  // namespace

std::vector<NamedPoint> named_points(const Shape& shape) {
  return std::visit([](const auto& kind) { return of(kind); }, shape);
}

const Shape* shape_of(const Scene& scene, ObjectId id) {
  if (const auto source = scene.solids.find(id.index); source != scene.solids.end())
    if (const auto* solid = std::get_if<Solid>(&source->second)) return &solid->shape;
  const auto looks = scene.looks.find(id.index);
  return looks != scene.looks.end() && looks->second.shape ? &*looks->second.shape : nullptr;
}

std::vector<NamedPoint> named_points(const Scene& scene, const Model& model, ObjectId id) {
  const Shape* shape = shape_of(scene, id);
  if (shape == nullptr) return {{"centre", Vec3::Zero()}};
  Points points = named_points(*shape);
  // a kind that does not say where its centre of mass is has it at its origin
  const bool keeps_axes = visit(
      [](const auto& k) {
        return requires {
          k.com;
        };
      },
      model.objects()[id].kind);
  if (keeps_axes) return points;
  const Vec3 com = mass_properties(*shape, 1.0).com;
  for (NamedPoint& point : points) point.at -= com;
  return points;
}

}  // namespace holon
