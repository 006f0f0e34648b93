// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/constraint/constraint.h"

namespace holon {

/// Keeps two scalar quantities equal: distances, angles, travels. [Witkin90, sec. 3]
///
///     c = s_b − s_a        (1), for two angles up to whole turns
///
/// λ is the force along s_b; s_a feels −λ.
struct Equality {
  static constexpr std::string_view name = "equality";
  static constexpr std::string_view summary = "two quantities stay equal";
  static constexpr std::string_view required[] = {"a", "b"};
  static constexpr int rows = 1;

  ScalarRef a;
  ScalarRef b;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("a", self.a, "one quantity");
    visit("b", self.b, "the quantity that is to equal it");
  }
  auto connectors() const { return std::tie(a, b); }
  void check(Diagnostics& /*d*/) const {}

  template <class S>
  RowsT<S, 1> error(const S& s_a, const S& s_b) const {
    const double period = period_of(a) == period_of(b) ? period_of(a) : no_period;
    return RowsT<S, 1>(without_turns<S>(s_b - s_a, period));  // (1)
  }
};

static_assert(ConstraintKind<Equality>);

}  // namespace holon
