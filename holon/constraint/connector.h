// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/constraint/constraint.h"
#include "holon/math/alignment.h"

namespace holon {

/// Welds two frames together. As a constraint and not as one body the weld shows its load, and may
/// be let go or break.
///
///     c = (R_aᵀ (p_b − p_a), r),   r = rotation_error(R_a, R_b)        (1)
///
/// λ is the force and the torque on b along the axes of a.
struct Connector {
  static constexpr std::string_view name = "connector";
  static constexpr std::string_view summary = "two frames stay one: a weld";
  static constexpr std::string_view required[] = {"a", "b"};
  static constexpr int rows = 6;
  static constexpr std::string_view row_names[] = {"x", "y", "z", "turn x", "turn y", "turn z"};

  FrameRef a;
  FrameRef b;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("a", self.a, "one frame");
    visit("b", self.b, "the frame that is to stay with it");
  }
  auto connectors() const { return std::tie(a, b); }
  void check(Diagnostics& /*d*/) const {}

  template <class S>
  RowsT<S, 6> error(const FrameT<S>& f_a, const FrameT<S>& f_b) const {
    RowsT<S, 6> c;
    c << f_a.R.transpose() * (f_b.p - f_a.p), rotation_error<S>(f_a.R, f_b.R);  // (1)
    return c;
  }
};

static_assert(ConstraintKind<Connector>);

}  // namespace holon
