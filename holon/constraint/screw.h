// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <numbers>

#include "holon/constraint/constraint.h"

namespace holon {

/// Couples a travel to a turning, as a screw in its nut does; with a cylinder_joint it is the whole
/// screw.
///
///     c = s − p θ / 2π − s₀        (1), θ counts whole turns
///
/// λ is the force along the screw; the torque about it is −λ p / 2π.
struct Screw {
  static constexpr std::string_view name = "screw";
  static constexpr std::string_view summary = "what turns once travels by the pitch";
  static constexpr std::string_view required[] = {"twist", "travel", "pitch"};
  static constexpr int rows = 1;

  ScalarRef twist = TwistBetween{};
  ScalarRef travel = TravelAlong{};
  double pitch = 1.0;
  double offset = 0.0;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("twist", self.twist, "angle by which the screw is turned in its nut");
    visit("travel", self.travel, "how far it has gone");
    visit("pitch", self.pitch, "travel per turn, negative for a left-handed thread [m]");
    visit("offset", self.offset, "travel where the angle is zero [m]");
  }
  auto connectors() const { return std::tie(twist, travel); }
  void check(Diagnostics& d) const {
    d.expect(counts_turns(twist), "twist", "must be an angle or a twist");
    d.expect(!is_angle(travel), "travel", "must be a travel or a distance");
    d.expect(std::isfinite(pitch) && pitch != 0.0, "pitch", "must be finite and not zero");
    d.expect(std::isfinite(offset), "offset", "must be finite");
  }

  template <class S>
  RowsT<S, 1> error(const S& theta, const S& s) const {
    return RowsT<S, 1>(s - S(pitch / (2.0 * std::numbers::pi)) * theta - S(offset));  // (1)
  }
};

static_assert(ConstraintKind<Screw>);

}  // namespace holon
