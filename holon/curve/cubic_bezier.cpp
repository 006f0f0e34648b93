// SPDX-License-Identifier: Apache-2.0
#include "holon/curve/cubic_bezier.h"

#include <string>

#include "holon/geometry/bezier_path.h"
#include "holon/math/expect.h"

namespace holon {

void CubicBezier::check(Diagnostics& d) const {
  const std::size_t rest = closed ? 0 : 1;
  d.expect(points.size() >= 3 + rest && points.size() % 3 == rest,
           "points",
           "are " + std::to_string(points.size()) + ": give "
               + (closed ? "3, 6, 9, ... of them" : "4, 7, 10, ... of them"));
  if (expect_places(d, "points", points) && d.ok()) expect_tangents(d, "points", *function());
}

CurveFunctionPtr CubicBezier::function() const {
  const std::size_t pieces = points.size() / 3;
  std::vector<double> knots;
  std::vector<BezierPath::Homogeneous> control;
  for (std::size_t i = 0; i < pieces; ++i) {
    knots.push_back(static_cast<double>(i));
    for (std::size_t k = 0; k < 4; ++k)
      control.push_back(homogeneous(points[(3 * i + k) % points.size()]));
  }
  knots.push_back(static_cast<double>(pieces));
  return std::make_shared<BezierPath>(3, std::move(knots), std::move(control), closed);
}

}  // namespace holon
