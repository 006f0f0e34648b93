// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "holon/geometry/surface_field.h"
#include "holon/math/diagnostics.h"

namespace holon {

/// A surface by formulas of two parameters: r = (x(u, v), y(u, v), z(u, v)) over a rectangle of
/// them, with exact derivatives. f is the distance, positive on the side of r_u × r_v. A closed
/// direction comes back to its beginning with the same normal.
struct ParametricSurface {
  static constexpr std::string_view name = "parametric_surface";
  static constexpr std::string_view summary = "a surface by formulas of two parameters";
  static constexpr std::string_view formulas[] = {"x", "y", "z"};
  static constexpr std::string_view required[] = {"x", "y", "z"};

  std::string x = "2*u - 1";
  std::string y = "2*v - 1";
  std::string z = "0.4*sin(3*u)*v";
  Vec2 begin = Vec2::Zero();
  Vec2 end = Vec2::Ones();
  bool closed_u = false;
  bool closed_v = false;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("x", self.x, "formula of u and v [m]");
    visit("y", self.y, "formula of u and v [m]");
    visit("z", self.z, "formula of u and v [m]");
    visit("begin", self.begin, "u and v where it begins");
    visit("end", self.end, "u and v where it ends");
    visit("closed_u", self.closed_u, "whether the end of u leads back to its beginning");
    visit("closed_v", self.closed_v, "whether the end of v leads back to its beginning");
  }
  void check(Diagnostics& d) const;
  std::shared_ptr<const SurfaceField> prepare() const;
};

}  // namespace holon
