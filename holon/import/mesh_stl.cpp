// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <cstring>

#include "holon/import/import.h"
#include "holon/import/mesh_file.h"
#include "holon/import/text_file.h"

namespace holon {
namespace {

using namespace importing;

// 80 bytes of anything, the number of triangles, and 50 bytes for each: a normal, three corners and
// two bytes of anything; little-endian.
constexpr std::size_t stl_head = 84, stl_record = 50;

template <class T>
T little_endian(std::string_view bytes, std::size_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

/// Files of text begin with "solid"; so do some binary ones, which are told by their size.
bool is_binary(std::string_view bytes) {
  if (bytes.size() < stl_head) return false;
  const auto count = little_endian<std::uint32_t>(bytes, stl_head - 4);
  return bytes.size() == stl_head + stl_record * count || !bytes.starts_with("solid");
}

Mesh read_binary(std::string_view bytes, const std::string& name) {
  const auto count = little_endian<std::uint32_t>(bytes, stl_head - 4);
  if (bytes.size() < stl_head + stl_record * count)
    throw ImportError({{name,
                        0,
                        0,
                        "ends after " + std::to_string((bytes.size() - stl_head) / stl_record)
                            + " of " + std::to_string(count) + " triangles"}});
  MeshBuilder mesh;
  for (std::uint32_t i = 0; i < count; ++i) {
    Vec3 corners[3];
    for (std::size_t k = 0; k < 9; ++k)
      corners[k / 3][static_cast<Eigen::Index>(k % 3)] =
          little_endian<float>(bytes, stl_head + stl_record * i + 12 + 4 * k);
    for (const Vec3& x : corners)
      if (!x.allFinite())
        throw ImportError(
            {{name, 0, 0, "triangle " + std::to_string(i) + " has a corner that is not finite"}});
    mesh.add_triangle(corners[0], corners[1], corners[2]);
  }
  return mesh.take();
}

Mesh read_words(std::string_view text, const std::string& name) {
  MeshBuilder mesh;
  std::vector<Vec3> corners;
  for (int line = 1; !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::vector<std::string_view> words = words_of(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (words.empty()) continue;
    const auto refuse = [&](const std::string& why) { throw ImportError({{name, line, 0, why}}); };
    if (words[0] == "vertex") {
      Vec3 x = Vec3::Zero();
      for (std::size_t i = 1; i < 4; ++i) {
        const auto number = i < words.size() ? parse_number(words[i]) : std::nullopt;
        if (!number) refuse("a vertex is three finite numbers");
        x[static_cast<Eigen::Index>(i) - 1] = number.value_or(0.0);
      }
      corners.push_back(x);
    } else if (words[0] == "endloop") {
      if (corners.size() != 3) refuse("a facet has three vertices");
      mesh.add_triangle(corners[0], corners[1], corners[2]);
      corners.clear();
    } else if (words[0] != "solid" && words[0] != "facet" && words[0] != "outer"
               && words[0] != "endfacet" && words[0] != "endsolid") {
      refuse(
          "this is no STL: a line begins with solid, facet, outer, vertex, endloop, endfacet or "
          "endsolid");
    }
  }
  return mesh.take();
}

}  // namespace

Mesh read_stl(std::string_view bytes, const std::string& name) {
  return is_binary(bytes) ? read_binary(bytes, name) : read_words(bytes, name);
}

}  // namespace holon
