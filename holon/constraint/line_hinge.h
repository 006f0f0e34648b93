// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/constraint/constraint.h"
#include "holon/math/alignment.h"

namespace holon {

/// A hinge: two frames share their origin and their z axis; only turning about it is free.
///
///     c = (R_aᵀ (p_b − p_a), s),   s = axis_error(R_a, z_b)        (1)
///
/// λ holds the force on b along the axes of a, the last of the three along the hinge, and the
/// bending torques (τ_y, −τ_x) on b.
struct LineHinge {
  static constexpr std::string_view name = "line_hinge";
  static constexpr std::string_view summary =
      "two frames share their origin and z axis, and turn about it";
  static constexpr std::string_view required[] = {"a", "b"};
  static constexpr int rows = 5;
  static constexpr std::string_view row_names[] = {"x", "y", "z", "lean x", "lean y"};

  FrameRef a;
  FrameRef b;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("a", self.a, "frame whose z axis is the hinge");
    visit("b", self.b, "frame that turns about it");
  }
  auto connectors() const { return std::tie(a, b); }
  void check(Diagnostics& /*d*/) const {}

  template <class S>
  RowsT<S, 5> error(const FrameT<S>& f_a, const FrameT<S>& f_b) const {
    RowsT<S, 5> c;
    c << f_a.R.transpose() * (f_b.p - f_a.p), axis_error<S>(f_a.R, f_b.R.col(2));  // (1)
    return c;
  }
};

static_assert(ConstraintKind<LineHinge>);

}  // namespace holon
