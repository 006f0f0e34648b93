// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/constraint/constraint.h"

namespace holon {

/// Keeps a point in the x-y plane of a frame.
///
///     c = z·d,   d = x_b − p_a                                                      (1)
///     ċ = z·(ḋ − ω × d)                                                             (2)
///     c̈ = z·d̈ + 2 (ω × z)·ḋ + (α × z + ω × (ω × z))·d                               (3)
///
/// λ is the force of the plane on the point along the normal z.
struct PointOnPlane {
  static constexpr std::string_view name = "point_on_plane";
  static constexpr std::string_view summary = "a point stays in the x-y plane of a frame";
  static constexpr std::string_view required[] = {"a", "b"};
  static constexpr int rows = 1;

  FrameRef a;
  PointRef b;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("a", self.a, "frame whose x-y plane is meant");
    visit("b", self.b, "point in the plane");
  }
  auto connectors() const { return std::tie(a, b); }
  void check(Diagnostics& /*d*/) const {}

  template <class S>
  RowsT<S, 1> error(const FrameT<S>& f, const Vec3T<S>& x_b) const {
    return RowsT<S, 1>(f.R.col(2).dot(x_b - f.p));  // (1)
  }
  void derivatives(const std::tuple<FrameKin, PointKin>& kins,
                   ConstraintRows<PointOnPlane>& out) const {
    const auto& [f, p] = kins;
    const Vec3 z = f.R.col(2), d = p.x - f.x, rate = p.v - f.v;
    const Vec3 z_dot = f.w.cross(z);
    out.c[0] = z.dot(d);
    out.c_dot[0] = z.dot(rate) + z_dot.dot(d);  // (2)
    out.c_ddot[0] = z.dot(p.a - f.a) + 2.0 * z_dot.dot(rate)
                    + (f.alpha.cross(z) + f.w.cross(z_dot)).dot(d);  // (3)
    out.A[0] << -z.transpose(), z.cross(d).transpose();
    out.A[1].leftCols<3>() = z.transpose();
  }
};

static_assert(ConstraintKind<PointOnPlane>);

}  // namespace holon
