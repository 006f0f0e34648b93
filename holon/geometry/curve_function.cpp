// SPDX-License-Identifier: Apache-2.0
#include "holon/geometry/curve_function.h"

#include <algorithm>
#include <string>

#include "holon/math/expect.h"

namespace holon {
namespace {

/// Parameters all over the domain: every break, and some between each two. A curve without ends is
/// looked at about its beginning, or about zero.
std::vector<double> sample_parameters(const CurveFunction& curve, int per_piece) {
  const CurveDomain domain = curve.domain();
  std::vector<double> nodes = curve.breaks();
  const double begin =
      std::isfinite(domain.begin) ? domain.begin : std::min(domain.end - 1.0, -1.0);
  nodes.insert(nodes.begin(), begin);
  nodes.push_back(std::isfinite(domain.end) ? domain.end : std::max(begin, 0.0) + 1.0);
  std::vector<double> samples;
  for (std::size_t i = 0; i + 1 < nodes.size(); ++i)
    for (int k = 0; k < per_piece; ++k)
      samples.push_back(nodes[i] + (nodes[i + 1] - nodes[i]) * k / per_piece);
  samples.push_back(nodes.back());
  return samples;
}

/// Where the speed |r'| is least between two parameters, by golden section.
double slowest_between(const CurveFunction& curve, double low, double high) {
  const auto speed = [&](double u) { return curve.at(u).d1.norm(); };
  for (int i = 0; i < 60; ++i) {
    const double a = low + 0.382 * (high - low), b = low + 0.618 * (high - low);
    (speed(a) < speed(b) ? high : low) = speed(a) < speed(b) ? b : a;
  }
  return 0.5 * (low + high);
}

}  // namespace

void expect_tangents(Diagnostics& d,
                     std::string_view field,
                     const CurveFunction& curve,
                     int per_piece) {
  // Rounding alone leaves ~1e-16 of the largest tangent where there should be none.
  constexpr double smallest = 1e-9;
  const std::vector<double> samples = sample_parameters(curve, per_piece);
  std::vector<double> speeds, changes;  // |r'| and |r''|
  for (const double u : samples) {
    const CurveJet jet = curve.at(u);
    const double size =
        jet.r.squaredNorm() + jet.d1.squaredNorm() + jet.d2.squaredNorm() + jet.d3.squaredNorm();
    if (!std::isfinite(size))
      return d.error(field, "the curve is too large to compute with at u = " + shown(u));
    speeds.push_back(jet.d1.norm());
    changes.push_back(jet.d2.norm());
  }
  const double least = smallest * *std::max_element(speeds.begin(), speeds.end());
  const auto expect_tangent = [&](double u) {
    if (curve.at(u).d1.norm() > least) return true;
    d.error(field,
            "the curve has no tangent at u = " + shown(u)
                + ": move apart what coincides or doubles back");
    return false;
  };
  for (const double u : samples)
    if (!expect_tangent(u)) return;
  // between the samples, a cusp makes the curve slower and slower, unless it is far too fast there
  constexpr double safety = 10.0;  // r'' is known at the samples only
  const auto may_stop = [&](std::size_t i) {
    const double change = std::max({changes[i - 1], changes[i], changes[i + 1]});
    return speeds[i] <= safety * change * (samples[i + 1] - samples[i - 1]);
  };
  for (std::size_t i = 1; i + 1 < samples.size(); ++i)
    if (speeds[i] <= speeds[i - 1] && speeds[i] <= speeds[i + 1] && may_stop(i)
        && !expect_tangent(slowest_between(curve, samples[i - 1], samples[i + 1])))
      return;
}

}  // namespace holon
