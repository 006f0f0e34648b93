// SPDX-License-Identifier: Apache-2.0
#include "holon/curve/c_spline.h"

#include <string>

#include "holon/geometry/bezier_path.h"
#include "holon/math/expect.h"

namespace holon {
namespace {

/// One span of the knots, from a point to the next.
struct Span {
  double h;
  Vec3 slope;
};

std::vector<Span> spans_of(const CSpline& s) {
  const std::size_t n = s.points.size();
  std::vector<Span> spans;
  for (std::size_t i = 0; i + (s.closed ? 0 : 1) < n; ++i) {
    const Vec3 chord = s.points[(i + 1) % n] - s.points[i];
    const double h = std::pow(chord.norm(), s.alpha);
    spans.push_back({h, chord / h});
  }
  return spans;
}

Vec3 tangent_between(const Span& a, const Span& b) {
  return (b.h * a.slope + a.h * b.slope) / (a.h + b.h);  // (1)
}

/// The tangent in each point. At an open end it is that of the parabola of the next point, whose
/// slopes at both ends of a span have the slope of the chord as their mean.
std::vector<Vec3> tangents_of(const CSpline& s, const std::vector<Span>& spans) {
  const std::size_t n = s.points.size();
  std::vector<Vec3> tangents(n, spans.front().slope);
  if (n == 2) return tangents;
  for (std::size_t i = 0; i < n; ++i)
    if (s.closed || (i > 0 && i + 1 < n))
      tangents[i] = tangent_between(spans[(i + n - 1) % n], spans[i]);
  if (!s.closed) {
    tangents[0] = 2.0 * spans.front().slope - tangents[1];
    tangents[n - 1] = 2.0 * spans.back().slope - tangents[n - 2];
  }
  return tangents;
}

}  // namespace

void CSpline::check(Diagnostics& d) const {
  const std::size_t least = closed ? 3 : through_ends ? 2 : 4;
  d.expect(points.size() >= least,
           "points",
           "are " + std::to_string(points.size()) + ": give at least " + std::to_string(least));
  d.expect(alpha >= 0.0 && alpha <= 1.0, "alpha", "is " + shown(alpha) + ": give one from 0 to 1");
  if (!expect_places(d, "points", points) || !d.ok()) return;
  for (std::size_t i = 0; i + (closed ? 0 : 1) < points.size(); ++i) {
    const double length = (points[(i + 1) % points.size()] - points[i]).norm();
    if (length > 0.0 && std::isfinite(length)) continue;
    return d.error("points",
                   "point " + std::to_string(i) + " and the next are " + shown(length)
                       + " m apart: move them, or leave one out");
  }
  expect_tangents(d, "points", *function());
}

CurveFunctionPtr CSpline::function() const {
  const std::size_t n = points.size();
  const std::vector<Span> spans = spans_of(*this);
  const std::vector<Vec3> tangents = tangents_of(*this, spans);
  const std::size_t margin = closed || through_ends ? 0 : 1;
  std::vector<double> knots = {0.0};
  std::vector<BezierPath::Homogeneous> control;
  for (std::size_t i = margin; i + margin < spans.size(); ++i) {
    const std::size_t next = (i + 1) % n;
    const double h = spans[i].h;
    knots.push_back(knots.back() + h);
    control.push_back(homogeneous(points[i]));
    control.push_back(homogeneous(points[i] + h / 3.0 * tangents[i]));
    control.push_back(homogeneous(points[next] - h / 3.0 * tangents[next]));
    control.push_back(homogeneous(points[next]));
  }
  return std::make_shared<BezierPath>(3, std::move(knots), std::move(control), closed);
}

}  // namespace holon
