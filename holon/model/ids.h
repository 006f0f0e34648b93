// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <limits>

namespace holon {

/// Names a thing in a model. The generation makes an id of something removed recognisable for ever,
/// even when its slot is used again.
template <class Tag>
struct Id {
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t index = none;
  std::uint32_t generation = 0;

  bool is_none() const { return index == none; }
  auto operator<=>(const Id&) const = default;
};

using ObjectId = Id<struct ObjectTag>;
using ConstraintId = Id<struct ConstraintTag>;
using ForceId = Id<struct ForceTag>;
using ControllerId = Id<struct ControllerTag>;

}  // namespace holon
