// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/force/force.h"
#include "holon/model/command.h"

namespace holon {

/// A force at a point, constant or a function of time, in world axes; times its strength, which may
/// be under the command of a controller.
struct AppliedForce {
  static constexpr std::string_view name = "applied_force";
  static constexpr std::string_view summary =
      "force at a point, constant, a function of time or by a controller";
  static constexpr std::string_view required[] = {"point", "force"};
  static constexpr bool depends_on_velocity = false;

  PointRef point;
  Path force;
  Command strength = 1.0;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("point", self.point, "where it acts");
    visit("force", self.force, "force in world axes [N]");
    visit("strength", self.strength, "times this, a function of time or by a controller");
  }
  auto connectors() const { return std::tie(point, strength); }
  void check(Diagnostics& d) const { force.check(d, "force"); }

  double apply(const std::tuple<PointKin, ScalarKin>& kins, double t, std::span<Push> out) const {
    out[0].head<3>() = std::get<1>(kins).x * force.at(t).x;
    return 0.0;
  }
};

static_assert(ForceKind<AppliedForce>);

}  // namespace holon
