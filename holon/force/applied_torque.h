// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/force/force.h"
#include "holon/model/command.h"

namespace holon {

/// A pure torque, constant or a function of time, in world axes; times its strength, which may be
/// under the command of a controller.
struct AppliedTorque {
  static constexpr std::string_view name = "applied_torque";
  static constexpr std::string_view summary =
      "torque on an object, constant, a function of time or by a controller";
  static constexpr std::string_view required[] = {"frame", "torque"};
  static constexpr bool depends_on_velocity = false;

  FrameRef frame;
  Path torque;
  Command strength = 1.0;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("frame", self.frame, "frame of the object it turns");
    visit("torque", self.torque, "torque in world axes [N m]");
    visit("strength", self.strength, "times this, a function of time or by a controller");
  }
  auto connectors() const { return std::tie(frame, strength); }
  void check(Diagnostics& d) const { torque.check(d, "torque"); }

  double apply(const std::tuple<FrameKin, ScalarKin>& kins, double t, std::span<Push> out) const {
    out[0].head<3>().setZero();
    out[0].tail<3>() = std::get<1>(kins).x * torque.at(t).x;
    return 0.0;
  }
};

static_assert(ForceKind<AppliedTorque>);

}  // namespace holon
