// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/constraint/constraint.h"

namespace holon {

/// Gives two points the same velocity, wherever they are. It restricts velocities only: an offset
/// between the points is neither closed nor remembered.
///
///     ċ = ẋ_b − ẋ_a,   c̈ = ẍ_b − ẍ_a        (1)
///
/// λ is the force on b, in world axes. [Barenbrug00, sec. 4.1]
struct VelocityToVelocity {
  static constexpr std::string_view name = "velocity_to_velocity";
  static constexpr std::string_view summary = "two points move with the same velocity";
  static constexpr std::string_view required[] = {"a", "b"};
  static constexpr int rows = 3;
  static constexpr std::string_view row_names[] = {"x", "y", "z"};
  static constexpr int velocity_rows = 3;

  PointRef a;
  PointRef b;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("a", self.a, "point that leads: of an object, or a path");
    visit("b", self.b, "point that moves with it");
  }
  auto connectors() const { return std::tie(a, b); }
  void check(Diagnostics& /*d*/) const {}

  template <class S>
  RowsT<S, 3> velocity_error(const PointMotionT<S>& p, const PointMotionT<S>& q) const {
    return q.v - p.v;  // (1)
  }
  void derivatives(const std::tuple<PointKin, PointKin>& kins,
                   ConstraintRows<VelocityToVelocity>& out) const {
    const auto& [p, q] = kins;
    out.c.setZero();
    out.c_dot = q.v - p.v;
    out.c_ddot = q.a - p.a;
    out.A[0].leftCols<3>() = -Mat3::Identity();
    out.A[1].leftCols<3>() = Mat3::Identity();
  }
};

static_assert(ConstraintKind<VelocityToVelocity>);

}  // namespace holon
