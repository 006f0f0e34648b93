// SPDX-License-Identifier: Apache-2.0
#include "holon/curve/nurbs.h"

#include <string>

#include "holon/math/expect.h"

namespace holon {
namespace {

void check_weights(Diagnostics& d, const Nurbs& n) {
  if (n.weights.size() != n.points.size())
    return d.error("weights",
                   "are " + std::to_string(n.weights.size()) + ": give one for each of the "
                       + std::to_string(n.points.size()) + " points");
  for (std::size_t i = 0; i < n.weights.size(); ++i)
    if (!(std::isfinite(n.weights[i]) && n.weights[i] > 0.0))
      return d.error("weights",
                     "weight " + std::to_string(i) + " is " + shown(n.weights[i])
                         + ": give a positive, finite number");
}

}  // namespace

BSpline Nurbs::without_weights() const {
  return {.points = points, .degree = degree, .clamped = clamped, .closed = closed, .knots = knots};
}

void Nurbs::check(Diagnostics& d) const {
  check_layout(d, without_weights());
  check_weights(d, *this);
  if (d.ok()) expect_tangents(d, "points", *function());
}

CurveFunctionPtr Nurbs::function() const {
  return weighted_spline(without_weights(), weights);
}

}  // namespace holon
