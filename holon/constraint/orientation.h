// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/constraint/constraint.h"
#include "holon/math/alignment.h"

namespace holon {

/// Keeps two frames parallel; where their origins are does not matter.
///
///     c = 2 sin(θ/2) e,   R_aᵀ R_b = rotation by θ about e            (1)
///
/// c is twice the vector part of the unit quaternion of the relative rotation, in the axes of a:
/// equal to the rotation vector for small θ, and never zero at a half turn.
/// λ is the torque on b about the axes of a, once the frames are parallel.
struct Orientation {
  static constexpr std::string_view name = "orientation";
  static constexpr std::string_view summary = "two frames stay parallel";
  static constexpr std::string_view required[] = {"a", "b"};
  static constexpr int rows = 3;
  static constexpr std::string_view row_names[] = {"turn x", "turn y", "turn z"};

  FrameRef a;
  FrameRef b;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("a", self.a, "one frame");
    visit("b", self.b, "the frame that is to be parallel to it");
  }
  auto connectors() const { return std::tie(a, b); }
  void check(Diagnostics& /*d*/) const {}

  template <class S>
  RowsT<S, 3> error(const FrameT<S>& f_a, const FrameT<S>& f_b) const {
    return rotation_error<S>(f_a.R, f_b.R);  // (1)
  }
};

static_assert(ConstraintKind<Orientation>);

}  // namespace holon
