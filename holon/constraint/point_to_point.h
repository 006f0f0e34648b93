// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/constraint/constraint.h"

namespace holon {

/// Holds two points together: a ball joint between objects, a nail, or a point led along a path.
///
///     c = x_b − x_a,   ċ = ẋ_b − ẋ_a,   c̈ = ẍ_b − ẍ_a        (1)
///
/// λ is the force on b, in world axes; a feels −λ. [Barzel88, app. C.2]
struct PointToPoint {
  static constexpr std::string_view name = "point_to_point";
  static constexpr std::string_view summary = "two points coincide: ball joint, nail, path";
  static constexpr std::string_view required[] = {"a", "b"};
  static constexpr int rows = 3;
  static constexpr std::string_view row_names[] = {"x", "y", "z"};

  PointRef a;
  PointRef b;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("a", self.a, "one point: of an object, a nail or a path");
    visit("b", self.b, "the other point");
  }
  auto connectors() const { return std::tie(a, b); }
  void check(Diagnostics& /*d*/) const {}

  template <class S>
  RowsT<S, 3> error(const Vec3T<S>& x_a, const Vec3T<S>& x_b) const {
    return x_b - x_a;
  }
  template <class Rows>
  void slopes(const Rows& on_a, const Vec3& /*x_a*/, const Rows& on_b, const Vec3& /*x_b*/) const {
    on_a.point(a, -1.0);
    on_b.point(b, 1.0);
  }
  void derivatives(const std::tuple<PointKin, PointKin>& kins,
                   ConstraintRows<PointToPoint>& out) const {
    const auto& [p, q] = kins;
    out.c = q.x - p.x;
    out.c_dot = q.v - p.v;
    out.c_ddot = q.a - p.a;
    out.A[0].leftCols<3>() = -Mat3::Identity();
    out.A[1].leftCols<3>() = Mat3::Identity();
  }
};

static_assert(ConstraintKind<PointToPoint>);

}  // namespace holon
