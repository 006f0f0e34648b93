// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>

#include "holon/force/force.h"
#include "holon/math/expression.h"

namespace holon {

/// A force at a point by formulas, of where it is, how it moves and when.
///
///     f = F(x, y, z, vx, vy, vz, t) − ∇W(x, y, z, t)        (1)
///
/// W is counted as potential energy; its gradient is exact. All in world axes.
struct ForceField {
  static constexpr std::string_view name = "force_field";
  static constexpr std::string_view summary = "force at a point by formulas, or by a potential";
  static constexpr std::string_view formulas[] = {"force", "potential"};
  static constexpr std::string_view required[] = {"point"};
  static constexpr bool depends_on_velocity = true;

  PointRef point;
  std::array<std::string, 3> force = {"0", "0", "0"};
  std::string potential = "0";

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("point", self.point, "where it acts");
    visit("force", self.force, "three formulas of x, y, z, vx, vy, vz and t [N]");
    visit("potential",
          self.potential,
          "formula of x, y, z and t, whose downhill slope is added to the force [J]");
  }
  auto connectors() const { return std::tie(point); }
  void check(Diagnostics& d) const;

  /// The formulas, parsed.
  struct Field {
    std::array<Expression, 3> force;
    Expression potential;
    double apply(const std::tuple<PointKin>& kins, double t, std::span<Push> out) const;
  };
  Field prepare() const;
};

static_assert(ForceKind<ForceField>);

}  // namespace holon
