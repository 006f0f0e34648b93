// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "holon/force/force.h"

namespace holon {

/// A blow at a point: momentum given at one moment, to everything that the constraints join to it.
/// It falls at the start of the step that contains its time.
struct Impulse {
  static constexpr std::string_view name = "impulse";
  static constexpr std::string_view summary = "momentum given at a point at one moment";
  static constexpr std::string_view required[] = {"point", "impulse", "time"};
  static constexpr bool depends_on_velocity = false;

  PointRef point;
  Vec3 impulse = Vec3::Zero();
  double time = 0.0;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("point", self.point, "where it strikes");
    visit("impulse", self.impulse, "momentum given, in world axes [N s]");
    visit("time", self.time, "when [s]");
  }
  auto connectors() const { return std::tie(point); }
  void check(Diagnostics& d) const {
    d.expect(impulse.allFinite(), "impulse", "must be finite");
    d.expect(std::isfinite(time), "time", "must be finite");
  }

  /// Half a rounding error of slack, so that one at a step's very start is not missed.
  bool falls_in(double t, double h) const {
    const double slack = 1e-9 * h;
    return time >= t - slack && time < t + h - slack;
  }
  double apply(const std::tuple<PointKin>& /*kins*/, double /*t*/, std::span<Push> out) const {
    out[0].head<3>() = impulse;
    return 0.0;
  }
};

static_assert(ForceKind<Impulse> && ImpulsiveForce<Impulse>);

}  // namespace holon
