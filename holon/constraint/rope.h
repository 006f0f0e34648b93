// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "holon/constraint/constraint.h"

namespace holon {

/// Keeps two points within a length of each other: a massless rope, which pulls and never pushes.
///
///     c = L − |x_b − x_a| ≥ 0,   λ ≥ 0,   λ c = 0        (1)
///
/// λ is the tension. Whether the rope is taut is decided together with the motion: one that becomes
/// taut stops its ends from parting, without a bounce.
struct Rope {
  static constexpr std::string_view name = "rope";
  static constexpr std::string_view summary =
      "two points are no further apart than a length: pulls only";
  static constexpr std::string_view required[] = {"a", "b", "length"};
  static constexpr int rows = 1;
  static constexpr int one_sided_rows = 1;

  PointRef a;
  PointRef b;
  double length = 1.0;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("a", self.a, "one end");
    visit("b", self.b, "the other end");
    visit("length", self.length, "length of the rope [m]");
  }
  auto connectors() const { return std::tie(a, b); }
  void check(Diagnostics& d) const {
    d.expect(std::isfinite(length) && length > 0.0, "length", "must be positive and finite");
  }

  static constexpr NumberInfo numbers[] = {{"distance", "m"}};
  std::array<double, 1> read(const std::tuple<PointKin, PointKin>& kins) const {
    return {(std::get<1>(kins).x - std::get<0>(kins).x).norm()};
  }

  template <class S>
  RowsT<S, 1> error(const Vec3T<S>& x_a, const Vec3T<S>& x_b) const {
    return RowsT<S, 1>(S(length) - length_of<S>(x_b - x_a));  // (1)
  }
};

static_assert(ConstraintKind<Rope>);

}  // namespace holon
