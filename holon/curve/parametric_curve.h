// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "holon/geometry/curve_function.h"

namespace holon {

/// A curve by formulas of its parameter:  r = (x(u), y(u), z(u)),  begin ≤ u ≤ end, with exact
/// derivatives. Closed, it comes back to its beginning with the same tangent.
struct ParametricCurve {
  static constexpr std::string_view name = "parametric_curve";
  static constexpr std::string_view summary = "a curve by formulas of its parameter";
  static constexpr std::string_view formulas[] = {"x", "y", "z"};
  static constexpr std::string_view required[] = {"x", "y"};

  std::string x = "u";
  std::string y = "u^2";
  std::string z = "0";
  double begin = 0.0;
  double end = 1.0;
  bool closed = false;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("x", self.x, "formula of u [m]");
    visit("y", self.y, "formula of u [m]");
    visit("z", self.z, "formula of u [m]");
    visit("begin", self.begin, "u where it begins");
    visit("end", self.end, "u where it ends");
    visit("closed", self.closed, "whether its end leads back to its beginning");
  }
  void check(Diagnostics& d) const;
  CurveFunctionPtr function() const;
};

static_assert(CurveKind<ParametricCurve>);

}  // namespace holon
