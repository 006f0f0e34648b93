// SPDX-License-Identifier: Apache-2.0
#include "holon/geometry/bezier_path.h"

#include <algorithm>

namespace holon {
namespace {

using Homogeneous = BezierPath::Homogeneous;
using Polygon = std::array<Homogeneous, BezierPath::max_degree + 1>;

/// Σₖ B(n, k)(τ) bₖ by de Casteljau's corner cutting.
Homogeneous cut_corners(Polygon b, int n, double tau) {
  for (; n > 0; --n)
    for (int k = 0; k < n; ++k) b[k] = (1.0 - tau) * b[k] + tau * b[k + 1];
  return b[0];
}

}  // namespace

BezierPath::BezierPath(int degree,
                       std::vector<double> knots,
                       std::vector<Homogeneous> points,
                       bool closed,
                       bool rational)
    : degree_(degree),
      knots_(std::move(knots)),
      points_(std::move(points)),
      closed_(closed),
      rational_(rational) {
  HOLON_EXPECT(degree >= 1 && degree <= max_degree && knots_.size() >= 2);
  HOLON_EXPECT(points_.size() == (knots_.size() - 1) * static_cast<std::size_t>(degree + 1));
}

CurveJet BezierPath::at(double u) const {
  const auto after = std::upper_bound(knots_.begin() + 1, knots_.end() - 1, u);
  const double begin = *(after - 1), width = *after - begin;
  const std::size_t piece = static_cast<std::size_t>(after - knots_.begin()) - 1;

  // The derivative of a Bézier curve is one of degree n − 1, on n times the differences.
  Polygon b;
  std::copy_n(
      points_.begin() + static_cast<std::ptrdiff_t>(piece) * (degree_ + 1), degree_ + 1, b.begin());
  Homogeneous H[4];
  for (int order = 0; order < 4; ++order) {
    const int n = degree_ - order;
    H[order] = n >= 0 ? cut_corners(b, n, (u - begin) / width) : Homogeneous(0.0, 0.0, 0.0, 0.0);
    for (int k = 0; k < n; ++k) b[k] = n / width * (b[k + 1] - b[k]);
  }

  CurveJet jet = {H[0].head<3>(), H[1].head<3>(), H[2].head<3>(), H[3].head<3>()};
  if (rational_) {  // (1), differentiated as H_xyz = w r
    const double w = H[0][3], w1 = H[1][3], w2 = H[2][3], w3 = H[3][3];
    jet.r /= w;
    jet.d1 = (jet.d1 - w1 * jet.r) / w;
    jet.d2 = (jet.d2 - 2.0 * w1 * jet.d1 - w2 * jet.r) / w;
    jet.d3 = (jet.d3 - 3.0 * w1 * jet.d2 - 3.0 * w2 * jet.d1 - w3 * jet.r) / w;
  }
  return jet;
}

}  // namespace holon
