// SPDX-License-Identifier: Apache-2.0
#include "holon/curve/segment.h"

#include "holon/curve/line.h"
#include "holon/math/expect.h"

namespace holon {

void Segment::check(Diagnostics& d) const {
  expect_place(d, "a", a);
  expect_place(d, "b", b);
  if (!d.ok()) return;
  d.expect((b - a).stableNorm() > 0.0, "b", "is the same point as a: move them apart");
  d.expect(std::isfinite((b - a).squaredNorm()), "b", "is too far from a to compute with");
}

CurveFunctionPtr Segment::function() const {
  return straight_curve(a, b - a, {0.0, (b - a).stableNorm()});
}

}  // namespace holon
