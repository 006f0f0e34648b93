// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

/// The binary part of a glTF file, and what describes it.
namespace holon {

class GltfBuffer {
 public:
  using Json = nlohmann::ordered_json;
  static constexpr int array_buffer = 34962, element_array_buffer = 34963;

  /// Adds a list of vectors of `width` numbers each and returns its accessor. `target` is 0 where a
  /// list is not for drawing; `bounds` says whether its least and largest numbers are wanted.
  int add(const std::vector<float>& numbers, std::size_t width, int target, bool bounds) {
    static const std::map<std::size_t, const char*> types = {
        {1, "SCALAR"}, {3, "VEC3"}, {4, "VEC4"}};
    Json accessor = {{"bufferView", add_view(numbers, target)},
                     {"componentType", 5126},
                     {"count", numbers.size() / width},
                     {"type", types.at(width)}};
    if (bounds) add_bounds(accessor, numbers, width);
    accessors_.push_back(std::move(accessor));
    return static_cast<int>(accessors_.size()) - 1;
  }
  int add(const std::vector<std::uint32_t>& indices) {
    accessors_.push_back({{"bufferView", add_view(indices, element_array_buffer)},
                          {"componentType", 5125},
                          {"count", indices.size()},
                          {"type", "SCALAR"}});
    return static_cast<int>(accessors_.size()) - 1;
  }

  /// The file: a header, the description and the bytes, each padded to multiples of four.
  std::string file(Json root) const {
    root["buffers"] = Json::array({{{"byteLength", bytes_.size()}}});
    root["bufferViews"] = views_;
    root["accessors"] = accessors_;
    std::string text = root.dump();
    text.resize((text.size() + 3) / 4 * 4, ' ');
    std::string out = "glTF";
    const auto add = [&](std::size_t number) {
      const auto n = static_cast<std::uint32_t>(number);
      out.append(reinterpret_cast<const char*>(&n), 4);
    };
    add(2);
    add(12 + 8 + text.size() + 8 + bytes_.size());
    add(text.size());
    out += "JSON" + text;
    add(bytes_.size());
    out.append("BIN\0", 4);
    return out + bytes_;
  }

 private:
  template <class T>
  int add_view(const std::vector<T>& numbers, int target) {
    static_assert(sizeof(T) == 4, "then all lists begin at multiples of four");
    Json view = {{"buffer", 0}, {"byteOffset", bytes_.size()}, {"byteLength", 4 * numbers.size()}};
    if (target != 0) view["target"] = target;
    bytes_.append(reinterpret_cast<const char*>(numbers.data()), 4 * numbers.size());
    views_.push_back(std::move(view));
    return static_cast<int>(views_.size()) - 1;
  }
  static void add_bounds(Json& accessor, const std::vector<float>& numbers, std::size_t width) {
    std::vector<float> low(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(width));
    std::vector<float> high = low;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      low[i % width] = std::min(low[i % width], numbers[i]);
      high[i % width] = std::max(high[i % width], numbers[i]);
    }
    accessor["min"] = low;
    accessor["max"] = high;
  }

  std::string bytes_;
  Json views_ = Json::array(), accessors_ = Json::array();
};

}  // namespace holon
