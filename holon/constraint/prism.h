// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/constraint/constraint.h"
#include "holon/math/alignment.h"
#include "holon/model/joint_motion.h"

namespace holon {

/// A slide: two frames stay parallel and share their z axis; only sliding along it is free.
///
///     d = p_b − p_a,   c = (x_a·d, y_a·d, r),   r = rotation_error(R_a, R_b)        (1)
///
/// λ holds the force on b across the slide, along the x and y axes of a, and the torque on b along
/// the axes of a.
struct Prism {
  static constexpr std::string_view name = "prism";
  static constexpr std::string_view summary =
      "two frames stay parallel and share their z axis, and slide along it";
  static constexpr std::string_view required[] = {"a", "b"};
  static constexpr int rows = 5;
  static constexpr std::string_view row_names[] = {"x", "y", "turn x", "turn y", "turn z"};

  FrameRef a;
  FrameRef b;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("a", self.a, "frame whose z axis is the slide");
    visit("b", self.b, "frame that slides along it");
  }
  auto connectors() const { return std::tie(a, b); }
  void check(Diagnostics& /*d*/) const {}

  static constexpr NumberInfo numbers[] = {{"travel", "m"}, {"travel_dot", "m/s"}};
  std::array<double, 2> read(const FramePair& kins) const { return travel_between(kins); }

  template <class S>
  RowsT<S, 5> error(const FrameT<S>& f_a, const FrameT<S>& f_b) const {
    const Vec3T<S> d = f_b.p - f_a.p;
    RowsT<S, 5> c;
    c << f_a.R.col(0).dot(d), f_a.R.col(1).dot(d), rotation_error<S>(f_a.R, f_b.R);  // (1)
    return c;
  }
};

static_assert(ConstraintKind<Prism>);

}  // namespace holon
