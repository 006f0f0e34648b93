// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/constraint/constraint.h"

namespace holon {

/// Joins two shafts at an angle so that they turn equally fast, as in the drive of a car: the
/// frames share their origin, and neither is twisted against the other about its z axis.
///
///     c = (R_aᵀ (p_b − p_a), θ),   θ = atan2(R₁₀ − R₀₁, R₀₀ + R₁₁),   R = R_aᵀ R_b        (1)
///
/// θ is the twist of swing and twist: b comes out of a by one turn about an axis across the shaft.
/// λ holds the force on b along the axes of a, and the torque that is passed on.
struct ConstantVelocityJoint {
  static constexpr std::string_view name = "constant_velocity_joint";
  static constexpr std::string_view summary =
      "two frames share their origin and turn alike about their z axes";
  static constexpr std::string_view required[] = {"a", "b"};
  static constexpr int rows = 4;
  static constexpr std::string_view row_names[] = {"x", "y", "z", "twist"};

  FrameRef a;
  FrameRef b;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("a", self.a, "frame of one shaft, its z axis along it");
    visit("b", self.b, "frame of the other shaft, its z axis along it");
  }
  auto connectors() const { return std::tie(a, b); }
  void check(Diagnostics& /*d*/) const {}

  template <class S>
  RowsT<S, 4> error(const FrameT<S>& f_a, const FrameT<S>& f_b) const {
    RowsT<S, 4> c;
    c << f_a.R.transpose() * (f_b.p - f_a.p), twist_of<S>(f_a.R, f_b.R);  // (1)
    return c;
  }
};

static_assert(ConstraintKind<ConstantVelocityJoint>);

}  // namespace holon
