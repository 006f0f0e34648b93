// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/constraint/constraint.h"

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
    const Mat3T<S> R = f_a.R.transpose() * f_b.R;
    RowsT<S, 3> c = half_sine_vector<S>(R);  // (1)
    const Vec3 e(0.5 * value_of(c[0]), 0.5 * value_of(c[1]), 0.5 * value_of(c[2]));
    if (1.0 - e.squaredNorm() < 1e-12) {
      // At half a turn c does not change with θ to first order, and the frames would rest there:
      // say that turning back helps. sin θ falls with θ.
      const S sine = S(0.5 * e[0]) * (R(2, 1) - R(1, 2)) + S(0.5 * e[1]) * (R(0, 2) - R(2, 0))
                     + S(0.5 * e[2]) * (R(1, 0) - R(0, 1));
      for (int i = 0; i < 3; ++i) c[i] += S(e[i]) * (S(value_of(sine)) - sine);
    }
    return c;
  }
};

static_assert(ConstraintKind<Orientation>);

}  // namespace holon
