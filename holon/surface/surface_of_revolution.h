// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "holon/geometry/surface_field.h"
#include "holon/math/diagnostics.h"

namespace holon {

/// A profile turned about the z axis: the cubic spline (ρ(u), z(u)) through given points, twice
/// continuously differentiable. An end on the axis closes smoothly over it, other ends are not
/// curved. f is the distance, positive to the right of the profile as one walks along it with the
/// radius to the right and the height upward: outside, for a vase drawn from its foot up.
struct SurfaceOfRevolution {
  static constexpr std::string_view name = "surface_of_revolution";
  static constexpr std::string_view summary = "a smooth profile turned about the z axis";
  static constexpr std::string_view required[] = {"profile"};

  std::vector<Vec2> profile;
  bool closed = false;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("profile", self.profile, "radius and height of points about evenly apart [m]");
    visit("closed", self.closed, "whether the last point leads back to the first");
  }
  void check(Diagnostics& d) const;
  std::shared_ptr<const SurfaceField> prepare() const;
};

}  // namespace holon
