// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/constraint/constraint.h"
#include "holon/math/alignment.h"
#include "holon/model/joint_motion.h"

namespace holon {

/// A shaft in a long bearing: two frames share their z axis; sliding along it and turning about it
/// are free.
///
///     d = p_b − p_a,   c = (x_a·d, y_a·d, s),   s = axis_error(R_a, z_b)        (1)
///
/// λ holds the force on b across the shaft, along the x and y axes of a, and the bending torques
/// (τ_y, −τ_x) on b.
struct CylinderJoint {
  static constexpr std::string_view name = "cylinder_joint";
  static constexpr std::string_view summary =
      "two frames share their z axis, and slide along it and turn about it";
  static constexpr std::string_view required[] = {"a", "b"};
  static constexpr int rows = 4;
  static constexpr std::string_view row_names[] = {"x", "y", "lean x", "lean y"};

  FrameRef a;
  FrameRef b;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("a", self.a, "frame whose z axis is the bearing");
    visit("b", self.b, "frame whose z axis is the shaft");
  }
  auto connectors() const { return std::tie(a, b); }
  void check(Diagnostics& /*d*/) const {}

  static constexpr NumberInfo numbers[] = {
      {"angle", "rad"}, {"angle_dot", "rad/s"}, {"travel", "m"}, {"travel_dot", "m/s"}};
  std::array<double, 4> read(const FramePair& kins) const {
    const auto turn = turn_between(kins), travel = travel_between(kins);
    return {turn[0], turn[1], travel[0], travel[1]};
  }

  template <class S>
  RowsT<S, 4> error(const FrameT<S>& f_a, const FrameT<S>& f_b) const {
    const Vec3T<S> d = f_b.p - f_a.p;
    RowsT<S, 4> c;
    c << f_a.R.col(0).dot(d), f_a.R.col(1).dot(d), axis_error<S>(f_a.R, f_b.R.col(2));  // (1)
    return c;
  }
};

static_assert(ConstraintKind<CylinderJoint>);

}  // namespace holon
