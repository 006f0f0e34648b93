// SPDX-License-Identifier: Apache-2.0
#include <charconv>

#include "holon/import/import.h"
#include "holon/import/mesh_file.h"
#include "holon/import/text_file.h"

namespace holon {
namespace {

using namespace importing;

class ObjReader {
 public:
  explicit ObjReader(std::string name) : name_(std::move(name)) {}

  Mesh read(std::string_view text) {
    while (!text.empty()) {
      ++line_;
      const std::size_t end = std::min(text.find('\n'), text.size());
      read_line(words_of(text.substr(0, end)));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    return mesh_.take();
  }

 private:
  [[noreturn]] void refuse(const std::string& message) const {
    throw ImportError({{name_, line_, 0, message}});
  }

  void read_line(const std::vector<std::string_view>& words) {
    if (words.empty()) return;
    if (words[0] == "v") read_vertex(words);
    if (words[0] == "f") read_face(words);
  }

  void read_vertex(const std::vector<std::string_view>& words) {
    Vec3 x;
    for (std::size_t i = 0; i < 3; ++i) {
      const auto number = i + 1 < words.size() ? parse_number(words[i + 1]) : std::nullopt;
      if (!number) refuse("a vertex is three finite numbers");
      x[static_cast<Eigen::Index>(i)] = *number;
    }
    vertices_.push_back(x);
  }

  /// A corner is v, v/t, v//n or v/t/n, with v counted from 1, or from -1 backward.
  const Vec3& corner(std::string_view word) const {
    const std::string_view number = word.substr(0, word.find('/'));
    long long v = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), v);
    if (error != std::errc() || end != number.data() + number.size() || v == 0)
      refuse("a corner of a face is the number of a vertex, from 1");
    const auto count = static_cast<long long>(vertices_.size());
    const long long index = v > 0 ? v - 1 : count + v;
    if (index < 0 || index >= count)
      refuse("a face names vertex " + std::to_string(v) + " of " + std::to_string(count)
             + " so far");
    return vertices_[static_cast<std::size_t>(index)];
  }

  void read_face(const std::vector<std::string_view>& words) {
    if (words.size() < 4) refuse("a face has three corners at least");
    const Vec3 first = corner(words[1]);
    for (std::size_t i = 2; i + 1 < words.size(); ++i)
      mesh_.add_triangle(first, corner(words[i]), corner(words[i + 1]));
  }

  std::string name_;
  int line_ = 0;
  std::vector<Vec3> vertices_;
  MeshBuilder mesh_;
};

}  // namespace

Mesh read_obj(std::string_view text, const std::string& name) {
  return ObjReader(name).read(text);
}

}  // namespace holon
