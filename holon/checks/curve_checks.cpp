// SPDX-License-Identifier: Apache-2.0
#include "holon/checks/curve_checks.h"

#include <algorithm>
#include <cmath>

namespace holon::checks {

double jet_error(const Curve& curve, double u, double h) {
  const CurveJet a = curve.at(u - 2.0 * h), b = curve.at(u - h), c = curve.at(u);
  const CurveJet d = curve.at(u + h), e = curve.at(u + 2.0 * h);
  const auto error = [&](Vec3 CurveJet::*low, Vec3 CurveJet::*high) {
    const Vec3 quotient = (8.0 * (d.*low - b.*low) - (e.*low - a.*low)) / (12.0 * h);
    return (quotient - c.*high).norm() / (1.0 + (c.*high).norm());
  };
  return std::max({error(&CurveJet::r, &CurveJet::d1),
                   error(&CurveJet::d1, &CurveJet::d2),
                   error(&CurveJet::d2, &CurveJet::d3)});
}

double worst_jet_error(const Curve& curve, Random& random, int count, double h) {
  const std::vector<double> kinks = joints(curve);
  double worst = 0.0;
  for (int i = 0; i < count; ++i) {
    const double u = random_parameter(curve, random);
    const bool near_kink = std::any_of(
        kinks.begin(), kinks.end(), [&](double k) { return std::abs(u - k) <= 2.0 * h; });
    if (!near_kink) worst = std::max(worst, jet_error(curve, u, h));
  }
  return worst;
}

CurveDomain finite_part(const CurveDomain& domain) {
  if (domain.bounded()) return domain;
  return {std::max(domain.begin, -6.0), std::min(domain.end, 6.0), domain.closed};
}

double random_parameter(const Curve& curve, Random& random) {
  const CurveDomain part = finite_part(curve.domain());
  return random.uniform(part.begin, part.end);
}

std::vector<double> joints(const Curve& curve) {
  const CurveFunction& f = curve.measured().function();
  std::vector<double> joints = f.breaks();
  for (const double end : {f.domain().begin, f.domain().end})
    if (std::isfinite(end)) joints.push_back(end);
  if (curve.options().by_length)
    for (double& u : joints) u = curve.measured().length_to(u);
  return joints;
}

BruteForce::BruteForce(const Curve& curve, int count)
    : curve_(curve), part_(finite_part(curve.domain())), count_(count) {
  for (int i = 0; i <= count; ++i) points_.push_back(curve.at(parameter(i)).r);
}

double BruteForce::distance(const Vec3& x) const {
  int best = 0;
  for (int i = 1; i <= count_; ++i)
    if ((x - points_[i]).squaredNorm() < (x - points_[best]).squaredNorm()) best = i;
  double low = parameter(std::max(best - 1, 0)), high = parameter(std::min(best + 1, count_));
  const auto at = [&](double u) { return (x - curve_.at(u).r).norm(); };
  for (int i = 0; i < 40; ++i) {
    const double a = low + 0.382 * (high - low), b = low + 0.618 * (high - low);
    (at(a) < at(b) ? high : low) = at(a) < at(b) ? b : a;
  }
  return std::min(at(low), (x - points_[best]).norm());
}

}  // namespace holon::checks
