// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "holon/geometry/surface_field.h"
#include "holon/math/diagnostics.h"

namespace holon {

/// A landscape z = h(x, y) through heights on a grid: the bicubic spline that meets them, twice
/// continuously differentiable, and not curved across its edges. f is the distance from it,
/// positive above.
struct HeightField {
  static constexpr std::string_view name = "height_field";
  static constexpr std::string_view summary = "a smooth landscape through a grid of heights";
  static constexpr std::string_view required[] = {"heights"};

  std::vector<std::vector<double>> heights;
  Vec2 corner = Vec2::Zero();
  Vec2 spacing = Vec2::Ones();

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("heights", self.heights, "rows along y of heights along x, at least 2 each way [m]");
    visit("corner", self.corner, "x and y of the first height [m]");
    visit("spacing", self.spacing, "distance of neighbouring heights along x and along y [m]");
  }
  void check(Diagnostics& d) const;
  std::shared_ptr<const SurfaceField> prepare() const;
};

}  // namespace holon
