// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "holon/constraint/constraint.h"

namespace holon {

/// Keeps a scalar quantity between two values: the end stops of a hinge, a slider or a rope.
///
///     c = s − lower  or  upper − s, whichever is nearer,   c ≥ 0,   λ ≥ 0,   λ c = 0        (1)
///
/// λ is the force or torque with which the stop pushes back. Angles count whole turns.
struct Limit {
  static constexpr std::string_view name = "limit";
  static constexpr std::string_view summary = "a quantity stays between two values: pushes only";
  static constexpr std::string_view required[] = {"quantity"};
  static constexpr int rows = 1;
  static constexpr int one_sided_rows = 1;

  ScalarRef quantity;
  double lower = -no_limit;
  double upper = no_limit;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("quantity", self.quantity, "what is kept between the values");
    visit("lower", self.lower, "smallest value [m or rad]; none if left out");
    visit("upper", self.upper, "largest value [m or rad]; none if left out");
  }
  auto connectors() const { return std::tie(quantity); }
  void check(Diagnostics& d) const {
    d.expect(!std::isnan(upper), "upper", "must be a number");
    d.expect(lower < upper || std::isnan(upper), "lower", "must be below upper");
    d.expect(std::isfinite(lower) || std::isfinite(upper), "upper", "needs a value, or lower does");
  }

  template <class S>
  RowsT<S, 1> error(const S& s) const {
    return RowsT<S, 1>(room_between(s, lower, upper));  // (1)
  }
};

static_assert(ConstraintKind<Limit>);

}  // namespace holon
