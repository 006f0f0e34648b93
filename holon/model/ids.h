// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <limits>
#include <string_view>

namespace holon {

/// Names a thing in a model. The generation makes an id of something removed recognisable for ever,
/// even when its slot is used again.
template <class Tag>
struct Id {
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::string_view what = Tag::what;
  std::uint32_t index = none;
  std::uint32_t generation = 0;

  bool is_none() const { return index == none; }
  auto operator<=>(const Id&) const = default;
};

struct ObjectTag {
  static constexpr std::string_view what = "object";
};
struct ConstraintTag {
  static constexpr std::string_view what = "constraint";
};
struct ForceTag {
  static constexpr std::string_view what = "force";
};
struct ControllerTag {
  static constexpr std::string_view what = "controller";
};
using ObjectId = Id<ObjectTag>;
using ConstraintId = Id<ConstraintTag>;
using ForceId = Id<ForceTag>;
using ControllerId = Id<ControllerTag>;

}  // namespace holon
