// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/constraint/constraint.h"

namespace holon {

/// Makes a weighted sum of the rates of scalar quantities a function of time: any linear condition
/// on velocities that quantities can express.
///
///     ċ = Σ k_i ṡ_i − f(t)        (1)
///
/// λ is the force along the sum; each quantity feels k_i λ.
struct VelocityCoupler {
  static constexpr std::string_view name = "velocity_coupler";
  static constexpr std::string_view summary = "a weighted sum of rates follows a function of time";
  static constexpr std::string_view required[] = {"terms"};
  static constexpr int rows = 1;
  static constexpr int velocity_rows = 1;

  ScalarSum terms;
  Motion velocity = {};

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("terms", self.terms, "the quantities and how often the rate of each counts");
    visit("velocity", self.velocity, "value of the sum as a function of time");
  }
  auto connectors() const { return std::tie(terms, velocity); }
  void check(Diagnostics& d) const {
    check_terms(d, terms);
    velocity.check(d, "velocity");
  }

  template <class S>
  RowsT<S, 1> velocity_error(const ScalarMotionT<S>& sum, const ScalarMotionT<S>& wanted) const {
    return RowsT<S, 1>(sum.v - wanted.x);  // (1)
  }
};

static_assert(ConstraintKind<VelocityCoupler>);

}  // namespace holon
