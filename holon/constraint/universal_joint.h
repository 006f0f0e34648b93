// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/constraint/constraint.h"
#include "holon/math/alignment.h"

namespace holon {

/// A universal joint (Hooke, Cardano): two frames share their origin, and the arms of the cross,
/// the x axis of a and the y axis of b, stay at right angles. With both shafts along z turning is
/// passed on, unevenly if they are bent.
///
///     c = (R_aᵀ (p_b − p_a), x_a·y_b)        (1)
///
/// λ holds the force on b along the axes of a, and the torque about x_a × y_b that is passed on.
struct UniversalJoint {
  static constexpr std::string_view name = "universal_joint";
  static constexpr std::string_view summary =
      "two frames share their origin, and the x axis of one stays across the y axis of the other";
  static constexpr std::string_view required[] = {"a", "b"};
  static constexpr int rows = 4;
  static constexpr std::string_view row_names[] = {"x", "y", "z", "twist"};

  FrameRef a;
  FrameRef b;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("a", self.a, "frame whose x axis is one arm of the cross");
    visit("b", self.b, "frame whose y axis is the other arm");
  }
  auto connectors() const { return std::tie(a, b); }
  void check(Diagnostics& /*d*/) const {}

  template <class S>
  RowsT<S, 4> error(const FrameT<S>& f_a, const FrameT<S>& f_b) const {
    RowsT<S, 4> c;
    c << f_a.R.transpose() * (f_b.p - f_a.p), f_a.R.col(0).dot(f_b.R.col(1));  // (1)
    return c;
  }
};

static_assert(ConstraintKind<UniversalJoint>);

}  // namespace holon
