// SPDX-License-Identifier: Apache-2.0
#include "holon/curve/circle.h"

#include "holon/curve/ellipse.h"
#include "holon/math/expect.h"

namespace holon {

void Circle::check(Diagnostics& d) const {
  expect_length(d, "radius", radius);
  expect_place(d, "center", center);
  expect_orientation(d, "orientation", orientation);
  if (d.ok()) expect_tangents(d, "radius", *function());
}

CurveFunctionPtr Circle::function() const {
  return Ellipse{.radii = {radius, radius}, .center = center, .orientation = orientation}
      .function();
}

}  // namespace holon
