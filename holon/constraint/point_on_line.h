// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/constraint/constraint.h"

namespace holon {

/// Keeps a point on the z axis of a frame: a bead on a straight wire that may itself move.
///
///     c = (x_a·d, y_a·d),   d = x_b − p_a        (1)
///
/// λ is the force of the wire on the point along the frame's x and y axes.
struct PointOnLine {
  static constexpr std::string_view name = "point_on_line";
  static constexpr std::string_view summary = "a point stays on the z axis of a frame";
  static constexpr std::string_view required[] = {"a", "b"};
  static constexpr int rows = 2;
  static constexpr std::string_view row_names[] = {"x", "y"};

  FrameRef a;
  PointRef b;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("a", self.a, "frame whose z axis is the line");
    visit("b", self.b, "point on the line");
  }
  auto connectors() const { return std::tie(a, b); }
  void check(Diagnostics& /*d*/) const {}

  template <class S>
  RowsT<S, 2> error(const FrameT<S>& f, const Vec3T<S>& x_b) const {
    const Vec3T<S> d = x_b - f.p;
    return {f.R.col(0).dot(d), f.R.col(1).dot(d)};  // (1)
  }
};

static_assert(ConstraintKind<PointOnLine>);

}  // namespace holon
