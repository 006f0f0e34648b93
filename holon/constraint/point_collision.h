// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/constraint/constraint.h"

namespace holon {

/// Keeps a point on one side of a plane, off which it may bounce: the friction-free collision of
/// [Barenbrug00, sec. 4.1.14].
///
///     c = n·(x_b − x_a),   c ≥ 0,   λ ≥ 0,   λ c = 0        (1)
///     ċ⁺ = −e ċ⁻   where the point strikes                  (2)
///
/// λ is the force of the plane on the point along the normal n. The stepper `correction` meets (2);
/// all others stop what strikes, as if e were zero.
struct PointCollision {
  static constexpr std::string_view name = "point_collision";
  static constexpr std::string_view summary =
      "a point stays on one side of a plane, and bounces off it: pushes only";
  static constexpr std::string_view required[] = {"a", "b", "normal"};
  static constexpr int rows = 1;
  static constexpr int one_sided_rows = 1;

  PointRef a;
  PointRef b;
  DirectionRef normal;
  double elasticity = 0.0;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("a", self.a, "point of the plane");
    visit("b", self.b, "point that stays on one side of it");
    visit("normal", self.normal, "direction from the plane to the side of b");
    visit("elasticity",
          self.elasticity,
          "part of the speed that a collision gives back, 0 to 1; only `correction` does");
  }
  auto connectors() const { return std::tie(a, b, normal); }
  void check(Diagnostics& d) const {
    d.expect(elasticity >= 0.0 && elasticity <= 1.0, "elasticity", "must lie between 0 and 1");
  }

  template <class S>
  RowsT<S, 1> error(const Vec3T<S>& x_a, const Vec3T<S>& x_b, const Vec3T<S>& n) const {
    return RowsT<S, 1>(n.dot(x_b - x_a));  // (1)
  }
};

static_assert(ConstraintKind<PointCollision>);

}  // namespace holon
