// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/constraint/constraint.h"

namespace holon {

/// Makes a weighted sum of scalar quantities a function of time, or constant: gear trains,
/// differentials, parallel guides.
///
///     c = Σ k_i s_i − f(t)        (1)
///
/// λ is the force along the sum; each quantity feels k_i λ.
struct Coupler {
  static constexpr std::string_view name = "coupler";
  static constexpr std::string_view summary =
      "a weighted sum of quantities follows a function of time";
  static constexpr std::string_view required[] = {"terms"};
  static constexpr int rows = 1;

  ScalarSum terms;
  Motion motion = {};

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("terms", self.terms, "the quantities and how often each counts");
    visit("motion", self.motion, "value of the sum as a function of time");
  }
  auto connectors() const { return std::tie(terms, motion); }
  void check(Diagnostics& d) const {
    check_terms(d, terms);
    motion.check(d, "motion");
  }

  template <class S>
  RowsT<S, 1> error(const S& sum, const S& wanted) const {
    return RowsT<S, 1>(sum - wanted);  // (1)
  }
};

static_assert(ConstraintKind<Coupler>);

}  // namespace holon
