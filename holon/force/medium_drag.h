// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "holon/force/force.h"

namespace holon {

/// Drag of a medium at a point: linear where it creeps, quadratic where it rushes.
///
///     u = ẋ − w(t),   f = −(k₁ + k₂ |u|) u        (1)
///
/// The medium moves with the velocity w: wind, or a current.
struct MediumDrag {
  static constexpr std::string_view name = "medium_drag";
  static constexpr std::string_view summary = "drag at a point by a medium that may move";
  static constexpr std::string_view required[] = {"point"};
  static constexpr bool depends_on_velocity = true;

  PointRef point;
  double linear = 0.0;
  double quadratic = 0.0;
  Path medium = {};

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("point", self.point, "where it acts");
    visit("linear", self.linear, "force per velocity [N s/m]");
    visit("quadratic",
          self.quadratic,
          "force per square of velocity: half of density, area and drag coefficient [N s^2/m^2]");
    visit("medium", self.medium, "velocity of the medium in world axes, a function of time [m/s]");
  }
  auto connectors() const { return std::tie(point); }
  void check(Diagnostics& d) const {
    d.expect(
        std::isfinite(linear) && linear >= 0.0, "linear", "must be zero or positive, and finite");
    d.expect(std::isfinite(quadratic) && quadratic >= 0.0,
             "quadratic",
             "must be zero or positive, and finite");
    medium.check(d, "medium");
  }

  double apply(const std::tuple<PointKin>& kins, double t, std::span<Push> out) const {
    const Vec3 u = std::get<0>(kins).v - medium.at(t).x;
    out[0].head<3>() = -(linear + quadratic * u.norm()) * u;  // (1)
    return 0.0;
  }
};

static_assert(ForceKind<MediumDrag>);

}  // namespace holon
