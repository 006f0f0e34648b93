// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "holon/constraint/constraint.h"

namespace holon {

/// Meshes two gear wheels: their angles turn in the ratio of their numbers of teeth, against each
/// other, or the same way for a wheel inside a ring.
///
///     c = θ_b ± (n_a / n_b) θ_a − φ,   + outside, − inside        (1)
///
/// The angles are counted from the frame that carries both wheels, with parallel axes or any
/// others: bevel and worm gears are the same. λ is the torque on wheel b; wheel a feels ±λ n_a/n_b.
struct Gear {
  static constexpr std::string_view name = "gear";
  static constexpr std::string_view summary = "two angles turn in the ratio of their teeth";
  static constexpr std::string_view required[] = {"a", "b", "teeth_a", "teeth_b"};
  static constexpr int rows = 1;

  ScalarRef a = AngleBetween{};
  ScalarRef b = AngleBetween{};
  double teeth_a = 1.0;
  double teeth_b = 1.0;
  bool inside = false;
  double phase = 0.0;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("a", self.a, "angle of one wheel");
    visit("b", self.b, "angle of the other wheel");
    visit("teeth_a", self.teeth_a, "teeth of the one, or its radius");
    visit("teeth_b", self.teeth_b, "teeth of the other, or its radius");
    visit("inside", self.inside, "whether one of them is a ring around the other");
    visit("phase", self.phase, "angle of the second wheel where that of the first is zero [rad]");
  }
  auto connectors() const { return std::tie(a, b); }
  void check(Diagnostics& d) const {
    d.expect(counts_turns(a), "a", "must be an angle or a twist");
    d.expect(counts_turns(b), "b", "must be an angle or a twist");
    const auto positive = [](double n) { return std::isfinite(n) && n > 0.0; };
    d.expect(positive(teeth_a), "teeth_a", "must be positive and finite");
    d.expect(positive(teeth_b), "teeth_b", "must be positive and finite");
    d.expect(std::isfinite(phase), "phase", "must be finite");
  }

  template <class S>
  RowsT<S, 1> error(const S& angle_a, const S& angle_b) const {
    const double ratio = (inside ? -1.0 : 1.0) * teeth_a / teeth_b;
    return RowsT<S, 1>(angle_b + S(ratio) * angle_a - S(phase));  // (1)
  }
};

static_assert(ConstraintKind<Gear>);

}  // namespace holon
