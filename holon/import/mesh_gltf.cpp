// SPDX-License-Identifier: Apache-2.0
#include <Eigen/LU>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "holon/import/import.h"
#include "holon/import/mesh_file.h"
#include "holon/import/text_file.h"
#include "holon/scene/blob.h"

namespace holon {
namespace {

using namespace importing;
using Json = nlohmann::json;

/// "%20" is a space: names of files are written as in addresses.
std::string without_escapes(std::string_view address) {
  std::string name;
  for (std::size_t i = 0; i < address.size(); ++i) {
    unsigned code = 0;
    const char* digits = address.data() + i + 1;
    const bool escaped = address[i] == '%' && i + 2 < address.size()
                         && std::from_chars(digits, digits + 2, code, 16).ptr == digits + 2;
    name += escaped ? static_cast<char>(code) : address[i];
    if (escaped) i += 2;
  }
  return name;
}

class GltfReader {
 public:
  explicit GltfReader(std::string name) : name_(std::move(name)) {}

  Mesh read(std::string_view bytes) {
    parse(bytes.starts_with("glTF") ? unpack(bytes) : bytes);
    if (root_.contains("extensionsRequired") && !root_["extensionsRequired"].empty())
      refuse("extensionsRequired", "needs extensions of glTF: save it without compression");
    const std::size_t scene = root_.contains("scene") ? whole(root_["scene"], "scene") : 0;
    const Json& shown = element("scenes", scene);
    for (const Json& node : list(shown, "nodes", path("scenes", scene)))
      add_node(whole(node, path("scenes", scene)), Transform::Identity(), 0);
    return mesh_.take();
  }

 private:
  // Numbers of the standard for types of components and ways to list triangles.
  enum Component : std::size_t {
    unsigned_byte = 5121,
    unsigned_short = 5123,
    unsigned_int = 5125,
    real = 5126
  };
  enum Mode : std::size_t { triangles = 4, strip = 5, fan = 6 };
  static constexpr std::size_t most_corners = 50'000'000;
  static constexpr int deepest = 256;  // nodes in each other

  using Transform = Eigen::Affine3d;
  struct View {
    std::string_view bytes;
    std::size_t stride = 0, count = 0;
    std::size_t component = 0;
  };

  [[noreturn]] void refuse(const std::string& where, const std::string& message) const {
    throw ImportError({{name_, 0, 0, (where.empty() ? "" : where + ": ") + message}});
  }
  static std::string path(const char* list, std::size_t i) {
    return std::string(list) + "[" + std::to_string(i) + "]";
  }

  // ---- JSON ----

  void parse(std::string_view text) {
    try {
      root_ = Json::parse(text);
    } catch (const Json::exception& e) {
      refuse("", std::string("this is no glTF: ") + e.what());
    }
    if (!root_.is_object()) refuse("", "this is no glTF: it must be an object");
  }
  std::size_t whole(const Json& value, const std::string& where) const {
    if (!value.is_number_unsigned()) refuse(where, "must be a whole number");
    return value.get<std::size_t>();
  }
  std::size_t whole(const Json& of, const char* key, const std::string& where) const {
    const auto it = of.find(key);
    if (it == of.end()) refuse(where, std::string("needs '") + key + "'");
    return whole(*it, where + "." + key);
  }
  std::size_t whole(const Json& of,
                    const char* key,
                    const std::string& where,
                    std::size_t otherwise) const {
    return of.contains(key) ? whole(of, key, where) : otherwise;
  }
  const Json& list(const Json& of, const char* key, const std::string& where) const {
    static const Json none = Json::array();
    const auto it = of.find(key);
    if (it == of.end()) return none;
    if (!it->is_array()) refuse(where + "." + key, "must be a list");
    return *it;
  }
  const Json& element(const char* key, std::size_t i) const {
    const Json& all = list(root_, key, "");
    if (i >= all.size() || !all[i].is_object()) refuse(path(key, i), "is not there");
    return all[i];
  }
  template <int N>
  bool numbers(const Json& of,
               const char* key,
               const std::string& where,
               Eigen::Matrix<double, N, 1>& out) const {
    const Json& all = list(of, key, where);
    if (all.empty()) return false;
    bool fine = all.size() == N;
    for (std::size_t i = 0; fine && i < N; ++i) {
      fine = all[i].is_number() && std::isfinite(all[i].get<double>());
      if (fine) out[static_cast<Eigen::Index>(i)] = all[i].get<double>();
    }
    if (!fine) refuse(where + "." + key, "must be " + std::to_string(N) + " finite numbers");
    return true;
  }

  // ---- bytes ----

  template <class T>
  static T at(std::string_view bytes, std::size_t offset) {
    T value;
    std::memcpy(&value, bytes.data() + offset, sizeof value);
    return value;
  }

  /// The JSON of a binary file; keeps its other chunk. A head of 12 bytes, then for each chunk its
  /// length, its type and its bytes.
  std::string_view unpack(std::string_view bytes) {
    std::string_view json;
    for (std::size_t offset = 12; offset + 8 <= bytes.size();) {
      const std::size_t length = at<std::uint32_t>(bytes, offset);
      const std::string_view type = bytes.substr(offset + 4, 4);
      if (length > bytes.size() - offset - 8) refuse("", "ends inside a chunk");
      const std::string_view chunk = bytes.substr(offset + 8, length);
      if (type == "JSON" && json.empty()) json = chunk;
      if (type == std::string_view("BIN\0", 4) && binary_.empty()) binary_ = chunk;
      offset += 8 + length;
    }
    return json;
  }

  std::string_view buffer(std::size_t i) {
    if (const auto known = buffers_.find(i); known != buffers_.end()) return known->second;
    const Json& buffer = element("buffers", i);
    const auto uri = buffer.find("uri");
    if (uri == buffer.end()) return binary_;
    if (!uri->is_string()) refuse(path("buffers", i) + ".uri", "must be a text");
    const auto& text = uri->get_ref<const std::string&>();
    constexpr std::string_view mark = ";base64,";
    const std::size_t data = text.find(mark);
    const auto beside = std::filesystem::path(name_).parent_path();
    if (text.starts_with("data:") && data != std::string::npos) {
      auto bytes = from_base64(std::string_view(text).substr(data + mark.size()));
      if (!bytes) refuse(path("buffers", i) + ".uri", "is not written in base 64");
      buffers_[i] = std::move(*bytes);
    } else {
      buffers_[i] = read_text_file((beside / without_escapes(text)).string());
    }
    return buffers_[i];
  }

  /// The numbers of an accessor, of which each has `size` bytes.
  View view(std::size_t i, const char* type, std::size_t parts) {
    const std::string where = path("accessors", i);
    const Json& accessor = element("accessors", i);
    if (accessor.value("type", Json()) != type)
      refuse(where + ".type", std::string("must be ") + type);
    if (accessor.contains("sparse")) refuse(where, "is sparse: save it with all of its numbers");
    View v;
    v.count = whole(accessor, "count", where);
    v.component = whole(accessor, "componentType", where);
    const std::size_t number = whole(accessor, "bufferView", where);
    const std::size_t bytes_each = v.component == unsigned_byte    ? 1
                                   : v.component == unsigned_short ? 2
                                                                   : 4;
    const std::size_t size = parts * bytes_each;
    const Json& part = element("bufferViews", number);
    const std::string part_where = path("bufferViews", number);
    const std::string_view all = buffer(whole(part, "buffer", part_where));
    const std::size_t begin = whole(part, "byteOffset", part_where, 0);
    const std::size_t length = whole(part, "byteLength", part_where);
    v.stride = whole(part, "byteStride", part_where, size);
    if (begin > all.size() || length > all.size() - begin)
      refuse(part_where, "reaches beyond its buffer");
    v.bytes = all.substr(begin, length);
    const std::size_t offset = whole(accessor, "byteOffset", where, 0);
    v.bytes.remove_prefix(std::min(offset, v.bytes.size()));
    if (v.stride < size || v.count > most_corners
        || (v.count > 0
            && (v.bytes.size() < size || (v.bytes.size() - size) / v.stride < v.count - 1)))
      refuse(where, "reaches beyond its bufferView");
    return v;
  }

  // ---- geometry ----

  std::vector<Vec3> positions(std::size_t accessor, const Transform& place) {
    const View v = view(accessor, "VEC3", 3);
    if (v.component != real) refuse(path("accessors", accessor), "must be of floats");
    std::vector<Vec3> out(v.count);
    for (std::size_t i = 0; i < v.count; ++i) {
      for (std::size_t k = 0; k < 3; ++k)
        out[i][static_cast<Eigen::Index>(k)] = at<float>(v.bytes, i * v.stride + 4 * k);
      out[i] = place * out[i];
      if (!out[i].allFinite())
        refuse(path("accessors", accessor), "has a vertex that is not finite");
    }
    return out;
  }

  std::vector<std::size_t> indices(std::size_t accessor) {
    const View v = view(accessor, "SCALAR", 1);
    std::vector<std::size_t> out(v.count);
    for (std::size_t i = 0; i < v.count; ++i) {
      const std::size_t offset = i * v.stride;
      if (v.component == unsigned_byte)
        out[i] = at<std::uint8_t>(v.bytes, offset);
      else if (v.component == unsigned_short)
        out[i] = at<std::uint16_t>(v.bytes, offset);
      else if (v.component == unsigned_int)
        out[i] = at<std::uint32_t>(v.bytes, offset);
      else
        refuse(path("accessors", accessor), "must be of unsigned integers");
    }
    return out;
  }

  void add_primitive(const Json& primitive, const std::string& where, const Transform& place) {
    const std::size_t mode = whole(primitive, "mode", where, triangles);
    if (mode != triangles && mode != strip && mode != fan) return;  // points and lines
    if (!primitive.contains("attributes")) refuse(where, "needs 'attributes'");
    const std::vector<Vec3> x =
        positions(whole(primitive["attributes"], "POSITION", where + ".attributes"), place);
    std::vector<std::size_t> order;
    if (primitive.contains("indices")) {
      order = indices(whole(primitive, "indices", where));
    } else {
      order.resize(x.size());
      for (std::size_t i = 0; i < x.size(); ++i) order[i] = i;
    }
    for (std::size_t i : order)
      if (i >= x.size()) refuse(where + ".indices", "names a vertex that is not there");
    // a mirror image runs the other way round
    const bool mirrored = place.linear().determinant() < 0.0;
    const auto add = [&](std::size_t a, std::size_t b, std::size_t c) {
      mesh_.add_triangle(x[order[mirrored ? b : a]], x[order[mirrored ? a : b]], x[order[c]]);
    };
    for (std::size_t i = 2; i < order.size(); ++i) {
      if (mode == triangles && i % 3 == 2) add(i - 2, i - 1, i);
      if (mode == fan) add(0, i - 1, i);
      if (mode == strip) add(i - 2 + i % 2, i - 1 - i % 2, i);  // so does every other one of these
    }
  }

  Transform transform(const Json& node, const std::string& where) const {
    Eigen::Matrix<double, 16, 1> matrix;
    Transform place = Transform::Identity();
    if (numbers(node, "matrix", where, matrix)) {
      place.matrix() = Eigen::Map<const Eigen::Matrix4d>(matrix.data());  // by columns
      return place;
    }
    Vec3 move, scale;
    Eigen::Vector4d turn;  // x, y, z, w
    if (numbers(node, "translation", where, move)) place.translate(move);
    if (numbers(node, "rotation", where, turn)) {
      if (!(turn.norm() > 1e-12)) refuse(where + ".rotation", "must not be zero");
      place.rotate(Quat(turn.normalized()));
    }
    if (numbers(node, "scale", where, scale)) place.scale(scale);
    return place;
  }

  void add_node(std::size_t i, const Transform& parent, int depth) {
    const std::string where = path("nodes", i);
    if (depth > deepest) refuse(where, "is too deep");
    const Json& node = element("nodes", i);
    if (!added_.insert(i).second) refuse(where, "stands in two places, or in itself");
    const Transform place = parent * transform(node, where);
    if (node.contains("mesh")) {
      const std::size_t mesh = whole(node, "mesh", where);
      const Json& primitives = list(element("meshes", mesh), "primitives", path("meshes", mesh));
      for (std::size_t k = 0; k < primitives.size(); ++k)
        add_primitive(
            primitives[k], path("meshes", mesh) + ".primitives[" + std::to_string(k) + "]", place);
    }
    for (const Json& child : list(node, "children", where))
      add_node(whole(child, where + ".children"), place, depth + 1);
  }

  std::string name_;
  Json root_;
  std::string binary_;
  std::map<std::size_t, std::string> buffers_;
  std::set<std::size_t> added_;  // nodes
  MeshBuilder mesh_;
};

}  // namespace

Mesh read_gltf(std::string_view bytes, const std::string& name) {
  return GltfReader(name).read(bytes);
}

}  // namespace holon
