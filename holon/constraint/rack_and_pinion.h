// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "holon/constraint/constraint.h"

namespace holon {

/// Meshes a wheel with a rack: the rack travels by what rolls off the wheel.
///
///     c = s − r θ − s₀        (1)
///
/// λ is the force on the rack; the wheel feels the torque −r λ.
struct RackAndPinion {
  static constexpr std::string_view name = "rack_and_pinion";
  static constexpr std::string_view summary = "a wheel that turns drives a rack along";
  static constexpr std::string_view required[] = {"angle", "travel", "radius"};
  static constexpr int rows = 1;

  ScalarRef angle = AngleBetween{};
  ScalarRef travel = TravelAlong{};
  double radius = 1.0;
  double offset = 0.0;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("angle", self.angle, "angle of the wheel");
    visit("travel", self.travel, "travel of the rack");
    visit("radius",
          self.radius,
          "radius of the wheel; negative if the rack runs on its other side [m]");
    visit("offset", self.offset, "travel where the angle is zero [m]");
  }
  auto connectors() const { return std::tie(angle, travel); }
  void check(Diagnostics& d) const {
    d.expect(counts_turns(angle), "angle", "must be an angle or a twist");
    d.expect(!is_angle(travel), "travel", "must be a travel or a distance");
    d.expect(std::isfinite(radius) && radius != 0.0, "radius", "must be finite and not zero");
    d.expect(std::isfinite(offset), "offset", "must be finite");
  }

  template <class S>
  RowsT<S, 1> error(const S& theta, const S& s) const {
    return RowsT<S, 1>(s - S(radius) * theta - S(offset));  // (1)
  }
};

static_assert(ConstraintKind<RackAndPinion>);

}  // namespace holon
