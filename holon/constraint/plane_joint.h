// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/constraint/constraint.h"
#include "holon/math/alignment.h"

namespace holon {

/// A flat foot on a flat floor: the xy planes of two frames stay one; sliding in it and turning
/// about its normal are free.
///
///     c = (s, z_a·(p_b − p_a)),   s = axis_error(R_a, z_b)        (1)
///
/// λ holds the bending torques (τ_y, −τ_x) on b and the force on b along the normal z_a. Both push
/// and pull: the foot is held.
struct PlaneJoint {
  static constexpr std::string_view name = "plane_joint";
  static constexpr std::string_view summary =
      "two frames share their xy plane, and slide and turn in it";
  static constexpr std::string_view required[] = {"a", "b"};
  static constexpr int rows = 3;
  static constexpr std::string_view row_names[] = {"lean x", "lean y", "z"};

  FrameRef a;
  FrameRef b;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("a", self.a, "frame whose xy plane is the floor");
    visit("b", self.b, "frame whose xy plane is the sole");
  }
  auto connectors() const { return std::tie(a, b); }
  void check(Diagnostics& /*d*/) const {}

  template <class S>
  RowsT<S, 3> error(const FrameT<S>& f_a, const FrameT<S>& f_b) const {
    RowsT<S, 3> c;
    c << axis_error<S>(f_a.R, f_b.R.col(2)), f_a.R.col(2).dot(f_b.p - f_a.p);  // (1)
    return c;
  }
};

static_assert(ConstraintKind<PlaneJoint>);

}  // namespace holon
