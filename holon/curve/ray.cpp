// SPDX-License-Identifier: Apache-2.0
#include "holon/curve/ray.h"

#include <limits>

#include "holon/curve/line.h"
#include "holon/math/expect.h"

namespace holon {

void Ray::check(Diagnostics& d) const {
  expect_place(d, "point", point);
  expect_direction(d, "direction", direction);
}

CurveFunctionPtr Ray::function() const {
  return straight_curve(point, direction, {0.0, std::numeric_limits<double>::infinity()});
}

}  // namespace holon
