// SPDX-License-Identifier: Apache-2.0
#include "holon/curve/b_spline.h"

#include <algorithm>
#include <string>

#include "holon/geometry/bezier_path.h"
#include "holon/math/expect.h"

namespace holon {
namespace {

using Homogeneous = BezierPath::Homogeneous;

/// How many control points the basis functions count, those of a second round included.
std::size_t functions(const BSpline& s) {
  return s.points.size() + (s.closed ? static_cast<std::size_t>(s.degree) : 0);
}

/// All knots t₀ … of the basis functions.
std::vector<double> all_knots(const BSpline& s) {
  if (!s.closed && !s.knots.empty()) return s.knots;
  const int n = static_cast<int>(s.points.size()), p = s.degree;
  const int count = static_cast<int>(functions(s)) + p + 1;
  std::vector<double> t;
  for (int i = -p; i < count - p; ++i) {
    if (!s.closed) {
      t.push_back(s.clamped ? std::clamp(i, 0, n - p) : i);
    } else if (s.knots.empty()) {
      t.push_back(i);
    } else {
      const int k = (i % n + n) % n, rounds = (i - k) / n;
      t.push_back(s.knots[k] + rounds * (s.knots.back() - s.knots.front()));
    }
  }
  return t;
}

/// Control point k of the Bézier curve that the spline is over [t_i, t_i+1]: the blossom of the
/// spline at k times the end and p − k times the beginning. `d` holds the p + 1 control points that
/// act there, and is used up.
Homogeneous bezier_point(
    std::vector<Homogeneous> d, const std::vector<double>& t, std::size_t i, int p, int k) {
  for (int level = 1; level <= p; ++level) {
    const double u = level <= k ? t[i + 1] : t[i];
    for (int j = p; j >= level; --j) {
      const std::size_t left = i - p + j, right = i + j + 1 - level;
      const double a = (u - t[left]) / (t[right] - t[left]);
      d[j] = (1.0 - a) * d[j - 1] + a * d[j];
    }
  }
  return d[p];
}

/// The first knot of a place where so many coincide that the curve would come apart.
bool comes_apart(const BSpline& s, const std::vector<double>& t, double& where) {
  const std::size_t p = static_cast<std::size_t>(s.degree), n = functions(s);
  for (std::size_t i = p; i < n; ++i) {
    const bool inside = s.closed || t[i] > t[p];
    where = t[i];
    if (inside && t[i] < t[n] && !(t[i + p] > t[i])) return true;
  }
  return false;
}

void check_knots(Diagnostics& d, const BSpline& s) {
  const std::size_t n = s.points.size(), p = static_cast<std::size_t>(s.degree);
  const std::size_t wanted = s.closed ? n + 1 : n + p + 1;
  if (s.knots.size() != wanted)
    return d.error("knots",
                   "are " + std::to_string(s.knots.size()) + ": give " + std::to_string(wanted)
                       + (s.closed ? " (n + 1)" : " (n + p + 1)") + ", or none");
  for (std::size_t i = 0; i < wanted; ++i) {
    if (!std::isfinite(s.knots[i]))
      return d.error("knots", "knot " + std::to_string(i) + " is not finite");
    if (i > 0 && s.knots[i] < s.knots[i - 1])
      return d.error(
          "knots", "knot " + std::to_string(i) + " is less than the one before: put them in order");
  }
  const std::vector<double> t = all_knots(s);
  if (!(t[functions(s)] > t[p]))
    return d.error("knots", "leave no room for the curve between t_p and t_n: spread them");
  double where = 0.0;
  if (comes_apart(s, t, where))
    d.error("knots",
            "come more than " + std::to_string(p) + " times at " + shown(where)
                + ", where the curve would come apart: repeat a knot at most degree times");
}

}  // namespace

void check_layout(Diagnostics& d, const BSpline& s) {
  if (s.degree < 1 || s.degree > BezierPath::max_degree)
    return d.error("degree", "is " + std::to_string(s.degree) + ": give one from 1 to 5");
  const std::size_t least = s.closed ? 3 : static_cast<std::size_t>(s.degree) + 1;
  if (s.points.size() < least)
    return d.error("points",
                   "are " + std::to_string(s.points.size()) + ": give at least "
                       + std::to_string(least) + (s.closed ? "" : " for this degree"));
  expect_places(d, "points", s.points);
  if (!s.knots.empty()) check_knots(d, s);
}

CurveFunctionPtr weighted_spline(const BSpline& s, const std::vector<double>& weights) {
  const std::size_t n = s.points.size(), p = static_cast<std::size_t>(s.degree);
  const std::vector<double> t = all_knots(s);
  std::vector<double> ends = {t[p]};
  std::vector<Homogeneous> control;
  for (std::size_t i = p; i < functions(s); ++i) {
    if (!(t[i + 1] > t[i])) continue;
    std::vector<Homogeneous> acting;
    for (std::size_t j = i - p; j <= i; ++j)
      acting.push_back(homogeneous(s.points[j % n], weights.empty() ? 1.0 : weights[j % n]));
    for (int k = 0; k <= s.degree; ++k) control.push_back(bezier_point(acting, t, i, s.degree, k));
    ends.push_back(t[i + 1]);
  }
  return std::make_shared<BezierPath>(
      s.degree, std::move(ends), std::move(control), s.closed, !weights.empty());
}

void BSpline::check(Diagnostics& d) const {
  check_layout(d, *this);
  if (d.ok()) expect_tangents(d, "points", *function());
}

CurveFunctionPtr BSpline::function() const {
  return weighted_spline(*this, {});
}

}  // namespace holon
