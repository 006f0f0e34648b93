// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/gltf_writer.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <array>
#include <cmath>

#include "holon/geometry/triangle_mesh.h"
#include "holon/scene/field_key.h"
#include "holon/scene/gltf_buffer.h"

namespace holon {
namespace {

using Json = GltfBuffer::Json;

/// Muted tints, in linear colours.
constexpr std::array<std::array<double, 3>, 6> tints = {{{0.212, 0.352, 0.521},
                                                         {0.337, 0.440, 0.231},
                                                         {0.584, 0.386, 0.212},
                                                         {0.376, 0.305, 0.565},
                                                         {0.212, 0.434, 0.402},
                                                         {0.527, 0.262, 0.328}}};

/// Of "#5C7A98", by the curve of sRGB.
std::array<double, 3> linear(const std::string& colour) {
  std::array<double, 3> out{};
  for (std::size_t i = 0; i < 3; ++i) {
    const double c = std::stoi(colour.substr(1 + 2 * i, 2), nullptr, 16) / 255.0;
    out[i] = c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  }
  return out;
}

Json quaternion(const Quat& q) {
  return Json::array({q.x(), q.y(), q.z(), q.w()});
}
std::vector<float> flat(const std::vector<Vec3>& points) {
  std::vector<float> list;
  for (const Vec3& p : points)
    for (int i = 0; i < 3; ++i) list.push_back(static_cast<float>(p[i]));
  return list;
}

/// How one part moves: keys of glTF's translation, rotation and scale, and of the rotation inside.
struct Keys {
  std::vector<float> position, turn, scale, inner;
  std::vector<float> there;  ///< a scale of one, or of zero while it is not there
  bool always_there = true;
};

class Motion3d {
 public:
  explicit Motion3d(const Recording::Part& part) : part_(part) {}
  Keys keys(std::size_t times) {
    for (std::size_t i = 0; i < times; ++i) add(i);
    return std::move(keys_);
  }

 private:
  float number(std::size_t i, int k) const {
    return part_.poses[i * static_cast<std::size_t>(part_.numbers) + static_cast<std::size_t>(k)];
  }
  Vec3 vector(std::size_t i, int k) const {
    return {number(i, k), number(i, k + 1), number(i, k + 2)};
  }
  static void append(std::vector<float>& list, const Vec3& v) {
    for (int i = 0; i < 3; ++i) list.push_back(static_cast<float>(v[i]));
  }
  /// q and −q are the same rotation; neighbours are to be near each other.
  static void append(std::vector<float>& list, Quat q, Quat& last) {
    q.normalize();
    if (q.dot(last) < 0.0) q.coeffs() = -q.coeffs();
    last = q;
    for (double x : {q.x(), q.y(), q.z(), q.w()}) list.push_back(static_cast<float>(x));
  }

  void add(std::size_t i) {
    const bool there = std::isfinite(number(i, 0));
    keys_.always_there = keys_.always_there && there;
    for (int k = 0; k < 3; ++k) keys_.there.push_back(there ? 1.0F : 0.0F);
    // while it is not there it stays where it was
    if (there) read(i);
    append(keys_.position, position_);
    append(keys_.turn, turn_, last_turn_);
    append(keys_.scale, scale_);
    append(keys_.inner, inner_, last_inner_);
  }
  void read(std::size_t i) {
    position_ = vector(i, 0);
    if (part_.numbers == 7) turn_ = Quat(number(i, 3), number(i, 4), number(i, 5), number(i, 6));
    if (part_.numbers != 12) return;
    Mat3 A;
    for (int k = 0; k < 3; ++k) A.col(k) = vector(i, 3 + 3 * k);
    // AᵀA = V S² Vᵀ, and then U = A V S⁻¹
    const Eigen::SelfAdjointEigenSolver<Mat3> solved(A.transpose() * A);
    const Mat3 V = nearest_order(solved.eigenvectors());
    const Mat3 AV = A * V;
    scale_ = AV.colwise().norm();
    turn_ = Quat(Mat3(AV * scale_.cwiseInverse().asDiagonal()));
    inner_ = Quat(Mat3(V.transpose()));
  }
  /// The axes in the order and with the signs that are nearest to those before, right-handed.
  Mat3 nearest_order(const Mat3& axes) {
    Mat3 best = axes_;
    double nearest = -4.0;
    std::array<int, 3> order = {0, 1, 2};
    do {
      Mat3 trial;
      for (int k = 0; k < 3; ++k) {
        const Vec3 axis = axes.col(order[static_cast<std::size_t>(k)]);
        trial.col(k) = axis.dot(axes_.col(k)) < 0.0 ? Vec3(-axis) : axis;
      }
      const double near = (trial.transpose() * axes_).trace();
      if (trial.determinant() > 0.0 && near > nearest) {
        nearest = near;
        best = trial;
      }
    } while (std::next_permutation(order.begin(), order.end()));
    return axes_ = best;
  }

  const Recording::Part& part_;
  Keys keys_;
  Vec3 position_ = Vec3::Zero(), scale_ = Vec3::Ones();
  Quat turn_ = Quat::Identity(), inner_ = Quat::Identity();
  Quat last_turn_ = Quat::Identity(), last_inner_ = Quat::Identity();
  Mat3 axes_ = Mat3::Identity();
};

class Writer {
 public:
  explicit Writer(const Recording& recording) : recording_(recording) { measure(); }

  std::string write() {
    const std::vector<double>& times = recording_.times();
    std::vector<float> seconds;
    for (double t : times) seconds.push_back(static_cast<float>(t - times.front()));
    if (times.size() > 1) time_accessor_ = buffer_.add(seconds, 1, 0, true);
    nodes_.push_back({{"name", "world"}, {"rotation", {-std::sqrt(0.5), 0, 0, std::sqrt(0.5)}}});
    Json children = Json::array();
    for (const Recording::Part& part : recording_.parts()) children.push_back(add_part(part));
    if (!children.empty()) nodes_[0]["children"] = children;
    return buffer_.file(root());
  }

 private:
  /// Sizes for what has none of its own.
  void measure() {
    Eigen::AlignedBox3d box;
    for (const Recording::Part& p : recording_.parts())
      for (std::size_t i = 0; i + 2 < p.poses.size(); i += static_cast<std::size_t>(p.numbers))
        if (std::isfinite(p.poses[i])) box.extend(Vec3(p.poses[i], p.poses[i + 1], p.poses[i + 2]));
    const double size = box.isEmpty() || box.sizes().norm() == 0.0 ? 1.0 : box.sizes().norm();
    rod_radius_ = 0.0085 * size;
    ball_radius_ = 0.016 * size;
  }

  Json root() const {
    Json root = {{"asset", {{"version", "2.0"}, {"generator", "holon"}}},
                 {"scene", 0},
                 {"scenes", {{{"name", recording_.settings().title}, {"nodes", {0}}}}},
                 {"nodes", nodes_}};
    if (!meshes_.empty()) {
      root["meshes"] = meshes_;
      root["materials"] = materials_;
    }
    if (!channels_.empty())
      root["animations"] = {{{"name", "motion"}, {"channels", channels_}, {"samplers", samplers_}}};
    return root;
  }

  int add_node(Json node) {
    nodes_.push_back(std::move(node));
    return static_cast<int>(nodes_.size()) - 1;
  }

  int add_part(const Recording::Part& part) {
    const Keys keys = Motion3d(part).keys(recording_.times().size());
    const auto first = [](const std::vector<float>& list, std::size_t n) {
      return Json(std::vector<float>(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(n)));
    };
    const bool affine = part.numbers == 12;
    Json looks = add_looks(part);
    if (affine) looks = Json::array({add_inner(part, keys, looks)});
    const int node = add_node({{"name", part.name},
                               {"translation", first(keys.position, 3)},
                               {"rotation", first(keys.turn, 4)},
                               {"children", looks}});
    animate(node, "translation", keys.position, 3, "LINEAR");
    if (part.numbers > 3) animate(node, "rotation", keys.turn, 4, "LINEAR");
    if (affine) {
      nodes_[static_cast<std::size_t>(node)]["scale"] = first(keys.scale, 3);
      animate(node, "scale", keys.scale, 3, "LINEAR");
    } else if (!keys.always_there) {
      animate(node, "scale", keys.there, 3, "STEP");
    }
    return node;
  }
  int add_inner(const Recording::Part& part, const Keys& keys, const Json& looks) {
    const int inner = add_node({{"name", part.name + " axes"}, {"children", looks}});
    animate(inner, "rotation", keys.inner, 4, "LINEAR");
    return inner;
  }
  void animate(int node,
               const char* path,
               const std::vector<float>& keys,
               std::size_t width,
               const char* interpolation) {
    if (time_accessor_ < 0) return;
    channels_.push_back(
        {{"sampler", samplers_.size()}, {"target", {{"node", node}, {"path", path}}}});
    samplers_.push_back({{"input", time_accessor_},
                         {"output", buffer_.add(keys, width, 0, false)},
                         {"interpolation", interpolation}});
  }

  Json add_looks(const Recording::Part& part) {
    const std::vector<Look> looks =
        part.looks.empty() ? std::vector<Look>{{Sphere{ball_radius_}}} : part.looks;
    const std::size_t tint = material_of(part);
    Json children = Json::array();
    for (const Look& look : looks) {
      Json node = {{"mesh", mesh_of(look.shape, tint)}};
      if (!look.at.isZero(0.0)) node["translation"] = {look.at.x(), look.at.y(), look.at.z()};
      if (look.orientation.w() != 1.0) node["rotation"] = quaternion(look.orientation);
      children.push_back(add_node(std::move(node)));
    }
    return children;
  }
  /// The colour that the scene says; else names that differ in digits only share a tint.
  std::size_t material_of(const Recording::Part& part) {
    if (!part.colour.empty()) return material(part.colour, linear(part.colour));
    std::string name = part.name;
    std::erase_if(name, [](char c) { return c >= '0' && c <= '9'; });
    const std::size_t family = families_.try_emplace(name, families_.size()).first->second;
    return material("tint " + std::to_string(family % tints.size()), tints[family % tints.size()]);
  }
  /// The material of this name, made when it is first used.
  std::size_t material(const std::string& name, const std::array<double, 3>& c) {
    const auto [found, is_new] = material_index_.try_emplace(name, materials_.size());
    if (is_new)
      materials_.push_back({{"name", name},
                            {"pbrMetallicRoughness",
                             {{"baseColorFactor", {c[0], c[1], c[2], 1.0}},
                              {"metallicFactor", 0.05},
                              {"roughnessFactor", 0.6}}}});
    return found->second;
  }
  int mesh_of(const Shape& shape, std::size_t tint) {
    FieldKey key;
    key.add(tint);
    key.add(shape.index());
    std::visit([&](const auto& s) { key.add(s); }, shape);
    const auto [found, is_new] =
        mesh_index_.try_emplace(key.text, static_cast<int>(meshes_.size()));
    if (!is_new) return found->second;
    const TriangleMesh mesh = triangulate(shape, rod_radius_);
    std::vector<std::uint32_t> indices;
    for (const auto& t : mesh.triangles)
      for (int i : t) indices.push_back(static_cast<std::uint32_t>(i));
    meshes_.push_back(
        {{"primitives",
          {{{"attributes",
             {{"POSITION", buffer_.add(flat(mesh.points), 3, GltfBuffer::array_buffer, true)},
              {"NORMAL", buffer_.add(flat(mesh.normals), 3, GltfBuffer::array_buffer, false)}}},
            {"indices", buffer_.add(indices)},
            {"material", tint}}}}});
    return found->second;
  }

  const Recording& recording_;
  GltfBuffer buffer_;
  Json nodes_ = Json::array(), meshes_ = Json::array(), materials_ = Json::array();
  Json channels_ = Json::array(), samplers_ = Json::array();
  std::map<std::string, std::size_t> families_, material_index_;
  std::map<std::string, int> mesh_index_;
  int time_accessor_ = -1;
  double rod_radius_ = 0.01, ball_radius_ = 0.02;
};

}  // namespace

std::string to_glb(const Recording& recording) {
  return Writer(recording).write();
}

}  // namespace holon
