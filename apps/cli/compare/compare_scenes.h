// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace holon::cli {

/// A field that two scenes do not have alike.
struct SceneDifference {
  std::string where;            ///< by names: "objects rod.mass"
  nlohmann::ordered_json a, b;  ///< discarded where it is not given
};

/// What two texts of scenes say differently, things by their names, whatever the order and layout.
/// Things without a name are compared in their order. Both have to be valid scenes.
std::vector<SceneDifference> compare_scenes(std::string_view a, std::string_view b);

}  // namespace holon::cli
