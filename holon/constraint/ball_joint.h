// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "holon/constraint/constraint.h"

namespace holon {

/// A ball in its socket: two frames share their origin. How far the z axes lean apart, and how far
/// one frame is twisted about its z axis against the other, may be limited: a shoulder, a hip.
///
///     c = (R_aᵀ (p_b − p_a), γ − inclination, min(twist − lower, upper − twist))        (1)
///
/// The last two rows are one-sided. λ holds the force on b along the axes of a, and the torques
/// with which the cone and the stop of the twist push back.
struct BallJoint {
  static constexpr std::string_view name = "ball_joint";
  static constexpr std::string_view summary =
      "a ball in its socket, with a cone and a twist that it cannot leave";
  static constexpr std::string_view required[] = {"a", "b"};
  static constexpr int rows = 5;
  static constexpr std::string_view row_names[] = {"x", "y", "z", "cone", "twist"};
  static constexpr int one_sided_rows = 2;

  FrameRef a;
  FrameRef b;
  double cone = no_limit;
  double twist_lower = -no_limit;
  double twist_upper = no_limit;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("a", self.a, "frame of the socket, its z axis along the cone");
    visit("b", self.b, "frame of the ball, its z axis along the limb");
    visit("cone", self.cone, "largest angle between the z axes [rad]; none if left out");
    visit("twist_lower", self.twist_lower, "smallest twist [rad]; none if left out");
    visit("twist_upper", self.twist_upper, "largest twist [rad]; none if left out");
  }
  auto connectors() const { return std::tie(a, b); }
  void check(Diagnostics& d) const {
    d.expect(cone > 0.0, "cone", "must be positive");
    d.expect(!std::isnan(twist_upper), "twist_upper", "must be a number");
    d.expect(twist_lower < twist_upper || std::isnan(twist_upper),
             "twist_lower",
             "must be below twist_upper");
  }

  template <class S>
  RowsT<S, 5> error(const FrameT<S>& f_a, const FrameT<S>& f_b) const {
    RowsT<S, 5> c;
    c << f_a.R.transpose() * (f_b.p - f_a.p), S(1.0), S(1.0);  // (1), nothing to be near to
    if (std::isfinite(cone)) c[3] = S(cone) - inclination_of<S>(f_a.R.col(2), f_b.R.col(2));
    if (std::isfinite(twist_lower) || std::isfinite(twist_upper))
      c[4] = room_between(twist_of<S>(f_a.R, f_b.R), twist_lower, twist_upper);
    return c;
  }
};

static_assert(ConstraintKind<BallJoint>);

}  // namespace holon
