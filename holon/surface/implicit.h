// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "holon/geometry/surface_field.h"
#include "holon/math/diagnostics.h"

namespace holon {

/// The zero set of a formula f(x, y, z); derivatives are exact. f itself is what a constraint sees:
/// its scale is that of the formula, and forces along ∇f grow as |∇f| shrinks.
struct Implicit {
  static constexpr std::string_view name = "implicit";
  static constexpr std::string_view summary = "where a formula of x, y and z is zero";
  static constexpr std::string_view formulas[] = {"formula"};
  static constexpr std::string_view required[] = {"formula"};

  std::string formula = "x^2 + y^2 + z^2 - 1";

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("formula", self.formula, "f of f(x, y, z) = 0");
  }
  void check(Diagnostics& d) const;
  std::shared_ptr<const SurfaceField> prepare() const;
};

}  // namespace holon
